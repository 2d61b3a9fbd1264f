"""What a camera cannot know, and what it gets wrong, as traces."""

from __future__ import annotations

from trace_scenarios import five, next_round, scenario, three, win
from trace_script import Script

from companion.observation import Phase
from companion.rules import HouseRules


@scenario
def card_turned_over_in_place() -> Script:
    s = Script(step=0.2).deal(look=6)
    s.take("Ann").lay("Ann", 5, "9D").look(4)
    s.lay("Ann", 5, "back").place("Ann", "5H").look(4)
    s.place("Ann", "9D").look(5)
    s.discard("Ann", "KS").look(5)
    return s.no_accusation().forbid("placed", card="9D", slot=5)


@scenario
def card_turned_over_in_place_for_two_seconds() -> Script:
    s = Script(step=0.1).deal(look=10)
    s.take("Ann").lay("Ann", 5, "QD").look(20)
    s.lay("Ann", 5, "back").place("Ann", "5H").look(8)
    s.discard("Ann", "QD").look(10)
    return s.no_accusation()


@scenario
def hand_over_the_table() -> Script:
    s = Script(step=0.2).deal(look=6)
    s.phase = Phase.OCCLUDED
    s.take("Ann")
    kept = list(s.slots["Ann"])
    s.slots["Ann"] = ["unseen"] * 5 + kept[5:]
    s.look(8)
    s.slots["Ann"] = kept
    s.phase = Phase.TRACKING
    s.place("Ann", "2H").place("Ann", "4H").look(6)
    s.discard("Ann", "KS").look(6)
    return s.no_accusation()


@scenario
def discard_seen_before_the_slot() -> Script:
    """A hand still covers the layout when the turn has ended."""
    s = Script(step=0.2).deal(look=6)
    s.take("Ann").place("Ann", "2H")
    s.slots["Ann"][1] = "unseen"
    s.discard("Ann", "KS").look(5)
    s.slots["Ann"][1] = "2H"
    s.look(6)
    s.take("Ben").discard("Ben", "QC").look(6)
    return s.no_accusation()


@scenario
def nothing_trusted_while_the_camera_moves() -> Script:
    s = Script().deal().turn("Ann", "3H", "KS")
    s.phase = Phase.MOVED
    kept = dict(s.slots)
    s.slots = {"Ann": ["9C"] * 10, "Ben": ["empty"] * 10}
    s.look(4)
    s.phase = Phase.TRACKING
    s.slots = kept
    s.look(2)
    s.turn("Ben", "QD")
    return s.no_accusation()


@scenario
def stock_never_seen() -> Script:
    s = Script(stock=None).deal()
    return s.turn("Ann", "3H", "KS").turn("Ben", "QD").turn("Ann", "5C", "QH").no_accusation()


@scenario
def doubtful_reading_goes_by_the_slot() -> Script:
    """Slot 7 face up is a seven, though the reader says ace a little louder."""
    s = Script(doubts={"7H": [("AH", 0.55), ("7H", 0.4)]}).deal()
    s.turn("Ann", "7H", "KS").turn("Ben", "QD")
    return s.no_accusation()


@scenario
def doubtful_suit() -> Script:
    s = Script(doubts={"9S": [("9S", 0.6), ("9C", 0.35)]}).deal()
    s.turn("Ann", "9S", "KS").turn("Ben", "QD").turn("Ann", "9C").turn("Ben", "KD")
    return s.no_accusation()


@scenario
def doubtful_discard_accuses_nobody() -> Script:
    """A six or a queen: with a free slot six the queen is likelier, and nobody is accused."""
    s = Script(doubts={"QH": [("6H", 0.5), ("QH", 0.45)]}).deal()
    s.turn("Ann", "3D", "KS").turn("Ben", "QH").turn("Ann", "KD")
    return s.no_accusation()


@scenario
def look_alike_discard() -> Script:
    """Two decks: a queen of hearts on a queen of hearts is seen by nobody, and nobody is accused for it."""
    s = three().deal().turn("Ann", "7H", "KS").turn("Ben", "QH")
    s.turn("Cem", "QH")
    s.look()
    s.turn("Ann", "2C", "KD")
    return s.no_accusation()


@scenario
def single_misreads() -> Script:
    s = Script(step=0.2).deal(look=8)
    s.take("Ann").place("Ann", "7H").look(8).place("Ann", "5C").look(8).discard("Ann", "KS").look(9)
    s.take("Ben").discard("Ben", "QD").look(9)
    s.take("Ann").place("Ann", "JC@2").look(8).discard("Ann", "QS").look(10)
    return s.no_accusation().shaken(7, 0.1)


@scenario
def every_fifth_view_wrong() -> Script:
    s = Script(step=0.1).deal(look=12)
    s.take("Ann").place("Ann", "7H").look(15).place("Ann", "5C").look(15).discard("Ann", "KS").look(20)
    s.take("Ben").discard("Ben", "QD").look(20)
    s.take("Ann").place("Ann", "JC@2").look(15).discard("Ann", "QS").look(20)
    return s.no_accusation().shaken(11, 0.2)


@scenario
def missed_views() -> Script:
    s = Script().deal()
    s.turn("Ann", "2H", "4H", "KS", each=False)
    s.wait(3.0)
    s.turn("Ben", "9C", "QD", each=False)
    s.wait(4.0)
    s.turn("Ann", "9S", "KH", each=False)
    return s.no_accusation()


@scenario
def discard_and_next_placing_in_one_view() -> Script:
    s = Script().deal()
    s.take("Ann").place("Ann", "2H").look().discard("Ann", "KS")
    s.take("Ben").place("Ben", "5D").look().discard("Ben", "QH").look()
    return s.no_accusation()


@scenario
def H3_penalty_card_after_the_last_card_was_laid_aside() -> Script:
    s = five(sizes=(2, 2), rules=HouseRules(start_size=5, call_trash=True)).deal().turn("Ann", "KS")
    s.take("Ben").place("Ben", "AC").look().place("Ben", "2C")
    s.expect("round_won", player="Ben", next_sizes=[2, 1]).look().pile("9C").look(2).pile("QD").look(3)
    next_round(s, "Ann", [2, 1]).turn("Ben", "KH")
    return s.no_accusation()


@scenario
def H8_the_last_discard_ends_the_round() -> Script:
    """The last of the last turns is nothing but a discard, and the table is cleared soon after."""
    s = three(sizes=(2, 2, 2), step=0.2, rules=HouseRules(start_size=5, last_turn=True)).deal(look=8)
    s.take("Ann").place("Ann", "AH").look(6).place("Ann", "2H").look(6).discard("Ann", "9C").look(6)
    s.take("Ben").discard("Ben", "QS").look(6)
    s.take("Cem").pile("KS").expect("discarded", player="Cem", card="KS")
    s.expect("round_won", player="Ann", next_sizes=[1, 2, 2]).look(5)
    for name, slots in s.slots.items():
        s.slots[name] = ["empty"] * len(slots)
    s.discards = []
    s.look(6)
    s.dealer = "Ann"
    s.deal([1, 2, 2], look=8)
    return s.no_accusation()


@scenario
def cards_thrown_together_after_the_win_accuse_nobody() -> Script:
    s = five(sizes=(2, 3)).deal().turn("Ann", "KS").turn("Ben", "3C", "QS")
    win(s, "Ann", "AH", "2H", sizes=[1, 3])
    s.look().pile("9C").look().pile("4D").look().pile("3C").look(2)
    return s.no_accusation()


@scenario
def wild_glimpsed_while_turned_over_in_place() -> Script:
    """The card that lay on the slot is turned over, a hand comes, and the natural lies there."""
    s = Script(step=0.1).deal(look=10)
    s.take("Ann").place("Ann", "4H").look(8).discard("Ann", "4C").look(12)
    s.take("Ben", "discard").look(8)
    s.lay("Ben", 4, "JC").look(5)
    s.lay("Ben", 4, "unseen").look(14)
    s.lay("Ben", 4, "back").place("Ben", "4C").look(8)
    s.place("Ben", "JC@9").look(12).discard("Ben", "QS").look(14)
    return s.no_accusation().forbid("placed", player="Ben", card="JC", slot=4)


@scenario
def card_glimpsed_over_the_pile_on_its_way() -> Script:
    """A hand carries a three across the pile; it is seen there twice, and was never laid there."""
    s = Script(step=0.1).deal(look=10)
    s.take("Ann").place("Ann", "2D").look(8)
    s.pile("3D").look(2)
    s.discards = ["unseen"]
    s.look(30)
    s.place("Ann", "3D").look(6)
    s.discards = []
    s.look(6)
    s.discard("Ann", "KH").look(14)
    s.turn("Ben", "QS").look(14)
    return s.no_accusation().forbid("discarded", card="3D")


@scenario
def hidden_discard_is_told_when_it_shows() -> Script:
    """An arm lies over the pile while the next player plays already."""
    s = Script(step=0.2).deal(look=6)
    s.turn("Ann", "KH").look(6).turn("Ben", "2S", "QS").look(6)
    s.take("Ann").place("Ann", "5H").look(6)
    s.discards.append("unseen")
    s.look(4)
    s.expect("discarded", player="Ann", card="5C").expect("turn", player="Ben")
    s.take("Ben").place("Ben", "3D").look(8)
    s.discards[-1] = "5C"
    s.look(8).discard("Ben", "KD").look(10)
    return s.no_accusation().forbid("discarded", card="??")


@scenario
def useless_discard_is_not_taken() -> Script:
    """Two decks: the second queen of spades, on the king that covered the first; nobody took the king."""
    s = three(step=0.2).deal(look=8)
    s.turn("Ann", "QS").look(8).turn("Ben", "KH").look(8).turn("Cem", "QS").look(8).turn(
        "Ann", "2C", "KD"
    ).look(8)
    return s.no_accusation().forbid("drew", **{"from": "discard"})


@scenario
def discard_like_a_top_misread() -> Script:
    """One deck: a queen was read as another, and then that other queen is laid on it."""
    s = Script(step=0.2, doubts={"QH": [("QD", 0.5), ("QH", 0.45)]}).deal(look=8)
    s.take("Ann").place("Ann", "9H").look(8)
    s.pile("QH").expect("discarded", player="Ann", card="QD").expect("turn", player="Ben").look(14)
    s.take("Ben").place("Ben", "7H").look(10)
    s.discards.append("unseen")
    s.look(4)
    s.discards.pop()
    s.discard("Ben", "QD").look(10)
    s.take("Ann")
    s.discards.append("unseen")
    s.look(4)
    s.discards.pop()
    s.discard("Ann", "9C").look(6)
    s.take("Ben", "discard").place("Ben", "9C").look(8).discard("Ben", "KC").look(10)
    return s.no_accusation()


@scenario
def doubtful_discard_is_rather_no_wild() -> Script:
    s = Script(doubts={"KD": [("JD", 0.48), ("KD", 0.44)]}).deal()
    s.turn("Ann", "7H", "KS").turn("Ben", "3C", "KD").look(3)
    return s.no_accusation().forbid("discarded", card="JD")


@scenario
def suit_read_anew_accuses_nobody() -> Script:
    """An eight whose suit was read doubtfully is seen better later: nobody laid an eight on an eight."""
    s = Script(step=0.2, doubts={"8D": [("8D", 0.88), ("8H", 0.06)]}).deal(look=8)
    s.take("Ann").place("Ann", "8D").look(8).discard("Ann", "QH").look(8)
    s.turn("Ben", "3C", "KS").look(8)
    s.lay("Ann", 8, "unseen").look(6).lay("Ann", 8, "8H").look(12)
    s.take("Ann").place("Ann", "2S").look(8).discard("Ann", "QC").look(10)
    return s.no_accusation().forbid("took_wild")


@scenario
def chain_of_nine_among_four_players() -> Script:
    """Nothing is seen between two views of a chain that filled most of a layout: told from slot to slot."""
    s = Script(("Ann", "Ben", "Cem", "Dora")).deal()
    s.turn("Ann", "7H", "KS").turn("Ben", "QD").turn("Cem", "5C", "QH")
    s.turn("Dora", "AC", "2H", "3D", "JC@4", "6C", "7S", "8H", "9S", "10D", "QS", each=False)
    s.turn("Ann", "QC")
    return s.no_accusation()


def discard_by_hand(s: Script, player: str, card: str) -> Script:
    """A discard as a camera sees it: a hand is over the pile first."""
    s.discards.append("unseen")
    s.look(4)
    s.discards.pop()
    return s.discard(player, card).look(8)


@scenario
def king_laid_on_a_king_by_a_quick_hand() -> Script:
    """Out of sight for three views, a fifth of a second: no suit read anew, for a hand came from the player's side."""
    s = three(step=0.067, rules=HouseRules(decks=1)).deal(look=24)
    for player, card in (("Ann", "QH"), ("Ben", "KD"), ("Cem", "QS"), ("Ann", "QC"), ("Ben", "KS"), ("Cem", "KH")):
        s.take(player).look(20)
        s.discards.append("unseen")
        s.slots[player][2], before = "unseen", s.slots[player][2]
        s.look(3 if card == "KH" else 8)
        s.slots[player][2] = before
        s.discards.pop()
        s.discard(player, card).look(24)
    return s.no_accusation()


@scenario
def suit_of_a_discard_read_anew() -> Script:
    """Two decks: the nine under the card that is taken was read with a wrong suit at first; no hand came between."""
    s = three(step=0.2).deal(look=8)
    discard_by_hand(s.take("Ann").place("Ann", "9H").look(8), "Ann", "QH")
    discard_by_hand(s.take("Ben"), "Ben", "KD")
    discard_by_hand(s.take("Cem"), "Cem", "QS")
    discard_by_hand(s.take("Ann"), "Ann", "KC")
    s.doubts["9C"] = [("9D", 0.97)]
    s.take("Ben").place("Ben", "9S").look(8)
    s.discards.append("unseen")
    s.look(4)
    s.discards[-1] = "9C"
    s.expect("discarded", player="Ben", card="9D").expect("turn", player="Cem").look(5)
    del s.doubts["9C"]
    s.look(12)
    discard_by_hand(s.take("Cem").place("Cem", "8D").look(8), "Cem", "8S")
    s.take("Ann", "discard").look(8).place("Ann", "8S").look(8)
    discard_by_hand(s, "Ann", "KH")
    return s.no_accusation().forbid("discarded", card="9C")


@scenario
def suit_of_a_discard_misread_for_good() -> Script:
    """The same, but the right suit is read only when the card over it has been taken."""
    s = three(step=0.2).deal(look=8)
    s.take("Ann").place("Ann", "9H").look(8).discard("Ann", "QH").look(8)
    s.doubts["9C"] = [("9D", 0.97)]
    s.take("Ben").place("Ben", "9S").look(8).pile("9C")
    s.expect("discarded", player="Ben", card="9D").expect("turn", player="Cem").look(8)
    s.take("Cem").place("Cem", "8D").look(8).discard("Cem", "8S").look(8)
    del s.doubts["9C"]
    s.take("Ann", "discard").look(8).place("Ann", "8S").look(8).discard("Ann", "KC").look(10)
    return s.no_accusation().forbid("discarded", card="9C")


@scenario
def taken_discard_lay_on_one_of_its_rank() -> Script:
    """The discard taken uncovers a card of the same rank: that is no suit read anew."""
    s = three(step=0.2).deal(look=8)
    discard_by_hand(s.take("Ann").place("Ann", "9H").look(8), "Ann", "QH")
    discard_by_hand(s.take("Ben"), "Ben", "KD")
    s.take("Cem").place("Cem", "5H").look(8)
    discard_by_hand(s, "Cem", "5D")
    s.take("Ann").place("Ann", "5S").look(8)
    discard_by_hand(s, "Ann", "5C")
    s.take("Ben", "discard").look(10).place("Ben", "5C").look(8)
    discard_by_hand(s, "Ben", "KH")
    return s.no_accusation()


@scenario
def look_alike_discard_under_a_hand() -> Script:
    """Two decks: the same queen again; a hand was over the pile, and the next player plays on."""
    s = three(step=0.2).deal(look=8)
    discard_by_hand(s.take("Ann").place("Ann", "7H").look(8), "Ann", "KS")
    discard_by_hand(s.take("Ben").place("Ben", "2C").look(8), "Ben", "QH")
    s.take("Cem").place("Cem", "3C").look(8)
    discard_by_hand(s, "Cem", "QH").look(4)
    s.take("Ann").place("Ann", "2S").look(12)
    discard_by_hand(s, "Ann", "KD")
    return s.no_accusation().forbid("phase")


@scenario
def playable_discard_accuses_nobody_while_its_slot_is_hidden() -> Script:
    """A six on slot six under an arm, and the six that lay there on the pile: seen is the second alone."""
    s = three(step=0.1).deal(look=12)
    s.take("Ann").lay("Ann", 6, "unseen").look(30)
    s.discard("Ann", "6C").look(60)
    s.take("Ben").discard("Ben", "KD").look(20)
    s.lay("Ann", 6, "6D").expect("placed", player="Ann", card="6D", slot=6).look(20)
    return s.no_accusation()


@scenario
def playable_discard_is_named_when_its_slot_comes_to_sight() -> Script:
    s = Script(step=0.1).deal(look=12)
    s.take("Ann").lay("Ann", 6, "unseen").look(30)
    s.irregular("Ann", "playable_discarded", "R9", "6C").discard("Ann", "6C").look(8)
    return s.lay("Ann", 6, "back").look(30)
