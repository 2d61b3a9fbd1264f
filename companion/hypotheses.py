"""The single moves of an explanation: what may have happened next."""

from __future__ import annotations

from collections.abc import Iterator

from companion.cards import UNKNOWN
from companion.evidence import Content
from companion.moves import CorrectTurn, Discard
from companion.observation import Sight
from companion.opening import Opening
from companion.pile_moves import discards, missed_turn, not_taken, takes, upcard
from companion.puzzle import Node, Puzzle
from companion.referee_config import Prior
from companion.slot_moves import handless, land, lands
from companion.table import Stage


def successors(puzzle: Puzzle, prior: Prior, node: Node) -> Iterator[Node]:
    """Every table one plausible move further, with what it costs to believe it."""
    opening = Opening(puzzle, prior, node)
    if node.steps is None and len(puzzle.tops) > 1:
        yield _nothing_discarded(opening)
    if opening.now.is_over:
        yield from _after_win(opening)
    else:
        yield from _in_round(opening)
    yield from handless(opening)


def _nothing_discarded(opening: Opening) -> Node:
    """The discard pile is as it was: its other tops were misread."""
    last = len(opening.puzzle.tops) - 1
    pile = opening.now.discard
    shown: Content = pile[-1] if pile else Sight.EMPTY
    return opening.step(None, opening.skipping(last) + opening.top_cost(last, shown), top=last)


def _in_round(opening: Opening) -> Iterator[Node]:
    now = opening.now
    if now.stage is Stage.TAKE:
        yield from takes(opening, now.turn)
    elif opening.of(now.turn):
        yield from lands(opening)
    if now.stage is Stage.PLAY:
        yield from discards(opening)
        yield from not_taken(opening)
    others = {opening.puzzle.changes[i].seat for i in opening.open}
    if opening.node.top + 1 < len(opening.puzzle.reached):
        others |= opening.puzzle.reached[opening.node.top + 1]
    for seat in others - {now.turn}:
        if opening.puzzle.open_start and opening.node.steps is None:
            yield opening.step(CorrectTurn(seat), opening.prior.move, mark=("starter", seat))
        else:
            yield from takes(opening, seat)
    yield from upcard(opening)
    yield from missed_turn(opening)


def _after_win(opening: Opening) -> Iterator[Node]:
    """The winner's last card is laid aside (R14); anything else is played after the win.

    Who lays a card on the pile now is not to be seen: the penalty for a call forgotten (H3), a table being
    cleared. Nobody is accused of it.
    """
    if opening.now.hand is not None:
        yield from discards(opening)
    else:
        for top in range(opening.node.top + 1, len(opening.puzzle.tops)):
            for card, cost in opening.puzzle.tops[top].candidates:
                move = Discard(opening.now.turn, card)
                yield opening.step(move, opening.prior.move + cost + opening.skipping(top), top=top)
    for i in opening.open:
        for card, cost in opening.candidates(i, UNKNOWN):
            if opening.is_lawful(i, card):
                yield from land(opening, i, card, cost)
