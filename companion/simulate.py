"""Games played by seeded random players with every card known: for tests, films and the demo table.

The states of a simulation hold the true cards of face-down slots and the `Step`s the order of the stock, so
a film can show what lies anywhere; the companion itself never learns these.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from companion import engine
from companion.announce import announce, announce_irregularity
from companion.cards import UNKNOWN, Card
from companion.events import Event
from companion.moves import (
    Deal,
    Discard,
    ForgotCall,
    Move,
    Place,
    Reshuffle,
    TakeDiscard,
    TakeStock,
    TakeWild,
)
from companion.rules import HouseRules, home_slot
from companion.table import FACE_DOWN, GameState, Layout, Side, Stage

FORGETS_TO_CALL = 0.3
"""Of the wins under H3 so many are claimed without a call."""


class Spot(StrEnum):
    """Where a card lies."""

    STOCK = "stock"
    DISCARD = "discard"
    SLOT = "slot"


@dataclass(frozen=True, slots=True)
class Motion:
    """One card carried by one hand, from spot to spot; slots (1…N) are the mover's own, None elsewhere."""

    seat: int
    card: Card
    source: Spot
    source_slot: int | None
    target: Spot
    target_slot: int | None


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a simulated game.

    Attributes:
        move: the move, its card known.
        before, after: the table around it, face-down cards known.
        stock: the stock after it, top card last.
        motion: the card it lands and where that came from; a card taken or displaced stays in hand until
            the step that lands it. None for moves that land no card.
        events: the event lines of the move, at time 0.
    """

    move: Move
    before: GameState
    after: GameState
    stock: tuple[Card, ...]
    motion: Motion | None
    events: tuple[Event, ...]


Policy: TypeAlias = Callable[[random.Random, GameState, Sequence[Move]], Move]
"""How a player chooses one of the legal moves, or slips and makes another one."""


def any_move(rng: random.Random, state: GameState, moves: Sequence[Move]) -> Move:
    """Any legal move alike: for stress, not for looks."""
    return rng.choice(moves)


def family_player(rng: random.Random, state: GameState, moves: Sequence[Move]) -> Move:
    """As a family plays: takes a discard that fits, mostly swaps natural for wild, hardly wastes a wild."""
    now = state.round
    for move in moves:
        match move:
            case TakeDiscard() if _fits(state, now.discard[-1]) and rng.random() < 0.9:
                return move
            case TakeWild() if rng.random() < 0.8:
                return move
    laying = [move for move in moves if isinstance(move, Place)]
    if laying and rng.random() < 0.99:
        return rng.choice(laying)
    sober = [move for move in moves if not isinstance(move, (TakeDiscard, TakeWild, ForgotCall))]
    return rng.choice(sober or moves)


def play_round(
    rng: random.Random,
    state: GameState,
    policy: Policy = family_player,
) -> Iterator[Step]:
    """Deal the next round of `state` and play it to its end, the last card laid aside included.

    Raises IllegalMove where the game is over already. A void round ends the iteration too (R13).
    """
    return _Dealer(rng, state, policy).play()


def play_game(
    rng: random.Random,
    players: Sequence[str],
    rules: HouseRules | None = None,
    *,
    dealer: int = 0,
    sizes: Sequence[int] | None = None,
    rounds: int | None = None,
    policy: Policy = family_player,
) -> Iterator[Step]:
    """A game round after round, to its end or for `rounds` rounds."""
    state = GameState.new(players, rules, dealer=dealer, sizes=sizes)
    played = 0
    while state.round.stage is not Stage.GAME_OVER and played != rounds:
        for step in play_round(rng, state, policy):
            state = step.after
            yield step
        played += 1


def seen_by_all(state: GameState) -> GameState:
    """The state as the companion may know it: face-down cards and a card in hand unknown."""
    now = state.round
    layouts = tuple(
        Layout(tuple(FACE_DOWN if slot.side is Side.DOWN else slot for slot in layout.slots))
        for layout in now.layouts
    )
    hand = None if now.hand is None else UNKNOWN
    return replace(state, round=replace(now, layouts=layouts, hand=hand))


class _Dealer:
    """Holds the stock's order and where the card in hand came from while a round is played."""

    def __init__(self, rng: random.Random, state: GameState, policy: Policy) -> None:
        self._rng = rng
        self._state = state
        self._policy = policy
        self._stock: list[Card] = []
        self._origin: tuple[Spot, int | None] = (Spot.STOCK, None)

    def play(self) -> Iterator[Step]:
        (deal,) = (move for move in engine.legal_moves(self._state) if isinstance(move, Deal))
        yield self._make(self._shuffled(deal))
        while self._state.round.stage in (Stage.TAKE, Stage.PLAY):
            move = self._policy(self._rng, self._state, engine.legal_moves(self._state))
            yield self._make(self._known(move))
        if self._state.round.hand is not None:
            yield self._make(Discard(self._state.round.turn, self._state.round.hand))
        if self._state.rules.call_trash and self._rng.random() < FORGETS_TO_CALL:
            yield from self._penalty()

    def _penalty(self) -> Iterator[Step]:
        """A player objects that the winner did not call (H3)."""
        while self._state.round.completed and not self._state.round.penalised:
            moves = [
                move for move in engine.legal_moves(self._state) if isinstance(move, (Reshuffle, ForgotCall))
            ]
            yield self._make(self._known(self._rng.choice(moves)))

    def _shuffled(self, deal: Deal) -> Deal:
        cards = list(self._state.rules.deck(len(self._state.seats)))
        self._rng.shuffle(cards)
        dealt: list[tuple[Card, ...]] = []
        for size in deal.sizes:
            dealt.append(tuple(cards[:size]))
            del cards[:size]
        self._stock = cards
        return replace(deal, cards=tuple(dealt))

    def _known(self, move: Move) -> Move:
        """The move with the card it turns up."""
        if isinstance(move, TakeStock):
            return replace(move, card=self._stock[-1])
        if isinstance(move, ForgotCall) and self._stock:
            return replace(move, card=self._stock[-1])
        return move

    def _make(self, move: Move) -> Step:
        before = self._state
        motion = self._motion(move)
        if isinstance(move, Reshuffle):
            self._stock = list(before.round.discard[:-1])
            self._rng.shuffle(self._stock)
        elif isinstance(move, (TakeStock, ForgotCall)) and self._stock:
            self._stock.pop()
        after = self._state = engine.force(before, move)
        events = announce(before, move, after, 0.0)
        irregularity = engine.irregularity(before, move)
        if irregularity is not None:
            events.insert(0, announce_irregularity(before, irregularity, 0.0))
        return Step(move, before, after, tuple(self._stock), motion, tuple(events))

    def _motion(self, move: Move) -> Motion | None:
        """The card the move lands, and keep where the next one comes from."""
        source, source_slot = self._origin
        match move:
            case TakeStock():
                self._origin = (Spot.STOCK, None)
            case TakeDiscard():
                self._origin = (Spot.DISCARD, None)
            case Place() | TakeWild():
                self._origin = (Spot.SLOT, move.slot)
                return Motion(move.seat, move.card, source, source_slot, Spot.SLOT, move.slot)
            case Discard():
                return Motion(move.seat, move.card, source, source_slot, Spot.DISCARD, None)
            case ForgotCall() if self._stock:
                return Motion(move.seat, move.card, Spot.STOCK, None, Spot.DISCARD, None)
        return None


def _fits(state: GameState, card: Card) -> bool:
    """Whether the player on turn could lay the card on a face-down slot."""
    return state.rules.is_wild(card) or home_slot(card) in state.round.layout.face_down()
