"""One table on the way of an explanation: which move fits it, at which cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from companion.cards import UNKNOWN, Card
from companion.evidence import CHEAP, Content, Run
from companion.irregularities import Irregularity, Kind
from companion.legality import find_fault
from companion.moves import Discard, Move, Place, Reshuffle, TakeDiscard, TakeStock, TakeWild
from companion.puzzle import Node, Puzzle, Step
from companion.referee_config import Prior
from companion.rules import home_slot
from companion.table import Stage

_EARLIER_FIRST = 0.002
"""What was seen first is told first, all else being equal."""


class Opening:
    """A node of the search, with what its moves cost."""

    def __init__(self, puzzle: Puzzle, prior: Prior, node: Node) -> None:
        self.puzzle = puzzle
        self.prior = prior
        self.node = node
        self.state = node.state
        self.now = node.state.round
        self.open: list[int] = []
        taken: set[tuple[int, int]] = set()
        for i, change in enumerate(puzzle.changes):
            if node.left >> i & 1 and (change.seat, change.slot) not in taken:
                self.open.append(i)
                taken.add((change.seat, change.slot))

    def of(self, seat: int) -> list[int]:
        return [i for i in self.open if self.puzzle.changes[i].seat == seat]

    def attempt(
        self,
        move: Move,
        cost: float = 0.0,
        *,
        change: int | None = None,
        changes: tuple[int, ...] = (),
        top: int | None = None,
        mark: object = None,
        covered: bool = False,
        since: float | None = None,
        cards: tuple[Card, ...] = (),
        hand: Card | None = None,
    ) -> Node | None:
        """The node after a move of play, or None where it does not fit the table at all."""
        faults: list[Irregularity] = []
        fault = find_fault(self.state, move)
        card = getattr(move, "card", UNKNOWN)
        seat = getattr(move, "seat", None)
        if fault is not None:
            if fault.kind is None:
                if not isinstance(move, TakeStock) or fault.rule != "R13":
                    return None
                cost += self.prior.other_reshuffle
            elif fault.kind is Kind.PLAYABLE_DISCARDED and (seat, home_slot(card)) in self.puzzle.out_of_sight:
                # Its slot may have been filled under a hand: nobody is accused of what was not seen.
                cost += self.prior.late
            else:
                if fault.kind is Kind.NO_DISCARD and self.took_unseen():
                    return None
                cost += self.prior.irregular[fault.kind]
                named = (card,) if card.is_known else cards
                faults.append(Irregularity(fault.kind, seat, named, fault.rule))
        if change is not None:
            changes = (change,)
        if isinstance(move, (Place, TakeWild, Discard)):
            run = self._run(changes[-1] if changes else None, top)
            more, copy = self._copy_fault(card, run)
            cost += more
            if copy is not None:
                faults.append(copy)
        return self.step(
            move,
            cost + self.prior.move,
            changes=changes,
            top=top,
            mark=mark or _meaning(move, card),
            faults=tuple(faults),
            covered=covered,
            since=since,
            hand=hand,
        )

    def step(
        self,
        move: Move | None,
        cost: float,
        *,
        changes: tuple[int, ...] = (),
        top: int | None = None,
        mark: object = None,
        faults: tuple[Irregularity, ...] = (),
        late: bool = False,
        covered: bool = False,
        since: float | None = None,
        shuffled: bool = False,
        hand: Card | None = None,
    ) -> Node:
        node = self.node
        left, clock = node.left, node.clock
        if top is not None and move is not None and self.puzzle.is_brief(top):
            cost += self.prior.brief_top[self.puzzle.is_error(top)]
        spans = [(self.puzzle.changes[i].earliest, self.puzzle.changes[i].latest) for i in changes]
        if since is not None:
            spans.append((since, float("inf")))
        if isinstance(move, Reshuffle) and self.puzzle.shuffled is not None:
            spans.append(self.puzzle.shuffled)
        if top is not None and top:
            spans.append((self.puzzle.tops[top - 1].last, self.puzzle.tops[top].start))
        for earliest, latest in spans:
            if clock >= latest + self.puzzle.slack:
                cost += self.prior.out_of_order
            clock = max(clock, earliest)
        for i in changes:
            left &= ~(1 << i)
            cost += _EARLIER_FIRST * (left & self.puzzle.earlier[i]).bit_count()
        meaning = node.meaning
        if mark is not None:
            meaning = meaning | {mark}
        if faults:
            meaning = meaning | {(fault.kind, fault.seat) for fault in faults}
        step = Step(self.state, move, faults, changes, top, late, node.mishandled, hand)
        return Node(
            None,
            left,
            node.top if top is None else top,
            clock,
            node.cost + cost,
            (node.steps, step),
            meaning,
            covered or (node.covered and top is None),
            shuffled or node.shuffled,
        )

    def just_laid(self, seat: int, slot: int) -> bool:
        """Whether the last step laid a card on this slot, over one that nobody had seen."""
        if self.node.steps is None or self.now.hand != UNKNOWN:
            return False
        move = self.node.steps[1].move
        return isinstance(move, Place) and (move.seat, move.slot) == (seat, slot)

    def took_unseen(self) -> bool:
        """Whether the player on turn did no more than take a card, which nobody saw."""
        if self.node.steps is None:
            return False
        step = self.node.steps[1]
        return isinstance(step.move, (TakeStock, TakeDiscard)) and step.top is None

    def is_lawful(self, i: int, card: Card) -> bool:
        """Whether the card could lie there by the rules."""
        return home_slot(card) == self.puzzle.changes[i].slot or self.state.rules.is_wild(card)

    def candidates(self, i: int, hand: Card | None) -> Sequence[tuple[Card, float]]:
        """Cards that may lie on a changed slot, with the cost of their reading."""
        run = self.puzzle.changes[i].run
        if hand is not None and hand.is_known:
            return [(hand, cost)] if (cost := run.cost(hand)) < CHEAP else []
        return run.candidates

    def card_cost(self, i: int, card: Card) -> float:
        if not card.is_known:
            return 0.0
        return self.puzzle.changes[i].run.cost(card)

    @property
    def shown(self) -> Card:
        """The card that the pile showed when it was last accounted for; UNKNOWN if none.

        After a take that no view shows it is the card taken, not the one that came to light.
        """
        pile = self.now.discard
        top = pile[-1] if pile else UNKNOWN
        if not self.puzzle.tops:
            return top
        run = self.puzzle.tops[self.node.top]
        if isinstance(run.best, Card) and (not top.is_known or run.cost(top) > self.prior.misfit / 2):
            return run.best
        return top

    def top_cost(self, top: int, content: Content) -> float:
        run = self.puzzle.tops[top]
        if isinstance(content, Card) and not content.is_known:
            return run.cost_of_unknown / 4
        return run.cost(content)

    def skipping(self, top: int) -> float:
        return self.puzzle.skipping(self.node.top + 1, top, self.prior)

    def may_be_another(self, card: Card) -> bool:
        """Whether one more card that looks like this may come: another copy, or this one was misread."""
        return self._copies(card)[0] < self._in_decks(card) or card in self.puzzle.doubtful

    def _copies(self, card: Card) -> tuple[int, bool]:
        """How many of this card lie on known slots or in the pile, and whether one of them is in sight."""
        return self._known[card], card in self._in_sight

    @cached_property
    def _known(self) -> Counter[Card]:
        pile = self.now.discard
        return Counter([*(slot.card for layout in self.now.layouts for slot in layout.slots), *pile])

    @cached_property
    def _in_sight(self) -> set[Card]:
        up = {slot.card for layout in self.now.layouts for slot in layout.slots if slot.is_up}
        return up | set(self.now.discard[-1:])

    @cached_property
    def wilds(self) -> list[int]:
        """The open changes of slots where a wild lay."""
        layouts, changes, rules = self.now.layouts, self.puzzle.changes, self.state.rules
        lay = [(i, layouts[changes[i].seat].slot(changes[i].slot)) for i in self.open]
        return [i for i, slot in lay if slot.is_up and rules.is_wild(slot.card)]

    def _in_decks(self, card: Card) -> int:
        return self.state.rules.deck_count(len(self.state.seats)) * (2 if card.is_joker else 1)

    def _copy_fault(self, card: Card, run: Run | None) -> tuple[float, Irregularity | None]:
        """The cost of one more of a card than the decks hold (H9)."""
        if not card.is_known or (self.now.hand == card and self.now.stage is Stage.PLAY):
            return 0.0, None
        copies, in_sight = self._copies(card)
        if copies < self._in_decks(card) or run is None:
            return 0.0, None
        if card in self.puzzle.doubtful or run.probability(card) < self.puzzle.sure:
            return 1.0, None
        fault = Irregularity(Kind.IMPOSSIBLE_COPY, None, (card,), "H9")
        in_sight = in_sight and not self._may_be_gone(card)
        return (self.prior.second_copy if in_sight else self.prior.buried_copy), fault

    def _may_be_gone(self, card: Card) -> bool:
        """Whether the card was accepted on a slot that shows something else now."""
        layouts = self.puzzle.state.round.layouts
        return any(layouts[c.seat].slot(c.slot).card == card for c in self.puzzle.changes)

    def _run(self, change: int | None, top: int | None) -> Run | None:
        if change is not None:
            return self.puzzle.changes[change].run
        return None if top is None else self.puzzle.tops[top]


def _meaning(move: Move, card: Card) -> object:
    rank = "joker" if card.is_joker else card.rank
    slot = getattr(move, "slot", None)
    if isinstance(move, (TakeStock, Reshuffle)):
        return None
    return type(move).__name__, getattr(move, "seat", None), slot, rank
