"""Players who break the rules now and then: irregular play planted into simulated games."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from companion.moves import Discard, Move, Place, TakeDiscard, TakeStock
from companion.rules import home_slot
from companion.simulate import Policy, family_player
from companion.table import GameState, Stage

Slip = Callable[[random.Random, GameState, Sequence[Move]], Move | None]


def out_of_turn(rng: random.Random, state: GameState, moves: Sequence[Move]) -> Move | None:
    """Somebody else takes a card from the stock."""
    now = state.round
    if now.stage is not Stage.TAKE or not now.stock:
        return None
    return TakeStock(rng.choice([seat for seat in range(len(state.seats)) if seat != now.turn]))


def wrong_slot(rng: random.Random, state: GameState, moves: Sequence[Move]) -> Move | None:
    """A natural card is laid on another face-down slot than its own."""
    for move in moves:
        if isinstance(move, Place) and home_slot(move.card) == move.slot:
            others = [n for n in state.round.layout.face_down() if n != move.slot]
            return Place(move.seat, move.card, rng.choice(others)) if len(others) > 1 else None
    return None


def playable_discarded(rng: random.Random, state: GameState, moves: Sequence[Move]) -> Move | None:
    """A natural card whose slot is free is thrown away."""
    for move in moves:
        if isinstance(move, Place) and home_slot(move.card) == move.slot:
            return Discard(move.seat, move.card)
    return None


def deeper_discard(rng: random.Random, state: GameState, moves: Sequence[Move]) -> Move | None:
    """The card below the top of the discard pile is taken."""
    if state.round.stage is not Stage.TAKE or len(state.round.discard) < 2:
        return None
    return TakeDiscard(state.round.turn, depth=1)


SLIPS: dict[str, Slip] = {
    slip.__name__: slip for slip in (out_of_turn, wrong_slot, playable_discarded, deeper_discard)
}


def careless(kinds: Sequence[str], turns_between: int = 2) -> Policy:
    """Players who play as families do, but slip once in each of these ways, in this order, some turns apart.

    A slip waits until the table offers it; the game may end before. `kinds` are names in SLIPS.
    """
    due = [SLIPS[kind] for kind in kinds]
    last = 0

    def play(rng: random.Random, state: GameState, moves: Sequence[Move]) -> Move:
        nonlocal last
        turns = state.round.turns
        if turns < last:
            last = 0  # the next round counts anew
        if due and turns - last > turns_between and not state.round.completed:
            slip = due[0](rng, state, moves)
            if slip is not None:
                del due[0]
                last = turns
                return slip
        return family_player(rng, state, moves)

    return play
