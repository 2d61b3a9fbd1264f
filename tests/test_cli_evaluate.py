"""`evaluate` on event files, and what it and `train` refuse."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from ui import cli
from ui.commands import train

PLAYED: list[dict[str, Any]] = [
    {"t": 1.0, "event": "turn", "player": "Ann"},
    {"t": 3.0, "event": "placed", "player": "Ann", "card": "7H", "slot": 7},
    {"t": 5.0, "event": "discarded", "player": "Ann", "card": "QC"},
    {"t": 5.0, "event": "turn", "player": "Ben"},
]


def write(path: Path, events: list[dict[str, Any]]) -> str:
    path.write_text("".join(json.dumps(event) + "\n" for event in events), "utf-8")
    return str(path)


def test_a_run_is_scored_against_the_truth(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    truth = write(tmp_path / "truth.jsonl", PLAYED)
    misread = [{**event, "card": "7D"} if event["event"] == "placed" else event for event in PLAYED]
    watched = write(tmp_path / "watched.jsonl", misread)
    out = tmp_path / "figures.json"
    assert cli.main(["evaluate", truth, watched, "--out", str(out)]) == 0
    total = json.loads(out.read_text("utf-8"))["games"]["total"]
    assert total["turns"] == {"right": 2, "total": 2}
    assert total["placed"] == {"right": 0, "total": 1}
    assert total["discards"] == {"right": 1, "total": 1}
    assert (total["missed"], total["invented"]) == (1, 1)
    assert "placed    0/1" in capsys.readouterr().out


def test_what_there_is_none_of_has_no_share(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.jsonl"
    write(path, PLAYED)
    path.write_text("\ufeff" + path.read_text("utf-8"), "utf-8")  # as some editors begin a file
    assert cli.main(["evaluate", str(path), str(path)]) == 0
    lines = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines())
    assert (lines["turns"], lines["winners"], lines["draws"]) == ("2/2 (100.0%)", "–", "–")


@pytest.mark.parametrize(
    ("words", "cause"),
    [
        (["evaluate"], "nothing to evaluate"),
        (["evaluate", "{truth}"], "{truth}: event files come in pairs"),
        (["evaluate", "{truth}", "{absent}"], "{absent}: "),
        (["evaluate", "--photos", "{absent}"], "{absent}"),
        (["train", "reader", "--work", "{work}", "--art", "{absent}"], "{absent}: no such folder"),
        (["train", "reader", "--work", "{work}", "--art", "{empty}"], "{empty}: has no folder 'decks'"),
        (["train", "reader", "--work", "{work}", "--start", "{absent}"], "{absent}: no such file"),
        (["train", "reader", "--work", "{work}", "--blend", "0.5"], "--blend needs --start FILE.pt"),
    ],
)
def test_what_is_not_there_is_named(
    words: list[str],
    cause: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(train, "check_extra", lambda: None)
    (tmp_path / "empty").mkdir()
    names = {
        "truth": write(tmp_path / "truth.jsonl", PLAYED),
        "absent": str(tmp_path / "absent"),
        "work": str(tmp_path / "work"),
        "empty": str(tmp_path / "empty"),
    }
    assert cli.main([word.format(**names) for word in words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("trash-companion: ") and cause.format(**names) in err and err.count("\n") == 1


@pytest.mark.parametrize("option", ["--work", "--art", "--photos", "--start"])
def test_training_names_a_path_that_is_not_what_it_needs(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("ui.commands.train.check_extra", lambda: None)
    wrong = tmp_path / "wrong"
    if option != "--start":
        wrong.write_text("no folder")
    arguments = {"--work": str(tmp_path / "work"), option: str(wrong)}
    assert cli.main(["train", "detector", *(word for pair in arguments.items() for word in pair)]) == 2
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 1 and str(wrong) in told[0] and "Errno" not in told[0]


def test_training_without_its_extra_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ultralytics", None)
    work = tmp_path / "work"
    assert cli.main(["train", "detector", "--work", str(work)]) == 2
    assert "in the project's folder, python -m pip install -e '.[train]'" in capsys.readouterr().err
    assert not work.exists()
