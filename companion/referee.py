"""The referee: table views in, events out.

Each view goes to `companion.sights`; what the accepted table does not explain becomes a puzzle,
`companion.explain` searches the play that leads there, and `companion.verdict` says how much of it may be
told. Nothing is guessed: without a clear winner the referee waits, and at last asks (phase *desync*) with its
best explanations to choose from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.accepted import Accepted
from companion.announce import announce, announce_irregularity, state_event
from companion.cards import Card
from companion.dealing import Dealt, find_deal, find_missed_deal
from companion.engine import force, irregularity
from companion.events import Event, PhaseChanged, StateEvent, Turn
from companion.evidence import Run
from companion.explain import Answers, Explanation, explain_by_parts
from companion.framing import framed
from companion.moves import (
    CorrectDiscard,
    CorrectSlot,
    CorrectTurn,
    Discard,
    Move,
    Reshuffle,
    TakeDiscard,
    VoidRound,
)
from companion.observation import Phase, Sight, TableView, without_jokers
from companion.pauses import Pauses
from companion.puzzle import Puzzle, Step
from companion.questions import first_seen, new_runs, question
from companion.referee_config import RefereeConfig
from companion.rules import HouseRules
from companion.sights import Sights
from companion.stock_watch import StockWatch
from companion.table import GameState, Slot, Stage
from companion.verdict import Judge

_TRUSTED = frozenset({Phase.TRACKING, Phase.OCCLUDED})
_PLAYING = (Stage.TAKE, Stage.PLAY)
_MOST_CHOICES = 3
_MOST_NEWS = 3
"""Changes that may clear up an open question. After more nobody is at fault, if that is all that is open, or else the table
is frozen until somebody answers."""


class Referee:
    """Follows one game from its table views.

    Args:
        players: names in clockwise order.
        dealer: who deals the first round; None: unknown, whoever plays first is the starter.
        sizes: layout sizes of the first deal, for a game taken up later.
        rules: the house rules.
        config: thresholds.

    Raises ValueError for names, sizes or a dealer that make no table.
    """

    def __init__(
        self,
        players: Sequence[str],
        *,
        dealer: str | None = None,
        sizes: Sequence[int] | None = None,
        rules: HouseRules | None = None,
        config: RefereeConfig | None = None,
    ) -> None:
        if dealer is not None and dealer not in players:
            raise ValueError(f"dealer: {dealer!r} is not one of the players {', '.join(players)}")
        seat = len(players) - 1 if dealer is None else list(players).index(dealer)
        self._config = config or RefereeConfig()
        state = GameState.new(players, rules, dealer=seat, sizes=sizes)
        self._accepted = Accepted(state, self._config.sure)
        self._sights = Sights(self._config)
        self._phase = Phase.SEARCHING
        self._told_phase: Phase | None = None
        self._time = 0.0
        self._open_start = dealer is None
        self._pauses = Pauses(self._config, len(players))
        self._just_took = False
        self._stock = StockWatch(self._config)
        self._puzzle: Puzzle | None = None
        self._answers = Answers()
        self._first_part = False
        self._asked: object = None
        self._asking = False
        self._asked_about = 0

    @property
    def state(self) -> GameState:
        """The accepted table."""
        return self._accepted.state

    @property
    def phase(self) -> Phase:
        """The phase of the latest view, or DESYNC while the referee needs the players to choose."""
        return Phase.DESYNC if self._asking else self._phase

    @property
    def explanations(self) -> tuple[Explanation, ...]:
        """The best explanations of a table in DESYNC, for `choose`; else none."""
        return self._answers.found[:_MOST_CHOICES] if self._asking else ()

    def state_event(self, time: float) -> StateEvent:
        """The table as an event."""
        event = state_event(self.state, time)
        stock = self._sights.stock.run
        return event if stock is None else replace(event, stock=stock.best is Sight.BACK)

    # Views

    def observe(self, view: TableView) -> list[Event]:
        """Take in one view; the events that are certain with it. A view older than the latest is ignored."""
        if view.time < self._time:
            return []
        self._time = view.time
        view = view if self.state.rules.jokers else without_jokers(view)
        self._sights.tick(view.time)
        self._phase = view.phase
        events: list[Event] = []
        if view.phase in _TRUSTED:
            # Far-apart views: what the last one showed lay there until now.
            if self._sights.sparse:
                events += self._deal(final=False)
                if self._sights.would_sweep(view):
                    events += self._settle(final=False)
            self._sights.see(view)
            events += self._settle(final=False)
        return self._phase_event() + events if not self._asking else events + self._phase_event()

    def finish(self) -> list[Event]:
        """No further view will come: tell what the last ones showed, where it is clear."""
        return [*self._settle(final=True), *self._phase_event()]

    def _phase_event(self) -> list[Event]:
        if self.phase is self._told_phase:
            return []
        self._told_phase = self.phase
        return [PhaseChanged(self._time, self.phase)]

    def _settle(self, final: bool) -> list[Event]:
        events = self._deal(final)
        self._stock.look(self._sights, self._time, self.state.round)
        while True:
            told = self._explain(final)
            if told is None:
                return events
            events += told
            events += self._deal(final)

    def _deal(self, final: bool) -> list[Event]:
        dealt = find_deal(self.state, self._sights, self._config, self._time, final)
        if dealt is not None:
            return self._accept_deal(dealt)
        if self.state.round.stage in (Stage.DEAL, Stage.ROUND_OVER):
            missed = find_missed_deal(self.state, self._sights, self._config, self._time)
            if missed is not None:
                return self._accept_deal(missed, seen=False)
        return []

    def _accept_deal(self, dealt: Dealt, seen: bool = True) -> list[Event]:
        self._accepted.remember()
        won = self._accepted.make_known(dealt.time, *dealt.before)
        if self.state.round.stage in _PLAYING:
            self._accepted.make(VoidRound())
        before = self.state
        events = self._accepted.make_known(dealt.time, dealt.move)
        for fault in dealt.irregularities:
            events.insert(1, announce_irregularity(before, fault, dealt.time))
        if dealt.upcard is not None:
            self._accepted.make(CorrectDiscard(dealt.upcard))
        self._begin_round(dealt.time)
        if seen:
            self._sights.explain_all(self.state, by_players=False, pile=not dealt.played)
        self._look_anew(self._time)
        return won + events

    def _begin_round(self, time: float) -> None:
        self._accepted.begin_round()
        self._sights.begin_round()
        self._pauses.begin_round(time)
        self._stock.forget()

    def _explain(self, final: bool) -> list[Event] | None:
        """Tell what is certain; None when there is nothing more to tell."""
        if self.state.round.stage is Stage.DEAL or (self.state.round.is_over and self._sights.swept):
            return None
        for correction in self._sights.suits_read_anew(self.state):
            self._accepted.make(correction)
        state = self.state
        self._sights.note_gathered(state)
        changes = self._sights.changes(state, self._time, final)
        tops = self._sights.tops(state, self._time, final)
        if not changes and len(tops) < 2:
            self._learn_top(tops)
            self._puzzle, self._asked, self._asking = None, None, False
            return self._shuffle_only()
        news = new_runs(changes, tops)
        puzzle = framed(
            self._sights, self._accepted, self._config, changes, tops, self._time,
            paused=self._pauses.before(min(run.start for run in news), self._sights),
            shuffled=self._stock.shuffled,
            just_took=self._just_took,
            open_start=self._open_start and not state.round.turns,
        )  # fmt: skip
        if self._asking and len(news) > self._asked_about + _MOST_NEWS:
            return None
        asked = question(puzzle)
        if asked != self._asked:
            self._answers, self._first_part = explain_by_parts(puzzle, self._config)
            self._asked = asked
        puzzle = puzzle.first_part if self._first_part else puzzle
        self._puzzle = puzzle
        if not self._answers.found:
            self._ask(final, True)
            return None
        judge = Judge(self._config, self._sights, puzzle, self._time, final)
        verdict = judge.verdict(self._answers)
        best = self._answers.found[0].steps
        if not (steps := best[: verdict.steps]):
            self._ask(final, verdict.contested)
            if self._asking and len(news) >= self._asked_about + _MOST_NEWS:
                steps = judge.blameless(self._answers)
        if not steps:
            return None
        self._asking = False
        events = self._accept(steps, puzzle)
        if len(steps) == len(best) and puzzle.tops and puzzle.hidden_since is None:
            # What else the pile showed on the way was nothing.
            self._sights.explain_pile(puzzle.tops[-1])
        return events

    def _learn_top(self, tops: Sequence[Run]) -> None:
        """A discard that was told without its card, under a hand, shows which it is."""
        top = self.state.round.discard_top
        if top is None or top.is_known or not tops:
            return
        run = tops[-1]
        new = run.start >= max(self._accepted.ended) and self._sights.is_read(run, self._time)
        if new and isinstance(run.best, Card) and run.best.is_known:
            self._accepted.make(CorrectDiscard(run.best))

    def _shuffle_only(self) -> list[Event] | None:
        """The stock came back with nothing else changed: tell it once the player on turn may have wanted it."""
        if self._stock.shuffled is None or self.state.round.stage is not Stage.TAKE:
            return None
        step = Step(self.state, Reshuffle())
        self._accepted.remember()
        events = self._accepted.tell([(step, self._stock.shuffled[1])])
        self._stock.shuffled = None
        return events

    def _ask(self, final: bool, contested: bool) -> None:
        """Nothing is certain: after a while, say so."""
        puzzle = self._puzzle
        assert puzzle is not None
        runs = [change.run for change in puzzle.changes if not change.optional]
        runs += [run for run in puzzle.tops[1:] if run.best != self.state.round.discard_top]
        if not runs or self.state.round.is_over or self._sights.swept:
            return
        # Nobody is asked about what is out of sight: it may show itself.
        long_enough = max(run.seen_s for run in runs) >= self._config.ask_after_s
        if contested and (long_enough or final):
            if not self._asking:
                self._asked_about = len(runs)
            self._asking = True

    # Accepting

    def _accept(self, steps: Sequence[Step], puzzle: Puzzle) -> list[Event]:
        self._accepted.remember()
        seen = first_seen(steps, puzzle, self._time)
        events = self._accepted.tell(list(zip(steps, seen, strict=True)))
        self._just_took = isinstance(steps[-1].move, TakeDiscard)
        for step, time in zip(steps, seen, strict=True):
            for i in step.changes:
                change = puzzle.changes[i]
                self._sights.explain(change.seat, change.slot, change.run)
            if step.top is not None:
                self._sights.explain_pile(puzzle.tops[step.top])
            if step.changes or step.top is not None:
                self._pauses.note(time, isinstance(step.move, Discard))
            self._accepted.doubt(step, puzzle)
            if isinstance(step.move, Discard):
                self._accepted.end_turn(step.move.seat, time)
                self._open_start = False
            elif isinstance(step.move, Reshuffle):
                self._stock.shuffled = None
        self._look_anew(seen[-1])
        return events

    def _look_anew(self, time: float) -> None:
        """The table is that of this time now, accepted or put right: open questions are closed."""
        self._asked, self._asking = None, False
        self._answers = Answers()
        self._sights.cover.start_watch(time)

    # By hand

    def choose(self, index: int) -> list[Event]:
        """Accept one of `explanations`. Raises IndexError where there is no such explanation."""
        chosen = self.explanations[index]
        assert self._puzzle is not None
        return self._accept(chosen.steps, self._puzzle) + self._phase_event()

    def next_player(self, time: float) -> list[Event]:
        """The player on turn has ended the turn with nothing to be seen (a discard taken and put back)."""
        now = self.state.round
        if now.stage not in _PLAYING:
            return []
        return self.set_turn(time, self.state.left_of(now.turn))

    def set_turn(self, time: float, seat: int) -> list[Event]:
        """The players say whose turn it is."""
        if self.state.round.stage not in _PLAYING:
            return []
        events = self._correct(time, CorrectTurn(seat))
        self._open_start = False
        return events or [Turn(time, self.state.seats[seat].name)]

    def correct_slot(self, time: float, seat: int, slot: int, content: Slot) -> list[Event]:
        """The players say what lies on a slot; what is seen there now is taken to be that, until it
        changes.
        """
        events = self._correct(time, CorrectSlot(seat, slot, content))
        self._sights.say_slot(seat, slot)
        return events

    def correct_discard(self, time: float, card: Card | None) -> list[Event]:
        """The players say which card tops the discard pile; None: there is no pile."""
        events = self._correct(time, CorrectDiscard(card))
        self._sights.say_pile()
        return events

    def play(self, time: float, *moves: Move) -> list[Event]:
        """The players say what was played, in order; a wrong play is told and stands.

        Raises IllegalMove, with nothing played, for what cannot have happened at this table.
        """
        before = after = self.state
        events: list[Event] = []
        for move in moves:
            following = force(after, move)
            if (fault := irregularity(after, move)) is not None:
                events.append(announce_irregularity(after, fault, time))
            events += announce(after, move, following, time)
            after = following
        self._accepted.remember()
        self._accepted.go_on(after, *moves)
        if after.round.number != before.round.number:
            self._begin_round(time)
        self._open_start = False
        self._look_anew(self._time)
        return events

    def undo(self, time: float) -> list[Event]:
        """Take back what was accepted last; what is seen now is left alone until it changes."""
        past = self._accepted.latest_past
        return [] if past is None else self.restore(time, past)

    def restore(self, time: float, state: GameState) -> list[Event]:
        """Go on from another table of this game: one before the present, or one its ledger tells.

        What is seen now is left alone until it changes.
        """
        before = self.state.round
        if not self._accepted.return_to(state):
            self._begin_round(time)
        self._open_start = self._open_start and not state.round.turns
        self._sights.explain_all(state)
        self._look_anew(self._time)
        now = state.round
        turned = (now.turn, now.stage) != (before.turn, before.stage) and now.stage in _PLAYING
        return [Turn(time, state.seats[now.turn].name)] if turned else []

    def take_moves(self) -> tuple[Move, ...]:
        """The moves accepted since this was asked last, in order, for a ledger to keep.

        Where a reading was put right on the way, they alone need not lead to `state`.
        """
        return self._accepted.take_moves()

    def _correct(self, time: float, move: Move) -> list[Event]:
        self._accepted.remember()
        self._look_anew(self._time)
        return self._accepted.make_known(time, move)
