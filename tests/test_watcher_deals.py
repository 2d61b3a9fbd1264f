"""From frames to table views, on a drawn table: the deal is found, waited for, completed, named where it is wrong."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_table import JACK, QUEEN, SEVEN, SIZE, Lying, scene

from companion.cards import Card
from companion.observation import BACK, EMPTY, Phase
from vision import search
from vision.detector import Detection
from vision.layout import HintKind
from vision.watcher import Watcher


def test_a_deal_is_found_and_told_within_a_second() -> None:
    table = scene([4, 3])
    view = table.run(1.0)
    assert view.phase is Phase.TRACKING
    assert view.seats == ((BACK,) * 4, (BACK,) * 3)
    assert view.discard == EMPTY and view.stock is True


def test_the_next_deal_is_found_with_its_new_sizes() -> None:
    table = scene([3, 3])
    table.run(1.5)
    for slot in range(3):
        table.turn(0, slot, Card.parse(f"{slot + 2}S"))
    table.discard(QUEEN)
    table.run(1.0)
    table.watcher.expect([2, 3])
    table.table.cards = []
    assert table.run(2.5).phase is not Phase.TRACKING
    fresh = scene([2, 3], seed=1)
    table.table.cards = fresh.table.cards
    table.table.to_picture = fresh.table.to_picture
    view = table.run(2.0)
    assert view.phase is Phase.TRACKING
    assert view.seats == ((BACK,) * 2, (BACK,) * 3)


def test_a_wrong_deal_is_named_and_then_taken_as_it_is() -> None:
    table = scene([4, 3], told=[4, 4])
    assert table.run(1.0).phase is Phase.CALIBRATING
    assert [hint.kind for hint in table.watcher.fit.hints] == [HintKind.WRONG_COUNT]
    assert table.watcher.fit.hints[0].text(["Ann", "Ben"]) == "Ben has 3 cards, should have 4"
    view = table.run(2.5)
    assert view.phase is Phase.TRACKING and [len(seat) for seat in view.seats] == [4, 3]


def test_cards_that_only_a_close_look_shows_are_not_called_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of another deck than the rest, they are not found by their likeness either."""
    monkeypatch.setattr(search, "grown", lambda *_: [])
    monkeypatch.setattr(search, "alike", lambda *_: [])
    table = scene([4, 5])
    pale, find = table.slots[1][-1], table.eyes.find
    looks: list[bool] = []

    def near_sighted(image: np.ndarray, closely: bool = False) -> list[Detection]:
        looks.append(closely)
        middle = table.table.quad(pale.pose).mean(axis=0)
        found = find(image)
        return [one for one in found if closely or np.linalg.norm(one.quad.mean(axis=0) - middle) > 15]

    table.eyes.find = near_sighted  # type: ignore[method-assign]
    told = [table.run(0.2) for _ in range(20)]
    sizes = [tuple(map(len, view.seats)) for view in told if view.phase is Phase.TRACKING]
    assert sizes and set(sizes) == {(4, 5)}
    assert not looks[0], "as long as nothing is wrong a cheap look will do"


def test_what_hardly_looks_like_a_card_beside_a_deal_is_not_taken_for_another_stock() -> None:
    table = scene([3, 5])
    find, stock = table.eyes.find, table.stock.pose

    def seeing_more(image: np.ndarray, closely: bool = False) -> list[Detection]:
        spot = stock + np.array([-95.0, 40.0, 0.2])
        return [*find(image), Detection(table.table.quad(spot), False, 0.38, 0.1)]

    table.eyes.find = seeing_more  # type: ignore[method-assign]
    view = table.run(1.0)
    assert view.phase is Phase.TRACKING and view.seats == ((BACK,) * 3, (BACK,) * 5)
    assert view.stock is True


def test_a_deal_half_of_which_the_detector_misses_is_completed() -> None:
    table = scene([5, 6])
    table.eyes.blind = [*table.slots[0][:2], *table.slots[1][2:5], table.stock]
    view = table.run(2.0)
    assert view.phase is Phase.TRACKING
    assert view.seats == ((BACK,) * 5, (BACK,) * 6) and view.stock is True


def test_what_lies_beside_a_deal_and_looks_otherwise_completes_none() -> None:
    table = scene([4, 4])
    late = table.slots[1][3]
    late.card = QUEEN
    table.eyes.blind = [late]
    assert table.run(1.5).phase is Phase.CALIBRATING
    assert table.watcher.fit.layout is not None and table.watcher.fit.layout.sizes == (4, 3)


def test_a_deal_that_goes_on_is_waited_for() -> None:
    table = scene([4, 4])
    late = table.slots[1][3]
    table.table.cards.remove(late)
    table.run(3.5)
    table.wave(0.3, late.pose)
    table.table.cards.append(late)
    view = table.run(4.0)
    assert view.seats == ((BACK,) * 4,) * 2


def test_an_empty_table_is_searched() -> None:
    table = scene([2, 2])
    table.table.cards = []
    assert table.run(1.0).phase is Phase.SEARCHING
    table.table.cards = [Lying(table.stock.pose)]
    assert table.run(1.0).phase is Phase.SEARCHING


def test_what_only_seems_a_back_or_is_held_over_a_layout_is_no_new_deal() -> None:
    table = scene([4, 4])
    table.run(1.5)
    find, middle = table.eyes.find, table.stock.pose[:2]

    def seeing_patterns(image: np.ndarray, closely: bool = False) -> list[Detection]:
        spots = [np.array([*middle + offset, 0.0]) for offset in ([-250, 0], [250, 0], [-250, 90], [250, 90])]
        return [*find(image), *(Detection(table.table.quad(spot), False, 0.4, 0.03) for spot in spots)]

    table.eyes.find = seeing_patterns  # type: ignore[method-assign]
    for slot in range(3):
        held = table.slots[0][slot].pose + np.array([25.0, 20.0, 1.0])
        table.table.cards.append(Lying(held))
    count = len(table.views)
    table.run(6.0)
    assert all(len(view.seats[0]) == 4 for view in table.views[count:]), "the deal in play is kept"


def test_what_makes_no_table_is_refused() -> None:
    eyes = scene([2, 2]).eyes
    with pytest.raises(ValueError, match="first seat"):
        Watcher(["Ann", "Ben"], first_seat="north", eyes=eyes)
    with pytest.raises(ValueError, match="sizes"):
        Watcher(["Ann", "Ben"], sizes=[3], eyes=eyes)


def test_the_next_deal_is_no_knock_although_the_end_of_the_round_was_not_seen() -> None:
    """The cards are gathered and dealt before the last one was seen: faces that are backs now were not knocked."""
    table = scene([3, 2])
    table.run(1.5)
    for slot, card in enumerate((SEVEN, JACK)):
        table.wave(0.3, table.slots[0][slot].pose)
        table.turn(0, slot, card)
        table.run(0.6)
    other = scene([2, 2], seed=2)
    table.table.arm = ((0, 0), (SIZE[0], SIZE[1]))
    table.run(0.5)
    table.table.cards = other.table.cards
    table.table.arm = None
    table.table.to_picture = other.table.to_picture
    view = table.run(5.0)
    assert view.phase is Phase.TRACKING and view.seats == ((BACK,) * 2, (BACK,) * 2)


def test_a_deal_that_proved_the_end_of_the_last_round_is_not_ending_itself() -> None:
    table = scene([4, 3], told=[4, 4])
    assert table.run(3.5).phase is Phase.TRACKING
    table.watcher.expect([4, 3])
    count, cards = len(table.views), list(table.table.cards)
    hidden = [lying for seat in table.slots for lying in seat][:5]
    table.table.cards = [lying for lying in cards if lying not in hidden]
    table.run(0.8)
    table.table.cards = cards
    view = table.run(0.6)
    assert view.seats == ((BACK,) * 4, (BACK,) * 3)
    assert not {Phase.SEARCHING, Phase.CALIBRATING} & {view.phase for view in table.views[count:]}
