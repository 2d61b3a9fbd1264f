"""What became of labelled cards, as figures: shares, confusion, calibration, and what they depend on."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from typing import Any

from companion.cards import Rank
from vision.evaluation.photos import LabelledCard, Tally, rank_of
from vision.evaluation.shares import calibration_error, reliability, share
from vision.judging import SURE

RANKS = (*(rank.letter for rank in Rank), "JOKER", "back")
"""Rows of the confusion matrix, and its columns but for the last."""
MISSED = "missed"

WIDTHS = (0, 40, 80, 160, 320, math.inf)
BRIGHTNESSES = (0, 50, 80, 110, 140, math.inf)
TILTS = (0, 15, 30, 45, math.inf)

SHARES = (
    "recall",
    "precision",
    "recall_fair",
    "precision_fair",
    "rank_right",
    "card_right",
    "rank_right_fair",
    "card_right_fair",
    "sides_right",
    "found_and_rank_right",
    "sure",
    "sure_fair",
)
"""Names of the shares in a summary, in the order they are told in."""


def summary(tally: Tally) -> dict[str, Any]:
    """Shares with their 95 % intervals (Wilson), for a results file.

    Fair are whole, uncovered cards at least 40 pixels wide; a find on a label that is not fair neither helps
    nor harms the precision on these.
    """
    found = [card for card in tally.cards if card.found]
    fair = [card for card in tally.cards if card.fair]
    fair_found = [card for card in fair if card.found]
    phantoms = sum(not find.on_label for find in tally.false)
    doubles = len(tally.false) - phantoms
    sure = [card for card in found if card.confidence >= SURE]
    sides = [card for card in found if (card.label == "back") == (card.read == "back")]
    return {
        "photos": tally.photos,
        "cards": len(tally.cards),
        "cards_fair": len(fair),
        "recall": share(len(found), len(tally.cards)),
        "precision": share(len(found), len(found) + len(tally.false)),
        "recall_fair": share(len(fair_found), len(fair)),
        "precision_fair": share(len(fair_found), len(fair_found) + phantoms),
        "finds_where_no_card_lies": phantoms,
        "finds_beside_the_outline": doubles,
        "rank_right": share(sum(card.rank_right for card in found), len(found)),
        "card_right": share(sum(card.card_right for card in found), len(found)),
        "rank_right_fair": share(sum(card.rank_right for card in fair_found), len(fair_found)),
        "card_right_fair": share(sum(card.card_right for card in fair_found), len(fair_found)),
        "sides_right": share(len(sides), len(found)),
        "found_and_rank_right": share(sum(card.rank_right for card in found), len(tally.cards)),
        "sure": share(len(sure), len(found)),
        "sure_fair": share(sum(card.confidence >= SURE for card in fair_found), len(fair_found)),
        "wrong_rank_though_sure": sum(not card.rank_right for card in sure),
        "calibration_error": round(calibration_error(reliability(answers(found))), 4),
        "ms_a_photo": round(1000 * tally.seconds / max(tally.photos, 1), 1),
    }


def answers(cards: Iterable[LabelledCard]) -> list[tuple[float, bool]]:
    """Stated confidence and whether the card was right, of those found."""
    return [(card.confidence, card.card_right) for card in cards if card.found]


def details(tally: Tally) -> dict[str, Any]:
    """Everything beside the summary: confusion, reliability, sides, thresholds, breakdowns, each fault by name."""
    return {
        "confusion_by_rank": confusion(tally.cards),
        "sides": sides(tally.cards),
        "reliability": [asdict(one) for one in reliability(answers(tally.cards))],
        "by_threshold": thresholds(tally.cards),
        "by_width": breakdown(tally.cards, lambda card: card.width, WIDTHS),
        "by_brightness": breakdown(tally.cards, lambda card: card.brightness, BRIGHTNESSES),
        "by_tilt": breakdown(tally.cards, lambda card: card.tilt, TILTS),
        "missed": [asdict(card) for card in tally.cards if not card.found],
        "wrong": [asdict(card) for card in tally.cards if card.found and not card.card_right],
        "false": [asdict(find) for find in tally.false],
    }


def confusion(cards: Iterable[LabelledCard]) -> dict[str, dict[str, int]]:
    """How often a card of a rank (JOKER and back are two more) was read as which, or missed."""
    counts = Counter((rank_of(card.label), rank_of(card.read) if card.read else MISSED) for card in cards)
    return {
        label: {read: counts[label, read] for read in (*RANKS, MISSED) if counts[label, read]}
        for label in RANKS
        if any(row == label for row, _ in counts)
    }


def sides(cards: Iterable[LabelledCard]) -> dict[str, dict[str, int]]:
    """How often a face or a back was read as a face, as a back, or missed."""
    names = {True: "back", False: "face"}
    counts = Counter(
        (names[card.label == "back"], names[card.read == "back"] if card.found else MISSED) for card in cards
    )
    return {
        label: {read: counts[label, read] for read in ("face", "back", MISSED)} for label in ("face", "back")
    }


def thresholds(cards: Iterable[LabelledCard]) -> list[dict[str, float]]:
    """For several thresholds the share of found cards above it, and how many of these have a wrong rank."""
    found = [card for card in cards if card.found]
    table = []
    for least in (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.98):
        sure = [card for card in found if card.confidence >= least]
        wrong = sum(not card.rank_right for card in sure)
        table.append({"confidence": least, "sure": len(sure), "of": len(found), "wrong_rank": wrong})
    return table


def breakdown(
    cards: Sequence[LabelledCard], value: Callable[[LabelledCard], float | None], edges: Sequence[float]
) -> list[dict[str, Any]]:
    """Shares found and, of these, with the right rank and card, for the cards from each edge to the next."""
    table = []
    for low, high in itertools.pairwise(edges):
        inside = [card for card in cards if (v := value(card)) is not None and low <= v < high]
        found = [card for card in inside if card.found]
        if inside:
            table.append(
                {
                    "from": low,
                    "to": None if math.isinf(high) else high,
                    "cards": len(inside),
                    "found": share(len(found), len(inside)),
                    "rank_right": share(sum(card.rank_right for card in found), len(found)),
                    "card_right": share(sum(card.card_right for card in found), len(found)),
                }
            )
    return table
