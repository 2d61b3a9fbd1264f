"""The game on its own threads: pictures in, views out.

One thread takes pictures from the source as they come and keeps the newest only; another reads it, hands the
table view to the referee, carries out what was tapped, and publishes a `PlayView`. Pictures that come while one is
being read are dropped: the screen shows the table as it is, not as it was.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from companion.events import Event, Irregular, RoundStarted
from companion.observation import TableView
from companion.referee import Referee
from ui.pictures import small_picture
from ui.view import HISTORY, Camera, Picture, PlayView, play_view
from vision.frames import Frame, FrameSource, SourceError

PICTURE_EVERY = 0.1
"""Seconds between two small camera pictures: smooth enough to aim by, cheap enough to forget."""
JOIN = 10.0
"""Seconds to wait for a thread that is in the middle of a picture."""

log = logging.getLogger(__name__)


class Watcher(Protocol):
    """Pictures to table views; `vision.watcher` is one."""

    def observe(self, frame: Frame) -> TableView | None:
        """The table as this picture and those before show it; None where there is nothing new to tell."""


class Worker:
    """Follows one game.

    Args:
        referee: knows the players and the rules; used on the worker's thread only once it has started.
        open_source: opens the picture source; its `SourceError` becomes a state of the camera.
        make_watcher: loads what reads the pictures.
        on_event: called on the worker's thread with every event, in order.
    """

    def __init__(
        self,
        referee: Referee,
        open_source: Callable[[], FrameSource],
        make_watcher: Callable[[], Watcher],
        *,
        on_event: Callable[[Event], None] = lambda event: None,
    ) -> None:
        self._referee = referee
        self._open_source = open_source
        self._make_watcher = make_watcher
        self._on_event = on_event
        self._began, self._start = time.time(), time.monotonic()
        self._table: TableView | None = None
        self._picture: Picture | None = None
        self._picture_time = -PICTURE_EVERY
        self._history: deque[Event] = deque(maxlen=HISTORY)
        self._irregular: Irregular | None = None
        self._fault = ""
        self._orders: deque[Callable[[], None]] = deque()
        self._frame: Frame | None = None
        self._ended = False
        self._paused = threading.Event()
        self._stopped = threading.Event()
        self._wake = threading.Condition()
        self._source: FrameSource | None = None
        self._threads = [
            threading.Thread(target=self._take_pictures, name="pictures"),
            threading.Thread(target=self._follow, name="follow"),
        ]
        self._view = self._make_view()
        self.dropped = 0
        """Pictures that came while another was being read."""

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
        self._order(lambda: self._tell(self._referee.next_player(self._time())))

    def pause(self, on: bool) -> None:
        """Stop following the table, or go on."""
        self._order(self._paused.set if on else self._paused.clear)

    def accept(self) -> None:
        """Let the open irregularity stand."""
        self._order(self._accept)

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

    def _order(self, order: Callable[[], None]) -> None:
        with self._wake:
            self._orders.append(order)
            self._wake.notify_all()

    # The thread that takes pictures

    def _take_pictures(self) -> None:
        fault = ""
        try:
            source = self._source = self._open_source()
            late = 0.0
            for frame in source:
                if not source.live:
                    late = self._keep_time(frame, late)
                if self._stopped.is_set():
                    break
                self._hand_over(frame)
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

    def _keep_time(self, frame: Frame, late: float) -> float:
        """Show a film in its own time, and hold it during a pause; returns how much later it is shown than at first."""
        while not self._stopped.is_set():
            wait = self._start + late + frame.time - time.monotonic()
            if self._paused.is_set():
                late += max(0.0, -wait)
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
            self._frame = replace(frame, time=self._time())
            self._wake.notify_all()

    # The thread that reads them

    def _follow(self) -> None:
        watcher: Watcher | None = None
        finished = False
        while True:
            with self._wake:
                while not (
                    self._orders
                    or self._frame
                    or self._stopped.is_set()
                    or (self._ended and not finished)
                ):
                    self._wake.wait()
                if self._stopped.is_set():
                    return
                orders, self._orders = self._orders, deque()
                frame, self._frame = self._frame, None
                ended = self._ended and frame is None and not finished
            try:
                for order in orders:
                    order()
                if frame is not None:
                    watcher = watcher or self._make_watcher()
                    self._see(watcher, frame)
                if ended:
                    finished = True
                    self._tell(self._referee.finish())
            except Exception as error:
                log.exception("the table can no longer be read")
                self._give_up(error)
            self._view = self._make_view()

    def _see(self, watcher: Watcher, frame: Frame) -> None:
        if frame.time - self._picture_time >= PICTURE_EVERY:
            self._picture, self._picture_time = small_picture(frame.image), frame.time
        if self._paused.is_set():
            return
        if (table := watcher.observe(frame)) is not None:
            self._table = table
            self._tell(self._referee.observe(table))

    def _give_up(self, error: Exception) -> None:
        with self._wake:
            self._fault = str(error) or type(error).__name__
            self._ended = True
        if self._source is not None:
            self._source.close()

    def _undo(self) -> None:
        self._irregular = None
        self._tell(self._referee.undo(self._time()))

    def _accept(self) -> None:
        self._irregular = None

    def _tell(self, events: list[Event]) -> None:
        for event in events:
            self._history.append(event)
            if isinstance(event, Irregular):
                self._irregular = event
            elif isinstance(event, RoundStarted):
                self._irregular = None
            self._on_event(event)

    def _time(self) -> float:
        return time.monotonic() - self._start

    def _make_view(self) -> PlayView:
        return play_view(
            self._referee.state,
            self._camera(),
            table=self._table,
            fault=self._fault,
            picture=self._picture,
            history=tuple(self._history),
            began=self._began,
            irregular=self._irregular,
        )

    def _camera(self) -> Camera:
        if self._fault:
            return Camera.FAILED
        if self._ended:
            return Camera.ENDED
        if self._paused.is_set():
            return Camera.PAUSED
        return Camera.STARTING if self._table is None else Camera.of(self._referee.phase)
