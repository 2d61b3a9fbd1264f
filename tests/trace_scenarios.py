"""The traces kept in tests/traces, as scripts: what lies on the table, what must be told of it, what must
not.

`write_traces.py` writes the files.
"""

from __future__ import annotations

from collections.abc import Callable

from trace_script import Script

from companion.observation import Phase
from companion.rules import PRESETS, HouseRules, NextDealer

Scenario = Callable[[], Script]
SCENARIOS: dict[str, Scenario] = {}


def scenario(make: Scenario) -> Scenario:
    SCENARIOS[make.__name__] = make
    return make


def three(**values: object) -> Script:
    return Script(("Ann", "Ben", "Cem"), **values)  # type: ignore[arg-type]


def five(*players: str, rules: HouseRules | None = None, **values: object) -> Script:
    """The children's quick game: layouts of five."""
    return Script(players or ("Ann", "Ben"), rules=rules or HouseRules(start_size=5), **values)  # type: ignore[arg-type]


# The plain game


@scenario
def plain_turns() -> Script:
    s = Script().deal()
    s.turn("Ann", "7H", "5C", "KS")
    s.turn("Ben", "QD")
    s.turn("Ann", "3S", "7C")
    return s.no_accusation()


@scenario
def one_view_a_turn() -> Script:
    s = Script().deal()
    s.turn("Ann", "2D", "4H", "9C", "QS", each=False)
    s.turn("Ben", "3H", "8C", "KD", each=False)
    s.turn("Ann", "AS", "QH", each=False)
    return s.no_accusation()


@scenario
def drew_and_threw_away() -> Script:
    s = Script().deal()
    for player, card in zip(
        ("Ann", "Ben") * 4, ("QH", "KC", "QD", "KS", "QS", "KH", "QC", "KD"), strict=True
    ):
        s.turn(player, card)
    return s.no_accusation()


@scenario
def took_the_discard() -> Script:
    s = Script().deal()
    s.turn("Ann", "2H", "QC")
    s.turn("Ben", "6C", "6S")
    s.take("Ann", "discard").place("Ann", "6S").look().discard("Ann", "QS").look()
    return s.no_accusation()


@scenario
def took_the_discard_and_was_seen() -> Script:
    s = Script().deal()
    s.turn("Ann", "KC").turn("Ben", "6C", "6S")
    s.take("Ann", "discard").look().place("Ann", "6S").look().place("Ann", "9D").look()
    s.discard("Ann", "QS").look()
    return s.no_accusation()


@scenario
def took_the_only_discard() -> Script:
    s = Script().deal()
    s.turn("Ann", "6C", "6S")
    s.take("Ben", "discard").place("Ben", "6S").look().discard("Ben", "KS").look()
    return s.no_accusation()


@scenario
def took_the_discard_between_views() -> Script:
    s = Script().deal()
    s.turn("Ann", "KC").turn("Ben", "6C", "6S")
    s.turn("Ann", "6S", "9D", "QS", source="discard", each=False)
    return s.no_accusation()


@scenario
def wild_placed() -> Script:
    s = Script().deal()
    s.turn("Ann", "JC@4", "8H", "QS").turn("Ben", "JH@1", "KS")
    return s.no_accusation()


@scenario
def natural_for_wild() -> Script:
    s = Script().deal()
    s.turn("Ann", "JC@4", "QS").turn("Ben", "KS")
    s.turn("Ann", "4H", "JC@9", "QD")
    return s.no_accusation()


@scenario
def natural_for_wild_between_views() -> Script:
    s = Script().deal()
    s.turn("Ann", "JC@4", "QS").turn("Ben", "KS")
    s.turn("Ann", "2S", "4H", "JC@9", "QD", each=False)
    return s.no_accusation()


@scenario
def wild_thrown_away() -> Script:
    s = Script().deal()
    s.turn("Ann", "JC").turn("Ben", "KS")
    return s.no_accusation()


@scenario
def two_wilds_change_places() -> Script:
    s = Script().deal()
    s.turn("Ann", "JC@4", "JD@6", "QS").turn("Ben", "KS")
    s.turn("Ann", "4H", "JC@1", "6D", "JD@2", "QD", each=False)
    return s.no_accusation()


@scenario
def chain_of_ten_wins_between_views() -> Script:
    s = Script().deal()
    s.turn("Ann", "QS").turn("Ben", "KS")
    s.take("Ann")
    for card in ("AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "10S"):
        s.place("Ann", card)
    s.expect("round_won", player="Ann", next_sizes=[9, 10]).look(2)
    return s.no_accusation()


@scenario
def last_view_wins() -> Script:
    """The view that shows the end has no successor."""
    s = five(sizes=(2, 2)).deal()
    s.turn("Ann", "KS")
    s.take("Ben").place("Ben", "AH").place("Ben", "2H").expect(
        "round_won", player="Ben", next_sizes=[2, 1]
    ).look()
    return s.no_accusation()


@scenario
def last_view_discards() -> Script:
    return Script().deal().turn("Ann", "3H", "QS").turn("Ben", "KD").no_accusation()


@scenario
def last_card_laid_aside() -> Script:
    s = five(sizes=(2, 2)).deal()
    s.turn("Ann", "KS")
    s.take("Ben").place("Ben", "AH").look().place("Ben", "2H")
    s.expect("round_won", player="Ben", next_sizes=[2, 1]).look().pile("9C").look(2)
    return s.no_accusation().forbid("discarded", card="9C")


@scenario
def won_and_laid_aside_in_one_view() -> Script:
    s = five(sizes=(2, 2)).deal()
    s.turn("Ann", "KS")
    s.take("Ben").place("Ben", "AH").place("Ben", "2H")
    s.expect("round_won", player="Ben", next_sizes=[2, 1]).pile("9C").look(2)
    return s.no_accusation()


def win(s: Script, player: str, *cards: str, sizes: list[int]) -> Script:
    """A winning turn, seen card by card."""
    s.take(player)
    for card in cards:
        s.place(player, card).look()
    return s.expect("round_won", player=player, next_sizes=sizes)


def next_round(s: Script, dealer: str, sizes: list[int], starter: str | None = None) -> Script:
    """The table is cleared and dealt anew."""
    for name, slots in s.slots.items():
        s.slots[name] = ["empty"] * len(slots)
    s.discards = []
    s.stock = False
    s.look(2)
    s.stock = True
    s.dealer = dealer
    return s.deal(sizes, starter=starter)


@scenario
def two_rounds() -> Script:
    s = five(sizes=(3, 3)).deal()
    s.turn("Ann", "KS").turn("Ben", "2C", "QS")
    win(s, "Ann", "AH", "3H", "2H", sizes=[2, 3])
    next_round(s, "Ann", [2, 3])
    s.turn("Ben", "KH").turn("Ann", "2S", "QC")
    return s.no_accusation()


@scenario
def game_won_on_one_card() -> Script:
    s = five(sizes=(1, 3)).deal().turn("Ann", "KS").turn("Ben", "AC", "QS")
    s.take("Ann").place("Ann", "AH").expect("round_won", player="Ann", next_sizes=[0, 3])
    s.expect("game_won", player="Ann").look(2)
    return s.no_accusation()


@scenario
def game_won_by_a_wild_from_the_discard() -> Script:
    s = five(sizes=(1, 3)).deal().turn("Ann", "KS").turn("Ben", "JC")
    s.take("Ann", "discard").place("Ann", "JC@1").expect("round_won", player="Ann", next_sizes=[0, 3])
    s.expect("game_won", player="Ann").look(2)
    return s.no_accusation()


@scenario
def ten_on_nine_slots() -> Script:
    s = Script(sizes=(9, 10)).deal()
    s.turn("Ann", "10H").turn("Ben", "10S", "KS")
    return s.no_accusation()


@scenario
def four_players() -> Script:
    s = Script(("Ann", "Ben", "Cem", "Dora")).deal()
    s.turn("Ann", "7H", "KS").turn("Ben", "QD").turn("Cem", "JC@2", "5C", "QH").turn("Dora", "AD", "KC")
    s.turn("Ann", "2S", "QC")
    return s.no_accusation()


@scenario
def six_players_on_two_decks() -> Script:
    s = Script(("Ann", "Ben", "Cem", "Dora", "Eva", "Finn")).deal()
    for player, card in zip(s.players, ("QC", "KD", "QH", "KS", "QD", "KC"), strict=True):
        s.turn(player, card)
    s.turn("Ann", "4H", "9C", "QS")
    return s.no_accusation()


@scenario
def three_players_on_one_deck() -> Script:
    s = three(rules=HouseRules(decks=1)).deal()
    s.turn("Ann", "7H", "KS").turn("Ben", "QD").turn("Cem", "5C", "QH")
    return s.no_accusation()


@scenario
def dealer_given() -> Script:
    s = three(dealer="Ann").deal()
    s.turn("Ben", "7H", "KS").turn("Cem", "QD").turn("Ann", "QC")
    return s.no_accusation()


# House rules


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


# Irregular play


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


# What a camera cannot know, and what it gets wrong


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
