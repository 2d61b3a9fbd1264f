"""From frames to table views, on a drawn table: what is told when cards, hands, light and camera change."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from drawn_table import FPS, SIZE, Lying, scene

from companion.cards import Card
from companion.observation import BACK, EMPTY, Phase, Sight
from vision.corners import Outline
from vision.detector import Detection
from vision.eyes import Glimpse
from vision.layout import HintKind
from vision.watcher import Watcher

SEVEN, QUEEN, JACK = Card.parse("7H"), Card.parse("QC"), Card.parse("JS")


def knocked(dx: float, dy: float, degrees: float) -> np.ndarray:
    turned = cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), degrees, 1.0)
    turned[:, 2] += dx, dy
    return np.vstack([turned, [0, 0, 1]])


def test_a_deal_is_found_and_told_within_a_second() -> None:
    table = scene([4, 3])
    view = table.run(1.0)
    assert view.phase is Phase.TRACKING
    assert view.seats == ((BACK,) * 4, (BACK,) * 3)
    assert view.discard == EMPTY and view.stock is True


def test_a_settled_table_is_hardly_looked_at() -> None:
    table = scene([4, 4])
    table.run(2.0)
    finds, reads = table.eyes.finds, table.eyes.reads
    count = len(table.views)
    table.run(12.0)
    assert table.eyes.finds - finds <= 5
    assert table.eyes.reads == reads
    assert 15 <= len(table.views) - count <= 30, "a heartbeat, and no more"


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


def test_the_discard_pile_is_found_and_its_top_followed() -> None:
    table = scene([4, 4])
    assert table.run(1.5).discard == EMPTY
    for card in (QUEEN, JACK, SEVEN):
        table.wave(0.4, table.discard_pose)
        table.discard(card)
        assert table.run(0.5).discard.best == card
    table.wave(0.4, table.discard_pose)
    table.table.cards.pop()
    assert table.run(0.6).discard.best == JACK


def test_an_untidy_pile_whose_outline_is_too_large_is_followed() -> None:
    table = scene([4, 4])
    table.run(1.5)
    table.discard(QUEEN)
    assert table.run(0.6).discard.best == QUEEN
    refine = table.eyes.refine

    def spreading(image: np.ndarray, quads: Sequence[np.ndarray]) -> list[Outline]:
        pile = table.table.quad(table.discard_pose).mean(axis=0)
        outlines = []
        for outline in refine(image, quads):
            middle = outline.quad.mean(axis=0)
            wide = (middle + 1.17 * (outline.quad - middle)).astype(np.float32)
            near = np.linalg.norm(middle - pile) < 15
            outlines.append(Outline(wide, 0.025, 0.5) if near else outline)
        return outlines

    table.eyes.refine = spreading  # type: ignore[method-assign]
    table.wave(0.4, table.discard_pose)
    table.discard(JACK)
    assert table.run(0.6).discard.best == JACK


def test_a_pile_spread_so_wide_that_it_seems_one_large_card_is_followed() -> None:
    table = scene([4, 4])
    table.run(1.5)
    table.discard(QUEEN)
    assert table.run(0.6).discard.best == QUEEN
    find, refine = table.eyes.find, table.eyes.refine
    card = float(cv2.contourArea(table.table.quad(table.discard_pose)))

    def heap(image: np.ndarray) -> list[Detection]:
        pile, found = table.table.quad(table.discard_pose).mean(axis=0), []
        for one in find(image):
            if np.linalg.norm(one.quad.mean(axis=0) - pile) < 15:
                if any(
                    other.face_up for other in found if np.linalg.norm(other.quad.mean(axis=0) - pile) < 15
                ):
                    continue
                wide = (pile + [3, 2] + 1.32 * (one.quad - pile)).astype(np.float32)
                one = Detection(wide, True, 0.88, 0.99)
            found.append(one)
        return found

    def edges(image: np.ndarray, quads: Sequence[np.ndarray]) -> list[Outline]:
        outlines = zip(quads, refine(image, quads), strict=True)
        large = 1.3 * card
        return [Outline(quad, 0.037, 0.5) if cv2.contourArea(quad) > large else one for quad, one in outlines]

    table.eyes.find, table.eyes.refine = heap, edges  # type: ignore[method-assign]
    for top in (JACK, SEVEN):
        table.wave(0.4, table.discard_pose)
        table.discard(top)
        assert table.run(0.6).discard.best == top


def test_a_pile_is_found_that_was_begun_under_an_arm() -> None:
    table = scene([4, 4])
    table.run(1.5)
    x, y = (round(float(v)) for v in table.table.quad(table.discard_pose).mean(axis=0))
    table.table.arm = ((x, SIZE[1] + 50), (x, y))
    table.discard(QUEEN)
    view = table.run(1.5)
    assert view.discard.sight is Sight.UNSEEN, "something is there, but nobody knows what"
    table.table.arm = None
    assert table.run(0.6).discard.best == QUEEN


def test_a_card_held_over_a_layout_begins_no_pile() -> None:
    table = scene([4, 4])
    table.run(1.5)
    above = (table.slots[0][0].pose + table.slots[0][1].pose) / 2
    table.table.cards.append(Lying(above + np.array([0, 0, 1.2]), QUEEN))
    table.run(1.5)
    assert all(view.discard.sight is not Sight.FACE for view in table.views)


def test_the_stock_is_missed_when_it_is_used_up() -> None:
    table = scene([3, 3])
    assert table.run(1.5).stock is True
    table.wave(0.4, table.stock.pose)
    table.table.cards.remove(table.stock)
    assert table.run(2.0).stock is False


@pytest.mark.parametrize("knock", [(14, -9, 0), (40, 25, 4), (-60, 10, -9)])
def test_a_knocked_camera_is_followed_within_two_seconds(knock: tuple[float, float, float]) -> None:
    table = scene([5, 4], seed=3)
    table.run(1.5)
    table.turn(0, 1, SEVEN)
    table.discard(QUEEN)
    table.run(1.0)
    table.table.knock = knocked(*knock)
    view = table.run(2.0)
    assert view.phase is Phase.TRACKING
    assert view.seats[0][1].best == SEVEN and view.discard.best == QUEEN
    assert [slot.sight for slot in view.seats[0]].count(Sight.BACK) == 4
    assert view.seats[1] == (BACK,) * 4
    table.turn(1, 3, JACK)
    assert table.run(0.6).seats[1][3].best == JACK


def test_a_table_is_known_again_after_a_long_look_elsewhere() -> None:
    table = scene([5, 4], seed=3)
    table.run(1.5)
    table.turn(0, 1, SEVEN)
    table.discard(QUEEN)
    table.run(1.0)
    for step in range(8):
        table.table.knock = knocked(110 * (step + 1), 20 * step, 3 * step)
        table.run(0.1)
    assert table.run(7.0).phase is Phase.LOST
    table.table.knock = knocked(25, -14, 5)
    view = table.run(2.0)
    assert view.phase is Phase.TRACKING
    assert view.seats[0][1].best == SEVEN and view.discard.best == QUEEN
    assert [slot.sight for slot in view.seats[0]].count(Sight.BACK) == 4
    assert view.seats[1] == (BACK,) * 4


def test_a_table_that_is_looked_for_in_the_wrong_place_is_found_again() -> None:
    table = scene([2, 2], seed=3)
    table.run(1.5)
    for (seat, slot), card in zip([(0, 1), (1, 0), (1, 1)], [SEVEN, QUEEN, JACK], strict=True):
        table.wave(0.3, table.slots[seat][slot].pose)
        table.turn(seat, slot, card)
    table.run(1.0)
    follower = table.watcher._follower
    assert follower is not None
    glimpse = table.eyes._glimpse

    def unsure(quad: np.ndarray) -> Glimpse:
        seen = glimpse(quad)
        return Glimpse(0.4, seen.back, seen.reading) if seen.nothing > 0.5 else seen

    table.eyes._glimpse = unsure  # type: ignore[method-assign]  # a printed cloth might be a card
    table.watcher._gate_anew()
    follower.moved_to(follower.plane.moved(np.array([[1.0, 0, 60], [0, 1, 45], [0, 0, 1]])))
    view = table.run(5.0)
    assert [
        [slot.best if slot.sight is Sight.FACE else slot.sight for slot in seat] for seat in view.seats
    ] == [
        [Sight.BACK, SEVEN],
        [QUEEN, JACK],
    ]


def test_light_that_changes_slowly_or_at_once_is_no_change() -> None:
    table = scene([4, 4])
    table.run(1.5)
    for light in np.linspace(1, 0.75, 40):
        table.table.light = light
        table.run(2 / FPS)
    table.table.light = 1.15
    view = table.run(1.0)
    assert view.seats == ((BACK,) * 4,) * 2 and view.phase is Phase.TRACKING


def test_darkness_and_a_covered_lens_are_said() -> None:
    table = scene([4, 4])
    table.run(1.5)
    table.table.light = 0.05
    assert table.run(0.6).phase is Phase.DARK
    table.table.light = 1.0
    assert table.run(1.0).phase is Phase.TRACKING
    picture = table.table.picture
    table.table.picture = lambda: np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)  # type: ignore[method-assign]
    assert table.run(0.6).phase is Phase.LOST
    table.table.picture = picture  # type: ignore[method-assign]
    view = table.run(1.5)
    assert view.phase is Phase.TRACKING and view.seats == ((BACK,) * 4,) * 2


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

    def seeing_patterns(image: np.ndarray) -> list[Detection]:
        spots = [np.array([*middle + offset, 0.0]) for offset in ([-250, 0], [250, 0], [-250, 90], [250, 90])]
        return [*find(image), *(Detection(table.table.quad(spot), False, 0.4, 0.03) for spot in spots)]

    table.eyes.find = seeing_patterns  # type: ignore[method-assign]
    for slot in range(3):
        held = table.slots[0][slot].pose + np.array([25.0, 20.0, 1.0])
        table.table.cards.append(Lying(held))
    count = len(table.views)
    table.run(6.0)
    assert all(len(view.seats[0]) == 4 for view in table.views[count:]), "the deal in play is kept"


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


def test_what_makes_no_table_is_refused() -> None:
    eyes = scene([2, 2]).eyes
    with pytest.raises(ValueError, match="first seat"):
        Watcher(["Ann", "Ben"], first_seat="north", eyes=eyes)
    with pytest.raises(ValueError, match="sizes"):
        Watcher(["Ann", "Ben"], sizes=[3], eyes=eyes)


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
