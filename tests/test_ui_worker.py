"""The worker: pictures and taps in, views out, on threads that end when they are told to."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import numpy as np
import pytest

from companion.cards import Card
from companion.events import Discarded, Event, Irregular, Turn
from companion.irregularities import Kind
from companion.observation import BACK, EMPTY, Phase, TableView, face
from companion.referee import Referee
from companion.rules import HouseRules
from ui.pictures import WIDTH, small_picture
from ui.view import Camera, PlayView, SlotLook, Standing
from ui.worker import Watcher, Worker
from vision.frames import Frame, SourceError
from vision.layout import TableLayout

PATIENCE = 15.0
DEALT = ((BACK,) * 5, (BACK,) * 5)
QUEEN = face((Card.parse("QC"), 1.0))
PLACED = (BACK, BACK, face((Card.parse("3D"), 1.0)), BACK, BACK)


class Pictures:
    """A source of blank pictures, `count` of them or without end, `gap` seconds apart."""

    name, fps = "test pictures", 30.0

    def __init__(
        self,
        count: int | None = None,
        *,
        gap: float = 0.01,
        live: bool = True,
        fault: Exception | None = None,
    ) -> None:
        self.count, self.gap, self.live, self.fault = count, gap, live, fault
        self.closed = threading.Event()

    def __iter__(self) -> Iterator[Frame]:
        image = np.full((72, 128, 3), 90, np.uint8)
        index = 0
        while not self.closed.is_set() and index != self.count:
            yield Frame(image, index * self.gap, index)
            index += 1
            if self.live:
                self.closed.wait(self.gap)
        if self.fault is not None:
            raise self.fault

    def close(self) -> None:
        self.closed.set()


class Table:
    """A watcher that sees what the test lays on it."""

    first_phase = Phase.TRACKING

    def __init__(self, *, slow: float = 0.0) -> None:
        self.seats, self.discard, self.phase = DEALT, EMPTY, self.first_phase
        self.layouts: list[TableLayout] = []
        self.slow = slow
        self.times: list[float] = []

    def ann_plays(self) -> None:
        """Ann lays a three on its slot and discards a queen."""
        self.seats, self.discard = (PLACED, DEALT[1]), QUEEN

    def use_layout(self, layout: TableLayout, frame: Frame) -> None:
        self.layouts.append(layout)

    def expect(self, sizes: Sequence[int] | None) -> None:
        self.expected = sizes

    def process(self, frame: Frame) -> TableView:
        self.times.append(frame.time)
        if self.slow:
            time.sleep(self.slow)
        return TableView(frame.time, self.phase, self.seats, self.discard, True)


@pytest.fixture
def started() -> Iterator[Callable[..., Worker]]:
    workers: list[Worker] = []

    def start(
        source: Pictures | Exception, table: Watcher | None = None, events: list[Event] | None = None
    ) -> Worker:
        def open_source() -> Pictures:
            if isinstance(source, Exception):
                raise source
            return source

        referee = Referee(["Ann", "Ben"], dealer="Ben", rules=HouseRules(start_size=5))
        note = [].append if events is None else events.append
        worker = Worker(referee, open_source, lambda: table or Table(), on_event=note)
        workers.append(worker)
        worker.start()
        return worker

    yield start
    for worker in workers:
        worker.stop()


def wait_for(worker: Worker, condition: Callable[[PlayView], bool], what: str) -> PlayView:
    end = time.monotonic() + PATIENCE
    while not condition(worker.latest()):
        assert time.monotonic() < end, f"waited in vain for {what}; camera {worker.latest().camera}"
        time.sleep(0.01)
    return worker.latest()


def test_a_deal_and_a_discard_are_followed(started: Callable[..., Worker]) -> None:
    table, events = Table(), []
    worker = started(Pictures(), table, events)
    view = wait_for(worker, lambda view: view.standing is Standing.TURN, "the deal")
    assert view.player == 0 and view.camera is Camera.TRACKING
    assert [slot.look for slot in view.seats[0].slots] == [SlotLook.DOWN] * 5
    table.ann_plays()
    view = wait_for(worker, lambda view: view.player == 1, "the turn to pass on")
    assert view.discard == Card.parse("QC")
    assert [event.name for event in events if event.name != "phase"] == [
        "round_started",
        "turn",
        "drew",
        "placed",
        "discarded",
        "turn",
    ]
    assert view.history[-2:] == (Discarded(events[-2].t, "Ann", Card.parse("QC")), Turn(events[-1].t, "Ben"))


def test_next_player_and_undo_by_touch(started: Callable[..., Worker]) -> None:
    worker = started(Pictures())
    wait_for(worker, lambda view: view.standing is Standing.TURN, "the deal")
    worker.next_player()
    wait_for(worker, lambda view: view.player == 1, "Ben's turn")
    worker.undo()
    wait_for(worker, lambda view: view.player == 0, "Ann's turn again")


def test_a_pause_holds_the_game_and_shows_the_picture(started: Callable[..., Worker]) -> None:
    table = Table()
    worker = started(Pictures(), table)
    wait_for(worker, lambda view: view.standing is Standing.TURN, "the deal")
    worker.pause(True)
    view = wait_for(worker, lambda view: view.camera is Camera.PAUSED, "the pause")
    time.sleep(0.05)
    seen = len(table.times)
    table.ann_plays()
    wait_for(worker, lambda later: later.picture is not view.picture, "a newer picture")
    assert len(table.times) == seen and worker.latest().player == 0
    worker.pause(False)
    wait_for(worker, lambda view: view.player == 1, "the discard to be seen after the pause")


def test_pictures_are_dropped_rather_than_queued(started: Callable[..., Worker]) -> None:
    table = Table(slow=0.1)
    worker = started(Pictures(gap=0.005), table)
    wait_for(worker, lambda _: len(table.times) >= 5, "five pictures")
    assert worker.dropped > 10
    gaps = np.diff(table.times)
    assert (gaps >= 0.09).all(), "a stale picture was read"


def test_a_film_is_shown_in_its_own_time(started: Callable[..., Worker]) -> None:
    table = Table()
    begin = time.monotonic()
    worker = started(Pictures(6, gap=0.1, live=False), table)
    wait_for(worker, lambda view: view.camera is Camera.ENDED, "the end of the film")
    assert time.monotonic() - begin >= 0.5
    assert len(table.times) >= 4


def test_of_a_camera_too_every_picture_has_the_time_of_day() -> None:
    """A camera cannot wait: its pictures are dropped, and their times go on."""
    table = Table()
    referee = Referee(["Ann", "Ben"], dealer="Ben", rules=HouseRules(start_size=5))
    worker = Worker(referee, lambda: Pictures(gap=0.02), lambda: table, every_picture=True)
    worker.start()
    try:
        wait_for(worker, lambda view: view.standing is Standing.TURN, "the deal")
        assert table.times == sorted(table.times) and table.times[-1] > 0.2
    finally:
        worker.stop()


def test_a_film_that_waits_for_its_reader_leaves_nothing_out() -> None:
    """The demo table: every picture is read, however slowly, and none is shown early."""
    table = Table(slow=0.15)
    referee = Referee(["Ann", "Ben"], dealer="Ben", rules=HouseRules(start_size=5))
    pictures = Pictures(8, gap=0.1, live=False)
    worker = Worker(referee, lambda: pictures, lambda: table, every_picture=True, in_time=True)
    begin = time.monotonic()
    worker.start()
    try:
        wait_for(worker, lambda view: view.camera is Camera.ENDED, "the end of the film")
        assert table.times == pytest.approx([0.1 * n for n in range(8)])
        assert worker.dropped == 0 and time.monotonic() - begin >= 7 * 0.15
        worker.next_player()
        view = wait_for(worker, lambda view: view.history[-1:] != () and view.player == 1, "Ben's turn")
        assert view.history[-1] == Turn(pytest.approx(0.7), "Ben"), "a tap has its picture's time"
    finally:
        worker.stop()


def test_a_pause_holds_a_film(started: Callable[..., Worker]) -> None:
    table = Table()
    worker = started(Pictures(8, gap=0.1, live=False), table)
    worker.pause(True)
    wait_for(worker, lambda view: view.camera is Camera.PAUSED, "the pause")
    time.sleep(1.2)
    assert worker.latest().camera is Camera.PAUSED
    worker.pause(False)
    wait_for(worker, lambda view: view.camera is Camera.ENDED, "the end of the film")


def test_a_source_that_cannot_be_opened_is_a_state(started: Callable[..., Worker]) -> None:
    worker = started(SourceError("camera 7: no such camera"))
    view = wait_for(worker, lambda view: view.camera is Camera.FAILED, "the fault")
    assert view.camera_fault == "camera 7: no such camera"


def test_a_source_that_breaks_keeps_what_was_known(started: Callable[..., Worker]) -> None:
    fault = SourceError("camera 0: no more pictures come from it")
    worker = started(Pictures(60, gap=0.02, fault=fault))
    view = wait_for(worker, lambda view: view.camera is Camera.FAILED, "the break")
    assert view.standing is Standing.TURN and "no more pictures" in view.camera_fault
    worker.next_player()
    wait_for(worker, lambda view: view.player == 1, "play to go on by touch")


def test_a_watcher_that_fails_is_a_state(
    started: Callable[..., Worker], caplog: pytest.LogCaptureFixture
) -> None:
    class Broken:
        def use_layout(self, layout: TableLayout, frame: Frame) -> None:
            raise AssertionError(layout)

        def expect(self, sizes: Sequence[int] | None) -> None:
            raise AssertionError(sizes)

        def process(self, frame: Frame) -> TableView:
            raise RuntimeError("the model is not one")

    source = Pictures()
    worker = started(source, Broken())
    view = wait_for(worker, lambda view: view.camera is Camera.FAILED, "the fault")
    assert view.camera_fault == "the model is not one"
    assert source.closed.wait(PATIENCE)
    assert "the model is not one" in caplog.text


def test_an_irregularity_stays_until_it_is_accepted(started: Callable[..., Worker]) -> None:
    table, events = Table(), []
    worker = started(Pictures(), table, events)
    wait_for(worker, lambda view: view.standing is Standing.TURN, "the deal")
    table.ann_plays()
    wait_for(worker, lambda view: view.player == 1, "Ben's turn")
    table.discard = face((Card.parse("4H"), 1.0))
    view = wait_for(worker, lambda view: view.irregular is not None, "the irregularity")
    assert view.irregular is not None and view.irregular.kind is Kind.PLAYABLE_DISCARDED
    assert any(isinstance(event, Irregular) for event in events)
    worker.accept(view.irregular)
    wait_for(worker, lambda view: view.irregular is None, "it to be let stand")


def test_stopping_ends_both_threads_and_the_source(started: Callable[..., Worker]) -> None:
    source = Pictures()
    worker = started(source)
    wait_for(worker, lambda view: view.picture is not None, "a picture")
    worker.stop()
    assert source.closed.is_set()
    assert not [t for t in threading.enumerate() if t.name in ("pictures", "follow")]
    worker.stop()


def test_stopping_before_the_start_is_fine() -> None:
    worker = Worker(Referee(["Ann", "Ben"]), lambda: Pictures(), lambda: Table())
    worker.stop()
    assert worker.latest().camera is Camera.STARTING


def test_the_small_picture_is_rgb_and_keeps_its_shape() -> None:
    image = np.zeros((1080, 1920, 3), np.uint8)
    image[:, :, 0] = 200  # blue in BGR
    picture = small_picture(image)
    assert (picture.width, picture.height) == (WIDTH, WIDTH * 9 // 16)
    assert picture.pixels[:3] == bytes((0, 0, 200))
    assert small_picture(image[:9, :16]).width == 16


class Cameras:
    """Opens a new source each time, and keeps them all."""

    def __init__(self, **pictures: object) -> None:
        self.opened: list[Pictures] = []
        self.pictures = pictures

    def __call__(self) -> Pictures:
        self.opened.append(Pictures(**self.pictures))  # type: ignore[arg-type]
        return self.opened[-1]


@contextmanager
def playing(cameras: Cameras | None, table: Table) -> Iterator[Worker]:
    worker = Worker(Referee(["Ann", "Ben"], dealer="Ben"), cameras, lambda: table)
    worker.start()
    try:
        yield worker
    finally:
        worker.stop()


def test_a_camera_is_let_go_while_the_app_is_not_seen_and_opened_anew_after() -> None:
    cameras = Cameras()
    with playing(cameras, Table()) as worker:
        wait_for(worker, lambda view: view.camera is Camera.TRACKING, "the table")
        worker.suspend()
        assert len(cameras.opened) == 1 and cameras.opened[0].closed.is_set()
        worker.suspend()
        wait_for(worker, lambda view: view.camera is Camera.STARTING, "the camera to be gone")
        worker.wake()
        wait_for(worker, lambda view: view.camera is Camera.TRACKING, "the table again")
        assert len(cameras.opened) == 2 and not cameras.opened[1].closed.is_set()
    worker.wake()
    assert len(cameras.opened) == 2, "an ended game opens no camera"


def test_a_camera_that_failed_is_tried_again_when_the_app_is_seen_again() -> None:
    cameras = Cameras(count=3, fault=SourceError("camera 0: gone"))
    with playing(cameras, Table()) as worker:
        wait_for(worker, lambda view: view.camera is Camera.FAILED, "the fault")
        cameras.pictures = {}
        worker.suspend()
        worker.wake()
        wait_for(worker, lambda view: view.camera is Camera.TRACKING, "the table")
        assert worker.latest().camera_fault == ""


def test_a_film_is_held_while_the_app_is_not_seen() -> None:
    films, table = Cameras(live=False), Table()
    with playing(films, table) as worker:
        wait_for(worker, lambda view: view.camera is Camera.TRACKING, "the table")
        worker.suspend()
        assert not films.opened[0].closed.is_set()
        time.sleep(0.2)
        seen = len(table.times)
        worker.wake()
        wait_for(worker, lambda view: len(table.times) > seen + 1, "the film to go on")
        assert len(films.opened) == 1


def test_a_game_by_touch_has_no_camera_to_let_go() -> None:
    with playing(None, Table()) as worker:
        worker.suspend()
        worker.wake()
        assert worker.latest().camera is Camera.TOUCH
