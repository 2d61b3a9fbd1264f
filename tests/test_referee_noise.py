"""Seeded rounds with a reader that errs and with players who look at their cards: how often the referee is wrong."""

from __future__ import annotations

import pytest
from referee_sweep import watched_sweep


def test_cards_turned_over_or_lifted_cost_no_move_and_no_question() -> None:
    """A natural turned over on its own slot is told at once: nobody can know. The jack laid there puts it right."""
    score = watched_sweep(1.0, 3, (2, 3), turned_over=0.4, lifted=0.3)
    assert score.rounds >= 4
    assert score.asked == 0
    assert score.missed <= 0.01 * score.right
    assert score.wrong <= 0.01 * score.right


@pytest.mark.slow
def test_a_reader_right_in_95_of_100_looks_is_hardly_ever_wrong() -> None:
    """0.02 wrong statements a round are wanted; more than 2 in 30 rounds would be a sign of several times as many."""
    score = watched_sweep(0.95, 12, (2, 3, 4), first=500)
    assert score.rounds >= 24
    assert score.wrong <= 2
    assert score.missed <= 2


@pytest.mark.slow
def test_looking_at_cards_in_place_with_an_erring_reader() -> None:
    score = watched_sweep(0.95, 6, (2, 3, 4), first=700, turned_over=0.3, lifted=0.2)
    assert score.rounds >= 10
    assert score.asked <= 1
    assert score.missed <= 0.01 * score.right
    assert score.wrong <= 0.01 * score.right
