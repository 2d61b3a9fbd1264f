"""`read`: the contract of its lines, and what happens to pictures that cannot be read."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

import vision.read
from ui import cli
from vision.judging import ReadCard
from vision.reader import CardReading

QUAD = np.array([[10, 20], [73, 20], [73, 108], [10, 108]], np.float32)


def card(name: str, confidence: float, shift: float = 0) -> ReadCard:
    suited = name not in ("JOKER", "back")
    rank, suit = (name[:-1], name[-1]) if suited else (None, None)
    return ReadCard(QUAD + np.float32(shift), name, rank, suit, confidence, CardReading({name: 1.0}))


@pytest.fixture(autouse=True)
def three_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every picture holds the same three cards; no network is loaded."""
    cards = [card("10H", 0.987654), card("JOKER", 0.9, 100), card("back", 0.5, 200.04)]
    monkeypatch.setattr(vision.read.Networks, "load", lambda: None)
    monkeypatch.setattr(vision.read, "read_picture", lambda image, networks: cards)


def picture(path: Path, height: int = 400, width: int = 600) -> Path:
    assert cv2.imwrite(str(path), np.full((height, width, 3), 90, np.uint8))
    return path


def test_a_line_says_all_the_contract_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = picture(tmp_path / "table.png")
    assert cli.main(["read", str(path), "--json"]) == 0
    (text,) = capsys.readouterr().out.splitlines()
    line = json.loads(text)
    assert list(line) == ["image", "width", "height", "ms", "cards"]
    assert (line["image"], line["width"], line["height"]) == (str(path), 600, 400)
    assert line["ms"] >= 0
    assert line["cards"][0] == {
        "card": "10H",
        "rank": "10",
        "suit": "H",
        "confidence": 0.9877,
        "quad": [[10.0, 20.0], [73.0, 20.0], [73.0, 108.0], [10.0, 108.0]],
    }
    assert [(c["card"], c["rank"], c["suit"]) for c in line["cards"][1:]] == [
        ("JOKER", None, None),
        ("back", None, None),
    ]


def test_good_pictures_are_read_although_one_is_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "notes.jpg"
    broken.write_text("no picture", "utf-8")
    paths = [picture(tmp_path / "a.png"), broken, tmp_path / "absent.png", picture(tmp_path / "b.png")]
    assert cli.main(["read", "--json", *map(str, paths)]) == 2
    out, err = capsys.readouterr()
    assert [json.loads(line)["image"] for line in out.splitlines()] == [str(paths[0]), str(paths[3])]
    first, second = err.splitlines()
    assert first.startswith(f"trash-companion: {broken}: ")
    assert second.startswith(f"trash-companion: {paths[2]}: ")


def test_people_read_a_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["read", str(picture(tmp_path / "a.png"))]) == 0
    head, *cards = capsys.readouterr().out.splitlines()
    assert head.startswith(f"{tmp_path / 'a.png'}: 3 cards, ")
    assert cards == ["  10H   0.99", "  JOKER 0.90", "  back  0.50"]


def test_people_are_told_where_a_drawing_went(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["read", str(picture(tmp_path / "a.png")), "--draw", str(tmp_path / "out")]
    assert cli.main(words) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"  drawn: {tmp_path / 'out' / 'a.cards.jpg'}"
    assert (tmp_path / "out" / "a.cards.jpg").is_file()
    assert cli.main([*words, "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert list(json.loads(line)) == ["image", "width", "height", "ms", "cards"], "the contract's line as it is"


def test_drawings_show_the_outlines_and_spare_the_pictures(tmp_path: Path) -> None:
    plain = picture(tmp_path / "a.png")
    photo = picture(tmp_path / "a.cards.jpg")
    (tmp_path / "other").mkdir()
    same_stem = picture(tmp_path / "other" / "a.png")
    before = photo.read_bytes()
    words = ["read", str(plain), str(photo), str(same_stem), "--draw", str(tmp_path)]
    assert cli.main(words) == 0
    assert photo.read_bytes() == before
    written = {path.name for path in tmp_path.glob("*.jpg")} - {"a.cards.jpg"}
    assert written == {"a-2.cards.jpg", "a-3.cards.jpg", "a.cards.cards.jpg"}
    drawn = cv2.imread(str(tmp_path / "a-2.cards.jpg"))
    assert drawn is not None and drawn.shape == (400, 600, 3)
    edge = drawn[20, 15:70].astype(int)
    assert (edge[:, 1] - edge[:, 2] > 50).mean() > 0.9, "the upper edge of the sure card is green"
    assert np.abs(drawn[350, :].astype(int) - 90).max() < 8, "where no card lies the picture is as it was"


def test_a_drawing_folder_that_cannot_be_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = picture(tmp_path / "a.png")
    assert cli.main(["read", str(file), "--draw", str(file)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"trash-companion: {file}: ") and err.count("\n") == 1


def test_a_network_that_cannot_be_loaded_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from vision.modelcard import ModelError

    def load() -> None:
        raise ModelError("models/card-reader.onnx: no such file")

    monkeypatch.setattr(vision.read.Networks, "load", load)
    assert cli.main(["read", str(picture(tmp_path / "a.png"))]) == 2
    assert capsys.readouterr().err == "trash-companion: models/card-reader.onnx: no such file\n"
