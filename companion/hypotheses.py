"""The single moves of an explanation: what may have happened next, and at which cost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from companion.cards import UNKNOWN, Card
from companion.effects import perform
from companion.evidence import Content, Run
from companion.irregularities import Irregularity, Kind
from companion.legality import find_fault
from companion.moves import (
    CorrectDiscard,
    CorrectSlot,
    CorrectTurn,
    Discard,
    Move,
    MoveWild,
    Place,
    Reshuffle,
    TakeDiscard,
    TakeStock,
    TakeWild,
    TurnDown,
)
from companion.observation import Sight
from companion.referee_config import Prior
from companion.rules import home_slot
from companion.table import GameState, Side, Stage, face_up

_CHEAP = 12.0
"""A card this unlikely by its reading is no candidate."""

_EARLIER_FIRST = 0.002
"""What was seen first is told first, all else being equal."""


@dataclass(frozen=True, slots=True)
class Change:
    """A slot that shows something else than was accepted.

    Attributes:
        seat, slot: which (slots 1…N).
        run: the views of it.
        earliest, latest: it happened between the last view of the old content and the first of the new (s).
        old: the run the accepted content was read from.
        fleeting: whether the old content lay there so shortly that it may have been a card turned over in place.
        optional: whether the play need not account for it (a card lifted for a moment).
    """

    seat: int
    slot: int
    run: Run
    earliest: float
    latest: float
    old: Run | None = None
    fleeting: bool = False
    optional: bool = False


@dataclass(frozen=True)
class Puzzle:
    """What has to be explained.

    Attributes:
        state: the accepted table.
        changes: slots that changed.
        tops: runs of the discard pile's top, the accepted one first.
        blind_s: the longest the pile was out of sight since the accepted table (s).
        pile_hidden: whether it is out of sight now.
        shuffled: between which times (s) the stock, having run out, came back; None: it did not.
        paused: whether there was time for a turn nobody saw, just before the first change.
        paused_lately: whether there was in the last turns.
        just_took: whether the latest thing accepted is that the player on turn took the discard.
        brief_s, lead, brief_lead: discard tops seen for a shorter time (s) are suspect, and those seen with a lesser
            lead (the greater one for less than twice the time); None: none is, the views are far apart.
        slack: by how much the first sight of a change may be late, for single views that erred (s).
        ended: by seat, when its latest turn was first seen to have ended (s).
        doubtful: cards accepted on an unsure reading.
        sure: how probable a sure reading is.
        open_start: whether nobody said who starts: whoever plays first does.
    """

    state: GameState
    changes: tuple[Change, ...]
    tops: tuple[Run, ...]
    blind_s: float = 0.0
    pile_hidden: bool = False
    shuffled: tuple[float, float] | None = None
    paused: bool = True
    paused_lately: bool = True
    just_took: bool = False
    brief_s: float | None = None
    lead: float = 0.0
    brief_lead: float = 0.0
    slack: float = 0.0
    ended: tuple[float, ...] = ()
    doubtful: frozenset[Card] = frozenset()
    sure: float = 0.9
    open_start: bool = False

    @cached_property
    def optional(self) -> int:
        """The changes that need no explanation, as bits."""
        return sum(1 << i for i, change in enumerate(self.changes) if change.optional)

    def is_brief(self, top: int) -> bool:
        """Whether a discard top was gone again at once, in the sight of a camera."""
        run = self.tops[top]
        if self.brief_s is None or run.end is None or not top:
            return False
        lain = run.end - run.start
        return lain < self.brief_s or run.lead < (self.lead if lain < 2 * self.brief_s else self.brief_lead)

    def skipping(self, first: int, last: int, prior: Prior) -> float:
        """The cost of taking the discard tops first…last−1 for errors."""
        return sum(
            prior.skipped_brief if self.is_brief(i) else self.tops[i].cost_of_unknown
            for i in range(first, last)
        )

    @cached_property
    def again(self) -> tuple[bool, ...]:
        """For each discard top whether it is one seen before: it came to light when the card over it was taken."""
        known: set[Content] = {*self.state.round.discard, Sight.EMPTY}
        found = []
        for top, run in enumerate(self.tops):
            # After a misread the same card is seen as before: nothing was taken.
            anew = top > 0 and run.best != self.tops[top - 1].best
            found.append(anew and run.best in known and not self.is_brief(top - 1))
            known.add(run.best)
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Step:
    """One move of an explanation.

    Attributes:
        before, after: the table around it.
        move: None where nothing happened (a misread, a card lifted).
        irregularities: what it breaks.
        changes: indices of the slot changes it accounts for.
        top: index of the discard run it accounts for.
        late: a placing told after its turn had ended.
    """

    before: GameState
    after: GameState
    move: Move | None
    irregularities: tuple[Irregularity, ...] = ()
    changes: tuple[int, ...] = ()
    top: int | None = None
    late: bool = False


Link = tuple[Any, Step]
"""Steps as a list linked backwards: (earlier steps or None, step)."""


@dataclass(frozen=True, slots=True)
class Node:
    """A table on the way: changes left to explain as bits, discard runs accounted for, how late it is."""

    state: GameState
    left: int
    top: int
    clock: float = float("-inf")
    cost: float = 0.0
    steps: Link | None = None
    meaning: frozenset[object] = frozenset()
    covered: bool = False
    shuffled: bool = False
    done: bool = False

    @property
    def key(self) -> object:
        now = self.state.round
        return self.left, self.top, self.clock, self.meaning, now.turn, now.stage, now.hand, len(now.discard)

    def ended(self, cost: float) -> Node:
        return replace(self, cost=self.cost + cost, done=True)


def successors(puzzle: Puzzle, prior: Prior, node: Node) -> Iterator[Node]:
    """Every table one plausible move further."""
    yield from _Opening(puzzle, prior, node).all()


class _Opening:
    """The moves that may follow one node."""

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

    def all(self) -> Iterator[Node]:
        now = self.now
        if self.node.steps is None and len(self.puzzle.tops) > 1:
            last = len(self.puzzle.tops) - 1
            shown: Content = now.discard[-1] if now.discard else Sight.EMPTY
            yield self._step(None, self._skipping(last) + self._top_cost(last, shown), top=last)
        if now.is_over:
            yield from self._after_win()
        else:
            if now.stage is Stage.TAKE:
                yield from self._takes(now.turn)
            elif self._of(now.turn):
                yield from self._lands()
            if now.stage is Stage.PLAY:
                yield from self._discards()
                yield from self._not_taken()
            for seat in {self.puzzle.changes[i].seat for i in self.open} - {now.turn}:
                if self.puzzle.open_start and self.node.steps is None:
                    yield self._step(CorrectTurn(seat), self.prior.move, mark=("starter", seat))
                else:
                    yield from self._takes(seat)
            yield from self._upcard()
            yield from self._missed_turn()
        yield from self._handless()

    def _of(self, seat: int) -> list[int]:
        return [i for i in self.open if self.puzzle.changes[i].seat == seat]

    # Taking a card

    def _takes(self, seat: int) -> Iterator[Node]:
        if self.puzzle.shuffled is not None and not self.node.shuffled:
            yield self._step(Reshuffle(), 0.0, shuffled=True)
        elif not self.now.stock and len(self.now.discard) > 1 and not self.node.shuffled:
            yield self._step(Reshuffle(), self.prior.other_reshuffle, shuffled=True)
        if (stock := self._try(TakeStock(seat))) is not None:
            yield stock
        wanted = self._of(seat)
        pile = self.now.discard
        if pile:
            below: Content = pile[-2] if len(pile) > 1 else Sight.EMPTY
            fits = any(self._card_cost(i, pile[-1]) < _CHEAP for i in wanted)
            mark = ("from discard", seat)
            for top, cost in self._matches(below):
                cost -= self.prior.coincidence if self.puzzle.again[top] else 0.0
                if (node := self._try(TakeDiscard(seat), cost, top=top, mark=mark)) is not None:
                    yield node
            if (fits or not wanted) and (node := self._try(TakeDiscard(seat), mark=mark)) is not None:
                yield node
        for depth, card in enumerate(reversed(pile)):
            if depth and card.is_known and any(self._card_cost(i, card) < self.prior.misfit for i in wanted):
                node = self._try(TakeDiscard(seat, depth), mark=("deeper", seat))
                if node is not None:
                    yield node

    # Laying cards on slots

    def _lands(self) -> Iterator[Node]:
        seat, hand = self.now.turn, self.now.hand
        for i in self._of(seat):
            for card, cost in self._candidates(i, hand):
                yield from self._land(i, card, cost)
            if hand is not None and hand.is_known:
                loose = replace(self.node, state=_with_hand(self.state, UNKNOWN))
                mistaken = _Opening(self.puzzle, self.prior, loose)
                for card, cost in mistaken._candidates(i, UNKNOWN):
                    if card != hand and cost < self.prior.misfit:
                        yield from mistaken._land(i, card, cost + self.prior.mishandled)

    def _land(self, i: int, card: Card, cost: float) -> Iterator[Node]:
        change = self.puzzle.changes[i]
        target = self.now.layouts[change.seat].slot(change.slot)
        swaps = target.is_up and home_slot(card) == change.slot and not self._holds_natural(target.card)
        move = TakeWild if swaps else Place
        if card.is_known and self.now.hand == UNKNOWN and card in self.now.discard[-1:]:
            cost += self.prior.coincidence
        node = self._try(move(change.seat, card, change.slot), cost, change=i)
        if node is not None:
            yield node

    def _holds_natural(self, card: Card) -> bool:
        return card.is_known and not self.state.rules.is_wild(card)

    # The discard pile

    def _discards(self) -> Iterator[Node]:
        seat, hand = self.now.turn, self.now.hand or UNKNOWN
        if self._unseen_take() and self.node.steps is not None and self.node.steps[1].irregularities:
            # Who laid a card on the pile is not to be seen: without more nobody is accused of it.
            return
        for top in range(self.node.top + 1, len(self.puzzle.tops)):
            run = self.puzzle.tops[top]
            skipped = self._skipping(top)
            if skipped > 2 * _CHEAP:
                continue
            cards = [hand] if hand.is_known else [card for card, _ in _readings(run)]
            for card in cards:
                cost = run.cost(card) if card.is_known else run.cost_of_unknown
                if card.is_known and not hand.is_known and card in self.now.discard[-1:]:
                    cost += self.prior.look_alike
                if (
                    cost < 2 * _CHEAP
                    and (node := self._try(Discard(seat, card), cost + skipped, top=top)) is not None
                ):
                    yield node
        unseen = 1.0 if self.puzzle.pile_hidden else self.prior.unseen(self.puzzle.blind_s)
        shown = self.now.discard[-1] if self.now.discard else None
        if hand.is_known and self._just_took():
            unseen = self.prior.put_back
        elif shown is not None and shown.is_known and not hand.is_known and not self._all_seen(shown):
            node = self._try(
                Discard(seat, shown), self.prior.look_alike + self._hurry(self.puzzle.paused), covered=True
            )
            if node is not None:
                yield node
        if (node := self._try(Discard(seat, hand), unseen, covered=True)) is not None:
            yield node

    def _not_taken(self) -> Iterator[Node]:
        """The pile's top, thought to have come to light under a card taken, was laid down: the same card again."""
        hand, pile = self.now.hand, self.now.discard
        if not (self.puzzle.just_took and self.node.steps is None and hand is not None and pile):
            return
        before = replace(self.now, discard=(*pile, hand), hand=UNKNOWN)
        node = replace(self.node, state=replace(self.state, round=before))
        move = Discard(self.now.turn, pile[-1])
        discarded = _Opening(self.puzzle, self.prior, node)._try(move, self.prior.coincidence)
        if discarded is not None:
            yield discarded

    def _just_took(self) -> bool:
        return self.node.steps is not None and isinstance(self.node.steps[1].move, TakeDiscard)

    def _matches(self, content: Content) -> list[tuple[int, float]]:
        """Later runs of the discard pile that may show this content, with their costs."""
        found = []
        for top in range(self.node.top + 1, len(self.puzzle.tops)):
            cost = self._skipping(top) + self._top_cost(top, content)
            if cost < _CHEAP:
                found.append((top, cost))
        return found

    def _top_cost(self, top: int, content: Content) -> float:
        run = self.puzzle.tops[top]
        if isinstance(content, Card) and not content.is_known:
            return run.cost_of_unknown / 4
        return run.cost(content)

    def _skipping(self, top: int) -> float:
        return self.puzzle.skipping(self.node.top + 1, top, self.prior)

    def _missed_turn(self) -> Iterator[Node]:
        """The player on turn, or one before, has had a turn that left nothing to see."""
        if self.now.stage is not Stage.TAKE or not (self.open or self.node.top + 1 < len(self.puzzle.tops)):
            return
        one_deck = self.state.rules.deck_count(len(self.state.seats)) == 1
        cost = self.prior.put_back if one_deck else self.prior.missed_turn
        seat = self.state.left_of(self.now.turn)
        yield self._step(
            CorrectTurn(seat),
            cost + self._hurry(self.puzzle.paused_lately),
            mark=("missed turn", self.now.turn),
        )

    def _hurry(self, paused: bool) -> float:
        return 0.0 if paused else self.prior.hurried

    def _upcard(self) -> Iterator[Node]:
        """A card turned up on the pile before anybody played (R6 knows none)."""
        if self.now.turns or self.now.discard or self.now.stage is not Stage.TAKE:
            return
        for top in range(self.node.top + 1, len(self.puzzle.tops)):
            for card, cost in _readings(self.puzzle.tops[top]):
                if card.is_known:
                    cost += self.prior.upcard + self._skipping(top)
                    yield self._step(CorrectDiscard(card), cost, top=top, mark=("upcard",))

    # What needs no card in hand

    def _handless(self) -> Iterator[Node]:
        for i in self.open:
            change = self.puzzle.changes[i]
            if change.optional:
                yield self._step(None, 0.2, changes=(i,))
            slot = self.now.layouts[change.seat].slot(change.slot)
            if slot.is_up:
                yield from self._of_face_up(i, change, slot.card)
            elif slot.side is Side.DOWN:
                if (cost := change.run.cost(Sight.BACK)) < _CHEAP:
                    yield self._step(None, cost, changes=(i,))
                yield from self._moved_wild(i, change)
                yield from self._late(i, change)

    def _of_face_up(self, i: int, change: Change, card: Card) -> Iterator[Node]:
        prior = self.prior
        if change.run.best is Sight.BACK:
            if (node := self._try(TurnDown(change.seat, change.slot), change=i, cards=(card,))) is not None:
                yield node
            return
        if (cost := change.run.cost(card)) < _CHEAP:
            yield self._step(None, cost, changes=(i,))
        for other, cost in self._candidates(i, UNKNOWN):
            swap = self.state.rules.is_wild(card) and home_slot(other) == change.slot
            if other == card or swap or not other.is_known or not self._lawful(i, other):
                continue
            old = 0.0 if change.fleeting or change.old is None else change.old.cost(other)
            move = CorrectSlot(change.seat, change.slot, face_up(other))
            yield self._step(move, cost + old + prior.reread, changes=(i,), mark=("reread", i, other.rank))

    def _moved_wild(self, i: int, change: Change) -> Iterator[Node]:
        """A wild on a slot that was face down, and gone from another slot of the same seat (R18)."""
        layout = self.now.layouts[change.seat]
        for j in self._of(change.seat):
            source = self.puzzle.changes[j]
            wild = layout.slot(source.slot)
            if j == i or not wild.is_up or not self.state.rules.is_wild(wild.card):
                continue
            cost = change.run.cost(wild.card)
            if cost < self.prior.misfit:
                emptied = not isinstance(source.run.best, Card)
                done = (i, j) if emptied else (i,)
                move = MoveWild(change.seat, source.slot, change.slot)
                node = self._try(move, cost, changes=done, cards=(wild.card,))
                if node is not None:
                    yield node

    def _late(self, i: int, change: Change) -> Iterator[Node]:
        """A card laid under a hand before its turn ended, seen only afterwards."""
        ended = self.puzzle.ended[change.seat] if self.puzzle.ended else float("-inf")
        if change.earliest >= ended or (change.seat == self.now.turn and self.now.stage is Stage.PLAY):
            return
        for card, cost in self._candidates(i, UNKNOWN):
            if self._lawful(i, card):
                move = CorrectSlot(change.seat, change.slot, face_up(card))
                mark = ("placed", change.seat, change.slot, card.rank)
                yield self._step(move, cost + self.prior.late, changes=(i,), mark=mark, late=True)

    def _after_win(self) -> Iterator[Node]:
        """The winner's last card is laid aside (R14); anything else is played after the win."""
        if self.now.hand is not None:
            yield from self._discards()
        else:
            for top in range(self.node.top + 1, len(self.puzzle.tops)):
                for card, cost in _readings(self.puzzle.tops[top]):
                    seat = self.state.left_of(self.now.turn)
                    node = self._try(Discard(seat, card), cost + self._skipping(top), top=top)
                    if node is not None:
                        yield node
        for i in self.open:
            for card, cost in self._candidates(i, UNKNOWN):
                if self._lawful(i, card):
                    yield from self._land(i, card, cost)

    def _lawful(self, i: int, card: Card) -> bool:
        """Whether the card could lie there by the rules."""
        return home_slot(card) == self.puzzle.changes[i].slot or self.state.rules.is_wild(card)

    # Costs

    def _candidates(self, i: int, hand: Card | None) -> list[tuple[Card, float]]:
        """Cards that may lie on a changed slot, with the cost of their reading."""
        run = self.puzzle.changes[i].run
        if hand is not None and hand.is_known:
            return [(hand, cost)] if (cost := run.cost(hand)) < _CHEAP else []
        return _readings(run)

    def _card_cost(self, i: int, card: Card) -> float:
        if not card.is_known:
            return 0.0
        return self.puzzle.changes[i].run.cost(card)

    def _copies(self, card: Card) -> tuple[int, bool]:
        """How many of this card lie on known slots or in the pile, and whether one of them is in sight."""
        lying = [slot for layout in self.now.layouts for slot in layout.slots if slot.card == card]
        pile = self.now.discard
        in_sight = any(slot.is_up for slot in lying) or bool(pile and pile[-1] == card)
        return len(lying) + pile.count(card), in_sight

    def _may_be_gone(self, card: Card) -> bool:
        """Whether the card was accepted on a slot that shows something else now."""
        layouts = self.puzzle.state.round.layouts
        return any(layouts[c.seat].slot(c.slot).card == card for c in self.puzzle.changes)

    def _all_seen(self, card: Card) -> bool:
        return self._copies(card)[0] >= self._in_decks(card)

    def _in_decks(self, card: Card) -> int:
        return self.state.rules.deck_count(len(self.state.seats)) * (2 if card.is_joker else 1)

    def _copy_fault(self, card: Card, run: Run | None) -> tuple[float, Irregularity | None]:
        """The cost of one more of a card than the decks hold (H9)."""
        if not card.is_known or (self.now.hand == card and self.now.stage is Stage.PLAY):
            return 0.0, None
        copies, in_sight = self._copies(card)
        if copies < self._in_decks(card):
            return 0.0, None
        if card in self.puzzle.doubtful or run is None or run.probability(card) < self.puzzle.sure:
            return 1.0, None
        fault = Irregularity(Kind.IMPOSSIBLE_COPY, None, (card,), "H9")
        in_sight = in_sight and not self._may_be_gone(card)
        return (self.prior.second_copy if in_sight else self.prior.buried_copy), fault

    def _try(
        self,
        move: Move,
        cost: float = 0.0,
        *,
        change: int | None = None,
        changes: tuple[int, ...] = (),
        top: int | None = None,
        mark: object = None,
        covered: bool = False,
        cards: tuple[Card, ...] = (),
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
            else:
                if fault.kind is Kind.NO_DISCARD and self._unseen_take():
                    return None
                cost += self.prior.irregular[fault.kind]
                named = (card,) if card.is_known else cards
                faults.append(Irregularity(fault.kind, seat, named, fault.rule))
        if change is not None:
            changes = (change,)
        if isinstance(move, (Place, TakeWild, Discard)):
            run = self._run(change, top)
            more, copy = self._copy_fault(card, run)
            cost += more
            if copy is not None:
                faults.append(copy)
        return self._step(
            move,
            cost + self.prior.move,
            changes=changes,
            top=top,
            mark=mark or _meaning(move, card),
            faults=tuple(faults),
            covered=covered,
        )

    def _unseen_take(self) -> bool:
        """Whether the player on turn did no more than take a card, which nobody saw."""
        if self.node.steps is None:
            return False
        step = self.node.steps[1]
        return isinstance(step.move, (TakeStock, TakeDiscard)) and step.top is None

    def _run(self, change: int | None, top: int | None) -> Run | None:
        if change is not None:
            return self.puzzle.changes[change].run
        return None if top is None else self.puzzle.tops[top]

    def _step(
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
        shuffled: bool = False,
    ) -> Node:
        node = self.node
        after = self.state if move is None else perform(self.state, move)
        if faults and isinstance(move, Place) and after.round.hand is not None:
            after = _with_hand(after, UNKNOWN)
        left, clock = node.left, node.clock
        if top is not None and move is not None and self.puzzle.is_brief(top):
            cost += self.prior.brief_top
        spans = [(self.puzzle.changes[i].earliest, self.puzzle.changes[i].latest) for i in changes]
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
            change = self.puzzle.changes[i]
            cost += _EARLIER_FIRST * sum(
                (other.latest, other.slot) < (change.latest, change.slot)
                for j in self.open
                if j != i and (other := self.puzzle.changes[j]).seat == change.seat
            )
        meaning = node.meaning
        if mark is not None:
            meaning = meaning | {mark}
        if faults:
            meaning = meaning | {(fault.kind, fault.seat) for fault in faults}
        step = Step(self.state, after, move, faults, changes, top, late)
        return Node(
            after,
            left,
            node.top if top is None else top,
            clock,
            node.cost + cost,
            (node.steps, step),
            meaning,
            covered or (node.covered and top is None),
            shuffled or node.shuffled,
        )


def _readings(run: Run) -> list[tuple[Card, float]]:
    """The cards a run may show, likeliest first, and last a card nobody could read."""
    found = [(c, cost) for c in run.sums if isinstance(c, Card) and (cost := run.cost(c)) < _CHEAP]
    found.sort(key=lambda pair: pair[1])
    return [*found[:4], (UNKNOWN, run.cost_of_unknown)] if found else []


def _with_hand(state: GameState, hand: Card) -> GameState:
    return replace(state, round=replace(state.round, hand=hand))


def _meaning(move: Move, card: Card) -> object:
    rank = "joker" if card.is_joker else card.rank
    slot = getattr(move, "slot", None)
    if isinstance(move, (TakeStock, Reshuffle)):
        return None
    return type(move).__name__, getattr(move, "seat", None), slot, rank
