"""The figure of the noise sweep: statements right, missed and wrong a round, over the accuracy of single looks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

_WIDTH, _HEIGHT = 640, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 60, 20, 40, 50


class Counts(Protocol):
    """What is drawn of one accuracy."""

    rounds: int
    right: int
    wrong: int
    missed: int
    asked: int


def draw(scores: Mapping[float, Counts]) -> str:
    """An SVG of two panels: the share told rightly, and what went wrong or was asked a round."""
    share = _panel(
        "Statements told rightly (share)",
        scores,
        {"right": ("#1b7837", lambda s: s.right / max(1, s.right + s.missed))},
        (0.8, 1.0),
        2,
    )
    faults = _panel(
        "A round: questions asked, wrong statements",
        scores,
        {
            "asked": ("#2166ac", lambda s: s.asked / max(1, s.rounds)),
            "wrong": ("#b2182b", lambda s: s.wrong / max(1, s.rounds)),
        },
        (0.0, 0.4),
        2,
        limit=0.02,
    )
    rounds = min(score.rounds for score in scores.values())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {2 * _HEIGHT}" '
        f'font-family="sans-serif" font-size="13">\n'
        f'<rect width="100%" height="100%" fill="white"/>\n'
        f'{share}<g transform="translate(0 {_HEIGHT})">{faults}</g>\n'
        f'<text x="{_WIDTH - _RIGHT}" y="{2 * _HEIGHT - 6}" text-anchor="end" fill="#666">'
        f"at least {rounds} rounds each, 2 to 4 players</text>\n</svg>\n"
    )


def _panel(
    title: str,
    scores: Mapping[float, Counts],
    lines: Mapping[str, tuple[str, Callable[[Counts], float]]],
    span: tuple[float, float],
    digits: int,
    limit: float | None = None,
) -> str:
    accuracies = sorted(scores)
    low, high = accuracies[0], accuracies[-1]
    top = max(span[1], *(value(s) for _, value in lines.values() for s in scores.values()))
    bottom = min(span[0], *(value(s) for _, value in lines.values() for s in scores.values()))

    def x(accuracy: float) -> float:
        return round(_LEFT + (accuracy - low) / (high - low) * (_WIDTH - _LEFT - _RIGHT), 1)

    def y(value: float) -> float:
        return round(_TOP + (top - value) / (top - bottom) * (_HEIGHT - _TOP - _BOTTOM), 1)

    parts = [f'<text x="{_LEFT}" y="22" font-weight="bold">{title}</text>\n']
    for step in range(5):
        value = bottom + (top - bottom) * step / 4
        parts.append(
            f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y(value)}" y2="{y(value)}" stroke="#ddd"/>'
            f'<text x="{_LEFT - 6}" y="{y(value) + 4}" text-anchor="end">{value:.{digits}f}</text>\n'
        )
    for accuracy in accuracies:
        parts.append(f'<text x="{x(accuracy)}" y="{_HEIGHT - 30}" text-anchor="middle">{accuracy:g}</text>\n')
    parts.append(
        f'<text x="{_WIDTH / 2}" y="{_HEIGHT - 12}" text-anchor="middle">rank right in a single look</text>\n'
    )
    if limit is not None:
        parts.append(
            f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y(limit)}" y2="{y(limit)}" stroke="#b2182b" '
            f'stroke-dasharray="4 4"/>\n'
        )
    for n, (name, (colour, value_of)) in enumerate(lines.items()):
        points = " ".join(f"{x(a)},{y(value_of(scores[a]))}" for a in accuracies)
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>\n')
        parts += [
            f'<circle cx="{x(a)}" cy="{y(value_of(scores[a]))}" r="3" fill="{colour}"/>\n' for a in accuracies
        ]
        parts.append(f'<text x="{_LEFT + 10 + 90 * n}" y="{_TOP + 14}" fill="{colour}">{name}</text>\n')
    return "".join(parts)
