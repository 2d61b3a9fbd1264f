"""A process that writes a game is killed at any moment: what it had shown is there, and the game goes on."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.ledger import Ledger
from companion.ledger_entries import Entry, entry_to_json
from tests.ledger_games import HEADER, disturbed, fold

ROOT = Path(__file__).parent.parent
LENGTH = 200


def killed(path: Path, source: Path, shown: int, pause: float) -> int:
    """Kill a writing process `pause` seconds after it has shown so many numbers; the last it showed."""
    command = [sys.executable, "-m", "tests.ledger_writer", str(path), str(source)]
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


def write_game(folder: Path, number: int) -> list[Entry]:
    """The entries of a game, and a file with them for the writing process."""
    entries = disturbed(LENGTH, seed=number)
    values = [HEADER.to_json(), *map(entry_to_json, entries)]
    lines = "".join(json.dumps(value) + "\n" for value in values)
    folder.joinpath(f"{number}.jsonl").write_text(lines, "utf-8")
    return entries


def kill_at_random_points(folder: Path, times: int, seed: int) -> int:
    """Kill so often in the middle of a game, going on with the same one; how often in all."""
    rng = random.Random(seed)
    number, in_the_middle, expected = 0, 0, write_game(folder, 0)
    kills = 0
    while in_the_middle < times:
        kills += 1
        path = folder / f"{number}.ledger"
        shown = killed(
            path, folder / f"{number}.jsonl", rng.choice((0, 1, 1, 1, 2, 5, 10, 40)), rng.uniform(0, 0.05)
        )
        if not path.exists():
            assert shown == 0
            continue
        with Ledger.open(path) as ledger:
            count = len(ledger.entries)
            assert shown <= count <= LENGTH
            assert ledger.entries == tuple(expected[:count])
            assert ledger.state == fold(expected[:count], HEADER)
        in_the_middle += 0 < count < LENGTH
        if count == LENGTH:
            number += 1
            expected = write_game(folder, number)
    return kills


def test_killed_a_few_times(tmp_path: Path) -> None:
    assert kill_at_random_points(tmp_path, 2, seed=1) >= 2


@pytest.mark.slow
@pytest.mark.timeout(1800)  # for a process has to start each time, on a machine that may be busy
def test_killed_at_fifty_points(tmp_path: Path) -> None:
    assert kill_at_random_points(tmp_path, 50, seed=2) >= 50
