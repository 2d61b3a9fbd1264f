"""From frames to table views, on a drawn table: what is told when cards and hands come and go."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_table import FPS, QUEEN, SEVEN, SIZE, scene

from companion.cards import Card
from companion.observation import BACK, EMPTY, Phase, Sight


def test_a_settled_table_is_hardly_looked_at() -> None:
    table = scene([4, 4])
    table.run(2.0)
    finds, reads = table.eyes.finds, table.eyes.reads
    count = len(table.views)
    table.run(12.0)
    assert table.eyes.finds - finds <= 3
    assert table.eyes.reads == reads
    assert 15 <= len(table.views) - count <= 30, "a heartbeat, and no more"
    gate = table.watcher._gate
    assert gate is not None
    finds, full = table.eyes.finds, gate.full_looks
    assert table.run(32.0).phase is Phase.TRACKING
    assert table.eyes.finds - finds <= 2
    assert gate.full_looks - full <= 0.2 * 32.0 * FPS, "most pictures are just the same as before"


def test_a_settled_table_is_looked_at_again_once_something_moves() -> None:
    table = scene([4, 4])
    table.run(14.0)
    finds = table.eyes.finds
    table.wave(0.3, np.array([5000.0, 5000.0, 0.0]))
    table.table.arm = ((0, 0), (20, 10))
    table.run(0.5)
    table.table.arm = None
    table.run(7.0)
    assert table.eyes.finds - finds >= 2


def test_a_card_found_once_is_named_again_without_searching_the_picture() -> None:
    table = scene([4, 4])
    table.run(1.5)
    table.turn(0, 2, SEVEN, (9.0, -7.0, 0.15))
    finds, reads = table.eyes.finds, table.eyes.reads
    assert table.run(0.8).seats[0][2].best == SEVEN
    assert table.eyes.finds - finds == 1 and table.eyes.reads - reads >= 3


def test_a_card_laid_down_is_told_in_time() -> None:
    table = scene([4, 4])
    table.run(1.5)
    table.wave(0.5, table.slots[0][2].pose)
    table.turn(0, 2, SEVEN, (9.0, -7.0, 0.15))
    start = table.time
    view = table.run(0.35)
    assert view.seats[0][2].best == SEVEN
    first = next(v for v in table.views if v.time > start and v.seats[0][2].sight is Sight.FACE)
    assert first.time - start <= 0.25
    later = table.run(0.4)
    shown = [v for v in table.views if v.time > start and v.seats[0][2].sight is Sight.FACE]
    assert len(shown) >= 4, "the referee needs several views"
    assert [slot.sight for slot in later.seats[0]].count(Sight.BACK) == 3


def test_a_hand_that_rests_on_a_card_makes_it_unseen() -> None:
    table = scene([4, 4])
    table.run(1.5)
    x, y = (round(float(v)) for v in table.table.quad(table.slots[0][1].pose).mean(axis=0))
    table.table.arm = ((x, SIZE[1] + 50), (x, y))
    view = table.run(8.0)
    assert view.phase is Phase.OCCLUDED
    assert view.seats[0][1].sight is Sight.UNSEEN
    assert all(slot.sight is not Sight.EMPTY for v in table.views for seat in v.seats for slot in seat)
    assert view.seats[1] == (BACK,) * 4
    table.table.arm = None
    assert table.run(0.6).seats[0] == (BACK,) * 4


def test_a_card_in_full_view_is_told_although_an_arm_rests_beside_it() -> None:
    table = scene([4, 4])
    table.run(1.5)
    x, y = (round(float(v)) for v in table.table.quad(table.slots[0][1].pose).mean(axis=0))
    corners = table.table.quad(table.slots[0][1].pose)
    beside = round(float(corners[:, 0].max())) + 23 + 3  # half the arm's width, and a gap of 3 pixels
    table.wave(0.3, table.slots[0][1].pose)
    table.turn(0, 1, SEVEN)
    table.table.arm = ((beside, SIZE[1] + 50), (beside, y))
    assert table.run(0.6).seats[0][1].best == SEVEN
    table.table.arm = ((x + 8, SIZE[1] + 50), (x + 8, y))
    assert table.run(0.6).seats[0][1].sight is Sight.UNSEEN, "but not one it lies across"


def test_a_card_the_detector_does_not_know_is_found_by_its_edges() -> None:
    table = scene([4, 4])
    table.run(1.5)
    table.eyes.blind = list(table.slots[0])
    table.wave(0.3, table.slots[0][2].pose)
    table.turn(0, 2, SEVEN)
    assert table.run(0.5).seats[0][2].best == SEVEN
    table.table.cards.remove(table.slots[0][1])
    assert table.run(2.5).seats[0][1] == EMPTY, "bare cloth is no such card"


def test_a_slot_is_empty_only_after_a_while() -> None:
    table = scene([4, 4])
    table.run(1.5)
    table.wave(0.4, table.slots[0][0].pose)
    table.table.cards.remove(table.slots[0][0])
    assert table.run(0.5).seats[0][0].sight is Sight.UNSEEN
    assert table.run(1.5).seats[0][0] == EMPTY


def test_a_missed_detection_changes_nothing() -> None:
    table = scene([4, 4])
    table.run(1.5)
    table.eyes.blind = [table.slots[0][0], table.slots[1][1]]
    table.run(5.0)
    assert all(v.seats == ((BACK,) * 4,) * 2 for v in table.views[-8:])


@pytest.mark.parametrize(("back", "face", "lies"), [(1.0, 1.0, True), (1.05, 1.08, True), (1.0, 1.09, False)])
def test_a_card_lies_where_it_is_as_large_as_the_cards_there_are(back: float, face: float, lies: bool) -> None:
    """The plane fits no place of the table quite; what is larger than the cards at a place may be held over it."""
    table = scene([4, 4])
    table.slots[0][2].swollen = back
    table.run(2.0)
    table.turn(0, 2, SEVEN)
    table.slots[0][2].swollen = face
    assert (table.run(0.7).seats[0][2].best == SEVEN) == lies
    assert table.run(2.0).seats[0][2].best == SEVEN, "nobody is there to hold it"


def test_a_card_that_reaches_beyond_the_picture_lies_on_no_slot() -> None:
    table = scene([5, 6])
    table.run(1.5)
    outlines = [table.table.quad(lying.pose) for lying in table.slots[0]]
    slot = int(np.argmax([outline[:, 1].max() for outline in outlines]))
    table.wave(0.3, table.slots[0][slot].pose)
    table.turn(0, slot, SEVEN)
    while table.table.quad(table.slots[0][slot].pose)[:, 1].max() < SIZE[1] + 1:
        table.turn(0, slot, SEVEN, (0, 1, 0))
    assert table.run(0.6).seats[0][slot].sight is Sight.UNSEEN
    table.turn(0, slot, SEVEN, (0, -8, 0))
    assert table.run(0.6).seats[0][slot].best == SEVEN


@pytest.mark.parametrize(
    ("off", "card"),
    [((11, -9, 0.2), None), ((0, 3, 1.4), None), ((-3, 0, 1.57), SEVEN), ((0, 0, -1.3), SEVEN)],
)
def test_a_card_pushed_or_turned_across_its_slot_still_lies_there(
    off: tuple[float, float, float], card: Card | None
) -> None:
    table = scene([5, 4])
    table.run(1.5)
    middle = table.slots[0][1]
    if card is not None:
        table.wave(0.3, middle.pose)
        table.turn(0, 1, card)
        table.run(0.6)
    table.wave(0.3, middle.pose)
    middle.pose = middle.pose + np.array(off)
    table.table.cards.remove(middle)
    table.table.cards.append(middle)
    view = table.run(1.5)
    assert view.seats[0] == (BACK, view.seats[0][1], BACK, BACK, BACK) and view.seats[1] == (BACK,) * 4
    assert view.seats[0][1].best == card if card else view.seats[0][1] == BACK
    table.wave(0.3, middle.pose)
    table.turn(0, 1, QUEEN)
    assert table.run(0.6).seats[0][1].best == QUEEN, "and can be played upon"


@pytest.mark.parametrize("above", [True, False])
def test_cards_that_overlap_their_neighbours_are_followed(above: bool) -> None:
    table = scene([5, 4])
    table.run(1.5)
    left, right = table.slots[0][1], table.slots[0][2]
    gap = right.pose[:2] - left.pose[:2]
    table.wave(0.3, right.pose)
    right.pose = right.pose - np.array([*gap * (1 - 50 / np.linalg.norm(gap)), 0.0])
    if above:
        table.table.cards.remove(right)
        table.table.cards.append(right)
    assert table.run(1.5).seats == ((BACK,) * 5, (BACK,) * 4)
    table.wave(0.3, right.pose)
    table.turn(0, 2, SEVEN)
    view = table.run(1.0)
    assert view.seats[0][2].best == SEVEN
    assert [slot.sight for slot in view.seats[0]].count(Sight.BACK) == 4
