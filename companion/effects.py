"""What a move does to the table, lawful or not: every function here trusts its move."""

from __future__ import annotations

from dataclasses import replace

from companion.cards import UNKNOWN, Card
from companion.legality import landing_card
from companion.moves import (
    CorrectDiscard,
    CorrectSlot,
    CorrectTurn,
    Deal,
    Discard,
    ForgotCall,
    InRound,
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
from companion.rounds import decides_game, next_sizes, rounds_won
from companion.table import GameState, Layout, RoundState, Seat, Side, Slot, Stage, face_up


def perform(state: GameState, move: Move) -> GameState:
    """The table after the move.

    The state goes on from what lies on the table: whoever moves out of turn is on turn from then on, and a
    card missing from a hand or a pile is taken as UNKNOWN.
    """
    if isinstance(move, Deal):
        return _deal(state, move)
    return GameState(state.rules, state.seats, _in_round(state, move))


def _in_round(state: GameState, move: InRound) -> RoundState:
    now = state.round
    match move:
        case Place() | TakeWild():
            return _lay(state, move)
        case Discard():
            return _discard(state, move)
        case TakeStock():
            taken = _with_turn(now, move.seat, move.card)
            return replace(taken, stock=max(0, now.stock - 1))
        case TakeDiscard():
            at = len(now.discard) - 1 - move.depth
            card = now.discard[at] if at >= 0 else UNKNOWN
            rest = (*now.discard[:at], *now.discard[at + 1 :]) if at >= 0 else now.discard
            return replace(_with_turn(now, move.seat, card), discard=rest)
        case Reshuffle():
            return replace(now, stock=now.stock + len(now.discard[:-1]), discard=now.discard[-1:])
        case VoidRound():
            if now.is_over:
                return now
            # Under H8 a layout completed before the cards ran out still counts.
            return replace(now, stage=Stage.ROUND_OVER if now.completed else Stage.DEAL, hand=None)
        case ForgotCall():
            penalised = (*now.penalised, move.seat)
            if not now.stock:
                return replace(now, penalised=penalised)
            return replace(now, penalised=penalised, stock=now.stock - 1, discard=(*now.discard, move.card))
        case MoveWild():
            wild, other = (now.layouts[move.seat].slot(n) for n in (move.source, move.slot))
            swapped = now.layouts[move.seat].with_slot(move.source, other).with_slot(move.slot, wild)
            return _recount(state, _with_layout(now, move.seat, swapped))
        case TurnDown():
            layout = now.layouts[move.seat]
            down = Slot(Side.DOWN, layout.slot(move.slot).card)
            return _recount(state, _with_layout(now, move.seat, layout.with_slot(move.slot, down)))
        case CorrectSlot():
            layout = now.layouts[move.seat].with_slot(move.slot, move.content)
            return _recount(state, _with_layout(now, move.seat, layout))
        case CorrectDiscard():
            top = () if move.card is None else (move.card,)
            return replace(now, discard=(*now.discard[:-1], *top) if top else ())
        case CorrectTurn():
            if now.is_over:
                return now
            turns = now.turns + (move.seat != now.turn)
            return replace(now, turn=move.seat, stage=Stage.TAKE, hand=None, turns=turns)


def _deal(state: GameState, move: Deal) -> GameState:
    seats = tuple(
        Seat(seat.name, max(1, size), won)
        for seat, size, won in zip(state.seats, next_sizes(state), rounds_won(state), strict=True)
    )
    if move.cards:
        layouts = tuple(Layout(tuple(Slot(Side.DOWN, card) for card in cards)) for cards in move.cards)
    else:
        layouts = tuple(Layout.dealt(size) for size in move.sizes)
    stock = len(state.rules.deck(len(seats))) - sum(move.sizes)
    number = state.round.number + 1
    dealt = RoundState(number, move.dealer, move.starter, move.starter, Stage.TAKE, layouts, max(0, stock))
    return GameState(state.rules, seats, dealt)


def _with_turn(now: RoundState, seat: int, hand: Card) -> RoundState:
    """The seat, on turn or not, has taken a card. After the win the round stays over (R14)."""
    if now.is_over:
        return now
    return replace(now, turn=seat, stage=Stage.PLAY, hand=hand, turns=now.turns + (seat != now.turn))


def _with_layout(now: RoundState, seat: int, layout: Layout) -> RoundState:
    return replace(now, layouts=(*now.layouts[:seat], layout, *now.layouts[seat + 1 :]))


def _lay(state: GameState, move: Place | TakeWild) -> RoundState:
    """The card goes face up on the slot; what lay there comes to hand (R9–R11)."""
    now = state.round
    card = landing_card(state, move)
    layout = now.layouts[move.seat]
    displaced = layout.slot(move.slot)
    now = _with_layout(now, move.seat, layout.with_slot(move.slot, face_up(card)))
    if now.is_over:
        return now
    now = _with_turn(now, move.seat, displaced.card)
    if now.layout.is_complete and move.seat not in now.completed:
        return _complete(state, now, move.seat)
    if displaced.side is Side.EMPTY:
        return _end_turn(state, replace(now, hand=None))
    return now


def _discard(state: GameState, move: Discard) -> RoundState:
    """The card goes on top of the discard pile and the turn ends (R12)."""
    now = state.round
    card = landing_card(state, move)
    now = replace(now, discard=(*now.discard, card), hand=None)
    return now if now.is_over else _end_turn(state, replace(now, turn=move.seat))


def _complete(state: GameState, now: RoundState, seat: int) -> RoundState:
    """A layout is complete: the round is won at once (R14), unless the others have a last turn (H8).

    Whoever is on turn when another layout turns out to be complete has that turn still to play.
    """
    now = replace(now, completed=(*now.completed, seat))
    if decides_game(state, seat):
        return replace(now, stage=Stage.GAME_OVER)
    if state.rules.last_turn and (seat != now.turn or state.left_of(now.turn) != now.completed[0]):
        return now
    return replace(now, stage=Stage.ROUND_OVER)


def _end_turn(state: GameState, now: RoundState) -> RoundState:
    """The next player is on turn (R3), or the last of the last turns is over (H8)."""
    following = state.left_of(now.turn)
    if now.completed and following == now.completed[0]:
        return replace(now, stage=Stage.ROUND_OVER, turns=now.turns + 1)
    return replace(now, turn=following, stage=Stage.TAKE, turns=now.turns + 1)


def _recount(state: GameState, now: RoundState) -> RoundState:
    """Find the completed layouts anew after slots changed other than by play; without any, play goes on."""
    still = tuple(seat for seat in now.completed if now.layouts[seat].is_complete)
    now = replace(now, completed=still)
    if now.is_over:
        if not still:
            stage = Stage.TAKE if now.hand is None else Stage.PLAY
        else:
            stage = Stage.GAME_OVER if any(decides_game(state, seat) for seat in still) else Stage.ROUND_OVER
        now = replace(now, stage=stage)
    for seat, layout in enumerate(now.layouts):
        if layout.is_complete and seat not in now.completed:
            now = _complete(state, now, seat)
    return now
