"""What the terminal tells of the demo table is what happens there: the shipped networks, from film to words."""

from __future__ import annotations

from pathlib import Path

import pytest

import ui.headless
import vision.tabletop.demo
from companion.events import Event, RoundWon, Turn
from companion.ledger import read_ledger
from ui.headless import run_headless
from ui.options import PlayOptions
from vision.scoring import score
from vision.tabletop.demo import DemoTable


@pytest.mark.slow
@pytest.mark.timeout(1500)
def test_nothing_is_told_of_the_demo_table_that_is_not_true(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TRASH_COMPANION_HOME", str(tmp_path))
    monkeypatch.setattr(ui.headless, "_draw", lambda view, language: 0)
    monkeypatch.setattr(ui.headless, "LONGEST", 1400.0)  # a busy machine reads slower than it plays
    tables: list[DemoTable] = []
    make = vision.tabletop.demo.demo_source

    def kept(**settings: object) -> DemoTable:
        tables.append(make(**settings))  # type: ignore[arg-type]
        return tables[-1]

    monkeypatch.setattr(vision.tabletop.demo, "demo_source", kept)
    assert run_headless(PlayOptions(demo=True, language="en")) == 0
    (ledger,) = (tmp_path / "games").glob("*.ledger")
    told = round_of(list(read_ledger(ledger).events))
    result = score(round_of(list(tables[0].truth)), told)
    assert result.invented == ()
    assert result.turns.total > 8 and result.turns.right == result.turns.total
    assert result.discards.total > 6 and result.discards.right == result.discards.total
    assert result.winners.right == result.winners.total == 1
    assert len([event for event in told if isinstance(event, Turn)]) == result.turns.total, "and no other turn"
    lines = [line.split()[0] for line in capsys.readouterr().out.splitlines() if line.startswith("  ")]
    seconds = [60 * float(line.split(":")[0]) + float(line.split(":")[1]) for line in lines]
    assert len(seconds) > 20 and seconds == sorted(seconds), "no line goes back in time"


def round_of(events: list[Event]) -> list[Event]:
    """The events of the first round."""
    end = next(index for index, event in enumerate(events) if isinstance(event, RoundWon))
    return events[: end + 1]
