"""What was seen at one spot, over many views: runs of like readings, and −log P of a content.

A spot is a slot, or the top of the discard pile. Single views err; a `Spot` keeps the run of views that
agree, and opens a new run when enough views in a row disagree with it. Readings are averaged, not multiplied:
a reader that doubts between two cards for a minute has still told only once that it doubts.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias, TypeVar

from companion.cards import UNKNOWN, Card, Rank
from companion.observation import Sight, SlotView

Content: TypeAlias = Card | Sight
"""What may lie at a spot: a card face up, `Sight.BACK` or `Sight.EMPTY`."""

FLOOR: Final = 0.001
"""Probability left for a card no reading named: a reader is never surer than a thousand to one."""

SIDE_FLOOR: Final = 1e-5
"""The same for a back or bare table where a face was read, and the other way round: these are hardly
confused.
"""

CHEAP: Final = 12.0
"""A card this unlikely by its reading is no candidate."""

_MOST_CANDIDATES: Final = 4

SUIT_LEAK: Final = 0.05
"""Part of a rank's probability given to its four suits alike: suits are confused far more often than ranks.
"""

_SURE_SUIT: Final = 0.95
"""A card read with this mean probability has this suit."""

_RANK_PART: Final = 0.2
"""Two cards of one rank are this much alike: a suit misread once or twice is no other card."""

_INFORMATION: Final = (0.0, 1.0, 1.6, 2.0)
"""Worth of 0, 1, 2, 3 and more views of the same thing: views of one still card err together."""


def distribution(view: SlotView) -> dict[Content, float]:
    """The probabilities of one view; a spot unseen tells nothing."""
    if view.sight is Sight.UNSEEN:
        return {}
    if view.sight is Sight.FACE:
        return dict(view.reading)
    return {view.sight: 1.0}


_SETTLED, _SETTLED_VIEWS = 2.4, 6
"""A camera's new run takes in any view until so many sure views agree, or so many were had at all."""

_TO_RESUME: Final = 2
"""So many views in a row of what lay there before, and a run just begun was of errors."""

HAND_S: Final = 0.3
"""A spot out of sight for so long may have been changed by a hand."""

_Key = TypeVar("_Key")


@dataclass(slots=True, eq=False)
class Run:
    """Views of one spot that agree with each other.

    Attributes:
        start: time of the first of them (s).
        last: time of the latest (s).
        end: when the next run began, None for the present one.
        firsts: when each content was first the best of a view (s).
        views: how many.
        sums: summed probabilities by content.
    """

    start: float
    last: float
    views: int = 0
    sums: dict[Content, float] = field(default_factory=dict)
    end: float | None = None
    firsts: dict[Content, float] = field(default_factory=dict)
    _best: Content | None = field(default=None, repr=False)
    _costs: dict[Content, float] = field(default_factory=dict, repr=False)
    _candidates: tuple[tuple[Card, float], ...] | None = field(default=None, repr=False)

    def add(self, time: float, seen: dict[Content, float]) -> None:
        self._best, self._candidates = None, None
        self._costs.clear()
        self.firsts.setdefault(max(seen, key=seen.__getitem__), time)
        for content, p in seen.items():
            self.sums[content] = self.sums.get(content, 0.0) + p
        self.views += 1
        self.last = max(self.last, time)

    @property
    def seen_s(self) -> float:
        """For how long it was seen (s), from the first view to the latest."""
        return self.last - self.start

    @property
    def lain_s(self) -> float:
        """For how long it lay there (s): until the next run began, or until a hand came before that."""
        return self.seen_s if self.end is None or self.end - self.last >= HAND_S else self.end - self.start

    def lead_over(self, content: Content) -> float:
        """By how many sure views it is another rank than this content's."""
        key = content.rank if isinstance(content, Card) and content.rank is not None else content
        return self.views - 2 * _by_rank(self.sums).get(key, 0.0)

    def turns_into(self, later: Run) -> bool:
        """Whether a later run is of the same card, whose suit is read otherwise: no hand came between."""
        here, there = self.best, later.best
        same_rank = isinstance(here, Card) and isinstance(there, Card) and here.rank is there.rank
        return same_rank and later.firsts.get(there, later.start) - self.last < HAND_S

    def probability(self, content: Content) -> float:
        """Mean probability of a content."""
        return self.sums.get(content, 0.0) / self.views

    @property
    def best(self) -> Content:
        if self._best is None:
            self._best = max(self.sums, key=self.sums.__getitem__)
        return self._best

    @property
    def is_doubtful(self) -> bool:
        """Whether the suit may have been misread."""
        return self.probability(self.best) < _SURE_SUIT

    @property
    def share(self) -> float:
        """The part of the readings that is of the best rank, 0…1."""
        return max(_by_rank(self.sums).values()) / self.views

    @property
    def lead(self) -> float:
        """By how many sure views the best rank leads the next."""
        ranked = sorted(_by_rank(self.sums).values(), reverse=True)
        return ranked[0] - (ranked[1] if len(ranked) > 1 else 0.0)

    def likelihood(self, content: Content) -> float:
        """Mean probability of the readings' source being this content, doubts of suit and a floor
        included.
        """
        if not isinstance(content, Card):
            return self.probability(content) + SIDE_FLOOR
        p = (1 - SUIT_LEAK) * self.probability(content)
        if content.rank is not None:
            of_rank = sum(q for c, q in self.sums.items() if isinstance(c, Card) and c.rank is content.rank)
            p += SUIT_LEAK / 4 * of_rank / self.views
        return p + (FLOOR if isinstance(self.best, Card) else SIDE_FLOOR)

    def cost(self, content: Content) -> float:
        """−log P(readings | content lies here), less that of the best content; 0 for the best."""
        cost = self._costs.get(content)
        if cost is None:
            cost = self._worth * math.log(self.likelihood(self.best) / self.likelihood(content))
            self._costs[content] = cost
        return cost

    @property
    def candidates(self) -> tuple[tuple[Card, float], ...]:
        """Cards it may show with their costs, likeliest first, and last a card nobody could read."""
        if self._candidates is None:
            found = [(c, cost) for c in self.sums if isinstance(c, Card) and (cost := self.cost(c)) < CHEAP]
            found.sort(key=lambda pair: pair[1])
            self._candidates = (*found[:_MOST_CANDIDATES], (UNKNOWN, self.cost_of_unknown)) if found else ()
        return self._candidates

    def cost_of_suit(self, card: Card) -> float:
        """The cost of another suit of the card best read: all that was not read as that may be any suit of it."""
        left = max(1.0 - self.probability(self.best), FLOOR)
        return min(self.cost(card), self._worth * max(0.0, math.log(self.probability(self.best) / left)))

    @property
    def cost_of_unknown(self) -> float:
        """−log P(readings | a card no reading named), less that of the best content."""
        return self._worth * math.log(self.likelihood(self.best) / FLOOR)

    @property
    def _worth(self) -> float:
        return _INFORMATION[min(self.views, len(_INFORMATION) - 1)]

    def likeness(self, seen: dict[Content, float]) -> float:
        """How like one view the run's mean reading is, 0…1: by card, and a little by rank alone."""
        by_card = _cosine(self.sums, seen)
        if by_card > 0.9:
            return by_card
        return (1 - _RANK_PART) * by_card + _RANK_PART * _cosine(_by_rank(self.sums), _by_rank(seen))


def _by_rank(sums: Mapping[Content, float]) -> dict[Content | Rank, float]:
    ranks: dict[Content | Rank, float] = {}
    for content, p in sums.items():
        key = content.rank if isinstance(content, Card) and content.rank is not None else content
        ranks[key] = ranks.get(key, 0.0) + p
    return ranks


def _cosine(a: Mapping[_Key, float], b: Mapping[_Key, float]) -> float:
    dot = sum(p * b.get(key, 0.0) for key, p in a.items())
    norm = math.sqrt(sum(p * p for p in a.values()) * sum(p * p for p in b.values()))
    return dot / norm if norm else 0.0


@dataclass(slots=True)
class Spot:
    """The runs of one spot: the present one, those it followed, and views that may begin the next."""

    runs: list[Run] = field(default_factory=list)
    seen_at: float = -math.inf
    _doubt: float = 0.0
    _other: list[tuple[float, dict[Content, float]]] = field(default_factory=list)
    _back: list[tuple[float, dict[Content, float]]] = field(default_factory=list)

    @property
    def run(self) -> Run | None:
        return self.runs[-1] if self.runs else None

    @property
    def in_doubt(self) -> bool:
        """Whether the latest views disagree with the present run."""
        return bool(self._other)

    def see(self, time: float, view: SlotView, patience: float) -> bool:
        """Take in one view; `patience` is the net number of disagreeing views that opens a new run.

        Returns whether a new run was opened.
        """
        seen = distribution(view)
        if not seen:
            return False
        self.seen_at = time
        run = self.run
        if run is None:
            self.runs.append(_run_of([(time, seen)]))
            return True
        if patience > 1.0 and run.lead < _SETTLED and run.views < _SETTLED_VIEWS:
            if time - run.last >= HAND_S and run.likeness(seen) < 0.5:
                # A hand was here: what differs now is another card, even one seen before.
                run.end = time
                self.runs.append(_run_of([(time, seen)]))
                return True
            if not self._resumes(seen):
                self._back = []
                run.add(time, seen)
                return False
            self._back.append((time, seen))
            if len(self._back) < _TO_RESUME:
                # One odd view may look like what lay here before.
                return False
            self.runs.pop()
            run = self.runs[-1]
            run.end = None
            for earlier, other in self._back[:-1]:
                run.add(earlier, other)
        self._back = []
        self._doubt = max(0.0, self._doubt + 1.0 - 2.0 * run.likeness(seen))
        if not self._doubt and not self._other:
            run.add(time, seen)
            return False
        self._other.append((time, seen))
        if self._doubt >= patience:
            opened = _opened(run, self._other)
            run.end = opened.start
            self.runs.append(opened)
            self._doubt, self._other = 0.0, []
            return True
        if not self._doubt:
            for earlier, other in self._other:
                run.add(earlier, other)
            self._other = []
        return False

    def _resumes(self, seen: dict[Content, float]) -> bool:
        """Whether the run before was broken by errors: what it showed is seen again."""
        if len(self.runs) < 2:
            return False
        likeness = self.runs[-2].likeness(seen)
        return likeness >= 0.5 and likeness > self.runs[-1].likeness(seen)


def _opened(run: Run, views: list[tuple[float, dict[Content, float]]]) -> Run:
    """The run after this one, of views that began to differ from it; up to the last like it, they were
    errors.
    """
    like = [i for i, (_, seen) in enumerate(views) if run.likeness(seen) >= 0.5]
    return _run_of(views[like[-1] + 1 :] if like else views)


def _run_of(views: list[tuple[float, dict[Content, float]]]) -> Run:
    run = Run(views[0][0], views[0][0])
    for time, seen in views:
        run.add(time, seen)
    return run
