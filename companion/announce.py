"""From moves to events: what a table is told when a move has been made."""

from __future__ import annotations

from companion.cards import UNKNOWN
from companion.events import (
    Discarded,
    Drew,
    Event,
    GameWon,
    Irregular,
    Placed,
    PlayerState,
    Reshuffled,
    RoundStarted,
    RoundWon,
    StateEvent,
    TookWild,
    Turn,
)
from companion.irregularities import Irregularity
from companion.moves import Deal, Discard, Move, Place, Reshuffle, TakeDiscard, TakeStock, TakeWild
from companion.rounds import game_winner, next_sizes, rounds_won
from companion.table import GameState, Side, Slot, Stage


def announce(before: GameState, move: Move, after: GameState, time: float) -> list[Event]:
    """The events of one move: the move itself, then whose turn it is or who has won.

    The card laid aside after a won round (R14) ends no turn and is no event.
    """
    events = _of_move(before, move, after, time)
    now, then = after.round, before.round
    if (
        isinstance(move, (TakeStock, TakeDiscard))
        and then.stage is Stage.PLAY
        and then.turn in then.completed
    ):
        # Whoever completed a layout has laid no card on the pile that would have ended the turn (H8).
        events.insert(0, Turn(time, after.seats[now.turn].name))
    if now.is_over and not then.is_over:
        sizes = next_sizes(after)
        events += [RoundWon(time, after.seats[seat].name, sizes) for seat in now.completed]
        winner = game_winner(after)
        if winner is not None:
            events.append(GameWon(time, after.seats[winner].name))
    elif now.stage is Stage.TAKE and (then.stage is not Stage.TAKE or now.turn != then.turn):
        events.append(Turn(time, after.seats[now.turn].name))
    return events


def announce_irregularity(state: GameState, irregularity: Irregularity, time: float) -> Irregular:
    """The event of something irregular; tell it before the move's own events."""
    seat = irregularity.seat
    name = None if seat is None else state.seats[seat].name
    return Irregular(time, name, irregularity.kind, irregularity.rule, irregularity.cards)


def state_event(state: GameState, time: float) -> StateEvent:
    """The table as the last line of a run; a player's size is that of the layout on the table."""
    now = state.round
    players = tuple(
        PlayerState(seat.name, len(layout.slots) or seat.size, won, tuple(map(_slot_text, layout.slots)))
        for seat, layout, won in zip(state.seats, now.layouts, rounds_won(state), strict=True)
    )
    on_turn = now.stage in (Stage.TAKE, Stage.PLAY)
    return StateEvent(
        time, state.seats[now.turn].name if on_turn else None, players, now.discard_top, now.stock > 0
    )


def _of_move(before: GameState, move: Move, after: GameState, time: float) -> list[Event]:
    names = before.players
    match move:
        case Deal():
            return [RoundStarted(time, move.sizes, names[move.dealer], names[move.starter])]
        case TakeStock():
            return [Drew(time, names[move.seat], "stock")]
        case TakeDiscard():
            return [Drew(time, names[move.seat], "discard")]
        case Place():
            card = after.round.layouts[move.seat].slot(move.slot).card
            return [Placed(time, names[move.seat], card, move.slot)]
        case TakeWild():
            card = after.round.layouts[move.seat].slot(move.slot).card
            return [TookWild(time, names[move.seat], card, move.slot)]
        case Discard() if not before.round.is_over:
            return [Discarded(time, names[move.seat], after.round.discard_top or UNKNOWN)]
        case Reshuffle():
            return [Reshuffled(time)]
    return []


def _slot_text(slot: Slot) -> str:
    if slot.side is Side.UP:
        return str(slot.card) if slot.card.is_known else "unseen"
    return "back" if slot.side is Side.DOWN else "empty"
