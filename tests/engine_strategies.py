"""Hypothesis strategies for rules, cards, tables and moves."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

from engine_tables import NAMES
from hypothesis import strategies as st

from companion.cards import DECK_52, JOKER, UNKNOWN, Card
from companion.moves import (
    CorrectDiscard,
    CorrectSlot,
    CorrectTurn,
    Deal,
    Discard,
    ForgotCall,
    Move,
    MoveWild,
    Place,
    Reshuffle,
    TakeDiscard,
    TakeStock,
    TakeWild,
    TurnDown,
    VoidRound,
)
from companion.rules import HouseRules, NextDealer, WildRanks
from companion.simulate import any_move, play_game, seen_by_all
from companion.table import EMPTY_SLOT, GameState, Layout, RoundState, Seat, Side, Slot, Stage

cards = st.sampled_from([*DECK_52, JOKER, UNKNOWN])
slots = st.just(EMPTY_SLOT) | st.builds(Slot, st.sampled_from([Side.DOWN, Side.UP]), cards)
rules = st.builds(
    HouseRules,
    wild=st.sampled_from(WildRanks),
    jokers=st.booleans(),
    call_trash=st.booleans(),
    last_round_bonus=st.booleans(),
    start_size=st.integers(1, 10),
    finish_size=st.none() | st.integers(1, 10),
    next_dealer=st.sampled_from(NextDealer),
    winner_starts=st.booleans(),
    last_turn=st.booleans(),
    decks=st.none() | st.integers(2, 3),
)
names = st.text(st.characters(exclude_categories=["C", "Z"]) | st.just(" "), min_size=1, max_size=12).filter(
    lambda name: name == name.strip()
)


@st.composite
def tables(draw: st.DrawFn) -> GameState:
    """Any table at all, possible in play or not."""
    count = draw(st.integers(2, 6))
    seat = st.integers(0, count - 1)
    some_seats = st.lists(seat, unique=True).map(tuple)
    players = draw(st.lists(names, min_size=count, max_size=count, unique=True))
    layouts = st.lists(slots, max_size=10).map(lambda held: Layout(tuple(held)))
    now = RoundState(
        number=draw(st.integers(0, 40)),
        dealer=draw(seat),
        starter=draw(seat),
        turn=draw(seat),
        stage=draw(st.sampled_from(Stage)),
        layouts=tuple(draw(layouts) for _ in players),
        stock=draw(st.integers(0, 150)),
        discard=tuple(draw(st.lists(cards, max_size=8))),
        hand=draw(st.none() | cards),
        turns=draw(st.integers(0, 99)),
        completed=draw(some_seats),
        penalised=draw(some_seats),
    )
    seats = tuple(Seat(name, draw(st.integers(1, 10)), draw(st.integers(0, 10))) for name in players)
    return GameState(draw(rules), seats, now)


@st.composite
def tables_in_play(draw: st.DrawFn) -> GameState:
    """A table some legal moves into a game, half of them as the companion sees it: hidden cards unknown."""
    agreed, count = draw(rules), draw(st.integers(2, 6))
    steps = draw(st.integers(0, 120))
    rng = random.Random(draw(st.integers(0, 999)))
    state = GameState.new(NAMES[:count], agreed)
    for step in itertools.islice(play_game(rng, NAMES[:count], agreed, policy=any_move), steps):
        state = step.after
    if draw(st.booleans()):
        state = seen_by_all(state)
    return state


seats = st.integers(0, 6)
numbers = st.integers(0, 11)
moves: st.SearchStrategy[Move] = st.one_of(
    st.builds(
        Deal,
        seats,
        seats,
        st.lists(numbers, max_size=6).map(tuple),
        st.lists(st.lists(cards, max_size=3).map(tuple), max_size=3).map(tuple),
    ),
    st.builds(TakeStock, seats, cards),
    st.builds(TakeDiscard, seats, st.integers(0, 3)),
    st.builds(Place, seats, cards, numbers),
    st.builds(TakeWild, seats, cards, numbers),
    st.builds(Discard, seats, cards),
    st.just(Reshuffle()),
    st.just(VoidRound()),
    st.builds(ForgotCall, seats, seats, cards),
    st.builds(MoveWild, seats, numbers, numbers),
    st.builds(TurnDown, seats, numbers),
    st.builds(CorrectSlot, seats, numbers, slots),
    st.builds(CorrectDiscard, st.none() | cards),
    st.builds(CorrectTurn, seats),
)


def without_card(move: Move) -> Move:
    """The move as `legal_moves` lists it when the card in hand, or the top of the stock, is unknown."""
    return with_card(move, UNKNOWN)


def with_card(move: Move, card: Card) -> Move:
    """The move with the card in hand named."""
    if isinstance(move, (TakeStock, Place, TakeWild, Discard, ForgotCall)):
        return replace(move, card=card)
    return move


def without_deal(move: Move) -> Move:
    """A deal without the cards only a simulation knows."""
    return replace(move, cards=()) if isinstance(move, Deal) else move
