"""The drawn table: everything on it, nothing over anything, slots where their player sees them."""

from __future__ import annotations

import itertools

import pytest

from ui.seating import CARD_ASPECT, Box, Side, card_boxes, plan_table, sides, slot_cells

TABLES = {"1280x800": (950, 564, 1.0), "1920x1200": (1425, 846, 1.5), "800x1280": (742, 766, 1.0)}


@pytest.mark.parametrize("largest", [1, 5, 10])
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("table", TABLES.values(), ids=list(TABLES))
def test_nothing_on_the_table_overlaps_or_leaves_it(
    table: tuple[float, float, float], players: int, largest: int
) -> None:
    width, height, unit = table
    plan = plan_table(width, height, sides(players), largest, unit)
    boxes = [plan.stock, plan.discard]
    for tray in plan.trays:
        boxes += [tray.plate, *card_boxes(tray, largest, plan.card_width, plan.gap)]
    felt = Box(0, 0, width, height)
    assert all(box.x >= 0 and box.y >= 0 and box.right <= felt.right and box.top <= felt.top for box in boxes)
    assert not [pair for pair in itertools.combinations(boxes, 2) if pair[0].overlaps(pair[1])]


@pytest.mark.parametrize("players", range(2, 7))
def test_cards_keep_their_shape(players: int) -> None:
    plan = plan_table(950, 564, sides(players), 10, 1.0)
    for tray in plan.trays:
        for box in card_boxes(tray, 10, plan.card_width, plan.gap):
            long, short = max(box.width, box.height), min(box.width, box.height)
            assert long / short == pytest.approx(CARD_ASPECT)
            assert (box.width > box.height) == tray.side.lies_across


def test_small_layouts_make_larger_cards() -> None:
    cards = [plan_table(950, 564, sides(2), largest, 1.0).card_width for largest in (10, 5)]
    assert cards[0] < cards[1]


@pytest.mark.parametrize(
    ("side", "first", "fifth", "sixth"),
    [
        (Side.BOTTOM, (0, 0), (4, 0), (0, 1)),
        (Side.TOP, (4, 1), (0, 1), (4, 0)),
        (Side.LEFT, (1, 0), (1, 4), (0, 0)),
        (Side.RIGHT, (0, 4), (0, 0), (1, 4)),
    ],
)
def test_R5_slot_one_is_top_left_as_its_player_sees_it(
    side: Side, first: tuple[int, int], fifth: tuple[int, int], sixth: tuple[int, int]
) -> None:
    cells = slot_cells(10, side)
    assert (cells[0], cells[4], cells[5]) == (first, fifth, sixth)


@pytest.mark.parametrize("size", range(1, 11))
@pytest.mark.parametrize("side", Side)
def test_every_slot_has_a_cell_of_its_own(side: Side, size: int) -> None:
    assert len(set(slot_cells(size, side))) == size


def test_R3_seats_go_clockwise_from_the_lower_edge() -> None:
    assert sides(4) == (Side.BOTTOM, Side.LEFT, Side.TOP, Side.RIGHT)
    for players in (5, 6):
        plan = plan_table(950, 564, sides(players), 10, 1.0)
        near = [tray.cards.x for tray in plan.trays if tray.side is Side.BOTTOM]
        far = [tray.cards.x for tray in plan.trays if tray.side is Side.TOP]
        assert near == sorted(near, reverse=True) and far == sorted(far)


@pytest.mark.parametrize("players", [1, 7])
def test_R1_other_numbers_of_players_find_no_seat(players: int) -> None:
    with pytest.raises(ValueError, match="R1"):
        sides(players)
