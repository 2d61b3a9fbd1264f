"""The commands that train, with a stand-in for what they train with."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from tests.stand_ins import module
from vision.training import train_corners
from vision.training.train_detector import train_detector


class Yolo:
    """Keeps weights where Ultralytics does: what is relative lies in a folder of its own."""

    def __init__(self, *_: object, **__: object) -> None:
        """Any model."""

    def add_callback(self, *_: object) -> None:
        """None is called."""

    def train(self, *, project: str, name: str, **_: object) -> None:
        folder = Path("runs", "obb", project, name, "weights")
        folder.mkdir(parents=True)
        (folder / "last.pt").touch()


def test_weights_of_a_run_in_a_relative_folder_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Settings(dict[str, Any]):
        """As `ultralytics.settings`."""

    module(monkeypatch, "ultralytics", YOLO=Yolo, settings=Settings())
    monkeypatch.setattr("vision.training.processor.callbacks", dict)
    monkeypatch.chdir(tmp_path)
    weights = train_detector(Path("data.yaml"), Path("work", "runs"))
    assert weights.is_file() and weights == tmp_path / "work" / "runs" / "detector" / "weights" / "last.pt"


def test_without_the_extra_the_corner_network_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    for words, status in ((["--help"], 0), ([str(tmp_path), str(tmp_path / "out")], 2)):
        with pytest.raises(SystemExit) as stop:
            train_corners.main(words)
        assert stop.value.code == status
    assert capsys.readouterr().err.startswith("training needs the extra 'train'")


def test_too_few_cards_for_the_corner_network_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("torch")
    (tmp_path / "labels").mkdir()
    with pytest.raises(SystemExit) as stop:
        train_corners.main([str(tmp_path), str(tmp_path / "out")])
    told = capsys.readouterr().err
    assert stop.value.code == 2 and told.startswith(f"{tmp_path}: 0 cards to learn from") and told.count("\n") == 1
