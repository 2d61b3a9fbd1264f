"""The measuring itself: stages are told apart, and what is measured is what is said."""

from __future__ import annotations

import json
import mmap
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ui import cli
from vision import bench
from vision.frames import Frame


class SlowNetworks:
    """Takes a known time for each stage, and far longer at first, on a clock of its own; one thread of two works."""

    def __init__(self) -> None:
        self.calls = 0
        self.now = 0.0
        self.detector = SimpleNamespace(detect=self.detect)
        self.reader = SimpleNamespace(read=self.read)

    def detect(self, image: Any) -> list[int]:
        self.now += 0.02 if self.calls else 3.0
        self.calls += 1
        return [1, 2]

    def outlines(self, image: Any, detections: list[int]) -> list[Any]:
        self.now += 0.04
        return [SimpleNamespace(quad=np.eye(4, 2, dtype=np.float32)) for _ in detections]

    def crops(self, image: Any, quads: list[Any]) -> list[Any]:
        self.now += 0.01
        return quads

    def read(self, crops: list[Any]) -> list[Any]:
        self.now += 0.06
        return crops

    def clock(self) -> Any:
        return SimpleNamespace(perf_counter=lambda: self.now, process_time=lambda: 2 * self.now)


def test_stages_of_a_read_are_told_apart_and_the_first_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    networks: Any = SlowNetworks()
    monkeypatch.setattr(bench, "time", networks.clock())
    speed = bench.read_speed(networks, np.zeros((4, 4, 3), np.uint8), 3, repeats=3)
    assert networks.calls == 4
    assert (speed.find, speed.outline, speed.rectify, speed.name) == pytest.approx((20, 40, 10, 60))
    assert speed.total == speed.best == pytest.approx(130)
    assert speed.processor == pytest.approx(260)
    assert speed.per_second == pytest.approx(1000 / 130)
    assert (speed.cards, speed.found) == (3, 2)


def test_a_network_alone_is_timed_on_the_picture_as_it_takes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SlowNetworks()
    shapes = []

    def run(batch: Any) -> Any:
        shapes.append(batch.shape)
        clock.now += 9.0 if len(shapes) == 1 else 0.05
        return batch

    monkeypatch.setattr(bench, "time", clock.clock())
    network: Any = SimpleNamespace(run=run)
    assert bench.network_ms(network, np.zeros((90, 160, 3), np.uint8), 320, 3) == pytest.approx((50, 100))
    assert shapes == [(1, 3, 192, 320)] * 4


def test_a_share_of_the_moves_is_told_within_a_time() -> None:
    late = bench.Delays(tuple(n / 10 for n in range(20, 0, -1)), 20)
    assert late.within(0.95) == 1.9 and late.within(1.0) == 2.0 and late.within(0.5) == 1.0


def test_the_table_shows_as_many_cards_as_it_should() -> None:
    bare, few, full = (bench.full_table(cards).astype(int) for cards in (0, 4, 40))
    changed = [np.count_nonzero(np.abs(picture - bare).max(axis=2) > 30) for picture in (few, full)]
    assert 0 < 6 * changed[0] < changed[1] < 14 * changed[0]


def test_a_long_game_is_a_round_again_and_again_and_its_memory_told(monkeypatch: pytest.MonkeyPatch) -> None:
    held = iter([100.0, 110.0, 120.0, 130.0, 140.0])
    times: list[float] = []
    filmed: list[Path] = []

    class ShortVideo:
        fps = 0.1

        def __init__(self, video: Path) -> None:
            assert video == filmed[0]

        def __enter__(self) -> ShortVideo:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def __iter__(self) -> Any:
            for index in range(3):
                yield Frame(np.zeros((4, 4, 3), np.uint8), index * 10.0, index)

    def elsewhere(work: Any, jobs: Any, workers: int) -> None:
        assert work is bench.film_round and workers > 1
        filmed.append(jobs[0][0])

    monkeypatch.setattr(bench, "VideoSource", ShortVideo)
    monkeypatch.setattr(bench, "in_processes", elsewhere)
    watcher = SimpleNamespace(process=lambda frame: times.append(frame.time))
    monkeypatch.setattr(bench, "Watcher", lambda *_, **__: watcher)
    monkeypatch.setattr(bench, "resident_mib", lambda: next(held))
    memory = bench.long_game(SimpleNamespace(), 1.0)  # type: ignore[arg-type]
    assert times == pytest.approx([0, 10, 20, 30, 40, 50, 60])
    assert (memory.before, memory.early, memory.end) == (100.0, 110.0, 120.0)


def test_memory_held_is_told_in_mebibytes() -> None:
    before = bench.resident_mib()
    # Not from the heap, where the tests before may have left room.
    with mmap.mmap(-1, 40 * 2**20) as block:
        block.write(b"1" * len(block))
        assert 30 < bench.resident_mib() - before < 80
        assert bench.most_resident_mib() >= 0.9 * bench.resident_mib()


@pytest.mark.slow
def test_the_one_stage_network_has_the_usual_shape() -> None:
    pytest.importorskip("ultralytics")
    from vision.backends import engine
    from vision.training.onestage import CLASSES, untrained

    answer = engine(untrained(320)).run(np.zeros((1, 3, 192, 320), np.float32))
    assert answer.shape == (1, 4 + CLASSES, 192 * 320 // 64 * 21 // 16)


@pytest.mark.slow
def test_the_full_table_shows_all_its_cards_and_everything_is_measured(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert bench.full_table(40).shape == (1080, 1920, 3)
    assert cli.main(["bench", "--json"]) == 0
    *reads, settled, delay = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    read = reads[-1]
    assert [one["found"] for one in reads] == [one["cards"] for one in reads]
    assert (read["cards"], read["found"]) == (40, 40)
    assert read["ms"] > max(read["find"], read["outlines"], read["names"]) > 0
    assert 0 < settled["core"] < 1
    assert len(delay["seconds"]) > delay["moves"] / 2
