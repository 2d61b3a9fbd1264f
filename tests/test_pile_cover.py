"""Over whose cards a hand came while the discard pile was out of sight."""

from __future__ import annotations

import pytest

from companion.cards import Card
from companion.evidence import Run
from companion.observation import EMPTY, Phase, Sight, SlotView, TableView, face
from companion.pile_cover import PileCover
from companion.referee_config import RefereeConfig

UNSEEN = SlotView(Sight.UNSEEN)
TOP = face((Card.parse("8C"), 1.0))
START = 2.0


def laid_under(covered: list[set[int]], step: float = 0.1) -> tuple[frozenset[int], ...]:
    """What is said of a card laid in as many views, in each of which these seats' cards were covered."""
    cover = PileCover(RefereeConfig())
    time = START
    for seats in covered:
        rows = tuple((UNSEEN, EMPTY) if seat in seats else (EMPTY, EMPTY) for seat in range(3))
        time += step
        cover.hide(TableView(time, Phase.TRACKING, rows, UNSEEN, True))
    time += step
    cover.show(time, time - START, opened=True)
    return cover.reached([Run(0.0, START), Run(time, time)])


@pytest.mark.parametrize("views", [1, 3, 8, 30])
def test_a_hand_over_a_layout_for_most_of_the_way_came_from_there(views: int) -> None:
    assert laid_under([{1}] * views) == (frozenset(), frozenset({1}))


@pytest.mark.parametrize("views", [4, 8, 30])
def test_a_slot_lost_for_a_single_view_is_no_hand(views: int) -> None:
    assert laid_under([{2}, *[set()] * (views - 1)])[1] == frozenset()


def test_two_hands_over_the_pile_are_told_apart_from_an_odd_view() -> None:
    assert laid_under([{0}] * 5 + [{0, 2}] + [{1}] * 4)[1] == {0, 1}


def test_only_what_happened_between_two_tops_tells_who_laid_the_later_one() -> None:
    cover = PileCover(RefereeConfig())
    rows = ((UNSEEN,), (EMPTY,))
    cover.hide(TableView(1.0, Phase.TRACKING, rows, UNSEEN, True))
    cover.show(1.5, 0.6, opened=True)
    assert cover.reached([Run(0.0, 0.5), Run(1.5, 3.0), Run(4.0, 4.5)]) == (frozenset(), {0}, frozenset())
    cover.hide(TableView(3.5, Phase.TRACKING, rows[::-1], UNSEEN, True))
    cover.show(4.0, 1.0, opened=True)
    assert cover.reached([Run(0.0, 0.5), Run(1.5, 3.0), Run(4.0, 4.5)]) == (frozenset(), {0}, {1})


def test_the_pile_between_far_apart_views_was_out_of_sight_though_no_view_shows_it() -> None:
    cover = PileCover(RefereeConfig())
    cover.show(0.0, 0.0, opened=False)
    cover.show(0.1, 0.1, opened=False)
    assert cover.blind_s == 0.0 and cover.first is None
    cover.show(1.1, 1.0, opened=True)
    assert cover.blind_s == 1.0 and cover.first == pytest.approx(0.1)
    cover.start_watch(1.1)
    assert cover.blind_s == 0.0 and cover.first is None
