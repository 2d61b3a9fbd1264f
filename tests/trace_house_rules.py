"""House rules (H1–H8) and reshuffling (R13), as traces."""

from __future__ import annotations

from trace_scenarios import five, next_round, scenario, win
from trace_script import Script

from companion.rules import PRESETS, HouseRules, NextDealer


@scenario
def H1_kings_wild() -> Script:
    s = Script(rules=PRESETS["kings"]).deal()
    s.turn("Ann", "KC@3", "JH").turn("Ben", "QD").turn("Ann", "3D", "KC@8", "JS")
    return s.no_accusation()


@scenario
def H1_all_faces_wild() -> Script:
    s = Script(rules=PRESETS["faces"]).deal()
    s.turn("Ann", "KC@3", "QH@2", "5H", "2D", "QH@6", "5S", each=True)
    s.turn("Ben", "8D", "8S")
    return s.no_accusation()


@scenario
def H2_jokers() -> Script:
    s = Script(rules=PRESETS["jokers"]).deal()
    s.turn("Ann", "JOKER@3", "QH").turn("Ben", "JC@10", "KD").turn("Ann", "3C", "JOKER@1", "KS")
    return s.no_accusation()


@scenario
def H3_penalty_card_on_the_pile() -> Script:
    s = five(sizes=(1, 2), rules=HouseRules(start_size=5, call_trash=True)).deal().turn("Ann", "KS")
    s.turn("Ben", "AC", "QS")
    s.take("Ann").place("Ann", "AH").expect("round_won", player="Ann", next_sizes=[0, 2])
    s.expect("game_won", player="Ann").look(2).pile("4C").look(2)
    return s.no_accusation()


@scenario
def H4_the_losers_are_ranked_by_face_down_slots() -> Script:
    rules = HouseRules(start_size=5, last_round_bonus=True)
    s = five("Ann", "Ben", "Cem", sizes=(1, 2, 2), rules=rules).deal()
    s.turn("Ann", "KS").turn("Ben", "2D", "QS").turn("Cem", "KD")
    s.take("Ann").place("Ann", "AH").expect("round_won", player="Ann", next_sizes=[0, 2, 2])
    s.expect("game_won", player="Ann").look(2)
    return s.no_accusation()


@scenario
def H5_starts_at_five() -> Script:
    s = five().deal()
    s.turn("Ann", "5H", "2C", "8S").turn("Ben", "6D").turn("Ann", "9H")
    return s.no_accusation()


@scenario
def H6_first_to_shrink_to_nine() -> Script:
    s = Script(sizes=(10, 10), rules=HouseRules(finish_size=9)).deal().turn("Ann", "KS")
    s.take("Ben")
    for n, card in enumerate(("AH", "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "10H"), 1):
        s.place("Ben", card)
        if n % 3 == 0:
            s.look()
    s.expect("round_won", player="Ben", next_sizes=[10, 9]).expect("game_won", player="Ben").look(2)
    return s.no_accusation()


@scenario
def H7_winner_deals() -> Script:
    s = five(sizes=(2, 2), rules=HouseRules(start_size=5, next_dealer=NextDealer.WINNER)).deal()
    s.turn("Ann", "KS")
    win(s, "Ben", "AH", "2H", sizes=[2, 1])
    next_round(s, "Ben", [2, 1]).turn("Ann", "QH")
    return s.no_accusation()


@scenario
def H7_winner_starts() -> Script:
    s = five(sizes=(2, 2), rules=HouseRules(start_size=5, winner_starts=True)).deal()
    s.turn("Ann", "KS")
    win(s, "Ben", "AH", "2H", sizes=[2, 1])
    next_round(s, "Ann", [2, 1], starter="Ben").turn("Ben", "QH")
    return s.no_accusation()


@scenario
def H8_last_turn_for_the_others() -> Script:
    s = five("Ann", "Ben", "Cem", sizes=(2, 2, 2), rules=HouseRules(start_size=5, last_turn=True)).deal()
    s.turn("Ann", "KS")
    s.take("Ben").place("Ben", "AH").look().place("Ben", "2H").look().discard("Ben", "9C").look()
    s.turn("Cem", "2D", "QS")
    s.take("Ann").place("Ann", "AC").look().place("Ann", "2C")
    s.expect("round_won", player="Ben", next_sizes=[1, 1, 2]).expect(
        "round_won", player="Ann", next_sizes=[1, 1, 2]
    )
    s.look(2)
    return s.no_accusation()


@scenario
def R13_reshuffle() -> Script:
    s = Script().deal()
    s.turn("Ann", "QS").turn("Ben", "KS")
    s.stock = False
    s.turn("Ann", "QD")
    s.stock = True
    s.discards = ["QD"]
    s.expect("reshuffled").look()
    s.turn("Ben", "5H", "KD")
    return s.no_accusation()


@scenario
def R13_reshuffle_before_anybody_plays() -> Script:
    s = Script().deal()
    s.turn("Ann", "QS").turn("Ben", "KS")
    s.stock = False
    s.turn("Ann", "QD").look(2)
    s.stock = True
    s.discards = ["QD"]
    s.expect("reshuffled").look(3)
    s.turn("Ben", "5H", "KD")
    return s.no_accusation()


@scenario
def R13_reshuffle_with_the_next_card() -> Script:
    s = Script().deal()
    s.turn("Ann", "QS").turn("Ben", "KS")
    s.stock = False
    s.turn("Ann", "QD")
    s.look()
    s.stock = True
    s.discards = ["QD"]
    s.expect("reshuffled")
    s.turn("Ben", "5H", "KD")
    return s.no_accusation()


@scenario
def R13_taking_from_an_empty_stock_is_not_needed() -> Script:
    s = Script().deal()
    s.turn("Ann", "QS").turn("Ben", "5C", "5S")
    s.stock = False
    s.look()
    s.turn("Ann", "5S", "QD", source="discard")
    return s.no_accusation().forbid("reshuffled")
