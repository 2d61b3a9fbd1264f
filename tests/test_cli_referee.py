"""`referee`: a trace goes in, event lines come out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ui import cli

HEADER = {"players": ["Ann", "Ben"], "dealer": "Ben", "sizes": [10, 10], "decks": 1, "rules": {}}


def view(t: float, ann: dict[int, Any], discard: Any = None) -> dict[str, Any]:
    layout = [ann.get(slot, "back") for slot in range(1, 11)]
    return {"t": t, "phase": "tracking", "seats": [layout, ["back"] * 10], "discard": discard, "stock": True}


def lines_of_a_turn() -> list[str]:
    seven = [["7H", 0.97], ["7D", 0.02]]
    views = [view(t / 5, {}) for t in range(10)]
    views += [view(2 + t / 5, {7: seven}) for t in range(10)]
    views += [view(4 + t / 5, {7: seven}, [["QC", 0.99]]) for t in range(10)]
    return [json.dumps(line) for line in (HEADER, *views)]


def write(path: Path, lines: list[str]) -> Path:
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def test_a_turn_is_told_as_json_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trace = write(tmp_path / "turn.jsonl", lines_of_a_turn())
    assert cli.main(["referee", str(trace), "--json"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    told = [{k: v for k, v in event.items() if k != "t"} for event in events if event["event"] != "phase"]
    assert told[:-1] == [
        {"event": "round_started", "sizes": [10, 10], "dealer": "Ben", "starter": "Ann"},
        {"event": "turn", "player": "Ann"},
        {"event": "drew", "player": "Ann", "from": "stock"},
        {"event": "placed", "player": "Ann", "card": "7H", "slot": 7},
        {"event": "discarded", "player": "Ann", "card": "QC"},
        {"event": "turn", "player": "Ben"},
    ]
    assert told[-1] == {
        "event": "state",
        "turn": "Ben",
        "players": [
            {
                "name": "Ann",
                "size": 10,
                "rounds_won": 0,
                "slots": ["back"] * 6 + ["7H"] + ["back"] * 3,
            },
            {"name": "Ben", "size": 10, "rounds_won": 0, "slots": ["back"] * 10},
        ],
        "discard": "QC",
        "stock": True,
    }
    times = [event["t"] for event in events]
    assert times == sorted(times)


def test_a_turn_is_told_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trace = write(tmp_path / "turn.jsonl", lines_of_a_turn())
    assert cli.main(["referee", str(trace)]) == 0
    out = capsys.readouterr().out
    assert "Ann laid 7♥ on slot 7." in out
    assert "  Ann: ▒ ▒ ▒ ▒ ▒ ▒ 7♥ ▒ ▒ ▒   10 slots, 0 rounds won\n" in out
    assert out.endswith("  On top of the discard pile now: Q♣. The stock lies on the table.\n")


def test_a_trace_that_breaks_off_gives_what_was_known(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trace = write(tmp_path / "broken.jsonl", [*lines_of_a_turn(), '{"t": 9, "phase": "trac'])
    assert cli.main(["referee", str(trace), "--json"]) == 2
    out, err = capsys.readouterr()
    last = json.loads(out.splitlines()[-1])
    assert (last["event"], last["turn"]) == ("state", "Ben")
    assert err.count("\n") == 1
    assert err.startswith(f"trash-companion: {trace}: line 32: ")


@pytest.mark.parametrize(
    ("content", "cause"),
    [
        (None, "no such file"),
        (b"", "empty"),
        (b"\xff\xfe\x00\x80", "not a text file"),
        (b'{"dealer": "Ann"}\n', "players"),
        (b'{"players": ["Ann"]}\n', "R1"),
        (b"[1, 2\n", "not JSON"),
    ],
)
def test_what_is_no_trace_is_refused_in_one_line(
    content: bytes | None, cause: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trace = tmp_path / "trace.jsonl"
    if content is not None:
        trace.write_bytes(content)
    assert cli.main(["referee", str(trace), "--json"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"trash-companion: {trace}: ") and cause in err and err.count("\n") == 1
