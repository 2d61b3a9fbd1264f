"""How often the referee is right, asks, or is wrong, over the accuracy of single looks at a card.

`python tests/referee_sweep.py [GAMES] [--figure FILE.svg]` plays so many seeded rounds with 2, 3 and 4 players at each
accuracy, shows them to the referee as a watcher would (`belief_noise`), prints a line for each and draws them.
Statements are told events but phases. One that did not happen there is wrong (by rank; a wrong suit alone is
counted apart), one not told is missed. Rounds in which a discard is the same card as the top it covers are left
out: that cannot be seen.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from belief_noise import Reader, watched
from sweep_figure import draw
from trace_maker import Noise, Trace, game_trace
from trace_script import told

from companion.observation import TableView
from companion.trace import run_views

CAMERA = {"step_s": 2.4, "views_a_step": 12}
"""Five views a second, a card every 2.4 s, a third of that under the hand that lays it."""


@dataclass(slots=True)
class Score:
    """Counts over some rounds; `asked` counts rounds with a question put to the players."""

    rounds: int = 0
    right: int = 0
    wrong: int = 0
    missed: int = 0
    wrong_suit: int = 0
    asked: int = 0

    def add(self, other: Score) -> None:
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def line(self) -> str:
        told_of = self.right + self.missed
        return (
            f"{self.rounds} rounds: {self.right / max(1, told_of):.4f} right, "
            f"{self.wrong / max(1, self.rounds):.3f} wrong and "
            f"{self.missed / max(1, self.rounds):.2f} missed a round, "
            f"{self.wrong_suit} wrong suits, asked in {self.asked} rounds"
        )


def score(trace: Trace, views: Sequence[TableView] | None = None) -> Score:
    """Compare what is told of a trace, or of other views of the same, with what it stands for."""
    got = told(list(run_views(trace.header, trace.views if views is None else views)))
    asked = any(line["event"] == "phase" for line in got)
    got = [line for line in got if line["event"] != "phase"]
    want = told(trace.events)
    result = Score(rounds=1, asked=int(asked))
    match = SequenceMatcher(None, _by_rank(want), _by_rank(got), autojunk=False)
    for tag, i1, i2, j1, j2 in match.get_opcodes():
        if tag == "equal":
            result.right += i2 - i1
            pairs = zip(want[i1:i2], got[j1:j2], strict=True)
            result.wrong_suit += sum(mine != other for mine, other in pairs)
        else:
            result.missed += i2 - i1
            result.wrong += j2 - j1
    return result


def _by_rank(lines: Iterable[dict[str, Any]]) -> list[str]:
    return [re.sub(r"'(10|[A23456789JQK])[CDHS]'", r"'\1'", str(line)) for line in lines]


def sweep(noise: Noise, games: int, players: Iterable[int] = (2, 3), first: int = 0) -> Score:
    """The score over seeded rounds where every view errs by itself."""
    total = Score()
    for count in players:
        for seed in range(first, first + games):
            trace = game_trace(seed, count, noise=noise, **CAMERA)  # type: ignore[arg-type]
            if not trace.look_alikes:
                total.add(score(trace))
    return total


def watched_sweep(
    accuracy: float,
    games: int,
    players: Iterable[int] = (2, 3, 4),
    first: int = 0,
    turned_over: float = 0.0,
    lifted: float = 0.0,
) -> Score:
    """The score over seeded rounds seen by a watcher whose single looks get the rank right this often.

    `turned_over`: how often players turn a slot's card over in place before they take it;
    `lifted`: how often they take it up first.
    """
    total = Score()
    for count in players:
        for seed in range(first, first + games):
            trace = game_trace(seed, count, turned_over=turned_over, lifted=lifted, **CAMERA)  # type: ignore[arg-type]
            if not trace.look_alikes:
                views = list(
                    watched(trace.views, Reader(random.Random(f"{count} {seed} {accuracy}"), accuracy))
                )
                total.add(score(trace, views))
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int, nargs="?", default=10)
    parser.add_argument("--figure", type=Path)
    parser.add_argument("--at", type=float, nargs="+", default=[1.0, 0.98, 0.95, 0.92, 0.9, 0.85, 0.8])
    parser.add_argument("--first", type=int, default=0, help="seed of the first game")
    arguments = parser.parse_args()
    scores: dict[float, Score] = {}
    for accuracy in arguments.at:
        scores[accuracy] = watched_sweep(accuracy, arguments.games, first=arguments.first)
        print(f"rank of a single look right {accuracy}: {scores[accuracy].line}", flush=True)
    if arguments.figure is not None:
        arguments.figure.write_text(draw(scores), encoding="utf-8")


if __name__ == "__main__":
    main()
