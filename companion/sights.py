"""Everything seen of one table: a `Spot` for each slot, the discard pile and the stock, and the pace of the
views.

It knows which runs of views the accepted table explains already; what is left is the puzzle for the search.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator
from itertools import pairwise
from statistics import median

from companion.cards import Card
from companion.evidence import HAND_S, Content, Run, Spot
from companion.moves import CorrectDiscard, Correction, CorrectSlot
from companion.observation import EMPTY, UNSEEN, Sight, SlotView, TableView
from companion.pile_cover import PileCover
from companion.puzzle import Change
from companion.referee_config import RefereeConfig
from companion.rules import home_slot
from companion.table import GameState, Side, face_up

_PACE_OVER = 7
"""Intervals between views from which the pace is told."""

_MOST_RUNS = 8
"""Runs kept of a spot; older ones were noise, or they would have been explained."""

_HANDS_TO_TELL = 3
"""After so many discards in a row under a hand, a top that changes without one was misread."""

_LAID_TO_TELL = 10
"""Who laid so many cards and never turned one over in place first, does not."""

_CLEAR = 0.2
"""A suit read so much more often than the one accepted is the right one."""

_SAME_CARD = 3.0
"""A reading this little unlike the accepted card is of that card."""


class Sights:
    """The table as seen so far."""

    def __init__(self, config: RefereeConfig) -> None:
        self._config = config
        self._slots: dict[tuple[int, int], Spot] = {}
        self._explained: dict[tuple[int, int], Run] = {}
        self._intervals: deque[float] = deque(maxlen=_PACE_OVER)
        self._time: float | None = None
        self.pile = Spot()
        self._explained_pile: Run | None = None
        self._said: set[Run] = set()
        self._hands_seen = 0
        self.stock = Spot()
        self.cover = PileCover(config)
        self._swept = False
        self._laid = 0
        self.longest_look_s = 0.0
        """For how long cards were seen that were turned over in place, not laid: the habit of this table."""

    @property
    def sparse(self) -> bool:
        """Whether views come so far apart that each shows a settled table."""
        return bool(self._intervals) and median(self._intervals) >= self._config.sparse_interval_s

    def tick(self, time: float) -> None:
        """Note that a view was made, whether or not it can be trusted."""
        if self._time is not None and time > self._time:
            self._intervals.append(time - self._time)
        self._time = time

    def see(self, view: TableView) -> None:
        """Take in a view that can be trusted."""
        time = view.time
        patience = 0.5 if self.sparse else 1.5
        for seat, slots in enumerate(view.seats):
            for number, slot in enumerate(slots, 1):
                spot = self.slot(seat, number)
                spot.see(time, slot, patience)
                del spot.runs[:-_MOST_RUNS]
        for (seat, number), spot in self._slots.items():
            if seat >= len(view.seats) or number > len(view.seats[seat]):
                spot.see(time, EMPTY, patience)
        self._swept = self._swept or self.is_bare
        if view.discard.sight is Sight.UNSEEN:
            self.cover.hide(view)
        elif view.discard.sight is not Sight.BACK:
            blind = time - self.pile.seen_at if self.pile.runs else 0.0
            self.cover.show(time, blind, opened=self.pile.see(time, view.discard, patience))
        if view.stock is not None:
            # A stock that is there shows a back, one that is not shows the bare table.
            self.stock.see(time, SlotView(Sight.BACK) if view.stock else EMPTY, patience)

    @property
    def is_bare(self) -> bool:
        """Whether most slots that ever held a card lie bare now, at every seat: the table is being cleared."""
        seats = {seat for seat, _ in self._slots}
        return bool(seats) and all(self._cleared(seat) for seat in seats)

    @property
    def looks_in_place(self) -> bool:
        """Whether players here may turn a slot's card over in place: they were seen to, or little was seen as yet."""
        return self.longest_look_s > 0.0 or self._laid < _LAID_TO_TELL

    @property
    def swept(self) -> bool:
        """Whether the table was cleared since the last deal; what lies there now is dealt anew."""
        return self._swept

    def would_sweep(self, view: TableView) -> bool:
        """Whether a view shows a table cleared or dealt anew, where cards lay open until then."""
        runs = (spot.run for spot in self._slots.values())
        opened = any(run is not None and isinstance(run.best, Card) for run in runs)
        seen = [slot.sight for slots in view.seats for slot in slots if slot.sight is not Sight.UNSEEN]
        return opened and bool(seen) and Sight.FACE not in seen

    def begin_round(self) -> None:
        """A deal was accepted."""
        self._swept = self.is_bare

    def slot(self, seat: int, number: int) -> Spot:
        return self._slots.setdefault((seat, number), Spot())

    def size(self, seat: int) -> int:
        """How many slots of this seat were ever seen."""
        return max((n for s, n in self._slots if s == seat), default=0)

    def sight(self, seat: int, number: int) -> Sight:
        """What a slot shows, UNSEEN where it never was in view."""
        run = self.slot(seat, number).run
        if run is None:
            return UNSEEN.sight
        return Sight.FACE if isinstance(run.best, Card) else run.best

    def pile_hidden_since(self, now: float) -> float | None:
        """When the top of the discard pile was known last (s), if a hand is over it now or it is being read."""
        runs = self.pile.runs
        if self.pile.seen_at < now:
            return self.pile.seen_at
        if len(runs) > 1 and not self.is_read(runs[-1], now):
            return runs[-2].last
        return runs[-1].last if self.pile.in_doubt else None

    def changes(self, state: GameState, now: float, final: bool = False) -> tuple[Change, ...]:
        """Slots that show something the accepted table does not explain, once their reading is worth it."""
        found: list[Change] = []
        for seat, layout in enumerate(state.round.layouts):
            for number in range(1, len(layout) + 1):
                run = self.slot(seat, number).run
                if run is not None and self.is_read(run, now, final):
                    found += self._changes_of(state, seat, number)
        return tuple(found)

    def note_gathered(self, state: GameState) -> None:
        """Note a table as swept when of several cards that lay open on it none does any more: they were gathered in
        under hands.
        """
        layouts = enumerate(state.round.layouts)
        up = [(n, k) for n, layout in layouts for k, slot in enumerate(layout.slots, 1) if slot.is_up]
        shown = {self.sight(seat, number) for seat, number in up}
        self._swept = self._swept or (len(up) > 1 and not {Sight.FACE, Sight.UNSEEN} & shown)

    def is_read(self, run: Run, now: float, final: bool = False) -> bool:
        """Whether enough views agree on what they show, or it is too late to wait for more.

        At the end (`final`) half as many must do, and where a hand came soon after.
        """
        config = self._config
        if self.sparse or run.lead >= config.lead or run.seen_s >= config.give_up_lead_s:
            return True
        return run.lead >= config.lead / 2 and (final or now - run.start >= config.give_up_lead_s)

    def _changes_of(self, state: GameState, seat: int, number: int) -> list[Change]:
        key = seat, number
        spot = self._slots.get(key)
        if spot is None or spot.run is None:
            return []
        run, old = spot.run, self._explained.get(key)
        if run is old:
            return []
        slot = state.round.layouts[seat].slot(number)
        if run.best is Sight.EMPTY and self._cleared(seat):
            # The table was cleared in the next view: what lay there before was played.
            since = spot.runs.index(old) + 1 if old in spot.runs else 0
            laid = [other for other in spot.runs[since:] if isinstance(other.best, Card)]
            run = laid[-1] if laid else run
        content = run.best
        reread = old is not None and slot.is_up and old.turns_into(run) and not self.sparse
        if reread or self._explains(slot.side, slot.card, run):
            self.explain(seat, number, run)
            return []
        if content is Sight.EMPTY and not slot.is_up:
            return []
        if not isinstance(content, Card) and self._swept:
            return []
        earliest = old.last if old is not None else -math.inf
        fleeting = old is not None and run.start - old.start < self._config.in_place_s
        in_place = old is not None and self._may_be_own(old)
        change = Change(
            seat, number, run, earliest, run.start, old, fleeting, in_place, optional=content is Sight.EMPTY
        )
        before = self._wild_between(state, spot, old, content, number) if slot.side is Side.DOWN else None
        if before is None:
            return [change]
        return [
            Change(seat, number, before, earliest, before.start, old),
            Change(seat, number, run, before.last, run.start, before),
        ]

    def _may_be_own(self, run: Run) -> bool:
        """Whether an accepted card may be the slot's own, turned over: it lay there shortly, and nothing was
        played since. Far-apart views show settled tables.
        """
        if self.sparse or not isinstance(run.best, Card) or run.seen_s >= self._config.in_place_s:
            return False
        faces = [other for other in self._explained.values() if isinstance(other.best, Card)]
        if self._explained_pile is not None:
            faces.append(self._explained_pile)
        return all(other.start <= run.start for other in faces)

    def _cleared(self, seat: int) -> bool:
        """Whether most slots of a seat lie bare."""
        runs = [spot.run for (s, _), spot in self._slots.items() if s == seat and spot.run is not None]
        return 2 * sum(run.best is Sight.EMPTY for run in runs) > len(runs)

    def _explains(self, side: Side, card: Card, run: Run) -> bool:
        content = run.best
        if side is Side.DOWN:
            return content is Sight.BACK
        if side is Side.EMPTY:
            return content is Sight.EMPTY
        if not isinstance(content, Card):
            return False
        return not card.is_known or run.cost(card) < _SAME_CARD

    def _wild_between(
        self, state: GameState, spot: Spot, old: Run | None, content: object, number: int
    ) -> Run | None:
        """A wild that lay steadily on a slot before its natural came (R11): both were played."""
        if len(spot.runs) < 2 or not isinstance(content, Card) or home_slot(content) != number:
            return None
        before = spot.runs[-2]
        wild = isinstance(before.best, Card) and state.rules.is_wild(before.best)
        hand = state.round.hand
        in_hand = hand is None or not hand.is_known or hand == before.best
        lain = before.end - before.start if in_hand and before.end is not None else before.seen_s
        steady = lain >= self._config.wild_hold_s
        return before if wild and steady and before is not old else None

    def unexplained(self, seat: int) -> list[Run]:
        """What the slots of a seat show that the accepted table does not say."""
        spots = ((key, spot.run) for key, spot in self._slots.items() if key[0] == seat)
        return [run for key, run in spots if run is not None and run is not self._explained.get(key)]

    def explain(self, seat: int, number: int, run: Run) -> None:
        """The accepted table now says what this run shows."""
        old = self._explained.get((seat, number))
        self._laid += isinstance(run.best, Card) and run is not old
        self._explained[seat, number] = run
        runs = self.slot(seat, number).runs
        if run in runs:
            at = runs.index(run)
            for gone, following in pairwise(runs[: at + 1]):
                if gone is not old:
                    self._note_look(gone, following)
            del runs[:at]

    def _note_look(self, gone: Run, following: Run) -> None:
        """Remember for how long a card lay on a slot before another did: it was turned over and looked at."""
        faces = isinstance(gone.best, Card) and isinstance(following.best, Card)
        same = gone.turns_into(following) or gone.best == following.best
        if faces and not same and gone.lead >= self._config.lead and gone.seen_s < self._config.in_place_s:
            self.longest_look_s = max(self.longest_look_s, gone.seen_s)

    def tops(self, state: GameState, now: float, final: bool = False) -> tuple[Run, ...]:
        """Runs of the discard pile's top in order, the one that shows the accepted top first.

        A new top is left out until its reading is worth it.
        """
        runs = list(self.pile.runs)
        if len(runs) > 1 and not final:
            glimpse = self.pile.seen_at < now and runs[-1].seen_s < self._config.glimpse_s and not self.sparse
            if glimpse or not self.is_read(runs[-1], now):
                runs.pop()
        elif len(runs) > 1 and not self.is_read(runs[-1], now, final):
            runs.pop()
        if len(runs) > 1 and runs[-1].best is Sight.EMPTY and self._swept:
            # The pile was swept together with the table: nobody took its top.
            runs.pop()
        if not runs:
            return ()
        accepted: Content = state.round.discard[-1] if state.round.discard else Sight.EMPTY
        alike = isinstance(accepted, Card) == isinstance(runs[-1].best, Card)
        fits = alike and (_is_unknown(accepted) or runs[-1].cost(accepted) < _SAME_CARD)
        if len(runs) == 2 and runs[0] is self._explained_pile and self._hands_seen >= _HANDS_TO_TELL:
            reread = runs[0].turns_into(runs[1]) and runs[1].best not in state.round.discard
            fits = fits or (reread and not self.cover.by_hand_between(runs[0].last, runs[1].start))
        if fits and all(self._is_glimpse(run) for run in runs[1:-1]):
            self.explain_pile(runs[-1])
            runs = runs[-1:]
        if runs[0] is self._explained_pile:
            return tuple(runs)
        never_seen = Run(-math.inf, -math.inf)
        never_seen.add(-math.inf, {accepted: 1.0})
        return (never_seen, *runs)

    def _is_glimpse(self, run: Run) -> bool:
        """Whether what the pile showed for a moment was hardly more than an error."""
        if self.sparse:
            return run.end is not None and run.end - run.start < self._config.hold_s
        return run.lain_s < self._config.hold_s and run.lead < self._config.lead

    def explain_pile(self, run: Run) -> None:
        """The accepted discard pile now says what this run shows."""
        if run not in self.pile.runs:
            return
        at = self.pile.runs.index(run)
        if at:
            # Where discards come without a hand, as in sparse views, its absence tells nothing.
            covered = run.start - self.pile.runs[at - 1].last >= HAND_S
            self._hands_seen = self._hands_seen + 1 if covered else 0
        del self.pile.runs[:at]
        self._explained_pile = run

    def explain_all(self, state: GameState, by_players: bool = True, pile: bool = True) -> None:
        """Take all that is seen as said by the accepted table, whatever it is; the `pile`, too, if so wished.

        What the players say themselves is not put right by what is seen.
        """
        for seat, layout in enumerate(state.round.layouts):
            for number in range(1, len(layout) + 1):
                if (run := self.slot(seat, number).run) is not None:
                    self.explain(seat, number, run)
        if self.pile.run is not None and pile:
            self.explain_pile(self.pile.run)
        if by_players:
            self._said = {run for spot in (self.pile, *self._slots.values()) for run in spot.runs}

    @property
    def bare_pile_at(self) -> float:
        """When the place of the discard pile was seen bare last (s), −∞ if never."""
        bare = [run.last for run in self.pile.runs if run.best is Sight.EMPTY]
        return bare[-1] if bare else -math.inf

    def say_slot(self, seat: int, number: int) -> None:
        """The players said what lies on a slot."""
        if (run := self.slot(seat, number).run) is not None:
            self.explain(seat, number, run)
            self._said.add(run)

    def say_pile(self) -> None:
        """The players said which card tops the discard pile."""
        if self.pile.run is not None:
            self.explain_pile(self.pile.run)
            self._said.add(self.pile.run)

    def suits_read_anew(self, state: GameState) -> Iterator[Correction]:
        """Corrections of accepted cards whose suit was misread at first and is read otherwise since."""
        for (seat, number), run in self._explained.items():
            layout = state.round.layouts[seat]
            if layout.has(number) and (slot := layout.slot(number)).is_up:
                card = self._other_suit(slot.card, run)
                if card is not None:
                    yield CorrectSlot(seat, number, face_up(card))
        top, pile = state.round.discard_top, self._explained_pile
        if top is not None and pile is not None and (card := self._other_suit(top, pile)) is not None:
            yield CorrectDiscard(card)

    def _other_suit(self, card: Card, run: Run) -> Card | None:
        best = run.best
        if not isinstance(best, Card) or best == card or best.rank is not card.rank or run in self._said:
            return None
        return best if run.probability(best) - run.probability(card) >= _CLEAR else None

    def is_covered(self, seat: int, now: float) -> bool:
        """Whether a hand is over slots of a seat."""
        return any(
            spot.runs and spot.seen_at < now for (other, _), spot in self._slots.items() if other == seat
        )

    def unseen_since(self, time: float) -> frozenset[tuple[int, int]]:
        """The slots, as (seat, slot), that were not seen at that time or later."""
        return frozenset(key for key, spot in self._slots.items() if spot.seen_at < time)

    def settled_since(self, seat: int, number: int, time: float) -> bool:
        """Whether a slot was seen at that time or later, shows what was accepted, and is not in doubt."""
        spot = self.slot(seat, number)
        explained = spot.run is self._explained.get((seat, number))
        return spot.seen_at >= time and not spot.in_doubt and explained


def _is_unknown(content: Content) -> bool:
    return isinstance(content, Card) and not content.is_known
