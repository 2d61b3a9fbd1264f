"""The rules as an engine: `verify`, `allows`, `apply`, `legal_moves`.

A turn runs through the stages of `companion.table.Stage`:

    TAKE   TakeStock or TakeDiscard (R8)          → PLAY, a card in hand
    PLAY   Place on a face-down slot (R9, R10)    → PLAY, the displaced card in hand
           TakeWild, natural for wild (R11)       → PLAY, the wild in hand
           Discard (R12)                          → TAKE, the next seat on turn
           the last face-down slot covered (R14)  → ROUND_OVER or GAME_OVER

`companion.legality` holds the checks and `companion.effects` what a move does; states are values and are
never changed. A move may leave its card UNKNOWN; then the card in hand is meant, whatever it is.
"""

from __future__ import annotations

from companion.cards import UNKNOWN, Card
from companion.effects import perform
from companion.irregularities import Irregularity
from companion.legality import Fault, find_fault, find_misfit, landing_card
from companion.moves import (
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
from companion.rounds import next_dealer, next_sizes, next_starter
from companion.rules import home_slot
from companion.table import GameState, Stage


class IllegalMove(ValueError):
    """A move the rules refuse; `fault` says which rule and why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(f"{fault.message} ({fault.rule})")
        self.fault = fault

    @property
    def rule(self) -> str:
        """The number of the rule, such as "R9"."""
        return self.fault.rule


def verify(state: GameState, move: Move) -> None:
    """Raise IllegalMove, naming the rule, unless the move is legal."""
    if fault := find_fault(state, move):
        raise IllegalMove(fault)


def allows(state: GameState, move: Move) -> bool:
    """Whether the move is legal."""
    return find_fault(state, move) is None


def apply(state: GameState, move: Move) -> GameState:
    """The state after a legal move; raises IllegalMove otherwise."""
    verify(state, move)
    return perform(state, move)


def force(state: GameState, move: Move) -> GameState:
    """The state after a move that happened, legal or not: irregular play is recorded, never refused.

    Raises IllegalMove only for what cannot have happened: a seat or a slot that does not exist, play before
    the deal.
    """
    if misfit := find_misfit(state, move):
        raise IllegalMove(misfit)
    return perform(state, move)


def irregularity(state: GameState, move: Move) -> Irregularity | None:
    """What to record about a move: its kind, seat, cards and rule; None where it is legal or has no kind."""
    fault = find_fault(state, move)
    if fault is None or fault.kind is None:
        return None
    cards = tuple(card for card in _cards_of(state, move) if card.is_known)
    return Irregularity(fault.kind, getattr(move, "seat", None), cards, fault.rule)


def _cards_of(state: GameState, move: Move) -> tuple[Card, ...]:
    now = state.round
    match move:
        case Place() | TakeWild() | Discard():
            return (landing_card(state, move),)
        case TakeStock():
            return (move.card,)
        case TakeDiscard():
            return now.discard[: max(0, len(now.discard) - move.depth)][-1:]
        case MoveWild():
            return (now.layouts[move.seat].slot(move.source).card,)
        case TurnDown():
            return (now.layouts[move.seat].slot(move.slot).card,)
    return ()


def legal_moves(state: GameState) -> list[Move]:
    """Every legal move in a fixed order, corrections apart.

    With an unknown card in hand each way it may land is listed once, its card UNKNOWN.
    """
    now = state.round
    moves: list[Move] = []
    if now.stage in (Stage.DEAL, Stage.ROUND_OVER):
        moves.append(Deal(next_dealer(state), next_starter(state), next_sizes(state)))
    if now.stage is Stage.TAKE:
        moves += _ways_to_take(state)
    if now.hand is not None:
        moves += _ways_to_play(state)
    if state.rules.call_trash:
        moves += _objections(state)
    return moves


def _ways_to_take(state: GameState) -> list[Move]:
    now = state.round
    ways: list[Move] = []
    if now.stock:
        ways.append(TakeStock(now.turn))
    elif len(now.discard) > 1:
        ways.append(Reshuffle())
    else:
        ways.append(VoidRound())
    if now.discard and now.turns:
        ways.append(TakeDiscard(now.turn))
    return ways


def _ways_to_play(state: GameState) -> list[Move]:
    now = state.round
    hand = UNKNOWN if now.hand is None else now.hand
    seat, layout = now.turn, now.layout
    if now.is_over or seat in now.completed:
        return [Discard(seat, hand)]
    home = home_slot(hand)
    if home is not None:
        if not layout.has(home):
            return [Discard(seat, hand)]
        slot = layout.slot(home)
        if not slot.is_up:
            return [Place(seat, hand, home)]
        if not slot.card.is_known or state.rules.is_wild(slot.card):
            return [TakeWild(seat, hand, home), Discard(seat, hand)]
        return [Discard(seat, hand)]
    ways: list[Move] = []
    if not state.rules.is_trash(hand):
        ways += [Place(seat, hand, n) for n, slot in enumerate(layout.slots, 1) if not slot.is_up]
    if not hand.is_known:
        ways += [
            TakeWild(seat, hand, n)
            for n, slot in enumerate(layout.slots, 1)
            if slot.is_up and (not slot.card.is_known or state.rules.is_wild(slot.card))
        ]
    return [*ways, Discard(seat, hand)]


def _objections(state: GameState) -> list[Move]:
    now = state.round
    calls: list[Move] = [
        ForgotCall(seat, by)
        for seat in now.completed
        if seat not in now.penalised
        for by in range(len(state.seats))
    ]
    if calls and not now.stock and len(now.discard) > 1:
        return [] if now.stage is Stage.TAKE else [Reshuffle()]
    return calls
