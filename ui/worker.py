"""The game on its own threads: pictures and taps in, ledger entries and then views out.

One thread takes pictures from the source as they come and keeps the newest only; another reads it, hands the
table view to the referee, carries out what was tapped, and publishes a `PlayView`. Pictures that come while
one is being read are dropped: the screen shows the table as it is, not as it was. What happened is in the
ledger before it is in a view.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from companion.announce import announce, announce_irregularity
from companion.cards import Card
from companion.engine import IllegalMove
from companion.events import Event, RoundWon
from companion.explain import Explanation
from companion.ledger import Ledger
from companion.ledger_entries import Decision, EntrySource
from companion.moves import Move
from companion.observation import TableView
from companion.referee import Referee
from companion.table import GameState, Slot
from ui.keeper import Keeper
from ui.pictures import small_picture
from ui.setup import setup_of
from ui.snapshots import Snapshots
from ui.view import Camera, Choice, Picture, PlayView, Setup, play_view
from vision.frames import Frame, FrameSource, SourceError
from vision.modelcard import ModelError

PICTURE_EVERY = 0.1
"""Seconds between two small camera pictures: smooth enough to aim by, cheap enough to forget."""
PUT_RIGHT = 3
"""Irregular play is put right while no more steps than these would be taken back with it."""
JOIN = 10.0
"""Seconds to wait for a thread that is in the middle of a picture."""

log = logging.getLogger(__name__)


class Watcher(Protocol):
    """Pictures to table views; `vision.watcher` is one."""

    def process(self, frame: Frame) -> TableView | None:
        """The table as this picture and those before show it; None where there is nothing new to tell."""

    def expect(self, sizes: Sequence[int] | None) -> None:
        """The round is over; the next deal has these layout sizes."""


class Worker:
    """Follows one game.

    Args:
        referee: knows the players and the rules; used on the worker's thread only once it has started.
        open_source: opens the picture source; its `SourceError` becomes a state of the camera. None: the
            game is played by touch alone.
        make_watcher: loads what reads the pictures.
        ledger: where the game is written down; one that holds entries already is gone on with.
        every_picture: of a film, read every picture at the film's own times, however long it takes; else show
            it as fast as it was filmed, and drop what cannot be read in time.
        in_time: of a film of which every picture is read, show none earlier than it was filmed.
        on_event: called on the worker's thread with every event, in order.
        on_end: called on the worker's thread when no more pictures come.
    """

    def __init__(
        self,
        referee: Referee,
        open_source: Callable[[], FrameSource] | None,
        make_watcher: Callable[[], Watcher],
        *,
        ledger: Ledger | None = None,
        every_picture: bool = False,
        in_time: bool = False,
        on_event: Callable[[Event], None] = lambda event: None,
        on_end: Callable[[], None] = lambda: None,
    ) -> None:
        self._referee = referee
        self._open_source = open_source
        self._make_watcher = make_watcher
        self._every_picture, self._in_time = every_picture, in_time
        self._on_event, self._on_end = on_event, on_end
        self._watcher: Watcher | None = None
        self._keeper = Keeper(referee, ledger)
        self._resumed_at = self._keeper.last_time
        self._began = time.time() if ledger is None else ledger.header.began
        # A clock that was set back meanwhile must not put new happenings before old ones.
        self._start = time.monotonic() - max(time.time() - self._began, self._resumed_at)
        self._opened = time.monotonic()
        self._table: TableView | None = None
        self._setup: Setup | None = None
        self._picture: Picture | None = None
        self._picture_time = -PICTURE_EVERY
        self._picture_clock = self._resumed_at
        self._explanations: tuple[Explanation, ...] = ()
        self._choices: tuple[Choice, ...] = ()
        self._fault = ""
        self._orders: deque[Callable[[], None]] = deque()
        self._frame: Frame | None = None
        self._ended = False
        self._odds = False
        self._snapshots = None if ledger is None else Snapshots.of(ledger.path)
        self._exported = ""
        self._paused = threading.Event()
        self._stopped = threading.Event()
        self._wake = threading.Condition()
        self._source: FrameSource | None = None
        self._threads = [threading.Thread(target=self._follow, name="follow")]
        if open_source is not None:
            self._threads.append(threading.Thread(target=self._take_pictures, name="pictures"))
        self.demo = False
        """Whether the pictures are of the demo table; `open_source` says so."""
        self._view = self._make_view()
        self.dropped = 0
        """Pictures that came while another was being read."""

    def told(self) -> tuple[GameState, tuple[Event, ...]]:
        """The game and what was told of it: for `on_event`, which is called before there is a view of it."""
        return self._referee.state, self._keeper.history.events

    # What the app calls, on the main thread

    def start(self) -> None:
        """Begin to follow."""
        for thread in self._threads:
            thread.start()

    def latest(self) -> PlayView:
        """The newest view; the same object until something changes."""
        return self._view

    def undo(self) -> None:
        """Take back what was accepted last."""
        self._order(self._undo)

    def next_player(self) -> None:
        """Pass the turn on by hand."""
        self._order(lambda: self._by_hand(self._referee.next_player(self._time())))

    def pause(self, on: bool) -> None:
        """Stop following the table, or go on."""
        self._order(self._paused.set if on else self._paused.clear)

    def accept(self) -> None:
        """Let the open irregularity stand."""
        self._order(lambda: self._decide(Decision.STANDS))

    def put_right(self) -> None:
        """Take the open irregularity back, with what came after it."""
        self._order(lambda: self._decide(Decision.PUT_RIGHT))

    def play(self, *moves: Move) -> None:
        """What was played, tapped in."""
        self._order(lambda: self._play(moves))

    def correct_slot(self, seat: int, slot: int, content: Slot) -> None:
        """Say what lies on a slot."""
        self._order(lambda: self._by_hand(self._referee.correct_slot(self._time(), seat, slot, content)))

    def correct_discard(self, card: Card | None) -> None:
        """Say which card tops the discard pile; None: there is no pile."""
        self._order(lambda: self._by_hand(self._referee.correct_discard(self._time(), card)))

    def keep_pictures(self, on: bool) -> None:
        """Keep pictures of the table before and after each play from now on, or none."""
        self._order(lambda: self._keep_pictures(on))

    def export(self, folder: Path) -> None:
        """Write the game out, to read and as JSON; the view tells where."""
        self._order(lambda: setattr(self, "_exported", self._keeper.export(folder)))

    def show_odds(self, on: bool) -> None:
        """Reckon chances and hints for the view, or do not."""
        self._order(lambda: setattr(self, "_odds", on))

    def choose(self, choice: Choice) -> None:
        """Say which of the view's choices is what happened."""
        self._order(lambda: self._choose(choice))

    def stop(self) -> None:
        """End both threads and let go of the source; may be called twice, or without `start`."""
        self._stopped.set()
        if self._source is not None:
            self._source.close()
        with self._wake:
            self._wake.notify_all()
        for thread in self._threads:
            if thread.ident is not None:
                thread.join(JOIN)
        self._keeper.close()

    def _order(self, order: Callable[[], None]) -> None:
        with self._wake:
            self._orders.append(order)
            self._wake.notify_all()

    # The thread that takes pictures

    def _take_pictures(self) -> None:
        fault = ""
        assert self._open_source is not None
        try:
            source = self._source = self._open_source()
            late = 0.0
            for frame in source:
                if self._every_picture and not source.live:
                    late = self._keep_time(frame, late, wait_up=True) if self._in_time else late
                    self._hand_over_surely(frame)
                else:
                    late = late if source.live else self._keep_time(frame, late)
                    self._hand_over(frame)
                if self._stopped.is_set():
                    break
        except SourceError as error:
            fault = str(error)
        except Exception as error:  # the table goes on by touch, whatever a driver throws
            log.exception("pictures can no longer be taken")
            fault = str(error) or type(error).__name__
        finally:
            if self._source is not None:
                self._source.close()
            with self._wake:
                self._fault = fault
                self._ended = True
                self._wake.notify_all()

    def _keep_time(self, frame: Frame, late: float, *, wait_up: bool = False) -> float:
        """Show a film in its own time, and hold it during a pause; returns by how much it now runs late.

        With `wait_up` a film that was held up goes on at its own pace instead of making up for it.
        """
        while not self._stopped.is_set():
            wait = self._opened + late + frame.time - time.monotonic()
            if self._paused.is_set() or wait_up:
                late += max(0.0, -wait)
            if self._paused.is_set():
                self._stopped.wait(0.05)
            elif wait > 0:
                self._stopped.wait(min(wait, 0.1))
            else:
                break
        return late

    def _hand_over(self, frame: Frame) -> None:
        with self._wake:
            if self._frame is not None:
                self.dropped += 1
            # One clock for pictures and taps: the source's own may have begun later.
            self._frame = replace(frame, time=self._wall_time())
            self._wake.notify_all()

    def _hand_over_surely(self, frame: Frame) -> None:
        with self._wake:
            self._wake.wait_for(lambda: self._frame is None or self._stopped.is_set())
            self._frame = replace(frame, time=frame.time + self._resumed_at)
            self._wake.notify_all()

    # The thread that reads them

    def _follow(self) -> None:
        finished = False
        while True:
            with self._wake:
                while not (
                    self._orders or self._frame or self._stopped.is_set() or (self._ended and not finished)
                ):
                    self._wake.wait()
                if self._stopped.is_set():
                    return
                orders, self._orders = self._orders, deque()
                frame, self._frame = self._frame, None
                self._wake.notify_all()
                ended = self._ended and frame is None and not finished
            try:
                for order in orders:
                    order()
                if frame is not None and not self._fault:
                    self._see(frame)
                if ended:
                    finished = True
                    self._tell(self._referee.finish(), EntrySource.CAMERA)
            except ModelError as error:
                self._give_up(error)
            except Exception as error:
                log.exception("the table can no longer be read")
                self._give_up(error)
            self._view = self._make_view()
            if ended:
                self._on_end()

    def _see(self, frame: Frame) -> None:
        self._picture_clock = frame.time
        if frame.time - self._picture_time >= PICTURE_EVERY:
            self._picture, self._picture_time = small_picture(frame.image), frame.time
            if self._snapshots is not None:
                self._snapshots.see(frame.time, self._picture)
        if self._paused.is_set():
            return
        if self._watcher is None:
            self._watcher = self._make_watcher()
        if (table := self._watcher.process(frame)) is not None:
            self._table = table
            self._setup = setup_of(self._watcher, frame, table)
            self._tell(self._referee.observe(table), EntrySource.CAMERA)

    def _give_up(self, error: Exception) -> None:
        with self._wake:
            self._fault = str(error) or type(error).__name__
            self._ended = True
        if self._source is not None:
            self._source.close()

    def _undo(self) -> None:
        self._show(self._keeper.undo(self._time()))

    def _decide(self, decision: Decision) -> None:
        self._show(self._keeper.decide(self._time(), decision))

    def _play(self, moves: Sequence[Move]) -> None:
        try:
            self._by_hand(self._referee.play(self._time(), *moves))
        except IllegalMove as error:
            # The table changed between the look and the tap: what was tapped is of a table that is gone.
            log.info("not played: %s", error)

    def _choose(self, choice: Choice) -> None:
        # The referee may have found other explanations since the choice was shown: then it is none any more.
        for index, other in enumerate(self._choices):
            if other is choice and self._referee.explanations == self._explanations:
                self._by_hand(self._referee.choose(index))
                return

    def _by_hand(self, events: list[Event]) -> None:
        self._tell(events, EntrySource.PLAYER)

    def _tell(self, events: list[Event], source: EntrySource) -> None:
        self._keeper.note(self._time(), source, events)
        if self._snapshots is not None and source is EntrySource.CAMERA:
            self._snapshots.keep(events)
        self._show(events)

    def _keep_pictures(self, on: bool) -> None:
        if self._snapshots is not None:
            self._snapshots.on = on

    def _show(self, events: list[Event]) -> None:
        for event in events:
            if isinstance(event, RoundWon) and self._watcher is not None:
                self._watcher.expect(event.next_sizes)
            self._on_event(event)

    def _time(self) -> float:
        """The time of what is happening: of the newest picture where a film is read at its own pace."""
        return self._picture_clock if self._every_picture else self._wall_time()

    def _wall_time(self) -> float:
        return time.monotonic() - self._start

    def _make_view(self) -> PlayView:
        history, explanations = self._keeper.history, self._referee.explanations
        if explanations != self._explanations:
            self._explanations = explanations
            self._choices = tuple(_choice(explanation) for explanation in explanations)
        return play_view(
            self._referee.state,
            self._camera(),
            table=self._table,
            fault=self._fault,
            picture=self._picture,
            history=history.events,
            began=self._began,
            irregular=history.irregular,
            can_put_right=0 < history.steps_to_irregular <= PUT_RIGHT,
            choices=self._choices,
            demo=self.demo,
            trouble=self._keeper.trouble,
            can_undo=self._keeper.can_undo,
            odds=self._odds,
            setup=self._setup,
            figures=self._keeper.figures,
            exported=self._exported,
            snapshots=() if self._snapshots is None else self._snapshots.taken,
        )

    def _camera(self) -> Camera:
        if self._open_source is None:
            return Camera.TOUCH
        if self._fault:
            return Camera.FAILED
        if self._ended:
            return Camera.ENDED
        if self._paused.is_set():
            return Camera.PAUSED
        return Camera.STARTING if self._table is None else Camera.of(self._referee.phase)


def _choice(explanation: Explanation) -> Choice:
    events: list[Event] = []
    for step in explanation.steps:
        events += [announce_irregularity(step.before, fault, 0.0) for fault in step.irregularities]
        if step.move is not None:
            events += announce(step.before, step.move, step.after, 0.0)
    return Choice(tuple(events))
