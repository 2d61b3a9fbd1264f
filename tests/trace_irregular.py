"""Irregular play, as traces."""

from __future__ import annotations

from trace_scenarios import five, scenario, three, win
from trace_script import Script


@scenario
def out_of_turn() -> Script:
    s = Script().deal()
    s.turn("Ann", "7H", "KS").turn("Ben", "QD")
    s.irregular("Ben", "out_of_turn", "R3", "4C")
    s.expect("drew", player="Ben", **{"from": "stock"}).expect("placed", player="Ben", card="4C", slot=4)
    s.lay("Ben", 4, "4C").look(2)
    return s.forbid("placed", player="Ann", card="4C")


@scenario
def out_of_turn_past_one_player() -> Script:
    s = three().deal()
    s.turn("Ann", "7H", "KS")
    s.irregular("Cem", "out_of_turn", "R3", "4C")
    s.expect("drew", player="Cem", **{"from": "stock"}).expect("placed", player="Cem", card="4C", slot=4)
    s.lay("Cem", 4, "4C").look(2)
    return s


@scenario
def out_of_turn_and_on() -> Script:
    s = Script().deal()
    s.turn("Ann", "7H", "KS").turn("Ben", "QD")
    s.irregular("Ben", "out_of_turn", "R3", "4C").take("Ben").place("Ben", "4C").look()
    s.discard("Ben", "QC").look()
    s.turn("Ann", "3D", "KD")
    return s


@scenario
def wrong_slot() -> Script:
    s = Script().deal()
    s.take("Ann").irregular("Ann", "wrong_slot", "R9", "9D").expect("placed", player="Ann", card="9D", slot=5)
    s.lay("Ann", 5, "9D").look(2)
    s.discard("Ann", "KS").look()
    s.turn("Ben", "QH")
    return s


@scenario
def trash_on_a_slot() -> Script:
    s = Script().deal().turn("Ann", "QC")
    s.take("Ben").place("Ben", "2H").look()
    s.irregular("Ben", "wrong_slot", "R9", "QD").expect("placed", player="Ben", card="QD", slot=8)
    s.lay("Ben", 8, "QD").look(2)
    s.discard("Ben", "KS").look()
    return s


@scenario
def wrong_slot_in_the_last_view() -> Script:
    s = Script().deal().turn("Ann", "QC")
    s.take("Ben").irregular("Ben", "wrong_slot", "R9", "6C").expect("placed", player="Ben", card="6C", slot=9)
    return s.lay("Ben", 9, "6C").look(4)


@scenario
def wild_on_a_natural() -> Script:
    s = Script().deal()
    s.turn("Ann", "3H", "KS").turn("Ben", "QD")
    s.take("Ann").place("Ann", "8S").look()
    s.irregular("Ann", "on_face_up", "R10", "JC").expect("placed", player="Ann", card="JC", slot=3)
    s.lay("Ann", 3, "JC").look(3).discard("Ann", "QH").look()
    return s


@scenario
def natural_on_its_own_natural() -> Script:
    s = three().deal()
    s.turn("Ann", "3H", "KS").turn("Ben", "QD").turn("Cem", "QH")
    s.take("Ann").irregular("Ann", "on_face_up", "R9", "3C").expect("placed", player="Ann", card="3C", slot=3)
    s.lay("Ann", 3, "3C").look(3).discard("Ann", "QS").look()
    return s


@scenario
def wild_moved() -> Script:
    s = Script().deal()
    s.turn("Ann", "JC@4", "QS").turn("Ben", "KS")
    s.irregular("Ann", "wild_moved", "R18", "JC")
    s.lay("Ann", 4, "back").lay("Ann", 9, "JC").look(3)
    return s.forbid("irregular", kind="turned_down").forbid("placed", card="JC", slot=9)


@scenario
def wild_moved_leaving_a_gap() -> Script:
    s = Script().deal()
    s.turn("Ann", "JC@4", "QS").turn("Ben", "KS")
    s.irregular("Ann", "wild_moved", "R18", "JC")
    s.lay("Ann", 4, "empty").lay("Ann", 9, "JC").look(3)
    return s


@scenario
def playable_discarded() -> Script:
    s = Script().deal()
    s.turn("Ann", "3H", "KS").take("Ben").irregular("Ben", "playable_discarded", "R9", "5D")
    s.discard("Ben", "5D").look().turn("Ann", "QC")
    return s


@scenario
def playable_discarded_in_the_last_view() -> Script:
    s = Script().deal()
    s.turn("Ann", "3H", "KS").take("Ben").irregular("Ben", "playable_discarded", "R9", "5D")
    return s.discard("Ben", "5D").look()


@scenario
def no_discard() -> Script:
    s = Script().deal()
    s.turn("Ann", "QC").turn("Ben", "KC")
    s.take("Ann").place("Ann", "7H").look(2)
    s.irregular("Ben", "no_discard", "R12", "2C").take("Ben").place("Ben", "2C").look(2)
    s.discard("Ben", "QS").look()
    return s


@scenario
def deeper_discard() -> Script:
    s = Script().deal()
    s.turn("Ann", "QS").turn("Ben", "5D", "5C").turn("Ann", "KC").turn("Ben", "KH")
    s.irregular("Ann", "deeper_discard", "R8", "5C").take("Ann", "discard")
    s.discards.append("KH")
    s.discards.remove("5C")
    s.place("Ann", "5C").look(3)
    s.discard("Ann", "QH").look()
    return s


@scenario
def first_from_discard() -> Script:
    s = Script()
    s.slots = {"Ann": ["back"] * 10, "Ben": ["back"] * 10}
    s.discards = ["5H"]
    s.expect("round_started", sizes=[10, 10], dealer="Ben", starter="Ann").expect("turn", player="Ann").look(
        2
    )
    s.irregular("Ann", "first_from_discard", "R8", "5H").take("Ann", "discard").place("Ann", "5H").look()
    s.discard("Ann", "KS").look()
    return s


@scenario
def face_up_starter_left_alone() -> Script:
    s = Script()
    s.slots = {"Ann": ["back"] * 10, "Ben": ["back"] * 10}
    s.discards = ["QH"]
    s.expect("round_started", sizes=[10, 10], dealer="Ben", starter="Ann").expect("turn", player="Ann").look(
        2
    )
    s.turn("Ann", "5H", "KS").turn("Ben", "KD")
    return s.no_accusation()


@scenario
def wrong_deal() -> Script:
    s = Script(sizes=(9, 10))
    s.slots = {"Ann": ["back"] * 10, "Ben": ["back"] * 10}
    s.expect("round_started", sizes=[10, 10], dealer="Ben", starter="Ann")
    s.irregular("Ann", "wrong_deal", "R5").expect("turn", player="Ann").look(4)
    return s


@scenario
def wrong_deal_one_short() -> Script:
    s = Script()
    s.slots = {"Ann": ["back"] * 10, "Ben": ["back"] * 9 + ["empty"]}
    s.expect("round_started", sizes=[10, 9], dealer="Ben", starter="Ann")
    s.irregular("Ben", "wrong_deal", "R5").expect("turn", player="Ann").look(4)
    return s


@scenario
def wrong_deal_in_the_next_round() -> Script:
    s = five(sizes=(3, 3)).deal().turn("Ann", "KS").turn("Ben", "2C", "QS")
    win(s, "Ann", "AH", "3H", "2H", sizes=[2, 3])
    s.slots = {"Ann": ["empty"] * 3, "Ben": ["empty"] * 3}
    s.discards = []
    s.look(2)
    s.slots = {"Ann": ["back"] * 3, "Ben": ["back"] * 3}
    s.expect("round_started", sizes=[3, 3], dealer="Ann", starter="Ben")
    s.irregular("Ann", "wrong_deal", "R15").expect("turn", player="Ben").look(4)
    return s


@scenario
def a_deal_seen_in_the_making_is_no_wrong_deal() -> Script:
    s = Script()
    for count in range(1, 11):
        s.slots = {name: ["back"] * count + ["empty"] * (10 - count) for name in s.players}
        s.look(1, 0.3)
    s.deal(look=4)
    s.turn("Ann", "QH")
    return s.no_accusation()


@scenario
def played_after_win() -> Script:
    s = five(sizes=(2, 3)).deal().turn("Ann", "KS").turn("Ben", "3C", "QS")
    win(s, "Ann", "AH", "2H", sizes=[1, 3])
    s.look()
    s.irregular("Ben", "played_after_win", "R14", "2D").lay("Ben", 2, "2D")
    s.expect("placed", player="Ben", card="2D", slot=2).look(4)
    return s


@scenario
def cards_shown_after_the_win_are_no_play() -> Script:
    s = five(sizes=(2, 4)).deal().turn("Ann", "KS").turn("Ben", "3C", "QS")
    win(s, "Ann", "AH", "2H", sizes=[1, 4])
    s.look().lay("Ben", 1, "9C").lay("Ben", 2, "KH").lay("Ben", 4, "4D").look(3)
    return s.no_accusation()


@scenario
def turned_down() -> Script:
    s = Script().deal().turn("Ann", "3H", "KS").turn("Ben", "QD")
    s.irregular("Ann", "turned_down", "R9", "3H").lay("Ann", 3, "back").look(4)
    return s


@scenario
def impossible_copy() -> Script:
    s = Script().deal().turn("Ann", "3H", "KS").turn("Ben", "QD").turn("Ann", "KC")
    s.take("Ben").irregular(None, "impossible_copy", "H9", "3H").place("Ben", "3H").look(4)
    return s


@scenario
def second_copy_of_two_decks_is_possible() -> Script:
    s = three().deal().turn("Ann", "3H", "KS").turn("Ben", "3H", "QD").turn("Cem", "KC")
    return s.no_accusation()
