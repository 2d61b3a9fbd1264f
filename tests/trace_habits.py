"""More of the traces kept in tests/traces: how people handle cards, and what happens between two views."""

from __future__ import annotations

from trace_scenarios import five, scenario, three
from trace_script import Script

from companion.observation import Phase

# A slot's own card turned over where it lies, and looked at, before it is taken (R7, R9)


@scenario
def own_wild_turned_over_before_the_natural_comes() -> Script:
    s = Script(step=0.1).deal(look=12)
    s.take("Ann").lay("Ann", 8, "JH").look(6)
    s.lay("Ann", 8, "unseen").look(8)
    s.lay("Ann", 8, "back").place("Ann", "8C").look(8)
    s.place("Ann", "JH@4").look(12).discard("Ann", "QS").look(12)
    return s.no_accusation().forbid("placed", card="JH", slot=8).forbid("took_wild")


@scenario
def who_looks_at_cards_in_place_is_known_by_it() -> Script:
    """After a queen was looked at for two seconds, a jack lying as long is no card laid."""
    s = Script(step=0.1).deal(look=12)
    s.take("Ann").lay("Ann", 5, "QD").look(20)
    s.lay("Ann", 5, "back").place("Ann", "5H").look(8).discard("Ann", "QD").look(12)
    s.take("Ben").lay("Ben", 8, "JH").look(18)
    s.lay("Ben", 8, "unseen").look(8)
    s.lay("Ben", 8, "back").place("Ben", "8C").look(8)
    s.place("Ben", "JH@4").look(30).discard("Ben", "QS").look(12)
    return s.no_accusation().forbid("placed", card="JH", slot=8).forbid("took_wild")


@scenario
def own_natural_turned_over_before_the_wild_comes() -> Script:
    """A five on slot five is told at once, and cannot be known to be the slot's own; the jack puts it right."""
    s = Script(step=0.1).deal(look=12)
    s.take("Ann").lay("Ann", 5, "5S").expect("placed", player="Ann", card="5S", slot=5).look(16)
    s.lay("Ann", 5, "unseen").look(8)
    s.lay("Ann", 5, "back").place("Ann", "JH@5").look(12)
    s.discard("Ann", "5S").look(12)
    s.take("Ben").discard("Ben", "KD").look(12)
    return s.no_accusation().forbid("phase")


@scenario
def own_natural_turned_over_before_another_of_its_rank_comes() -> Script:
    s = three(step=0.1).deal(look=12)
    s.take("Ann").lay("Ann", 5, "5S").expect("placed", player="Ann", card="5S", slot=5).look(16)
    s.lay("Ann", 5, "unseen").look(8)
    s.lay("Ann", 5, "back").place("Ann", "5D").look(12)
    s.discard("Ann", "5S").look(12)
    s.take("Ben").discard("Ben", "KD").look(12)
    return s.no_accusation().forbid("phase")


@scenario
def own_wild_turned_over_on_the_last_slot() -> Script:
    """Whoever turns the last card over has a card to lay there: the round is won either way, nobody cheated."""
    s = five(step=0.1, sizes=(2, 2)).deal(look=12)
    s.take("Ann").place("Ann", "AH").look(8)
    s.lay("Ann", 2, "JC").look(16)
    s.expect("placed", player="Ann", card="JC", slot=2).expect("round_won", player="Ann", next_sizes=[1, 2])
    s.lay("Ann", 2, "unseen").look(8)
    s.lay("Ann", 2, "2D").expect("placed", player="Ann", card="2D", slot=2).look(12)
    s.pile("JC").look(12)
    return s.no_accusation().forbid("phase")


# Whose cards a hand covers


def reach(s: Script, player: str, slot: int, card: str) -> Script:
    """A hand comes over one slot of a player and lays a card on the pile; who is to be told of it, the caller says."""
    kept, s.phase = s.slots[player][slot - 1], Phase.OCCLUDED
    s.slots[player][slot - 1] = "unseen"
    s.discards.append("unseen")
    s.look(4)
    s.discards.pop()
    s.slots[player][slot - 1] = kept
    s.phase = Phase.TRACKING
    return s.pile(card).look(8)


@scenario
def hand_over_ones_own_cards_discards_out_of_turn() -> Script:
    """Ben, not on turn, takes from the stock and throws a five away that Ann then takes."""
    s = Script(step=0.2).deal(look=8)
    reach(s.take("Ann"), "Ann", 3, "QC").expect("discarded", player="Ann", card="QC").expect(
        "turn", player="Ben"
    )
    reach(s.take("Ben").place("Ben", "5H").look(8), "Ben", 2, "KS")
    s.expect("discarded", player="Ben", card="KS").expect("turn", player="Ann")
    s.irregular("Ben", "out_of_turn", "R3", "5D").take("Ben")
    reach(s, "Ben", 4, "5D").expect("discarded", player="Ben", card="5D").expect("turn", player="Ann")
    s.take("Ann", "discard").look(8).place("Ann", "5D").look(8)
    reach(s, "Ann", 1, "KD").expect("discarded", player="Ann", card="KD").expect("turn", player="Ben")
    return s.look(10).forbid("irregular", player="Ann").forbid("irregular", kind="playable_discarded")


@scenario
def look_alike_discard_is_known_by_the_hand_of_the_next_player() -> Script:
    """Two decks: a five on its twin, then Ben's queen. The queen came over Ben's cards: the five was Ann's."""
    s = three(step=0.2).deal(look=8)
    reach(s.take("Ann").place("Ann", "5H").look(8), "Ann", 3, "5C")
    s.expect("discarded", player="Ann", card="5C").expect("turn", player="Ben")
    reach(s.take("Ben"), "Ben", 2, "KS").expect("discarded", player="Ben", card="KS").expect(
        "turn", player="Cem"
    )
    reach(s.take("Cem").place("Cem", "5S").look(8), "Cem", 4, "QH")
    s.expect("discarded", player="Cem", card="QH").expect("turn", player="Ann")
    reach(s.take("Ann"), "Ann", 4, "QH").expect("discarded", player="Ann", card="QH").expect(
        "turn", player="Ben"
    )
    reach(s.take("Ben"), "Ben", 4, "KD").expect("discarded", player="Ben", card="KD").expect(
        "turn", player="Cem"
    )
    reach(s.take("Cem"), "Cem", 1, "QS").expect("discarded", player="Cem", card="QS").expect(
        "turn", player="Ann"
    )
    reach(s.take("Ann"), "Ann", 1, "KH").expect("discarded", player="Ann", card="KH").expect(
        "turn", player="Ben"
    )
    return s.look(10).no_accusation().forbid("phase")


# A table swept bare


@scenario
def the_next_deal_proves_a_win_nobody_saw() -> Script:
    """An arm lay over the winner's last card until the table was cleared: one layout is dealt smaller by one."""
    s = five(step=0.2, sizes=(3, 4)).deal(look=8)
    s.turn("Ann", "2H", "KS").look(8).turn("Ben", "QD").look(8)
    s.take("Ann").place("Ann", "AC").look(8)
    s.lay("Ann", 3, "unseen").look(8)
    s.slots = {"Ann": ["empty"] * 3, "Ben": ["empty"] * 4}
    s.discards, s.stock = [], False
    s.look(6).expect("round_won", player="Ann", next_sizes=[2, 4])
    s.slots = {"Ann": ["back"] * 2, "Ben": ["back"] * 4}
    s.stock = True
    s.expect("round_started", sizes=[2, 4], dealer="Ann", starter="Ben").expect("turn", player="Ben").look(24)
    s.turn("Ben", "QC").look(8)
    return s.no_accusation()


@scenario
def discard_misread_at_first_and_taken_at_once() -> Script:
    """Ben's four was read as a ten while it was laid, and lay for half a second before Ann took it: no error of the eyes,
    since she lays it down two seconds later.
    """
    s = Script(step=0.15).deal(look=10)
    s.take("Ann").discard("Ann", "QS").look(12)
    s.take("Ben").place("Ben", "4H").look(10).pile("unseen").look(4).unpile()
    s.pile("10C").look(2).unpile().discard("Ben", "4C").look(4)
    s.pile("unseen").lay("Ann", 4, "unseen").look(4).unpile()
    s.take("Ann", "discard").look(13)
    return s.place("Ann", "4C").look(12).discard("Ann", "KH").look(12).no_accusation().forbid("phase")
