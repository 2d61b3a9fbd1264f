"""Pictures from a source, on a thread of their own: the newest waits to be read, older ones are dropped."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from vision.frames import Frame, FrameSource, SourceError

JOIN = 10.0
"""Seconds to wait for a thread that is in the middle of a picture."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast a film is shown; a camera has its own pace.

    Attributes:
        every_picture: every picture is read, at the film's own times, however long it takes; else it is shown
            as fast as it was filmed, and what cannot be read in time is dropped.
        in_time: where every picture is read, none is shown earlier than it was filmed.
    """

    every_picture: bool = False
    in_time: bool = False


class PictureTaker:
    """Takes pictures until the source ends or `stop` is called.

    Args:
        open_source: opens the source; its `SourceError` becomes `fault`.
        wake: guards what is public here, and is notified of every change.
        clock: seconds of the game, now.
        offset: seconds of the game at which a film begins.
        pace: of a film.

    Attributes:
        frame: the newest picture, its time in seconds of the game; whoever reads it takes it away.
        ended: no more pictures come.
        fault: why; empty at the end of a film.
        dropped: pictures that came while another waited to be read.
    """

    def __init__(
        self,
        open_source: Callable[[], FrameSource],
        wake: threading.Condition,
        clock: Callable[[], float],
        offset: float = 0.0,
        pace: Pace | None = None,
    ) -> None:
        self.frame: Frame | None = None
        self.ended, self.fault, self.dropped = False, "", 0
        self._open_source, self._wake, self._clock, self._offset = open_source, wake, clock, offset
        self._pace = pace or Pace()
        self._held, self._stopped = threading.Event(), threading.Event()
        self._opened = time.monotonic()
        self._source: FrameSource | None = None
        self._thread = threading.Thread(target=self._take, name="pictures")

    def start(self) -> None:
        """Begin to take pictures."""
        self._opened = time.monotonic()
        self._thread.start()

    def hold(self, on: bool) -> None:
        """Stop a film where it is, or go on; a camera cannot be held."""
        (self._held.set if on else self._held.clear)()

    @property
    def live(self) -> bool:
        """Whether the pictures are of a camera, as far as is known."""
        return self._source is None or self._source.live

    def give_up(self, fault: str) -> None:
        """Take no more pictures, for a reason of the reader's; does not wait."""
        with self._wake:
            self.fault, self.ended = fault, True
        self._end()

    def stop(self) -> None:
        """Let go of the source; returns when the thread has ended. May be called twice, or without `start`."""
        self._end()
        if self._thread.ident is not None:
            self._thread.join(JOIN)

    def _end(self) -> None:
        self._stopped.set()
        if self._source is not None:
            self._source.close()
        with self._wake:
            self._wake.notify_all()

    def _take(self) -> None:
        fault = ""
        try:
            source = self._source = self._open_source()
            late = 0.0
            for frame in source:
                if self._pace.every_picture and not source.live:
                    late = self._keep_time(frame, late, wait_up=True) if self._pace.in_time else late
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
                self.fault = self.fault or fault
                self.ended = True
                self._wake.notify_all()

    def _keep_time(self, frame: Frame, late: float, *, wait_up: bool = False) -> float:
        """Show a film in its own time, and hold it while wished; returns by how much it now runs late.

        With `wait_up` a film that was held up goes on at its own pace instead of making up for it.
        """
        while not self._stopped.is_set():
            wait = self._opened + late + frame.time - time.monotonic()
            if self._held.is_set() or wait_up:
                late += max(0.0, -wait)
            if self._held.is_set():
                self._stopped.wait(0.05)
            elif wait > 0:
                self._stopped.wait(min(wait, 0.1))
            else:
                break
        return late

    def _hand_over(self, frame: Frame) -> None:
        with self._wake:
            if self.frame is not None:
                self.dropped += 1
            # One clock for pictures and taps: the source's own may have begun later.
            self.frame = replace(frame, time=self._clock())
            self._wake.notify_all()

    def _hand_over_surely(self, frame: Frame) -> None:
        with self._wake:
            self._wake.wait_for(lambda: self.frame is None or self._stopped.is_set())
            self.frame = replace(frame, time=frame.time + self._offset)
            self._wake.notify_all()
