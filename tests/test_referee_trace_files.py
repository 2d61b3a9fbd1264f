"""Trace files: written and read back, and every fault of one named in a line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from trace_script import Script, told

from companion.events import StateEvent
from companion.rules import HouseRules, WildRanks
from companion.trace import TraceError, TraceHeader, read_trace, run_trace, trace_line

HEADER = '{"players": ["Ann", "Ben"], "dealer": "Ben", "sizes": [10, 10], "decks": 1, "rules": {}}'
BACKS = [["back"] * 10] * 2


def view(t: float, **values: object) -> str:
    return json.dumps({"t": t, "phase": "tracking", "seats": BACKS, "discard": None, "stock": True, **values})


def written(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_a_trace_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    script = Script(rules=HouseRules(wild=WildRanks.KINGS, jokers=True)).deal().turn("Ann", "7H", "JC")
    lines = map(trace_line, (script.header, *script.views))
    header, views = read_trace(written(tmp_path, "".join(lines)))
    assert (header.players, header.dealer, header.sizes) == (("Ann", "Ben"), "Ben", (10, 10))
    assert header.rules.wild is WildRanks.KINGS and header.rules.jokers
    assert list(views) == script.views


def test_the_header_says_the_decks_of_the_table() -> None:
    assert TraceHeader(("Ann", "Ben", "Cem")).to_json()["decks"] == 2
    assert TraceHeader.from_json({"players": ["Ann", "Ben", "Cem"], "decks": 1}).rules.decks == 1


def test_only_the_players_are_needed(tmp_path: Path) -> None:
    path = written(tmp_path, '{"players": ["Ann", "Ben"]}', view(0.0), view(1.0))
    events = list(run_trace(path))
    assert told(events)[0] == {"event": "round_started", "sizes": [10, 10], "dealer": "Ben", "starter": "Ann"}
    assert isinstance(events[-1], StateEvent)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["", ""], "an empty file"),
        (["{"], "line 1: not JSON"),
        (["[1]"], "line 1: the first line must name the table"),
        (['{"players": "Ann"}'], "line 1: players"),
        (['{"players": ["Ann"]}'], "line 1: 2 to 6 players"),
        (['{"players": ["Ann", "Ann"]}'], "line 1: two players"),
        (['{"players": ["Ann", "Ben"], "dealer": "Cem"}'], "line 1: dealer"),
        (['{"players": ["Ann", "Ben"], "dealer": 3}'], "line 1: dealer"),
        (['{"players": ["Ann", "Ben"], "sizes": [11, 10]}'], "line 1: sizes"),
        (['{"players": ["Ann", "Ben"], "sizes": "ten"}'], "line 1: sizes"),
        (['{"players": ["Ann", "Ben"], "rules": {"wild": "aces"}}'], "line 1: wild"),
        (['{"players": ["Ann", "Ben"], "rules": {"speed": 1}}'], "line 1: no such house rule"),
        (['{"players": ["Ann", "Ben"], "decks": "two"}'], "line 1: decks"),
        ([HEADER, "nonsense"], "line 2: not JSON"),
        ([HEADER, view(0.0), '{"t": "soon"}'], "line 3: t:"),
        ([HEADER, view(0.0, phase="asleep")], "line 2: phase"),
        ([HEADER, view(0.0, seats=[["back"]])], "line 2: seats: 2 were expected, not 1"),
        ([HEADER, view(0.0, seats=[["back"], "back"])], "line 2: seats: a list of lists"),
        ([HEADER, view(0.0, seats=[["back", "blue"], []])], r"line 2: seats[0][1]: unknown 'blue'"),
        ([HEADER, view(0.0, seats=[["back", 7], []])], "line 2: seats[0][1]: a word or a list"),
        ([HEADER, view(0.0, discard=[["11H", 0.9]])], "line 2: discard: not a card: '11H'"),
        ([HEADER, view(0.0, discard=[])], "line 2: discard: a word or a list"),
        ([HEADER, view(0.0, discard=[["QC"]])], "line 2: discard: a pair"),
        ([HEADER, view(0.0, discard=[["QC", "high"]])], "line 2: discard: a probability"),
        ([HEADER, view(0.0, discard=[["QC", 1.2]])], "line 2: discard: probabilities"),
        ([HEADER, view(0.0, discard="face")], "line 2: discard: unknown 'face'"),
        ([HEADER, view(0.0, stock=3)], "line 2: stock"),
        ([HEADER, "[]"], "line 2: a table view is an object"),
        ([HEADER, view(2.0), view(1.0)], "line 3: t: 1.0 is earlier"),
        ([HEADER, view(-0.5)], "line 2: t: seconds since the source began were expected, not -0.5"),
        ([HEADER, view(0.0), view(1e15)], "line 3: t: seconds since the source began"),
        ([HEADER, view(0.0, phas="tracking")], "line 2: phas: unknown; t, phase,"),
        (['{"players": ["Ann", "Ben"], "deler": "Ben"}'], "line 1: deler: unknown"),
        ([HEADER, view(0.0)[:-1] + ', "stock": false}'], "line 2: stock: named twice"),
        (['{"players": ["Ann", "Ben"], "players": ["Cem", "Dan"]}'], "line 1: players: named twice"),
        ([HEADER], "a trace without a view"),
        (['{"players": ["Ann\\u0007", "Ben"]}'], "line 1: not a player's name"),
    ],
)
def test_a_bad_trace_is_named_with_line_and_cause(tmp_path: Path, lines: list[str], message: str) -> None:
    path = written(tmp_path, *lines)
    with pytest.raises(TraceError) as error:
        list(run_trace(path))
    assert str(error.value).startswith(str(path))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_a_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    path = written(tmp_path, "\ufeff" + HEADER, view(0.0), view(1.0))
    assert told(list(run_trace(path)))[0]["event"] == "round_started"


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(TraceError, match="no such file"):
        run_trace(tmp_path / "none.jsonl")
    (tmp_path / "picture.jsonl").write_bytes(b"\x89PNG\xff\xfe\x00")
    with pytest.raises(TraceError, match="not a text file"):
        run_trace(tmp_path / "picture.jsonl")


def test_a_trace_that_breaks_off_tells_what_was_known(tmp_path: Path) -> None:
    path = written(tmp_path, HEADER, view(0.0), view(1.0), '{"t": 2.0, "phase": "tra')
    events = []
    with pytest.raises(TraceError, match="line 4"):
        for event in run_trace(path):
            events.append(event)
    assert [line["event"] for line in told(events)] == ["round_started", "turn"]
    assert isinstance(events[-1], StateEvent)
