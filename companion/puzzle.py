"""What an explanation is made of: the changes to explain, the steps, the tables on the way."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from companion.cards import UNKNOWN, Card
from companion.effects import perform
from companion.evidence import Content, Run
from companion.irregularities import Irregularity
from companion.moves import Discard, Move, Place, TakeDiscard, TakeStock
from companion.observation import Sight
from companion.referee_config import Prior
from companion.rules import home_slot
from companion.table import GameState, Stage

_RANK_ALONE = 0.64
"""One of thirteen cards has the same rank, one of some fifty is the same: log 13 / log 50."""


@dataclass(frozen=True, slots=True)
class Change:
    """A slot that shows something else than was accepted.

    Attributes:
        seat, slot: which (slots 1…N).
        run: the views of it.
        earliest, latest: it happened between the last view of the old content and the first of the new (s).
        old: the run the accepted content was read from.
        fleeting: whether the old content lay there so shortly that it may have been a card on its way.
        in_place: whether the old content may be the slot's own card, turned over where it lay and looked at
            before it was taken: nothing was played since it was seen.
        optional: whether the play need not account for it (a card lifted for a moment).
    """

    seat: int
    slot: int
    run: Run
    earliest: float
    latest: float
    old: Run | None = None
    fleeting: bool = False
    in_place: bool = False
    optional: bool = False


@dataclass(frozen=True)
class Puzzle:
    """What has to be explained.

    Attributes:
        state: the accepted table.
        changes: slots that changed.
        tops: runs of the discard pile's top, the accepted one first.
        blind_s: the longest the pile was out of sight since the accepted table (s).
        hidden_since: when it was seen last (s), if it is out of sight now.
        shuffled: between which times (s) the stock, having run out, came back; None: it did not.
        paused: whether there was time for a turn nobody saw, and a hand over the pile, just before the first change.
        paused_lately: whether there was in the last turns.
        just_took: whether the latest thing accepted is that the player on turn took the discard.
        brief_s, lead, brief_lead: discard tops seen for a shorter time (s) are suspect, and those seen with a
            lesser lead (the greater one for less than twice the time); None: none is, the views are far
            apart.
        slack: by how much the first sight of a change may be late, for single views that erred (s).
        ended: by seat, when its latest turn was first seen to have ended (s).
        doubtful: cards accepted on an unsure reading.
        sure: how probable a sure reading is.
        open_start: whether nobody said who starts: whoever plays first does.
        reached: for each of `tops` the seats whose slots were covered while a hand laid it there.
        laid_by: the seats whose slots were covered while a hand laid the accepted top.
        hands: the seats whose slots were covered while any hand was over the pile since the accepted table.
        covered_from: when the pile first went out of sight since then (s): no card was laid on it unseen before.
        looks_in_place: whether players here may turn a slot's card over in place, and look at it.
        out_of_sight: (seat, slot) of what was not seen since the latest discard came: a card may have been laid there.
    """

    state: GameState
    changes: tuple[Change, ...]
    tops: tuple[Run, ...]
    blind_s: float = 0.0
    hidden_since: float | None = None
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
    reached: tuple[frozenset[int], ...] = ()
    laid_by: frozenset[int] = frozenset()
    hands: frozenset[int] = frozenset()
    covered_from: float | None = None
    looks_in_place: bool = True
    out_of_sight: frozenset[tuple[int, int]] = frozenset()

    @cached_property
    def optional(self) -> int:
        """The changes that need no explanation, as bits."""
        return sum(1 << i for i, change in enumerate(self.changes) if change.optional)

    @cached_property
    def earlier(self) -> tuple[int, ...]:
        """For each change the changes of the same seat that were seen before it, as bits."""

        def before(i: int, j: int) -> bool:
            a, b = self.changes[i], self.changes[j]
            return a.seat == b.seat and (a.latest, a.slot) < (b.latest, b.slot)

        every = range(len(self.changes))
        return tuple(sum(1 << i for i in every if before(i, j)) for j in every)

    @cached_property
    def first_part(self) -> Puzzle:
        """What changed before the latest change was seen; the puzzle itself where all changed at once."""
        latest = max((run.start for run in (*(c.run for c in self.changes), *self.tops)), default=0.0)
        changes = tuple(change for change in self.changes if change.run.start < latest)
        tops = tuple(run for run in self.tops if run.start < latest)
        if not (changes or len(tops) > 1) or len(changes) + len(tops) == len(self.changes) + len(self.tops):
            return self
        return replace(self, changes=changes, tops=tops)

    def only_reached(self, seat: int, top: int) -> bool:
        """Whether the hand that laid a discard top came over this seat's cards alone."""
        return top < len(self.reached) and self.reached[top] == {seat}

    def reached_over(self, seat: int, top: int) -> bool:
        """Whether the hand that laid a discard top came over others' cards, and not over those of this seat."""
        over = self.reached[top] if top < len(self.reached) else frozenset()
        return bool(over) and seat not in over

    @property
    def may_cover(self) -> bool:
        """Whether a hand was over the pile, or may have been between views far apart."""
        return self.brief_s is None or self.covered_from is not None

    def next_on_slot(self, i: int) -> int | None:
        """The change that followed a change on the same slot."""
        spot = self.changes[i].seat, self.changes[i].slot
        later = range(i + 1, len(self.changes))
        return next((k for k in later if (self.changes[k].seat, self.changes[k].slot) == spot), None)

    @cached_property
    def from_hand(self) -> frozenset[int]:
        """The changes that show a natural in its own slot, or a wild, that did not lie on the pile or the table before:
        it does not matter in which order they were laid.
        """
        rules, layouts = self.state.rules, self.state.round.layouts
        before = {*self.state.round.discard, *(run.best for run in self.tops)}
        before |= {layouts[c.seat].slot(c.slot).card for c in self.changes}
        found = []
        for i, change in enumerate(self.changes):
            card = change.run.best
            if not isinstance(card, Card) or card in before:
                continue
            if home_slot(card) == change.slot or rules.is_wild(card):
                found.append(i)
        return frozenset(found)

    def runs_of(self, step: Step) -> list[Run]:
        """The runs that show a step."""
        runs = [self.changes[i].run for i in step.changes]
        return runs if step.top is None else [*runs, self.tops[step.top]]

    def is_brief(self, top: int) -> bool:
        """Whether a discard top was gone again at once, in the sight of a camera."""
        run = self.tops[top]
        if self.brief_s is None or run.end is None or not top:
            return False
        lain = run.lain_s
        if lain < 2 * self.brief_s:
            return lain < self.brief_s or run.lead < self.lead
        # Which card it was may be open for seconds; that it was another one than before is what counts.
        return run.lead_over(self.tops[top - 1].best) < self.brief_lead

    def is_error(self, top: int) -> bool:
        """Whether a discard top gone again at once was not even clearly read."""
        return self.is_brief(top) and self.tops[top].lead < self.lead

    def skipping(self, first: int, last: int, prior: Prior) -> float:
        """The cost of taking the discard tops first…last−1 for errors."""
        return sum(
            prior.skipped_brief if self.is_brief(i) else self.tops[i].cost_of_unknown
            for i in range(first, last)
        )

    @cached_property
    def again(self) -> tuple[float, ...]:
        """For each discard top how much it looks like one seen before, 0…1: it came to light when the card over
        it was taken. A card of the same rank alone may be the same, its suit misread.
        """
        known: set[Content] = {*self.state.round.discard, Sight.EMPTY}
        found = []
        for top, run in enumerate(self.tops):
            # After a misread the same card is seen as before: nothing was taken.
            anew = top > 0 and run.best != self.tops[top - 1].best and not self.is_error(top - 1)
            alike = _likeness(run.best, known) if anew else 0.0
            found.append(0.0 if alike < 1.0 and self.laid_later[top] else alike)
            known.add(run.best)
        return tuple(found)

    @cached_property
    def laid_later(self) -> tuple[bool, ...]:
        """For each discard top whether the very card was seen laid on a slot later: it was read rightly, and taken."""
        return tuple(
            any(c.run.best == run.best and c.run.start >= run.start for c in self.changes) for run in self.tops
        )


def _likeness(content: Content, known: set[Content]) -> float:
    if content in known:
        return 1.0
    if not isinstance(content, Card):
        return 0.0
    return _RANK_ALONE * any(isinstance(other, Card) and other.rank is content.rank for other in known)


@dataclass(frozen=True)
class Step:
    """One move of an explanation.

    Attributes:
        before: the table before it.
        move: None where nothing happened (a misread, a card lifted).
        irregularities: what it breaks.
        changes: indices of the slot changes it accounts for.
        top: index of the discard run it accounts for.
        late: a placing told by a correction: after its turn had ended, or where the slot's own card was taken
            for it.
        mishandled: the card in hand was thought to be another.
        hand: what is in hand after it, where the move does not tell.
    """

    before: GameState
    move: Move | None
    irregularities: tuple[Irregularity, ...] = ()
    changes: tuple[int, ...] = ()
    top: int | None = None
    late: bool = False
    mishandled: bool = False
    hand: Card | None = None

    @cached_property
    def after(self) -> GameState:
        """The table after it. Most steps the search thinks of are never followed: it is made when asked for."""
        if self.move is None:
            return self.before
        after = perform(self.before, self.move)
        if self.hand is not None:
            return with_hand(after, self.hand)
        if self.irregularities and isinstance(self.move, Place) and after.round.hand is not None:
            # What came to hand under a card that does not belong there is anybody's guess.
            after = with_hand(after, UNKNOWN)
        return after

    @property
    def takes_next(self) -> bool:
        """Whether a card must be taken next, as far as can be told without making the table after it."""
        if isinstance(self.move, Discard):
            return not self.before.round.completed and not self.before.round.is_over
        return self.before.round.stage is Stage.TAKE and not isinstance(self.move, (TakeStock, TakeDiscard))


def with_hand(state: GameState, hand: Card) -> GameState:
    return replace(state, round=replace(state.round, hand=hand))


Link = tuple[Any, Step]
"""Steps as a list linked backwards: (earlier steps or None, step)."""


@dataclass(frozen=True, slots=True)
class Node:
    """A table on the way.

    Attributes:
        start: the table, where it is not the one after the latest step.
        left: changes left to explain, as bits.
        top: the latest discard run accounted for.
        clock: the time it must at least be (s).
        cost: of the steps so far.
        steps: how it came about.
        meaning: what that says, to the rank of each card.
        covered: whether the pile was changed since in a way that no run shows.
        shuffled: whether the return of the stock is accounted for.
        done: whether this is an end, all evidence paid.
        mishandled: whether the next card laid is another than the one thought to be in hand.
    """

    start: GameState | None
    left: int
    top: int
    clock: float = float("-inf")
    cost: float = 0.0
    steps: Link | None = None
    meaning: frozenset[object] = frozenset()
    covered: bool = False
    shuffled: bool = False
    done: bool = False
    mishandled: bool = False

    @property
    def state(self) -> GameState:
        """The table."""
        if self.start is not None:
            return self.start
        assert self.steps is not None
        return self.steps[1].after

    @property
    def takes_next(self) -> bool:
        """Whether a card must be taken next, as far as is known."""
        if self.start is not None or self.steps is None:
            return self.state.round.stage is Stage.TAKE
        return self.steps[1].takes_next

    @property
    def key(self) -> object:
        now = self.state.round
        return self.left, self.top, self.clock, self.meaning, now.turn, now.stage, now.hand, len(now.discard)

    def ended(self, cost: float) -> Node:
        return replace(self, cost=self.cost + cost, done=True)
