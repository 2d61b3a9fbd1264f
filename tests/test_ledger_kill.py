"""A process that writes a game is killed at any moment: what it had shown is there, and the game goes on."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.ledger import Ledger
from tests.ledger_games import HEADER, disturbed, fold

ROOT = Path(__file__).parent.parent
LENGTH = 400


def killed(path: Path, seed: int, shown: int, pause: float) -> int:
    """Kill a writing process `pause` seconds after it has shown so many numbers; the last it showed."""
    command = [sys.executable, "-m", "tests.ledger_games", str(path), str(seed)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout
    numbers = [0]
    for _ in range(shown):
        if not (line := process.stdout.readline()):
            break
        numbers.append(int(line))
    time.sleep(pause)
    process.kill()
    rest, errors = process.communicate()
    assert not errors
    # A line that was cut off was not shown.
    numbers += [int(line) for line in rest.splitlines(keepends=True) if line.endswith("\n")]
    return numbers[-1]


def kill_at_random_points(folder: Path, times: int, seed: int) -> int:
    """Kill so often, going on with the same game; how often in the middle of a game."""
    rng = random.Random(seed)
    number, in_the_middle = 0, 0
    for _ in range(times):
        path = folder / f"{number}.ledger"
        shown = killed(path, number, rng.choice((0, 1, 1, 2, 5, 20, 60)), rng.uniform(0, 0.05))
        if not path.exists():
            assert shown == 0
            continue
        expected = disturbed(LENGTH, number)
        with Ledger.open(path) as ledger:
            count = len(ledger.entries)
            assert shown <= count <= LENGTH
            assert ledger.entries == tuple(expected[:count])
            assert ledger.state == fold(expected[:count], HEADER)
        in_the_middle += 0 < count < LENGTH
        number += count == LENGTH
    return in_the_middle


def test_killed_a_few_times(tmp_path: Path) -> None:
    assert kill_at_random_points(tmp_path, 3, seed=1) >= 1


@pytest.mark.slow
def test_killed_at_sixty_points(tmp_path: Path) -> None:
    assert kill_at_random_points(tmp_path, 60, seed=2) >= 40
