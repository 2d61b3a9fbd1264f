"""The figures of the cards nobody has seen, against counting by hand and against simulated play."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import pytest
from engine_tables import NAMES, card, cards, table

from companion.cards import JOKER, Card, Rank
from companion.engine import legal_moves
from companion.events import Discarded, Drew, Event, Placed, Reshuffled, RoundStarted
from companion.moves import Place, TakeStock, TakeWild
from companion.odds import Odds, WildPlace, stock_cards, unseen
from companion.rules import PRESETS, HouseRules, home_slot
from companion.simulate import Step, play_game, seen_by_all
from companion.table import GameState, Side

SIGMAS = 4
"""A fair figure lies outside so many standard deviations once in 16,000 tests."""

FRESH = "## ## ## ## ## ## ## ## ## ##"


def by_rank(cards: Counter[Card]) -> Counter[Rank | None]:
    """Jokers under None."""
    return Counter(card.rank for card in cards.elements())


def test_a_fresh_deal_hides_every_card() -> None:
    assert by_rank(unseen(table(FRESH, FRESH))) == dict.fromkeys(Rank, 4)


def test_H9_copies_of_each_deck_and_H2_jokers_are_counted() -> None:
    rules = HouseRules(decks=3, jokers=True)
    counts = by_rank(unseen(table("7H ## JOKER", "7H ## ##", discard="7H 7D QC", hand="JOKER", rules=rules)))
    expected: dict[Rank | None, int] = dict.fromkeys(Rank, 12)
    assert counts == {**expected, Rank.SEVEN: 8, Rank.QUEEN: 11, None: 4}


def test_H9_a_copy_too_many_is_not_less_than_none() -> None:
    rest = unseen(table("7H ##", "## ##", discard="7H"))
    assert rest[card("7H")] == 0
    assert rest.total() == 51


def test_chances_counted_by_hand() -> None:
    """Slot 1 natural, slot 2 a wild, slot 3 face down; Ben lacks slots above 2."""
    state = table("AH JC ##", "## 2D", stock=40)
    ann, ben = (Odds(state).next_stock_card(seat) for seat in (0, 1))
    assert ann is not None and ben is not None
    assert (ann.placed, ann.swapped) == (Fraction(4 + 3, 49), Fraction(3, 49))
    assert (ben.placed, ben.swapped) == (Fraction(3 + 3, 49), 0)
    assert ann.played == Fraction(10, 49)


def test_H1_kings_wild_change_the_chance() -> None:
    kings, jacks = (
        Odds(table("AH ##", "## ##", discard="KC", rules=PRESETS[name])).next_stock_card(0)
        for name in ("kings", "standard")
    )
    assert kings is not None and kings.placed == Fraction(4 + 3, 50)
    assert jacks is not None and jacks.placed == Fraction(4 + 4, 50)


def test_R14_a_complete_layout_takes_no_card() -> None:
    chance = Odds(table("AH JC", "## ##", completed=[0])).next_stock_card(0)
    assert chance is not None and chance.played == 0


def test_R13_an_empty_stock_is_shuffled_from_the_pile_but_its_top() -> None:
    odds = Odds(table("AH ##", "## ##", stock=0, discard="2C QD 2S"))
    assert odds.next_cards == Counter(cards("2C QD"))
    chance = odds.next_stock_card(0)
    assert chance is not None and chance.played == Fraction(1, 2)


def test_R13_no_card_is_left() -> None:
    odds = Odds(table("AH ##", "## ##", stock=0, discard="2C"))
    assert odds.next_stock_card(0) is None


SHUFFLED: tuple[Event, ...] = (
    RoundStarted(0, (2, 2), "Ben", "Ann"),
    Drew(1, "Ann", "stock"),
    Discarded(2, "Ann", card("QC")),
    Drew(3, "Ben", "discard"),
    Discarded(4, "Ben", card("QC")),
    Drew(5, "Ann", "stock"),
    Discarded(6, "Ann", card("KC")),
    Drew(7, "Ben", "stock"),
    Discarded(8, "Ben", card("7C")),
    Reshuffled(9),
    Drew(10, "Ann", "stock"),
    Placed(11, "Ann", card("KC"), 1),
)


def test_R13_the_shuffled_stock_is_known() -> None:
    assert stock_cards(SHUFFLED[:9]) is None
    assert stock_cards(SHUFFLED[:10]) == Counter(cards("QC KC"))
    known = stock_cards(SHUFFLED)
    assert known is not None and +known == Counter(cards("QC"))
    odds = Odds(table("KC ##", "## ##", stock=1, discard="7C"), SHUFFLED)
    assert +odds.next_cards == Counter(cards("QC"))


def test_R13_a_story_that_does_not_add_up_is_not_believed() -> None:
    odd = (*SHUFFLED, Discarded(12, "Ann", card("2C")), Drew(13, "Ben", "stock"), Placed(14, "Ben", JOKER, 1))
    assert stock_cards(odd) is None
    state = table("KC ##", "## ##", stock=7, discard="7C")
    assert Odds(state, SHUFFLED).next_cards == unseen(state)


def test_R10_the_wild_goes_where_the_natural_is_rarest() -> None:
    state = table("## ## ##", "2H ##", discard="2D 3C 2S 3S", stock=20)
    places = Odds(state).wild_places(0)
    assert [place.slot for place in places] == [2, 3, 1]
    # One two is unseen; 23 of the 47 unseen cards lie in the stock or under Ann's slots.
    assert places[0].natural == Fraction(23, 47)


def test_R10_no_slot_no_place() -> None:
    assert Odds(table("AH JC", "## ##")).wild_places(0) == ()


def test_a_natural_all_seen_never_comes() -> None:
    state = table("## ##", "## ##", discard="2H 2C 2S 2D")
    assert Odds(state).wild_places(0)[0] == WildPlace(2, Fraction(0))


def test_R13_a_natural_in_the_shuffled_stock_is_sure_to_come() -> None:
    state = table("## ##", "## ##", stock=0, discard="2H 5C QS")
    chances = {place.slot: place.natural for place in Odds(state).wild_places(0)}
    assert chances[2] == 1
    assert chances[1] == 1 - Fraction(math.comb(45, 2), math.comb(49, 2))


def assert_fair(expected: list[Fraction], happened: list[bool]) -> None:
    """Each happening has its expected chance given all before, so variances add up."""
    sigma = math.sqrt(sum(p * (1 - p) for p in expected))
    assert sigma > 2, "too few samples to say anything"
    assert abs(sum(happened) - float(sum(expected))) < SIGMAS * sigma


def draws(steps: Iterator[Step]) -> Iterator[tuple[GameState, list[Event], Step]]:
    """The table as all know it before each card taken from the stock, with what was told until then."""
    told: list[Event] = []
    for step in steps:
        if isinstance(step.move, TakeStock):
            yield seen_by_all(step.before), list(told), step
        told += step.events


@pytest.mark.parametrize(
    ("players", "rules"),
    [
        (2, HouseRules()),
        (3, PRESETS["jokers"]),
        (2, PRESETS["faces"]),
        (4, HouseRules(decks=1)),
        (2, HouseRules(decks=3)),
    ],
    ids=["plain", "jokers", "faces", "one deck for four", "three decks"],
)
def test_the_next_card_plays_as_often_as_foretold(players: int, rules: HouseRules) -> None:
    expected: list[Fraction] = []
    happened: list[bool] = []
    for seed in range(2):
        game = play_game(random.Random(seed), NAMES[:players], rules, rounds=4)
        for state, told, step in draws(game):
            for seat in range(players):
                chance = Odds(state, told).next_stock_card(seat)
                assert chance is not None
                if seat == state.round.turn:
                    expected.append(chance.played)
                    happened.append(playable(step.after))
    assert_fair(expected, happened)


def playable(state: GameState) -> bool:
    """Whether the engine lets the card in hand be laid anywhere: on a face-down slot or for a wild."""
    return any(isinstance(move, (Place, TakeWild)) for move in legal_moves(state))


def test_R13_after_a_shuffle_the_told_stock_holds_the_card_drawn() -> None:
    shuffled = 0
    for seed in range(3):
        for state, told, step in draws(
            play_game(random.Random(seed), NAMES[:4], HouseRules(decks=1), rounds=2)
        ):
            odds = Odds(state, told)
            assert isinstance(step.move, TakeStock)
            assert odds.next_cards[step.move.card] > 0
            shuffled += odds.next_cards != odds.unseen
    assert shuffled > 10


@pytest.mark.parametrize("slot", [2, 5])
def test_a_natural_still_comes_as_often_as_foretold(slot: int) -> None:
    """Unseen cards are dealt anew to the unseen places, again and again."""
    state = table("AH ## 3C JD ##", "## 2C 5H ## ##", discard="2S 5D QC", stock=20)
    (place,) = (place for place in Odds(state).wild_places(0) if place.slot == slot)
    hidden = sorted(unseen(state).elements(), key=str)
    own = sum(s.side is Side.DOWN for s in state.round.layouts[0].slots)
    rng = random.Random(slot)
    samples = 1000
    comes = 0
    for _ in range(samples):
        comes += any(home_slot(c) == slot for c in rng.sample(hidden, state.round.stock + own))
    assert_fair([place.natural] * samples, [True] * comes + [False] * (samples - comes))
