"""The plain game, as traces."""

from __future__ import annotations

from trace_scenarios import five, next_round, scenario, three, win
from trace_script import Script

from companion.rules import HouseRules


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
