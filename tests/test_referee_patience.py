"""How long a card must have been seen before it is told, at a camera's pace: no longer than its doubts ask for."""

from __future__ import annotations

from trace_script import Script

from companion.events import Discarded, Placed, TookWild
from companion.referee_config import RefereeConfig

STEP = 0.066
CONFIG = RefereeConfig()


def playing(sure: float = 0.97) -> Script:
    script = Script(step=STEP, sure=sure, sizes=(4, 4)).deal(look=10)
    return script.turn("Ann", "QS").look(10)


def seconds(script: Script, kind: type[Placed | Discarded | TookWild]) -> float:
    """From the first view of the last card of this kind to its being told, looking on until it is."""
    shown = script.time
    script.look(30)
    referee = script.header.referee()
    for view in script.views:
        events = referee.observe(view)
        if view.time >= shown and any(isinstance(event, kind) for event in events):
            return round(view.time - shown, 3)
    raise AssertionError("never told")


def test_a_discard_clearly_read_is_told_after_three_views() -> None:
    script = playing().take("Ben").discard("Ben", "KD")
    assert seconds(script, Discarded) <= 2 * STEP


def test_a_discard_read_with_a_doubt_is_told_later() -> None:
    script = playing(sure=0.85).take("Ben").discard("Ben", "KD")
    assert seconds(script, Discarded) >= CONFIG.hold_s


def test_a_wild_thrown_away_is_told_later() -> None:
    """It could have been laid: it may be held there on its way."""
    script = playing().take("Ben").discard("Ben", "JD")
    assert seconds(script, Discarded) >= CONFIG.hold_s


def test_a_natural_is_told_later_while_it_may_be_the_slots_own_card_turned_over() -> None:
    script = playing().take("Ben").place("Ben", "3D")
    assert CONFIG.own_hold_s <= seconds(script, Placed) <= CONFIG.own_hold_s + STEP


def test_the_slots_own_card_turned_over_for_a_moment_is_not_told_as_laid() -> None:
    script = playing().take("Ben").lay("Ben", 3, "3D").look(8)
    script.lay("Ben", 3, "back").look(10)
    referee = script.header.referee()
    events = [event for view in script.views for event in referee.observe(view)]
    assert not any(isinstance(event, Placed) for event in events)


def test_the_slots_own_card_is_not_told_as_laid_under_the_hand_that_takes_it() -> None:
    script = playing().take("Ben").lay("Ben", 3, "3D").look(3)
    script.lay("Ben", 3, "unseen").look(15)
    script.lay("Ben", 3, "3S").look(15)
    referee = script.header.referee()
    events = [event for view in script.views for event in referee.observe(view)]
    assert [str(event.card) for event in events if isinstance(event, Placed)] == ["3S"]


def test_a_natural_known_to_be_in_hand_is_told_at_once() -> None:
    """It was taken from the discard pile: it is not the slot's own."""
    script = playing().take("Ben").discard("Ben", "3D").look(10)
    script.take("Ann", "discard").look(40).place("Ann", "3D")
    assert seconds(script, Placed) <= 2 * STEP


def test_a_natural_for_a_wild_is_told_at_once() -> None:
    """The slot's own card came to hand before."""
    script = playing().take("Ben").place("Ben", "JD@3").look(15).discard("Ben", "KD").look(10)
    script.turn("Ann", "QD").look(10).take("Ben").place("Ben", "3D")
    assert seconds(script, TookWild) <= 2 * STEP
