"""Four hours at the table, gone through as fast as they can be: nothing piles up."""

from __future__ import annotations

import threading
import tracemalloc
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from companion.ledger import Ledger, read_ledger
from companion.ledger_entries import GameHeader
from companion.observation import BACK, EMPTY, Phase, TableView
from companion.referee import Referee
from ui.worker import Worker
from vision.frames import Frame

HOURS, FPS = 4, 0.5
FRAMES = int(HOURS * 3600 * FPS)
SETTLED = FRAMES // 8
"""By then all that is kept for good is there."""
GROWTH = 2_000_000
"""Bytes that may be held more at the end than then."""
DEALT = ((BACK,) * 10, (BACK,) * 10)

pytestmark = pytest.mark.slow


class Evening:
    """A film of four hours of one table, a picture every two seconds."""

    name, fps, live = "evening", FPS, False

    def __init__(self) -> None:
        self.held: dict[int, int] = {}
        self._closed = threading.Event()

    def __iter__(self) -> Iterator[Frame]:
        image = np.full((72, 128, 3), 90, np.uint8)
        for index in range(FRAMES):
            if self._closed.is_set():
                return
            if index in (SETTLED, FRAMES - 1):
                self.held[index] = tracemalloc.get_traced_memory()[0]
            yield Frame(image, index / FPS, index)

    def close(self) -> None:
        self._closed.set()


class Table:
    """Seen, covered by a hand every minute, lost every ten."""

    def expect(self, sizes: Sequence[int] | None) -> None:
        """No round ends."""

    def process(self, frame: Frame) -> TableView:
        second = int(frame.time)
        phase = Phase.LOST if second % 600 < 3 else Phase.OCCLUDED if second % 60 < 2 else Phase.TRACKING
        return TableView(frame.time, phase, DEALT, EMPTY, True)


def test_four_hours_of_pictures_do_not_pile_up(tmp_path: Path) -> None:
    path, evening, ended = tmp_path / "game.ledger", Evening(), threading.Event()
    header = GameHeader(("Ann", "Ben"), dealer="Ben")
    worker = Worker(
        Referee(header.players, dealer=header.dealer),
        lambda: evening,
        Table,
        ledger=Ledger.create(path, header),
        every_picture=True,
        on_end=ended.set,
    )
    tracemalloc.start()
    try:
        worker.start()
        assert ended.wait(280)
    finally:
        tracemalloc.stop()
        worker.stop()
    assert evening.held[FRAMES - 1] - evening.held[SETTLED] < GROWTH
    assert worker.latest().seats[0].slots and len(read_ledger(path).entries) < 10
