"""The measuring itself: stages are told apart, and what is measured is what is said."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ui import cli
from vision import bench


class SlowNetworks:
    """Takes a known time for each stage, and far longer at first, on a clock of its own."""

    def __init__(self) -> None:
        self.calls = 0
        self.now = 0.0
        self.detector = SimpleNamespace(detect=self.detect)

    def detect(self, image: Any) -> list[int]:
        self.now += 0.02 if self.calls else 3.0
        self.calls += 1
        return [1, 2]

    def outlines(self, image: Any, detections: list[int]) -> list[int]:
        self.now += 0.04
        return detections

    def read_outlines(self, image: Any, outlines: list[int]) -> list[int]:
        self.now += 0.06
        return outlines


def test_stages_of_a_read_are_told_apart_and_the_first_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    networks: Any = SlowNetworks()
    monkeypatch.setattr(bench, "time", SimpleNamespace(perf_counter=lambda: networks.now))
    speed = bench.read_speed(networks, np.zeros((4, 4, 3), np.uint8), 3, repeats=3)
    assert networks.calls == 4
    assert (speed.find, speed.outline, speed.name) == pytest.approx((20, 40, 60))
    assert speed.total == pytest.approx(120)
    assert speed.per_second == pytest.approx(1000 / 120)
    assert (speed.cards, speed.found) == (3, 2)


@pytest.mark.slow
def test_the_full_table_shows_all_its_cards_and_everything_is_measured(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert bench.full_table(40).shape == (1080, 1920, 3)
    assert cli.main(["bench", "--json"]) == 0
    read, settled, delay = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert (read["cards"], read["found"]) == (40, 40)
    assert read["ms"] > max(read["find"], read["outlines"], read["names"]) > 0
    assert 0 < settled["core"] < 1
    assert len(delay["seconds"]) > delay["moves"] / 2
