"""Who is first, second, third when the game ends (R16, H4)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rounds import game_winner, rounds_won
from companion.table import GameState


@dataclass(frozen=True, slots=True)
class Standing:
    """One seat's place, 1 for the winner; shared places have the same number."""

    place: int
    seat: int
    face_down: int
    rounds_won: int


def ranking(state: GameState) -> tuple[Standing, ...]:
    """Standings, best first; a game given up has no winner, so all are ranked as losers are.

    With the last-round bonus the losers are ranked by face-down slots left, then by rounds won (H4); without
    it by rounds won alone (R15).
    """
    winner = game_winner(state)
    won = rounds_won(state)
    face_down = tuple(len(layout.face_down()) for layout in state.round.layouts)

    def key(seat: int) -> tuple[bool, int, int]:
        return seat != winner, face_down[seat] if state.rules.last_round_bonus else 0, -won[seat]

    keys = [key(seat) for seat in range(len(state.seats))]
    order = sorted(range(len(keys)), key=lambda seat: keys[seat])
    return tuple(
        Standing(1 + sum(other < keys[seat] for other in keys), seat, face_down[seat], won[seat])
        for seat in order
    )
