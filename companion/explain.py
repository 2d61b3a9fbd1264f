"""Which play leads from the accepted table to the one seen now: a best-first search over moves.

The rules are the prior, the readings the evidence. An explanation is a sequence of moves; it costs the sum
of −log P of its moves (`companion.referee_config.Prior`) and of the readings given the cards it lays down.
Lawful moves are cheap, irregular ones dear, and only spots that changed can be touched, so the search stays
small.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from companion.evidence import Content
from companion.hypotheses import successors
from companion.observation import Sight
from companion.puzzle import Node, Puzzle, Step
from companion.referee_config import Prior, RefereeConfig
from companion.table import GameState

MOST_NODES = 300
"""Nodes opened before the search gives up; a chain of ten cards needs a hundred."""

MOST_STEPS = 800
"""Steps thought of before it gives up: so many cost 50 ms, whatever lies on the table."""

_FIRST_STEPS = 400
"""The same for the first part of what was too much."""

SPAN = 3.2
"""Explanations this much dearer than the best are no rivals, and not worth a button."""

_WORST = 60.0
"""Explanations dearer than this explain nothing."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A way the table may have come about, with its cost (−log P, differences count)."""

    steps: tuple[Step, ...]
    cost: float
    meaning: frozenset[object]
    """What it says happened, to the rank of each card: equal for explanations that differ in order only."""

    @property
    def state(self) -> GameState:
        """The table it leads to."""
        return self.steps[-1].after

    @property
    def accuses(self) -> bool:
        return any(step.irregularities for step in self.steps)

    @property
    def outline(self) -> tuple[object, ...]:
        """What it says but for the names of the cards: who is on turn, what lies where, which rules broke."""
        now = self.state.round
        sides = tuple(tuple(slot.side for slot in layout.slots) for layout in now.layouts)
        kinds = sorted(
            (i.kind, -1 if i.seat is None else i.seat) for s in self.steps for i in s.irregularities
        )
        return now.turn, now.stage, sides, tuple(kinds)


@dataclass(frozen=True, slots=True)
class Answers:
    """What a search found.

    Attributes:
        found: explanations, best first, each with a meaning of its own; empty where nothing explains the table.
        reach: any other explanation costs at least so much.
    """

    found: tuple[Explanation, ...] = ()
    reach: float = math.inf


def explain_by_parts(puzzle: Puzzle, config: RefereeConfig) -> tuple[Answers, bool]:
    """The explanations of a puzzle, or of its first part where the whole is too much for a search.

    Returns them, and whether they are of `puzzle.first_part` alone.
    """
    answers = explain(puzzle, config.prior, SPAN)
    given_up = not answers.found or answers.reach - answers.found[0].cost < config.margin
    if not given_up or puzzle.first_part is puzzle:
        return answers, False
    first = explain(puzzle.first_part, config.prior, SPAN, _FIRST_STEPS)
    return (first, True) if first.found else (answers, False)


def explain(puzzle: Puzzle, prior: Prior, span: float, most_steps: int = MOST_STEPS) -> Answers:
    """The explanations of a puzzle that are dearer than the best by no more than `span`.

    A search given up after `MOST_NODES` or `most_steps` says by its `reach` how far it came.
    """
    found: list[Explanation] = []
    ticket = count()
    start = Node(puzzle.state, (1 << len(puzzle.changes)) - 1, 0)
    queue: list[tuple[float, int, int, Node]] = [(0.0, 0, next(ticket), start)]
    closed: dict[object, float] = {}
    worst = _WORST
    for _ in range(MOST_NODES):
        if not queue or queue[0][0] > worst:
            return Answers(tuple(found), worst)
        if next(ticket) >= most_steps:
            break
        bound, _, _, node = heapq.heappop(queue)
        if node.done:
            if all(node.meaning != other.meaning for other in found):
                found.append(Explanation(tuple(_steps_of(node)), node.cost, node.meaning))
                worst = min(worst, found[0].cost + span)
            continue
        if closed.get(node.key, _WORST) <= node.cost:
            continue
        closed[node.key] = node.cost
        for following in _ends_and_successors(puzzle, prior, node):
            bound = following.cost + _least_to_come(puzzle, prior, following)
            if bound <= worst:
                heapq.heappush(queue, (bound, following.left.bit_count(), next(ticket), following))
    return Answers(tuple(found), queue[0][0] if queue else worst)


def _ends_and_successors(puzzle: Puzzle, prior: Prior, node: Node) -> Iterator[Node]:
    if not node.left and node.steps is not None:
        yield node.ended(_cost_of_pile(puzzle, prior, node))
    yield from successors(puzzle, prior, node)


def _least_to_come(puzzle: Puzzle, prior: Prior, node: Node) -> float:
    """No way on from here costs less: each change and each discard top left needs a move, each other seat a
    take.

    A top seen before is a credit: taking the card over it explains which card it is.
    """
    if node.done:
        return 0.0
    left = node.left & ~puzzle.optional
    moves = left.bit_count() + max(0, len(puzzle.tops) - 1 - node.top)
    if left and node.takes_next:
        moves += 1
    return prior.move * moves - prior.coincidence * sum(puzzle.again[node.top + 1 :])


def _cost_of_pile(puzzle: Puzzle, prior: Prior, node: Node) -> float:
    """−log P of what the discard pile shows now, and of the tops that were seen before and stay
    unexplained.
    """
    cost = 0.0 if puzzle.shuffled is None or node.shuffled else prior.other_reshuffle + prior.mishandled
    if not puzzle.tops:
        return cost
    last = len(puzzle.tops) - 1
    cost += puzzle.skipping(node.top + 1, last, prior)
    if not node.covered and node.top == last:
        return cost
    if node.covered and puzzle.hidden_since is not None:
        return cost + (puzzle.skipping(last, last + 1, prior) if node.top < last else 0.0)
    return cost + puzzle.tops[last].cost(top_content(node.state))


def top_content(state: GameState) -> Content:
    """What the discard pile shows."""
    return state.round.discard[-1] if state.round.discard else Sight.EMPTY


def _steps_of(node: Node) -> list[Step]:
    steps: list[Step] = []
    link = node.steps
    while link is not None:
        steps.append(link[1])
        link = link[0]
    return steps[::-1]
