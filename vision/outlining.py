"""Outlines of cards that the detector missed, or drew badly in the whole picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.closer import SURROUNDINGS
from vision.corners import Outline
from vision.detector import Detection
from vision.eyes import Eyes
from vision.images import Image
from vision.lying import NO_CARD, Cards, cards_on
from vision.metric import TablePlane
from vision.pile import is_named
from vision.quads import Quad, iou
from vision.question import Question
from vision.tracking import TrackingConfig

_SAME_CARD = 0.3
"""Share in common of a bad outline and that of the card it is meant for: one about two cards is twice as large."""
_SMALLER = 0.92
"""Part of its size that is left of an outline about several cards by one about the uppermost."""
_NEARLY = 0.25
"""The same before its outline is drawn exactly."""
_STRAIGHT = tuple((surroundings, 0.0, 0.0) for surroundings in SURROUNDINGS)
_BESIDE = tuple(
    (SURROUNDINGS[0], x, y) for x, y in ((0.15, 0.15), (-0.15, -0.15), (0.15, -0.15), (-0.15, 0.15))
)
"""Closer looks: how much of the surroundings is seen, and how far the look is off, in x and y over the outline's size."""
_CLEARER = 0.75
"""Part of its error that is left of an outline by a clearer one."""


def outlined_closer(
    eyes: Eyes, image: Image, plane: TablePlane, cards: Cards, near: Sequence[int], config: TrackingConfig
) -> dict[int, Outline]:
    """Better outlines, by number, of those of the cards `near` that are ill outlined: by closer looks at each.

    In the whole picture a card that lies crooked on others is found as one with them. Taken is the clearest outline of
    a card's size, where it is clearer by far than the one before; or, where that has no name, the one the reader names.
    """
    better = {}
    for i in near:
        too_large = cards.size[i] > config.slot_size
        if not (too_large or cards.error[i] > config.pile_error) or cards.face_up[i] < 0.5:
            continue
        # What is too large for a card has clear edges, maybe, but those of two.
        most = config.plain_error if too_large else min(config.plain_error, _CLEARER * float(cards.error[i]))
        most = max(most, config.pile_error)
        seen = _closer_looks(eyes, image, plane, cards.quads[i], config, _STRAIGHT)
        # On a high pile a card is larger than on the table, but smaller than what was taken for it.
        smaller = _SMALLER * float(cards.size[i])
        found = (
            _clearest(seen, config.slot_size, most)
            or _clearest(seen, smaller, config.pile_error)
            or _named(eyes, image, cards.quads[i], [outline for outline, _ in seen], config)
        )
        if found is not None:
            better[i] = found
    return better


def _clearest(seen: Sequence[tuple[Outline, float]], largest: float, most_error: float) -> Outline | None:
    """Of outlines with their sizes the clearest of those below a size, if clear enough."""
    small = (outline for outline, size in seen if size < largest and outline.error <= most_error)
    return min(small, key=_error, default=None)


def seen_from_beside(
    eyes: Eyes, image: Image, plane: TablePlane, quad: Quad, config: TrackingConfig
) -> Outline | None:
    """The outline of the uppermost card of a heap that has no name by other looks: by closer looks at its corners.

    The detector sees a heap otherwise where it lies otherwise in the picture. Taken is the clearest outline with a name,
    if there is no other name.
    """
    seen = _closer_looks(eyes, image, plane, quad, config, _BESIDE)
    return _named(eyes, image, quad, [outline for outline, _ in seen], config)


def _closer_looks(
    eyes: Eyes,
    image: Image,
    plane: TablePlane,
    quad: Quad,
    config: TrackingConfig,
    looks: Sequence[tuple[float, float, float]],
) -> list[tuple[Outline, float]]:
    """What may be the card of an ill outline, by closer looks, until one is as clear as that of a card by itself.

    `looks`: how much of the surroundings each shows, and by how much it is off the outline, in x and y over its size.
    Returns outlines that begin with a short side, with their sizes against that of a card on the table.
    """
    seen: list[tuple[Outline, float]] = []
    for surroundings, x, y in looks:
        middle = (quad + np.array([x, y]) * np.ptp(quad, axis=0)).astype(np.float32)
        found = [d for d in eyes.find_near(image, middle, surroundings) if iou(d.quad, quad) > _NEARLY]
        outlines = eyes.refine(image, [detection.quad for detection in found]) if found else []
        errors = {k: outline.error for k, outline in enumerate(outlines)}
        exact = cards_on(plane, [outline.quad for outline in outlines], found, errors)
        for k, outline in enumerate(outlines):
            size = float(exact.size[k])
            if config.part_size <= size < config.pile_size and iou(exact.quads[k], quad) > _SAME_CARD:
                seen.append((replace(outline, quad=exact.quads[k]), size))
        if any(outline.error <= config.pile_error and size < config.slot_size for outline, size in seen):
            break
    return seen


def _named(
    eyes: Eyes, image: Image, quad: Quad, outlines: Sequence[Outline], config: TrackingConfig
) -> Outline | None:
    """The clearest of the outlines the reader names, if it names no other card in them, nor in the one before."""
    if not outlines:
        return None
    before, *glimpses = eyes.read(image, [quad, *(outline.quad for outline in outlines)])
    if is_named(before, config):
        return None
    named = [k for k, glimpse in enumerate(glimpses) if is_named(glimpse, config)]
    if len({glimpses[k].reading[0][0] for k in named}) != 1:
        return None
    return min((outlines[k] for k in named), key=_error)


def _error(outline: Outline) -> float:
    return outline.error


def is_seen_near(eyes: Eyes, image: Image, quad: Quad) -> bool:
    """Whether a closer look, too, shows a face there: the pattern of a cloth is a card from afar at most."""
    near = eyes.find_near(image, quad, SURROUNDINGS[0])
    return any(found.face_up and iou(found.quad, quad) > _NEARLY for found in near)


def drawn_again(
    eyes: Eyes,
    image: Image,
    plane: TablePlane,
    known: Sequence[tuple[Detection, float]],
    config: TrackingConfig,
) -> Cards:
    """Cards that lie where they lay, with their outlines drawn anew where that makes them no worse.

    On a heap an outline may slip onto a card below. `known`: outlines with their errors.
    """
    exact = eyes.refine(image, [card.quad for card, _ in known])
    quads, errors = [], {}
    for i, (outline, (card, error)) in enumerate(zip(exact, known, strict=True)):
        slipped = outline.error > max(error, config.pile_error)
        quads.append(card.quad if slipped else outline.quad)
        errors[i] = error if slipped else outline.error
    return cards_on(plane, quads, [card for card, _ in known], errors)


def overlooked(
    eyes: Eyes, image: Image, plane: TablePlane, asked: list[Question], config: TrackingConfig
) -> list[Question]:
    """Look for the edges of cards where the detector found none: it may not know such cards."""
    lost = [question for question in asked if question.card == NO_CARD]
    if not lost:
        return asked
    outlines = eyes.refine(image, [question.quad(plane) for question in lost])
    unknown = [Detection(outline.quad, False, 0.5, 0.5) for outline in outlines]
    errors = {i: outline.error for i, outline in enumerate(outlines)}
    cards = cards_on(plane, [outline.quad for outline in outlines], unknown, errors)
    found = [question for question in asked if question.card != NO_CARD]
    for i, question in enumerate(lost):
        place, belief = cards.at(i), question.belief
        near = math.dist(place.centre, (belief.card or belief.place).centre) < config.slot_reach
        straight = np.cos(2 * (place.angle - belief.place.angle)) > np.cos(2 * np.radians(config.slot_turn))
        there = near and straight and cards.is_outlined(i, config)
        found.append(replace(question, cards=cards, card=i, overlooked=True) if there else question)
    return found
