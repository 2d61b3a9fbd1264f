"""What is wrong with a move: the rules R3–R18 as checks that find the first fault."""

from __future__ import annotations

from dataclasses import dataclass

from companion.cards import Card
from companion.irregularities import Kind
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
from companion.rounds import next_dealer, next_sizes, next_starter
from companion.rules import LARGEST_LAYOUT, home_slot
from companion.table import GameState, Stage


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a move is refused: the rule, in words, and the kind of irregular play it is.

    Without a kind it is no play the camera could see: another card than the one in hand, a deal too early.
    """

    rule: str
    message: str
    kind: Kind | None = None


def landing_card(state: GameState, move: Place | TakeWild | Discard) -> Card:
    """The card a move lays down: the one it names, else the one this seat has in hand."""
    now = state.round
    if move.card.is_known or move.seat != now.turn or now.hand is None:
        return move.card
    return now.hand


def find_fault(state: GameState, move: Move) -> Fault | None:
    """The first rule the move goes against, or None where it is legal."""
    if fault := find_misfit(state, move):
        return fault
    match move:
        case Place():
            return _card_in_play(state, move) or _place(state, move)
        case Discard():
            return _card_in_play(state, move) or _discard(state, move)
        case TakeWild():
            return _card_in_play(state, move) or _take_wild(state, move)
        case TakeStock() | TakeDiscard():
            return _time_to_take(state, move.seat) or _take(state, move)
        case Reshuffle():
            return _reshuffle(state)
        case VoidRound():
            return _void(state)
        case Deal():
            return _deal(state, move)
        case ForgotCall():
            return _forgot_call(state, move)
        case MoveWild():
            return Fault("R18", "a wild leaves its slot only when its natural comes", Kind.WILD_MOVED)
        case TurnDown():
            return Fault("R9", "a card turned up stays face up", Kind.TURNED_DOWN)
        case CorrectTurn() if state.round.is_over:
            return Fault("R14", "the round is won: put its last slot right first")
        case CorrectSlot() | CorrectDiscard() | CorrectTurn():
            return None


def find_misfit(state: GameState, move: Move) -> Fault | None:
    """Why the move cannot even have happened at this table: no such seat, slot or layout; None otherwise."""
    if isinstance(move, Deal):
        return _misdeal(state, move)
    if state.round.stage is Stage.DEAL:
        return Fault("R5", "nothing has been dealt")
    for seat in (getattr(move, "seat", 0), getattr(move, "by", 0)):
        if not 0 <= seat < len(state.seats):
            return Fault("R1", f"there is no seat {seat}")
    for slot in (getattr(move, "slot", 1), getattr(move, "source", 1)):
        if not state.round.layouts[getattr(move, "seat", 0)].has(slot):
            return Fault("R5", f"the layout has no slot {slot}")
    if isinstance(move, TakeDiscard) and move.depth < 0:
        return Fault("R8", "no card lies above the top of the discard pile")
    return None


def _misdeal(state: GameState, move: Deal) -> Fault | None:
    count = len(state.seats)
    if not (0 <= move.dealer < count and 0 <= move.starter < count):
        return Fault("R1", f"there are seats 0 to {count - 1}")
    if len(move.sizes) != count or not all(1 <= size <= LARGEST_LAYOUT for size in move.sizes):
        return Fault("R5", f"a layout of 1 to {LARGEST_LAYOUT} cards a seat is dealt")
    if move.cards and tuple(map(len, move.cards)) != move.sizes:
        return Fault("R5", "the cards do not fill the layouts")
    return None


def _on_turn(state: GameState, seat: int) -> Fault | None:
    now = state.round
    if now.is_over:
        return Fault("R14", "the round is won", Kind.PLAYED_AFTER_WIN)
    if seat != now.turn:
        name, other = state.seats[now.turn].name, state.seats[seat].name
        return Fault("R3", f"it is {name}'s turn, not {other}'s", Kind.OUT_OF_TURN)
    return None


def _time_to_take(state: GameState, seat: int) -> Fault | None:
    now = state.round
    if now.stage is Stage.PLAY and seat == state.left_of(now.turn):
        if now.turn in now.completed:
            # Completing a layout ends the turn (R14, H8); the card in hand is laid aside, on the pile or not.
            return None
        name = state.seats[now.turn].name
        return Fault("R12", f"{name} has not laid a card on the discard pile", Kind.NO_DISCARD)
    if fault := _on_turn(state, seat):
        return fault
    return Fault("R8", "a turn takes one card only") if now.stage is Stage.PLAY else None


def _take(state: GameState, move: TakeStock | TakeDiscard) -> Fault | None:
    now = state.round
    if isinstance(move, TakeStock):
        return None if now.stock else Fault("R13", "the stock is empty: shuffle the discard pile first")
    if not now.turns:
        return Fault("R8", "the first turn takes from the stock", Kind.FIRST_FROM_DISCARD)
    if move.depth:
        return Fault("R8", "only the top of the discard pile may be taken", Kind.DEEPER_DISCARD)
    return None if now.discard else Fault("R8", "the discard pile is empty")


def _card_in_play(state: GameState, move: Place | TakeWild | Discard) -> Fault | None:
    """Whether this seat has this card in hand and may do something with it."""
    now = state.round
    won = now.is_over or move.seat in now.completed
    lays_aside = won and isinstance(move, Discard) and move.seat == now.turn
    if not lays_aside:
        if fault := _on_turn(state, move.seat):
            return fault
        if move.seat in now.completed:
            return Fault("R14", "this layout is complete", Kind.PLAYED_AFTER_WIN)
    if now.hand is None:
        return Fault("R8", "a turn starts by taking a card")
    if now.hand.is_known and move.card.is_known and now.hand != move.card:
        return Fault("R18", f"the card in hand is {now.hand}, not {move.card}")
    return None


def _place(state: GameState, move: Place) -> Fault | None:
    if fault := _own_slot(state, move):
        return fault
    target = state.round.layouts[move.seat].slot(move.slot)
    if target.is_up:
        rule = "R10" if state.rules.is_wild(landing_card(state, move)) else "R9"
        return Fault(rule, f"slot {move.slot} is face up already", Kind.ON_FACE_UP)
    return None


def _take_wild(state: GameState, move: TakeWild) -> Fault | None:
    if fault := _own_slot(state, move):
        return fault
    card = landing_card(state, move)
    target = state.round.layouts[move.seat].slot(move.slot)
    if state.rules.is_wild(card):
        return Fault("R10", "a wild goes on a face-down slot", Kind.ON_FACE_UP)
    if not target.is_up:
        return Fault("R11", f"no wild lies on slot {move.slot}")
    if target.card.is_known and not state.rules.is_wild(target.card):
        return Fault("R9", f"slot {move.slot} holds its natural already", Kind.ON_FACE_UP)
    return None


def _own_slot(state: GameState, move: Place | TakeWild) -> Fault | None:
    card = landing_card(state, move)
    if card.is_known and not state.rules.is_wild(card) and home_slot(card) != move.slot:
        return Fault("R9", f"{card} does not belong on slot {move.slot}", Kind.WRONG_SLOT)
    return None


def _discard(state: GameState, move: Discard) -> Fault | None:
    home = home_slot(landing_card(state, move))
    layout = state.round.layouts[move.seat]
    if home is not None and layout.has(home) and not layout.slot(home).is_up:
        return Fault("R9", f"slot {home} is free for the card in hand", Kind.PLAYABLE_DISCARDED)
    return None


def _reshuffle(state: GameState) -> Fault | None:
    now = state.round
    penalty_due = state.rules.call_trash and len(now.penalised) < len(now.completed)
    if now.stage is not Stage.TAKE and not penalty_due:
        return Fault("R13", "nobody wants a stock card now")
    if now.stock:
        return Fault("R13", "the stock is not empty")
    return None if len(now.discard) > 1 else Fault("R13", "there is nothing to shuffle")


def _void(state: GameState) -> Fault | None:
    now = state.round
    if now.stage is not Stage.TAKE:
        return Fault("R13", "nobody wants a stock card now")
    return Fault("R13", "there are cards left to take") if now.stock or len(now.discard) > 1 else None


def _deal(state: GameState, move: Deal) -> Fault | None:
    now = state.round
    if now.stage is Stage.GAME_OVER:
        return Fault("R16", "the game is won")
    if now.stage in (Stage.TAKE, Stage.PLAY):
        return Fault("R14", "the round is not won yet")
    if move.dealer != (dealer := next_dealer(state)):
        return Fault("H7" if now.number else "R3", f"{state.seats[dealer].name} deals")
    if move.starter != (starter := next_starter(state)):
        return Fault("H7" if state.rules.winner_starts else "R4", f"{state.seats[starter].name} starts")
    if move.sizes != (due := next_sizes(state)):
        rule = "R15" if now.number else "R5"
        return Fault(rule, f"layouts of {list(due)} are due, not {list(move.sizes)}", Kind.WRONG_DEAL)
    return None


def _forgot_call(state: GameState, move: ForgotCall) -> Fault | None:
    now = state.round
    if not state.rules.call_trash:
        return Fault("H3", "the table did not agree to call")
    if move.seat not in now.completed:
        return Fault("H3", f"{state.seats[move.seat].name} did not complete a layout")
    if move.seat in now.penalised:
        return Fault("H3", f"{state.seats[move.seat].name} has paid already")
    if not now.stock and len(now.discard) > 1:
        return Fault("R13", "the stock is empty: shuffle the discard pile first")
    return None
