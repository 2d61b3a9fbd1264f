"""What is believed of one place: stillness before content, unseen rather than empty, doubts averaged."""

from __future__ import annotations

import pytest

from companion.cards import Card
from companion.observation import BACK, EMPTY, UNSEEN, Reading, Sight
from vision.layout import Place
from vision.steady import Belief, Look
from vision.tracking import TrackingConfig

CONFIG = TrackingConfig()
SEVEN, EIGHT = Card.parse("7H"), Card.parse("8H")
STEP = 1 / 20


class Table:
    """Drives a belief as the watcher does: a glance every frame, a look when it wants one."""

    def __init__(self) -> None:
        self.belief = Belief(Place(0, 0, 0), CONFIG)
        self.time = 0.0
        self.looks = 0

    def run(
        self,
        seconds: float,
        sight: Sight,
        reading: Reading = (),
        *,
        moving: bool = False,
        changed: bool = False,
        sure: float = 1.0,
    ) -> None:
        for _ in range(round(seconds / STEP)):
            self.time += STEP
            self.belief.glance(self.time, moving, changed)
            if self.belief.wants_look(self.time):
                self.looks += 1
                self.belief.look(Look(self.time, sight, reading, sure))
                if not self.belief.covered:
                    changed = False  # the reference is taken anew


def settled(sight: Sight = Sight.BACK, reading: Reading = ()) -> Table:
    table = Table()
    table.run(1.0, sight, reading)
    return table


def test_a_back_is_seen_once_it_lies_still() -> None:
    table = Table()
    assert table.belief.seen == UNSEEN
    table.run(0.3, Sight.BACK, moving=True)
    assert table.belief.seen == UNSEEN and table.looks == 0
    table.run(0.3, Sight.BACK)
    assert table.belief.seen == BACK


def test_a_settled_place_is_left_alone() -> None:
    table = settled()
    before = table.looks
    table.run(20, Sight.BACK)
    assert table.looks == before
    face = settled(Sight.FACE, ((SEVEN, 0.99),))
    before = face.looks
    face.run(20, Sight.FACE, ((SEVEN, 0.99),))
    assert face.looks == before


def test_a_hand_over_a_slot_makes_it_unseen_and_never_empty() -> None:
    table = settled()
    table.run(0.5, Sight.UNSEEN, moving=True, changed=True)
    assert table.belief.seen == UNSEEN
    table.run(30, Sight.UNSEEN, changed=True)
    assert table.belief.seen == UNSEEN


def test_a_resting_hand_is_looked_at_less_and_less() -> None:
    table = settled()
    before = table.looks
    table.run(20, Sight.UNSEEN, changed=True)
    assert table.looks - before < 30


def test_a_back_comes_into_view_again_without_a_look() -> None:
    table = settled()
    before = table.looks
    table.run(0.4, Sight.UNSEEN, moving=True, changed=True)
    table.run(0.3, Sight.BACK)
    assert table.belief.seen == BACK and table.looks == before


def test_a_face_is_read_again_after_a_hand_was_over_it() -> None:
    table = settled(Sight.FACE, ((SEVEN, 0.99),))
    table.run(0.4, Sight.UNSEEN, moving=True, changed=True)
    table.run(0.3, Sight.FACE, ((EIGHT, 0.99),))
    assert table.belief.seen.best == EIGHT


@pytest.mark.parametrize(("differs", "best"), [(False, SEVEN), (True, EIGHT)])
def test_what_was_read_before_a_hand_came_counts_where_nothing_differs_since(differs: bool, best: Card) -> None:
    table = settled(Sight.FACE, ((SEVEN, 0.99),))
    table.run(0.4, Sight.UNSEEN, moving=True, changed=True)
    table.run(0.2, Sight.FACE, ((EIGHT, 0.7), (SEVEN, 0.3)), changed=differs)
    assert table.belief.seen.best == best


def test_a_new_face_shows_within_a_quarter_of_a_second() -> None:
    table = settled()
    table.run(0.3, Sight.UNSEEN, moving=True, changed=True)
    table.run(0.25, Sight.FACE, ((SEVEN, 0.97),), changed=True)
    assert table.belief.seen.best == SEVEN


def test_empty_takes_longer_and_several_looks() -> None:
    table = settled()
    table.run(0.3, Sight.UNSEEN, moving=True, changed=True)
    table.run(CONFIG.empty_s * 0.9, Sight.EMPTY, changed=True)
    assert table.belief.seen == UNSEEN
    table.run(0.5, Sight.EMPTY, changed=True)
    assert table.belief.seen == EMPTY


def test_movement_starts_the_wait_for_empty_anew() -> None:
    table = settled()
    for _ in range(6):
        table.run(CONFIG.empty_s * 0.7, Sight.EMPTY, changed=True)
        table.run(0.1, Sight.EMPTY, moving=True, changed=True)
    assert table.belief.seen == UNSEEN


def test_an_unsure_side_needs_a_second_look() -> None:
    table = settled()
    belief = table.belief
    belief.doubt()
    assert not belief.look(Look(5.0, Sight.FACE, ((SEVEN, 0.9),), 0.6))
    assert belief.seen == UNSEEN
    assert belief.look(Look(5.2, Sight.FACE, ((SEVEN, 0.9),), 0.6))
    assert belief.seen.best == SEVEN


def test_doubtful_faces_are_read_more_often_than_sure_ones() -> None:
    sure, doubtful = Table(), Table()
    sure.run(6, Sight.FACE, ((SEVEN, 0.98),))
    doubtful.run(6, Sight.FACE, ((SEVEN, 0.55), (EIGHT, 0.4)))
    assert sure.looks == CONFIG.reads
    assert doubtful.looks == CONFIG.doubtful_reads


def test_readings_of_one_still_card_are_averaged_not_multiplied() -> None:
    table = Table()
    table.run(6, Sight.FACE, ((SEVEN, 0.6), (EIGHT, 0.4)))
    reading = dict(table.belief.seen.reading)
    assert reading[SEVEN] == pytest.approx(0.6, abs=0.02)
    assert reading[EIGHT] == pytest.approx(0.4, abs=0.02)


def test_later_readings_outvote_a_wrong_first_one() -> None:
    table = Table()
    table.run(0.16, Sight.FACE, ((EIGHT, 0.7), (SEVEN, 0.3)))
    table.run(3, Sight.FACE, ((SEVEN, 0.85), (EIGHT, 0.15)))
    assert table.belief.seen.best == SEVEN


def test_doubt_is_only_removed_by_a_look() -> None:
    table = settled()
    table.belief.doubt()
    table.belief.glance(table.time + 1, False, False)
    table.belief.glance(table.time + 2, False, False)
    assert table.belief.seen == UNSEEN
    table.run(0.3, Sight.BACK)
    assert table.belief.seen == BACK


def test_motion_around_a_card_is_known_but_does_not_hold_up_a_look() -> None:
    table = settled()
    belief, start = table.belief, table.time
    belief.glance(start + STEP, moving=True, changed=True)
    for frame in range(2, 6):
        belief.glance(start + frame * STEP, moving=False, changed=True, stirred=True)
    now = start + 5 * STEP
    assert belief.wants_look(now) and belief.is_stirred(now)
    for frame in range(6, 9):
        belief.glance(start + frame * STEP, moving=False, changed=True)
    assert not belief.is_stirred(start + 8 * STEP)


def test_a_hunch_counts_once_the_next_look_agrees() -> None:
    table = settled()
    table.belief.glance(1.1, False, True)
    seven, eight = ((SEVEN, 0.9), (EIGHT, 0.1)), ((EIGHT, 0.85), (SEVEN, 0.15))

    def look(time: float, sight: Sight, reading: Reading = ()) -> bool:
        return table.belief.look(Look(time, sight, reading, hunch=sight is not Sight.UNSEEN))

    assert not look(1.2, Sight.FACE, seven) and table.belief.seen == UNSEEN
    assert not look(1.3, Sight.FACE, eight), "another card"
    assert not look(1.4, Sight.UNSEEN) and not look(1.5, Sight.FACE, eight), "not on end"
    table.belief.glance(1.55, True, True)
    assert not look(1.6, Sight.FACE, eight), "it has moved"
    assert look(1.7, Sight.FACE, eight) and table.belief.seen.best == EIGHT
    table.belief.glance(1.8, False, True)
    assert not look(1.9, Sight.BACK) and look(2.0, Sight.BACK) and table.belief.seen == BACK


def test_a_back_over_a_face_is_believed_only_when_seen_twice() -> None:
    """A card held over it lies still for a moment; no rule turns a face down again."""
    table = settled(Sight.FACE, ((SEVEN, 0.99),))
    belief, start = table.belief, table.time
    belief.glance(start + STEP, moving=True, changed=True)
    belief.look(Look(start + 0.3, Sight.BACK))
    assert belief.seen == UNSEEN
    belief.look(Look(start + 0.4, Sight.UNSEEN))
    belief.look(Look(start + 0.5, Sight.BACK))
    assert belief.seen == UNSEEN, "not on end"
    belief.look(Look(start + 0.6, Sight.BACK))
    assert belief.seen == BACK


def test_how_large_cards_look_at_a_place_is_learned_from_those_in_full_view() -> None:
    def after(*sizes: float | None, hunch: bool = False) -> float:
        belief = Belief(Place(0, 0, 0), CONFIG)
        for step, size in enumerate(sizes):
            belief.glance(step / 10, False, False)
            belief.look(Look(step / 10, Sight.BACK, hunch=hunch, size=size))
        return belief.scale

    assert after(None, None) == 1.0
    assert after(*[1.04] * 20) == pytest.approx(1.04, abs=0.001)
    assert 1.0 < after(1.05) < 1.03, "one look may err"
    assert after(*[1.3] * 20) < 1.1, "no plane is so far off"


def test_what_is_read_in_a_clear_outline_outweighs_what_is_read_in_bad_ones() -> None:
    belief = Belief(Place(0, 0, 0), CONFIG)
    for step in range(8):
        belief.glance(step / 10, False, False)
        name, weight = (SEVEN, 1.0) if step == 0 else (EIGHT, 0.1)
        belief.look(Look(step / 10, Sight.FACE, ((name, 0.9),), weight=weight))
        assert step > 4 or belief.seen.best == SEVEN
    for step in range(8, 11):
        belief.glance(step / 10, False, False)
        belief.look(Look(step / 10, Sight.FACE, ((EIGHT, 0.9),)))
    assert belief.seen.best == EIGHT, "and a clear one those before"
