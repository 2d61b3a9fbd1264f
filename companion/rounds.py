"""Between the rounds: score, next sizes, who deals, who starts, who has won (R3, R4, R13–R17, H6–H8)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cards import Card, Rank
from companion.rules import NextDealer
from companion.table import GameState


def rounds_won(state: GameState) -> tuple[int, ...]:
    """Rounds won by each seat, a layout completed in the present round included (R15, H8)."""
    done = state.round.completed
    return tuple(seat.rounds_won + (i in done) for i, seat in enumerate(state.seats))


def next_sizes(state: GameState) -> tuple[int, ...]:
    """Layout sizes of the next deal: one smaller for whoever completed, the same for the others (R15).

    A seat that completed a layout of one card is left with 0: it has won the game (R16).
    """
    done = state.round.completed
    return tuple(seat.size - (i in done) for i, seat in enumerate(state.seats))


def only_winner(before: Sequence[int], after: Sequence[int]) -> int | None:
    """Whose layout alone became one card smaller from one deal to the next (R15); None where sizes differ otherwise."""
    fewer = [earlier - later for earlier, later in zip(before, after, strict=True)]
    return fewer.index(1) if sorted(fewer) == [0] * (len(fewer) - 1) + [1] else None


def decides_game(state: GameState, seat: int) -> bool:
    """Whether completing its present layout wins this seat the game (R16, H6)."""
    return state.seats[seat].size - 1 <= (state.rules.finish_size or 0)


def game_winner(state: GameState) -> int | None:
    """The seat that won the game: the first to complete a layout that decides it (R16, R17, H6)."""
    return next((seat for seat in state.round.completed if decides_game(state, seat)), None)


def next_dealer(state: GameState) -> int:
    """Who deals next (H7). A void round is dealt again by the same dealer (R13)."""
    now = state.round
    if not now.completed or state.rules.next_dealer is NextDealer.FIXED:
        return now.dealer
    if state.rules.next_dealer is NextDealer.WINNER:
        return now.completed[0]
    if state.rules.next_dealer is NextDealer.LOSER:
        # The texts are silent on a tie: the first of them to the left of the last dealer deals.
        count = len(state.seats)
        by_turn = [(now.dealer + step) % count for step in range(1, count + 1)]
        return max(by_turn, key=lambda seat: len(now.layouts[seat].face_down()))
    return state.left_of(now.dealer)


def next_starter(state: GameState) -> int:
    """Who has the first turn of the next round: the dealer's left (R4), or the winner (H7)."""
    if state.rules.winner_starts and state.round.completed:
        return state.round.completed[0]
    return state.left_of(next_dealer(state))


def cut_for_deal(cuts: Sequence[Card]) -> tuple[int, ...]:
    """The positions of the lowest cards cut, ace low, jokers highest (R3).

    One position: that player deals. Several: these players cut again. Raises ValueError without cards or for
    an unknown card.
    """
    if not cuts or not all(card.is_known for card in cuts):
        raise ValueError("every player cuts one card, face up")
    heights = [Rank.KING + 1 if card.rank is None else card.rank for card in cuts]
    lowest = min(heights)
    return tuple(i for i, height in enumerate(heights) if height == lowest)
