"""Traces of whose turn it was, told by hands and by time: who may have played unseen, and who cannot have."""

from __future__ import annotations

from trace_habits import reach
from trace_scenarios import scenario, three
from trace_script import Script

from companion.observation import Phase


def played(s: Script, player: str, slot: int, card: str, seconds: float) -> Script:
    """After so long a hand over one of the player's slots discards: a turn of which nothing else was seen."""
    s.take(player).look(round(seconds / s.step) - 12)
    return (
        reach(s, player, slot, card)
        .expect("discarded", player=player, card=card)
        .expect("turn", player=s.next(player))
    )


def over_the_pile(s: Script, *seats: str) -> Script:
    """A hand that comes over a slot of each of these players hides the pile for a moment, and leaves it as it was."""
    kept = {name: s.slots[name][0] for name in seats}
    top, s.phase = s.discards[-1], Phase.OCCLUDED
    for name in seats:
        s.slots[name][0] = "unseen"
    s.discards[-1] = "unseen"
    s.look(5)
    for name in seats:
        s.slots[name][0] = kept[name]
    s.discards[-1], s.phase = top, Phase.TRACKING
    return s


def a_round_of_quick_turns() -> Script:
    s = three(step=0.1).deal(look=12)
    played(s, "Ann", 3, "QC", 2.6)
    played(s, "Ben", 3, "KS", 2.6)
    return played(s, "Cem", 3, "KD", 2.6)


@scenario
def nobody_plays_between_two_who_follow_at_once() -> Script:
    """Two decks: Ann may have laid a king on its twin. But Ben played within the time of one turn, out of turn."""
    s = over_the_pile(a_round_of_quick_turns().look(8), "Ann", "Ben").look(9)
    s.irregular("Ben", "out_of_turn", "R3", "4C").take("Ben").place("Ben", "4C").look(14)
    return s.forbid("irregular", player="Ann").forbid("discarded", player="Ann", card="KD")


@scenario
def somebody_may_have_played_between_two_who_let_him() -> Script:
    """The same after two turns' time: Ann has laid a king on its twin, nobody is accused."""
    s = over_the_pile(a_round_of_quick_turns().look(16), "Ann").look(24)
    s.take("Ann").discard("Ann", "KD").take("Ben").place("Ben", "4C").look(14)
    return s.no_accusation()


@scenario
def nobody_is_at_fault_for_a_turn_that_may_have_been_another_players() -> Script:
    """Whose hand laid the queen, over Ann's cards and Ben's, nobody saw: Cem, who plays next, may be on turn or not."""
    s = a_round_of_quick_turns()
    s.take("Ann").look(14)
    for name in ("Ann", "Ben"):
        s.slots[name][1] = "unseen"
    s.discards.append("unseen")
    s.phase = Phase.OCCLUDED
    s.look(4)
    s.discards.pop()
    for name in ("Ann", "Ben"):
        s.slots[name][1] = "back"
    s.phase = Phase.TRACKING
    s.discard("Ann", "QD").look(26)
    reach(s, "Cem", 2, "KH").expect("phase", phase="desync").look(42)
    # Nobody said what it was, and play goes on.
    s.expect("turn", player="Cem").take("Cem").expect("discarded", player="Cem", card="KH").expect(
        "turn", player="Ann"
    )
    s.take("Ann").place("Ann", "4C").look(20)
    reach(s, "Ann", 2, "QH").expect("discarded", player="Ann", card="QH").expect("turn", player="Ben").look(
        30
    )
    s.take("Ben")
    reach(s, "Ben", 2, "QS").expect("discarded", player="Ben", card="QS").expect("turn", player="Cem").look(
        30
    )
    return s.no_accusation()
