"""The game on its own threads: pictures and taps in, ledger entries and then views out.

One thread takes pictures (`ui.taker`); another reads the newest, hands the table view to the referee, carries
out what was tapped, and publishes a `PlayView`. Pictures that come while one is being read are dropped: the
screen shows the table as it is, not as it was. What happened is in the ledger before it is in a view.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from companion.cards import Card
from companion.engine import IllegalMove
from companion.events import Event, Irregular, RoundWon
from companion.explain import Explanation
from companion.ledger import Ledger
from companion.ledger_entries import Decision, EntrySource
from companion.moves import Move
from companion.observation import TableView
from companion.referee import Referee
from companion.table import GameState, Slot
from ui.byhand import Corners, layout_at
from ui.choosing import choice_of
from ui.exporting import Exported
from ui.games import due_sizes
from ui.keeper import Keeper
from ui.pictures import small_picture
from ui.setup import setup_of
from ui.snapshots import Snapshots
from ui.taker import JOIN, Pace, PictureTaker
from ui.view import Camera, Choice, Picture, PlayView, Setup, play_view
from vision.frames import Frame, FrameSource
from vision.layout import TableLayout
from vision.modelcard import ModelError

PICTURE_EVERY = 0.1
"""Seconds between two small camera pictures: smooth enough to aim by, cheap enough to forget."""
PUT_RIGHT = 3
"""Irregular play is put right while no more steps than these would be taken back with it."""

log = logging.getLogger(__name__)


class Watcher(Protocol):
    """Pictures to table views; `vision.watcher` is one."""

    def process(self, frame: Frame) -> TableView | None:
        """The table as this picture and those before show it; None where there is nothing new to tell."""

    def use_layout(self, layout: TableLayout, frame: Frame) -> None:
        """Follow a layout that was put right by hand, as seen in this frame."""

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
        self._pace = Pace(every_picture, in_time)
        self._on_event, self._on_end = on_event, on_end
        self._watcher: Watcher | None = None
        self._keeper = Keeper(referee, ledger)
        self._resumed_at = self._keeper.last_time
        self._began = time.time() if ledger is None else ledger.header.began
        # A clock that was set back meanwhile must not put new happenings before old ones.
        self._start = time.monotonic() - max(time.time() - self._began, self._resumed_at)
        self._table: TableView | None = None
        self._setup: Setup | None = None
        self._newest: Frame | None = None
        self._picture: Picture | None = None
        self._picture_time = -PICTURE_EVERY
        self._picture_clock = self._resumed_at
        self._explanations: tuple[Explanation, ...] = ()
        self._choices: tuple[Choice, ...] = ()
        self._orders: deque[Callable[[], None]] = deque()
        self._odds = False
        self._snapshots = None if ledger is None else Snapshots.of(ledger.path)
        self._exported: Exported | None = None
        self._paused = threading.Event()
        self._stopped = threading.Event()
        self._wake = threading.Condition()
        self._thread = threading.Thread(target=self._follow, name="follow")
        self._taker = self._make_taker()
        self.demo = False
        """Whether the pictures are of the demo table; `open_source` says so."""
        self.kept = True
        """Whether there is a place to write the game down; who found none says so before `start`."""
        self._view = self._make_view()

    def told(self) -> tuple[GameState, tuple[Event, ...]]:
        """The game and what was told of it: for `on_event`, which is called before there is a view of it."""
        return self._referee.state, self._keeper.history.events

    # What the app calls, on the main thread

    def start(self) -> None:
        """Begin to follow."""
        self._thread.start()
        if self._taker is not None:
            self._taker.start()

    @property
    def dropped(self) -> int:
        """Pictures that came while another was being read."""
        return 0 if self._taker is None else self._taker.dropped

    def suspend(self) -> None:
        """Let go of the camera, because the app is no longer seen; a film is only held."""
        taker = self._taker
        if taker is not None and taker.live:
            with self._wake:
                self._taker = None
            taker.stop()
            self._order(lambda: None)  # shows that no picture comes
        elif taker is not None:
            taker.hold(True)

    def wake(self) -> None:
        """Go on where `suspend` stopped, with the camera opened anew."""
        if self._stopped.is_set():
            return
        if self._taker is not None:
            self._taker.hold(self._paused.is_set())
            return
        taker = self._make_taker()
        with self._wake:
            self._taker = taker
        if taker is not None:
            taker.start()

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
        self._order(lambda: self._pause(on))

    def accept(self, irregular: Irregular) -> None:
        """Let an irregularity stand."""
        self._order(lambda: self._decide(Decision.STANDS, irregular))

    def put_right(self, irregular: Irregular) -> None:
        """Take an irregularity back, with what came after it."""
        self._order(lambda: self._decide(Decision.PUT_RIGHT, irregular))

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

    def use_corners(self, corners: Corners) -> None:
        """Look for the layouts at corners that were pointed out in the picture."""
        self._order(lambda: self._use_corners(corners))

    def show_odds(self, on: bool) -> None:
        """Reckon chances and hints for the view, or do not."""
        self._order(lambda: setattr(self, "_odds", on))

    def choose(self, choice: Choice) -> None:
        """Say which of the view's choices is what happened."""
        self._order(lambda: self._choose(choice))

    def stop(self) -> None:
        """End both threads and let go of the source; may be called twice, or without `start`."""
        self._stopped.set()
        with self._wake:
            self._wake.notify_all()
        if self._taker is not None:
            self._taker.stop()
        if self._thread.ident is not None:
            self._thread.join(JOIN)
        self._keeper.close()

    def _order(self, order: Callable[[], None]) -> None:
        with self._wake:
            self._orders.append(order)
            self._wake.notify_all()

    # The thread that reads them

    def _follow(self) -> None:
        finished: PictureTaker | None = None
        while True:
            with self._wake:
                while not (self._orders or self._stopped.is_set() or self._has_news(finished)):
                    self._wake.wait()
                if self._stopped.is_set():
                    return
                orders, self._orders = self._orders, deque()
                taker, frame = self._taker, None
                if taker is not None:
                    frame, taker.frame = taker.frame, None
                self._wake.notify_all()
                ended = taker is not None and taker.ended and frame is None and taker is not finished
            try:
                for order in orders:
                    order()
                if frame is not None and taker is not None and not taker.fault:
                    self._see(frame)
                if ended:
                    finished = taker
                    self._tell(self._referee.finish(), EntrySource.CAMERA)
            except ModelError as error:
                self._give_up(error)
            except Exception as error:
                log.exception("the table can no longer be read")
                self._give_up(error)
            self._view = self._make_view()
            if ended:
                self._on_end()

    def _has_news(self, finished: PictureTaker | None) -> bool:
        taker = self._taker
        return taker is not None and (taker.frame is not None or (taker.ended and taker is not finished))

    def _make_taker(self) -> PictureTaker | None:
        if self._open_source is None:
            return None
        return PictureTaker(self._open_source, self._wake, self._wall_time, self._resumed_at, self._pace)

    def _see(self, frame: Frame) -> None:
        self._picture_clock, self._newest = frame.time, frame
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
        if self._taker is not None:
            self._taker.give_up(str(error) or type(error).__name__)

    def _pause(self, on: bool) -> None:
        (self._paused.set if on else self._paused.clear)()
        if self._taker is not None:
            self._taker.hold(on)

    def _use_corners(self, corners: Corners) -> None:
        sizes = due_sizes(self._referee.state)
        if self._watcher is None or self._newest is None or sizes is None:
            return
        try:
            self._watcher.use_layout(layout_at(corners, sizes, self._newest), self._newest)
        except ValueError as error:
            # They were drawn into one: the players see that and draw them apart.
            log.info("no layout: %s", error)

    def _undo(self) -> None:
        self._show(self._keeper.undo(self._time()))

    def _decide(self, decision: Decision, irregular: Irregular) -> None:
        self._show(self._keeper.decide(self._time(), decision, irregular))

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
        return self._picture_clock if self._pace.every_picture else self._wall_time()

    def _wall_time(self) -> float:
        return time.monotonic() - self._start

    def _make_view(self) -> PlayView:
        history, explanations = self._keeper.history, self._referee.explanations
        if explanations != self._explanations:
            self._explanations = explanations
            self._choices = tuple(choice_of(explanation) for explanation in explanations)
        return play_view(
            self._referee.state,
            self._camera(),
            table=self._table,
            fault="" if self._taker is None else self._taker.fault,
            picture=self._picture,
            history=history.events,
            began=self._began,
            irregular=history.irregular,
            can_put_right=0 < history.steps_to_irregular <= PUT_RIGHT,
            choices=self._choices,
            demo=self.demo,
            trouble=self._keeper.trouble,
            kept=self.kept,
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
        if self._taker is None:
            return Camera.STARTING
        if self._taker.fault:
            return Camera.FAILED
        if self._taker.ended:
            return Camera.ENDED
        if self._paused.is_set():
            return Camera.PAUSED
        return Camera.STARTING if self._table is None else Camera.of(self._referee.phase)
