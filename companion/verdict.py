"""How much of the best explanation may be told now: what is certain, and has lain still long enough."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from companion.cards import Card
from companion.evidence import Run
from companion.explain import Answers, Explanation
from companion.irregularities import Kind
from companion.moves import Discard, Place, TakeDiscard, TakeWild
from companion.puzzle import Change, Puzzle, Step
from companion.referee_config import RefereeConfig
from companion.sights import Sights
from companion.table import Stage

_FINAL = math.inf
_BIT = 1e-6
"""Times are sums of seconds."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How many steps of the best explanation may be told, and what holds up the rest.

    Attributes:
        steps: the number of steps.
        contested: whether a rival explanation, not mere patience, holds up the next step.
    """

    steps: int
    contested: bool = False


class Judge:
    """Weighs explanations of one puzzle at one time; `final`: no further view will come."""

    def __init__(
        self, config: RefereeConfig, sights: Sights, puzzle: Puzzle, now: float, final: bool
    ) -> None:
        self._config = config
        self._sights = sights
        self._puzzle = puzzle
        self._now = _FINAL if final else now

    def verdict(self, answers: Answers) -> Verdict:
        best = answers.found[0]
        certain = len(best.steps) if answers.reach - best.cost >= self._config.margin else 0
        for rival in answers.found[1:]:
            if rival.cost - best.cost < self._needed_margin(best, rival) and not self._is_idle(rival):
                certain = min(certain, _common(best.steps, rival.steps))
        ripe = self._ripe_steps(best.steps)
        told = _with_evidence(best.steps, min(certain, ripe))
        return Verdict(told, contested=certain < len(best.steps) and ripe > certain)

    def blameless(self, answers: Answers) -> tuple[Step, ...]:
        """What may be told of a question that nobody answered, where all agree on the table but not on who was at fault.

        The steps of the likeliest explanation that accuses nobody; none where there is no such explanation.
        """
        best = answers.found[0]
        if answers.reach - best.cost < self._config.margin:
            return ()
        rivals = [other for other in answers.found if other.cost - best.cost < self._needed_margin(best, other)]
        fair = next((rival for rival in rivals if not rival.accuses), None)
        if fair is None or any(_table(rival) != _table(best) for rival in rivals):
            return ()
        return fair.steps[: _with_evidence(fair.steps, self._ripe_steps(fair.steps))]

    def _needed_margin(self, best: Explanation, rival: Explanation) -> float:
        if best.outline == rival.outline and self._age(best.steps) >= self._config.name_wait_s:
            return 0.0
        if rival.accuses and not best.accuses:
            return self._config.lawful_margin
        return self._config.margin

    def _is_idle(self, rival: Explanation) -> bool:
        """Whether somebody would have held a card taken from the pile for longer than anybody does, to lay it down.

        At the end of the game nobody is in mid-turn.
        """
        last = rival.steps[-1]
        if self._now >= _FINAL:
            return last.after.round.stage is Stage.PLAY
        if not isinstance(last.move, TakeDiscard) or last.top is None:
            return False
        run = self._puzzle.tops[last.top]
        hidden = run.end is not None or self._puzzle.hidden_since is not None
        busy = self._sights.is_covered(last.move.seat, self._now)
        return not hidden and not busy and run.seen_s >= self._config.taking_s

    def _age(self, steps: Sequence[Step]) -> float:
        """How long the first change has been lying there (s)."""
        starts = [run.start for step in steps for run in self._puzzle.runs_of(step)]
        return self._now - min(starts) if starts else math.inf

    def _ripe_steps(self, steps: Sequence[Step]) -> int:
        kinds: list[Kind] = []
        for n, step in enumerate(steps):
            if self._may_be_seen_soon(step):
                return n
            kinds += [fault.kind for fault in step.irregularities]
            if not self._puzzle.runs_of(step):
                tops = self._puzzle.tops
                if isinstance(step.move, Discard) and tops and not self._layout_seen(step, tops[-1]):
                    return n
                continue
            if not self._is_ripe(step, kinds):
                return n
            kinds = []
        return len(steps)

    def _may_be_seen_soon(self, step: Step) -> bool:
        """Whether a card was laid on the pile under the hand that still hides it: it will show itself."""
        since = self._puzzle.hidden_since
        if (
            since is None
            or not isinstance(step.move, Discard)
            or step.move.card.is_known
            or step.top is not None
        ):
            return False
        return self._now - since < self._config.hidden_wait_s

    def _is_ripe(self, step: Step, kinds: Sequence[Kind]) -> bool:
        wait, suspect = self._wait(step, kinds), bool(kinds) or step.mishandled or _lays_wild(step)
        in_sight = suspect or self._may_be_own(step)
        for i in step.changes:
            if not self._has_lain(self._puzzle.changes[i], wait, suspect, bool(kinds), in_sight):
                return False
        if step.top is None:
            return True
        run = self._puzzle.tops[step.top]
        if run.end is None:
            if not self._has_settled(run, wait) or (kinds and not self._is_sure(run)):
                return False
        elif run.lain_s < self._config.hold_s and not self._sights.sparse:
            # What came in its place may tell that it was only held there.
            covered = step.top < len(self._puzzle.tops) - 1 or self._now >= _FINAL
            return covered and run.views >= 2 and not (kinds and run.share < self._config.sure)
        return not isinstance(step.move, Discard) or self._layout_seen(step, run)

    def _is_sure(self, run: Run) -> bool:
        """Whether a run may accuse somebody: a glimpse before a hand came may be of a card on its way."""
        if self._sights.sparse:
            return True
        if run.share < self._config.accuse_share:
            return False
        return run.lead >= self._config.lead and run.seen_s >= self._config.hold_s - _BIT

    def _wait(self, step: Step, kinds: Sequence[Kind]) -> float:
        config = self._config
        if step.move is None and step.top is not None and self._is_back(step.top):
            return config.taking_s
        if Kind.WRONG_SLOT in kinds or Kind.ON_FACE_UP in kinds or step.mishandled:
            own_turn = isinstance(step.move, Place) and step.before.round.turn == step.move.seat
            in_place = own_turn and not self._play_went_on(step)
            return config.lingering_s if in_place else config.irregular_hold_s
        if kinds:
            return config.irregular_hold_s
        if _lays_wild(step) and not self._play_went_on(step):
            return max(config.wild_hold_s, self._sights.longest_look_s + config.hold_s)
        if self._may_be_own(step):
            return config.own_hold_s
        return config.clear_hold_s if self._is_clear(step) else config.hold_s

    def _may_be_own(self, step: Step) -> bool:
        """Whether a natural in its slot may be the card that lay there, turned over in place and about to be taken."""
        hand = step.before.round.hand
        known = hand is not None and hand.is_known
        looks = self._sights.looks_in_place
        return isinstance(step.move, Place) and not known and looks and not self._play_went_on(step)

    def _is_clear(self, step: Step) -> bool:
        """Whether a card lies where the rules want it, and no view leaves a doubt which it is."""
        if not isinstance(step.move, (Place, Discard, TakeWild)) or step.before.rules.is_wild(step.move.card):
            return False
        return all(
            isinstance(run.best, Card) and run.probability(run.best) >= self._config.sure
            for run in self._puzzle.runs_of(step)
        )

    def _is_back(self, top: int) -> bool:
        """Whether the pile shows what it showed before, after another card was seen there: an error, or somebody took that
        card, and will lay it down soon.
        """
        tops = self._puzzle.tops
        return top > 1 and tops[top].best == tops[0].best and isinstance(tops[top - 1].best, Card)

    def _play_went_on(self, step: Step) -> bool:
        """Whether something else changed after this did, with this still lying there.

        What a hand hid when this was seen may have changed before.
        """
        mine = self._puzzle.runs_of(step)
        latest = max(run.start for run in mine)
        others = [(change.earliest, change.run) for change in self._puzzle.changes]
        others += [(before.last, run) for before, run in pairwise(self._puzzle.tops)]
        return any(
            run not in mine and latest <= unchanged_at and all(own.last >= run.start for own in mine)
            for unchanged_at, run in others
        )

    def _has_lain(self, change: Change, wait: float, suspect: bool, accuses: bool, in_sight: bool) -> bool:
        """Whether the card on a slot lies still; a suspect one may be turned over in place, to be taken."""
        spot = self._sights.slot(change.seat, change.slot)
        run = change.run
        if run is not spot.run:
            return True
        if accuses and self._sights.sparse and run.views < 2 and self._now < _FINAL:
            return False
        if accuses and not self._is_sure(run):
            return False
        if suspect and not self._sights.sparse and self._now < _FINAL and run.seen_s < wait - _BIT:
            return False
        settled = self._has_settled(run, wait, in_sight)
        return settled and (not spot.in_doubt or self._now >= _FINAL)

    def _has_settled(self, run: Run, wait: float, in_sight: bool = True) -> bool:
        held = self._now - run.start
        if self._sights.sparse:
            return held >= min(wait, self._config.sparse_interval_s)
        if in_sight and self._now - run.last < self._config.hidden_wait_s:
            # A hand that comes at once may carry on what it only held there.
            held = run.seen_s
        return held >= wait - _BIT and self._sights.is_read(run, self._now)

    def _layout_seen(self, step: Step, run: Run) -> bool:
        """Whether the mover's layout was seen since the discard: more cards may lie there, under a hand."""
        assert isinstance(step.move, Discard)
        seat, wait = step.move.seat, self._config.blind_wait_s
        if any(run.start > self._now - wait for run in self._sights.unexplained(seat)):
            wait *= 2
        if self._now - run.start >= wait or step.after.round.stage is Stage.ROUND_OVER:
            return True
        layout = step.before.round.layouts[seat]
        rules = step.before.rules
        told = {change.slot for change in self._puzzle.changes if change.seat == seat}
        return all(
            self._sights.settled_since(seat, number, run.start) or number in told
            for number, slot in enumerate(layout.slots, 1)
            if not slot.is_up or rules.is_wild(slot.card)
        )


def _table(explanation: Explanation) -> object:
    """What lies on the table that an explanation leads to, and who is on turn."""
    now = explanation.state.round
    return now.turn, now.stage, now.layouts, now.discard[-1:]


def _lays_wild(step: Step) -> bool:
    """Whether a wild was laid that nobody knew to be in hand: it may be the slot's own."""
    known = step.before.round.hand is not None and step.before.round.hand.is_known
    return isinstance(step.move, Place) and step.before.rules.is_wild(step.move.card) and not known


def _with_evidence(steps: Sequence[Step], length: int) -> int:
    """Shorten to a step that was seen: what was merely inferred is told with what shows it."""
    while length and not (steps[length - 1].changes or steps[length - 1].top is not None):
        length -= 1
    return length


def _common(steps: Sequence[Step], others: Sequence[Step]) -> int:
    """How many first steps two explanations share."""
    shared = 0
    for mine, other in zip(steps, others, strict=False):
        # Whether the card under the one taken came to sight, or the next discard did, may be told later.
        left_open = isinstance(mine.move, TakeDiscard) and mine.top is None
        if _tells(mine) != _tells(replace(other, top=None) if left_open else other):
            break
        shared += 1
    return shared


def _tells(step: Step) -> object:
    move = step.move
    card = getattr(move, "card", None)
    rank = None if card is None else (card.rank, card.is_joker)
    kinds = tuple(fault.kind for fault in step.irregularities)
    where = getattr(move, "seat", None), getattr(move, "slot", None), step.top, step.changes
    depth = move.depth if isinstance(move, TakeDiscard) else 0
    return type(move), where, rank, kinds, depth
