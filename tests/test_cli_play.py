"""`play` and the bare command: what the app is asked to show."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

import ui.app
from companion.rules import PRESETS
from ui import cli
from ui.options import PlayOptions


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[PlayOptions]:
    """What the app was opened with."""
    shown: list[PlayOptions] = []

    def run_app(options: PlayOptions) -> int:
        shown.append(options)
        return 0

    monkeypatch.setattr(ui.app, "run_app", run_app)
    return shown


@pytest.mark.parametrize("words", [[], ["play"]])
def test_without_words_the_app_opens_as_it_is(words: list[str], shown: list[PlayOptions]) -> None:
    assert cli.main(words) == 0
    assert shown == [PlayOptions()]


def test_the_table_may_be_named(shown: list[PlayOptions]) -> None:
    assert cli.main(["play", "--camera", "1", "--players", "A,B,C", "--rules", "jokers"]) == 0
    assert cli.main(["play", "--demo"]) == 0
    assert shown == [
        PlayOptions(players=("A", "B", "C"), rules=PRESETS["jokers"], camera=1),
        PlayOptions(demo=True),
    ]


def test_a_folder_of_pictures_is_a_video(shown: list[PlayOptions], tmp_path: Path) -> None:
    assert cv2.imwrite(str(tmp_path / "1.png"), np.zeros((8, 8, 3), np.uint8))
    assert cli.main(["play", "--video", str(tmp_path)]) == 0
    assert shown == [PlayOptions(video=tmp_path)]


def test_a_video_that_is_none_opens_no_window(
    shown: list[PlayOptions], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    notes = tmp_path / "notes.mp4"
    notes.write_text("no video", "utf-8")
    assert cli.main(["play", "--video", str(notes)]) == 2
    assert shown == []
    err = capsys.readouterr().err
    assert err.startswith(f"trash-companion: {notes}: ") and err.count("\n") == 1


def test_the_sizes_of_the_first_deal_may_be_named(shown: list[PlayOptions]) -> None:
    assert cli.main(["play", "--demo", "--sizes", "3,2"]) == 0
    assert shown == [PlayOptions(demo=True, sizes=(3, 2))]


@pytest.mark.parametrize(
    ("words", "cause"),
    [
        (["--resume", "--players", "Ann,Ben"], "--players: "),
        (["--resume", "--rules", "standard"], "--rules: "),
        (["--resume", "--sizes", "3,3"], "--sizes: "),
        (["--resume", "--demo"], "--resume: "),
        (["--sizes", "3,3,3"], "--sizes: 2 sizes were expected"),
    ],
)
def test_no_option_is_passed_over(
    words: list[str], cause: str, shown: list[PlayOptions], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["play", *words]) == 2
    err = capsys.readouterr().err
    assert cause in err and err.count("\n") == 1 and shown == []


@pytest.mark.parametrize("words", [["--camera", "0", "--demo"], ["--camera", "front"], ["--players", "Ann"]])
def test_what_contradicts_itself_is_refused(words: list[str], shown: list[PlayOptions]) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main(["play", *words])
    assert stop.value.code == 2
    assert shown == []
