"""Every trace in tests/traces, read from its file: the events it must give, in order, and those it must
not.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from trace_script import told

from companion.events import StateEvent
from companion.trace import run_trace

FOLDER = Path(__file__).parent / "traces"
NAMES = sorted(path.name.removesuffix(".events.jsonl") for path in FOLDER.glob("*.events.jsonl"))


def lines(name: str, kind: str) -> list[dict[str, Any]]:
    text = (FOLDER / f"{name}.{kind}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("name", NAMES)
def test_trace(name: str) -> None:
    events = list(run_trace(FOLDER / f"{name}.jsonl"))
    got = told(events)
    for forbidden in lines(name, "forbidden"):
        assert not [line for line in got if forbidden.items() <= line.items()]
    assert got == lines(name, "events")
    assert isinstance(events[-1], StateEvent)


def test_traces_are_there() -> None:
    assert len(NAMES) >= 60
