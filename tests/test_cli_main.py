"""The frame around the commands: exit statuses, errors in one line, a reader that goes away."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

import pytest

from ui import cli
from ui.commands import UserError, doctor

ROOT = Path(__file__).parent.parent


def run_raising(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> int:
    def run(arguments: argparse.Namespace) -> int:
        raise error

    monkeypatch.setattr(doctor, "run", run)
    return cli.main(["doctor"])


def test_a_user_error_is_one_line_and_status_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_raising(UserError("table.jpg: not a picture,\n  or a damaged one"), monkeypatch) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "trash-companion: table.jpg: not a picture, or a damaged one\n"


def test_ctrl_c_ends_quietly(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_raising(KeyboardInterrupt(), monkeypatch) == 130
    assert capsys.readouterr() == ("", "")


def test_a_fault_of_the_program_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ZeroDivisionError):
        run_raising(ZeroDivisionError(), monkeypatch)


@pytest.mark.parametrize("words", [["shuffle"], ["doctor", "--loud"]])
def test_wrong_use_is_status_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main(words)
    assert stop.value.code == 2
    assert "trash-companion" in capsys.readouterr().err


def test_every_command_tells_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    for command in cli.COMMANDS:
        with pytest.raises(SystemExit) as stop:
            cli.main([command, "--help"])
        assert stop.value.code == 0
        assert f"trash-companion {command}" in capsys.readouterr().out


def test_a_reader_that_goes_away_ends_the_command_quietly() -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "ui.cli", "doctor"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert child.stdout is not None and child.stderr is not None
    child.stdout.close()
    assert child.stderr.read() == b""
    assert child.wait() == 141
