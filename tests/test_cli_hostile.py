"""Input made to break the command line: one line on stderr, status 2, and nothing that was there is lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.json_fields import read_number
from companion.table import GameState
from ui import cli
from ui.cli import BROKEN_PIPE
from ui.commands import INTERRUPTED
from ui.settings import Settings, load
from vision.frames import SourceError, open_source
from vision.game import watch_events
from vision.training.photos import read_labels

ROOT = Path(__file__).parent.parent
HEADER = '{"players": ["Ann", "Ben"]}\n'
HUGE, DIGITS, DEEP = "9" * 400, "9" * 5000, "[" * 100_000
FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="no device that is always full")


def told_in_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    try:
        status: object = cli.main(words)
    except SystemExit as stop:  # of the parser
        status = stop.code
    err = capsys.readouterr().err
    assert status == 2
    assert err.startswith("trash-companion: ") and err.count("\n") == 1 and err.endswith("\n")
    return err


@pytest.mark.parametrize("line", [DEEP, f'{{"t": {DIGITS}}}', f'{{"t": {HUGE}}}', f'{{"t": {DEEP}'])
@pytest.mark.parametrize("command", ["referee", "evaluate"])
def test_no_json_is_too_deep_or_too_long(
    command: str, line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "lines.jsonl"
    file.write_text((HEADER if command == "referee" else "") + line)
    words = [command, str(file)] + ([str(file)] if command == "evaluate" else [])
    assert f"{file}: line " in told_in_one_line(words, capsys)


@pytest.mark.parametrize("probability", [HUGE, "NaN", "1e999", "true"])
def test_no_probability_is_too_large(
    probability: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "lines.jsonl"
    file.write_text(f'{HEADER}{{"t": 1, "seats": [[[["AS", {probability}]]], []]}}')
    assert f"{file}: line 2: seats[0][0]: " in told_in_one_line(["referee", str(file)], capsys)


def test_a_number_fits_a_float() -> None:
    assert read_number(7) == 7
    with pytest.raises(ValueError, match="a number was expected"):
        read_number(10**400)


@pytest.mark.parametrize("content", [DEEP.encode(), b'{"image": 5}', b"[]", b"\xff\xfe", DIGITS.encode()])
def test_labels_that_are_none_are_named(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "labels.jsonl").write_bytes(content)
    with pytest.raises(ValueError, match=r"labels\.jsonl"):
        read_labels(tmp_path)


@pytest.mark.parametrize("name", ["theme", "language", "camera", "rotate", "players", "rules", "voice"])
@pytest.mark.parametrize("value", ["[[]]", "{}", "-1.5", DEEP, DIGITS])
def test_no_setting_of_a_wrong_kind_ends_the_app(name: str, value: str, tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    text = f'{{"{name}": {value}}}'
    file.write_text(text)
    settings, notice = load(file)
    if name != "rules" or value != "{}":
        assert settings == Settings() and notice is not None and str(file) in notice.told
        assert (tmp_path / "settings.json.set-aside-1").read_text() == text


@pytest.mark.parametrize("name", ["\udcff", "A\nB", "A\u2028B", " A", ""])
def test_a_name_that_cannot_be_written_down_is_none(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="not a player's name"):
        GameState.new((name, "Ben"), dealer=0)
    if name.strip() == name != "":
        assert "not a player's name" in told_in_one_line(["play", "--players", f"{name},Ben"], capsys)


@pytest.mark.parametrize("command", ["play", "watch x", "film --out x.mp4", "referee"])
@pytest.mark.parametrize("name", ["A\x1b[31m", "A\x00", "A\nB", "\udcff"])
def test_a_name_that_steers_the_terminal_is_refused_everywhere(
    command: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*command.split(), "--players", f"{name},Ben"]
    if command == "referee":
        trace = tmp_path / "trace.jsonl"
        trace.write_text(json.dumps({"players": [name, "Ben"]}))
        words = ["referee", str(trace)]
    told = told_in_one_line(words, capsys)
    assert "not a player's name: " in told and told[:-1].isprintable()


@pytest.mark.parametrize("command", ["play", "watch x", "film --out x.mp4"])
def test_a_name_fits_the_screen(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = told_in_one_line([*command.split(), "--players", f"{'A' * 41},Ben"], capsys)
    assert "at most 40 letters, not 41" in told


@pytest.mark.parametrize(
    ("words", "cause"),
    [
        (["--bogus"], "--bogus"),
        (["film", "--ou", "x.mp4"], "--out"),
        (["evaluate", "--photo", "x"], "--photo"),
        (["evaluate", "--all", "a", "b"], "--all: does nothing without --photos"),
        (
            ["evaluate", "--art", ".", "a", "b"],
            "--art: does nothing without --films or --no-cards or --limits",
        ),
        (["evaluate", "--work", ".", "a", "b"], "--work: does nothing without --films"),
        (["evaluate", "--players", "2", "a", "b"], "--players: does nothing without --films"),
        (["evaluate", "--mixed", "a", "b"], "--mixed: does nothing without --films"),
        (["evaluate", "--seed", "0", "a", "b"], "--seed: does nothing without"),
        (["evaluate", "--pictures", ".", "a", "b"], "--pictures: does nothing without --photos"),
        (["evaluate", "--pictures", "file", "--photos", "."], "file: a file; a folder is needed"),
        (["evaluate", "file", "file"], "file: no events"),
        (["evaluate", "--out", "absent/figures.json", "a", "b"], "absent/figures.json: no such folder as absent"),
        (["bench", "--out", "absent/figures.json"], "absent/figures.json: no such folder as absent"),
        (["bench", "--out", "."], "cannot be written (a folder, not a file)"),
        (["read", "-dash.png"], "before a file such as -dash.png goes --"),
        *(
            ([command, *rest], "no such file")
            for command, *rest in (
                ["read", "absent"],
                ["watch", "absent", "--players", "A,B"],
                ["play", "--video", "absent"],
                ["referee", "absent"],
                ["replay", "absent"],
                ["export", "absent"],
                ["evaluate", "absent", "absent"],
            )
        ),
    ],
)
def test_what_is_wrong_is_said_in_its_own_words(
    words: list[str],
    cause: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("file", "-dash.png"):
        (tmp_path / name).touch()
    told = told_in_one_line(words, capsys)
    assert cause in told and "No such" not in told and "COMMAND" not in told
    assert sorted(path.name for path in tmp_path.iterdir()) == ["-dash.png", "file"]


@pytest.mark.skipif(os.name == "nt", reason="no named pipes")
@pytest.mark.parametrize("kind", ["pipe", "device"])
@pytest.mark.parametrize(
    "command", ["read", "referee", "replay", "export", "evaluate", "play --video", "watch --players A,B"]
)
def test_what_has_no_end_is_not_read(
    command: str, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "pipe" if kind == "pipe" else Path("/dev/zero")
    if kind == "pipe":
        os.mkfifo(path)
    names = [str(path)] * (2 if command == "evaluate" else 1)
    told = told_in_one_line([*command.split(), *names], capsys)
    assert f"{path}: " in told and "not a regular file" in told


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="others have no such names")
def test_a_name_that_is_no_text_is_json_all_the_same(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "bad\udcff.png"
    path.write_bytes(cv2.imencode(".png", np.full((40, 60, 3), 90, np.uint8))[1].tobytes())
    assert cli.main(["read", "--json", str(path)]) == 0
    json.loads(capsys.readouterr().out)["image"].encode()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read everything")
@pytest.mark.parametrize("command", ["read", "watch --players A,B"])
def test_a_file_that_may_not_be_read_is_told_so(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "film.mp4"
    path.write_bytes(b"x")
    path.chmod(0)
    assert "permission denied" in told_in_one_line([*command.split(), str(path)], capsys)


@pytest.mark.parametrize("number", ["2147483648", "99999999999999", "9" * 40])
def test_no_camera_number_is_too_large(number: str) -> None:
    with pytest.raises(SourceError, match="no such camera"):
        open_source(number)


@pytest.mark.parametrize(
    "words",
    [
        ["shuffle"],
        ["doctor", "--loud"],
        ["read"],
        ["watch", "x", "--players", "Ann"],
        *(["film", "--out", "x.mp4", "--seed", text] for text in ("-1", "x", "1.5", "")),
        *(
            ["film", "--out", "x.mp4", f"--{option}", text]
            for option in (
                "tilt",
                "azimuth",
                "roll",
                "light",
                "pace",
                "shake",
                "blur",
                "noise",
                "sloppy",
                "gloss",
            )
            for text in ("nan", "inf", "-1e300", "1e300", "x")
        ),
        ["film", "--out", "x.mp4", "--tilt", "90"],
        # An empty name is no folder, least of all the current one.
        ["read", ""],
        ["watch", "", "--players", "Ann,Ben"],
        ["watch", "x.mp4", "--players", "Ann,Ben", "--trace", ""],
        ["play", "--video", ""],
        *(["film", "--out", "x.mp4", option, ""] for option in ("--out", "--truth", "--deck", "--textures")),
        *([command, ""] for command in ("replay", "export", "referee")),
        ["export", "x.ledger", "--out", ""],
        ["train", "reader", "--work", ""],
        ["evaluate", "--photos", ""],
        ["evaluate", "--films", "1", "--seed", "-1"],
    ],
)
def test_wrong_use_is_one_line(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    told_in_one_line(words, capsys)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "words",
    [
        ["watch", "game.mp4", "--players", "Ann,Ben", "--trace", "game.mp4"],
        ["watch", "game.mp4", "--players", "Ann,Ben", "--trace", "./sub/../game.mp4"],
        ["film", "--out", "game.mp4", "--truth", "game.mp4"],
        ["evaluate", "game.mp4", "other", "--out", "game.mp4"],
        ["evaluate", "other", "game.mp4", "--out", "game.mp4"],
    ],
)
def test_no_input_is_written_over(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    (tmp_path / "game.mp4").write_bytes(b"precious")
    assert "game.mp4" in told_in_one_line(words, capsys)
    assert (tmp_path / "game.mp4").read_bytes() == b"precious"


@pytest.mark.parametrize("work", ["file", "file/below"])
def test_a_folder_for_films_that_cannot_be_made_is_named(
    work: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "decks").mkdir()
    (tmp_path / "file").touch()
    folder = tmp_path / work
    words = ["evaluate", "--films", "1", "--art", str(tmp_path), "--work", str(folder)]
    assert str(folder) in told_in_one_line(words, capsys)


@needs_full
def test_a_trace_on_a_full_disk_is_named() -> None:
    with pytest.raises(SourceError, match="/dev/full: cannot be written"):
        list(watch_events([], ("Ann", "Ben"), trace_path=FULL))


@needs_full
def test_an_output_that_is_full_is_told_in_one_line() -> None:
    with FULL.open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "ui.cli", "doctor"],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.startswith(b"trash-companion: the output") and done.stderr.count(b"\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="closes the output as a shell does")
@pytest.mark.parametrize("output", [">&-", pytest.param(">/dev/full", marks=needs_full)])
@pytest.mark.parametrize("words", ["--help", "--version", "film --help", "read absent.png --help"])
def test_an_output_that_takes_nothing_is_told_and_no_success(words: str, output: str) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "{sys.executable}" -m ui.cli {words} {output}'],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith(b"trash-companion: the output") and done.stderr.count(b"\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="closes the error output as a shell does")
def test_what_is_complained_of_to_a_closed_error_output_is_lost_alone() -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "{sys.executable}" -m ui.cli read absent.png 2>&-'],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, b"")


@pytest.mark.skipif(os.name == "nt", reason="a pipe of a shell")
@pytest.mark.parametrize("words", ["--help", "film --help"])
def test_a_help_that_nobody_reads_ends_quietly(words: str) -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    with os.fdopen(write_end, "wb") as pipe:
        done = subprocess.run(
            [sys.executable, "-m", "ui.cli", *words.split()],
            cwd=ROOT,
            stdout=pipe,
            stderr=subprocess.PIPE,
            check=False,
        )
    # What writes a help may find out by itself that nobody reads it.
    assert (done.returncode in (0, BROKEN_PIPE), done.stderr) == (True, b"")


@pytest.mark.skipif(os.name == "nt", reason="no signal of this kind")
@pytest.mark.parametrize("library", ["argparse", "companion", "ui.commands"])
def test_an_interrupt_while_the_program_is_loaded_is_no_fault(library: str) -> None:
    code = (
        "import builtins, runpy, sys\n"
        "load = builtins.__import__\n"
        "def interrupted(name, *rest):\n"
        f"    if name == {library!r}: raise KeyboardInterrupt\n"
        "    return load(name, *rest)\n"
        "sys.argv = ['trash-companion', '--version']\n"
        "builtins.__import__ = interrupted\n"
        "runpy.run_path('ui/cli.py', run_name='__main__')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (INTERRUPTED, b"", b"")


def test_an_interrupt_while_the_commands_are_loaded_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ui.cli.importlib.import_module", interrupted)
    assert cli.main(["doctor"]) == INTERRUPTED


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a screen")
@pytest.mark.parametrize("words", ["play --demo", "play --camera 0", "play --resume"])
def test_a_home_that_cannot_be_written_is_named(words: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    home = str(tmp_path / "file" / "below")
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    done = subprocess.run(
        [sys.executable, "-m", "ui.cli", *words.split()],
        cwd=ROOT,
        env={**environment, "TRASH_COMPANION_HOME": home},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("trash-companion: ") and done.stderr.count("\n") == 1
    assert home in done.stderr or words == "play --resume"
