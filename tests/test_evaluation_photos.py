"""Evaluation on labelled photos: what became of each label and find, and the figures made of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from ui import cli
from vision.evaluation import report
from vision.evaluation.photos import LabelledCard, Tally, evaluate_photos
from vision.evaluation.pictures import photo_pictures
from vision.evaluation.shares import calibration_error, reliability, share
from vision.frames import load_image
from vision.judging import ReadCard
from vision.quads import as_quad
from vision.read import Networks
from vision.reader import CardReading
from vision.training.photos import LabelledPhoto, read_labels

SIZE = (400, 300)


def square(x: float, y: float, width: float = 63, height: float = 88) -> list[list[float]]:
    return [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]


def read_as(name: str, quad: Any, confidence: float = 0.95) -> ReadCard:
    rank, suit = (name[:-1], name[-1]) if name not in ("back", "JOKER") else (None, None)
    return ReadCard(as_quad(quad), name, rank, suit, confidence, CardReading({name: 1.0}))


def photo_of(folder: Path, objects: Sequence[dict[str, Any]], grey: int = 90) -> list[LabelledPhoto]:
    (folder / "home").mkdir(parents=True)
    cv2.imwrite(str(folder / "home" / "one.png"), np.full((SIZE[1], SIZE[0], 3), grey, np.uint8))
    row = {"image": "home/one.png", "width": SIZE[0], "height": SIZE[1], "region": "card", "complete": True}
    (folder / "labels.jsonl").write_text(json.dumps({**row, "objects": list(objects)}) + "\n", "utf-8")
    return read_labels(folder)


def tally_of(folder: Path, objects: Sequence[dict[str, Any]], cards: Sequence[ReadCard]) -> Tally:
    return evaluate_photos(photo_of(folder, objects), lambda image: cards)["home"]


def labelled(label: str, read: str | None, confidence: float = 0.95, **other: Any) -> LabelledCard:
    values: dict[str, Any] = {"width": 60.0, "brightness": 100.0, "tilt": 10.0, "apart": True} | other
    return LabelledCard("p", "f", label, read, confidence if read else 0.0, **values)


def test_every_label_is_found_missed_or_misread_and_every_other_find_is_false(tmp_path: Path) -> None:
    objects = [
        {"card": "7H", "quad": square(10, 10)},
        {"card": "QC", "quad": square(110, 10)},
        {"back": True, "quad": square(210, 10)},
        {"rank": "10", "box": [10, 150, 73, 238]},
    ]
    cards = [
        read_as("7H", square(12, 11)),
        read_as("KC", square(110, 12)),
        read_as("10S", square(11, 151)),
        read_as("3D", square(320, 180), 0.5),
    ]
    tally = tally_of(tmp_path, objects, cards)
    assert [(card.label, card.read) for card in tally.cards] == [
        ("7H", "7H"), ("QC", "KC"), ("back", None), ("10", "10S"),
    ]  # fmt: skip
    assert [card.card_right for card in tally.cards] == [True, False, False, True]
    assert [(find.read, find.on_label) for find in tally.false] == [("3D", False)]
    assert all(card.brightness == pytest.approx(90) for card in tally.cards)
    assert [card.width for card in tally.cards] == pytest.approx([63, 63, 63, 63])
    figures = report.summary(tally)
    assert figures["recall"]["value"] == 0.75 and figures["precision"]["value"] == 0.75
    assert figures["rank_right"]["value"] == pytest.approx(2 / 3, abs=1e-3)
    assert figures["wrong_rank_though_sure"] == 1
    assert report.confusion(tally.cards)["Q"] == {"K": 1}


def test_covered_ignored_and_narrow_cards_are_left_out_of_the_fair_figures(tmp_path: Path) -> None:
    objects = [
        {"card": "7H", "quad": square(10, 10)},
        {"card": "8H", "quad": square(35, 30)},  # covers the first
        {"card": "9H", "quad": square(200, 10, 36, 50)},  # too narrow
        {"card": "2C", "quad": square(300, 10)},
        {"card": "3C", "quad": square(300, 180), "ignore": True},
    ]
    cards = [
        read_as("2C", square(300, 10)),
        read_as("3C", square(300, 180)),  # forgiven: its label asks for nothing
        read_as("7H", square(10, 10, 63, 40)),  # a part of a covered card
        read_as("5S", square(100, 190)),  # nothing there
    ]
    tally = tally_of(tmp_path, objects, cards)
    assert [card.fair for card in tally.cards] == [False, False, False, True]
    assert [find.on_label for find in tally.false] == [True, False]
    figures = report.summary(tally)
    assert figures["recall"]["of"] == 4 and figures["recall_fair"] == share(1, 1)
    assert figures["precision"]["of"] == 3 and figures["precision_fair"] == share(1, 2)


def test_the_tilt_of_a_photo_comes_from_the_cards_found_in_it(tmp_path: Path) -> None:
    flat = tally_of(
        tmp_path / "a", [{"card": "7H", "quad": square(160, 100)}], [read_as("7H", square(160, 100))]
    )
    leaning = [[170, 110], [230, 110], [245, 165], [155, 165]]
    slant = tally_of(tmp_path / "b", [{"card": "7H", "quad": leaning}], [read_as("7H", leaning)])
    missed = tally_of(tmp_path / "c", [{"card": "7H", "quad": leaning}], [])
    (one,), (two,), (three,) = flat.cards, slant.cards, missed.cards
    assert one.tilt is not None and one.tilt < 10
    assert two.tilt is not None and two.tilt > 30
    assert three.tilt is None


@pytest.mark.parametrize(
    ("part", "whole", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662)],
)
def test_wilsons_interval(part: int, whole: int, low: float, high: float) -> None:
    """Reference values: E. B. Wilson's formula as in Newcombe, Statistics in Medicine 17, 1998, method 3."""
    found = share(part, whole)
    assert (found["low"], found["high"]) == pytest.approx((low, high), abs=1e-3)


def test_out_of_nothing_there_is_no_share() -> None:
    assert share(0, 0)["value"] is None
    json.dumps(report.summary(Tally()), allow_nan=False)


def test_calibration_error_is_the_mean_distance_of_confidence_and_share_right() -> None:
    assert calibration_error(reliability([(0.8, True)] * 8 + [(0.8, False)] * 2)) == pytest.approx(0)
    bins = reliability([(1.0, True)] * 3 + [(1.0, False)] + [(0.25, False)] * 4)
    assert [(one.count, one.right) for one in bins] == [(4, 0.0), (4, 0.75)]
    assert calibration_error(bins) == pytest.approx(0.25)


def test_cards_are_told_apart_by_what_may_make_them_hard() -> None:
    cards = [
        labelled("7H", "7H", width=30.0),
        labelled("7H", None, width=39.9),
        labelled("7H", "8H", width=40.0),
    ]
    narrow, wide = report.breakdown(cards, lambda card: card.width, (0, 40, 80))
    assert narrow["found"] == share(1, 2) and narrow["rank_right"] == share(1, 1)
    assert wide["found"] == share(1, 1) and wide["rank_right"] == share(0, 1)
    unknown = [labelled("7H", None, tilt=None)]
    assert report.breakdown(unknown, lambda card: card.tilt, report.TILTS) == []


def test_faces_taken_for_backs_are_counted_and_thresholds_trade_sure_for_wrong() -> None:
    cards = [
        labelled("7H", "back", 0.92),
        labelled("back", "back"),
        labelled("back", None),
        labelled("KS", "QS", 0.6),
    ]
    assert report.sides(cards) == {
        "face": {"face": 1, "back": 1, "missed": 0},
        "back": {"face": 0, "back": 1, "missed": 1},
    }
    by = {row["confidence"]: row for row in report.thresholds(cards)}
    assert (by[0.5]["sure"], by[0.5]["wrong_rank"]) == (3, 2)
    assert (by[0.9]["sure"], by[0.9]["wrong_rank"]) == (2, 1)
    assert (by[0.95]["sure"], by[0.95]["wrong_rank"]) == (1, 0)


def test_the_figures_are_drawn_and_small(tmp_path: Path) -> None:
    cards = [
        labelled("7H", "7H" if n % 3 else "9H", n / 20, width=20.0 * n, brightness=12.0 * n, tilt=3.0 * n)
        for n in range(1, 20)
    ]
    files = photo_pictures({"f": Tally(1, 0.1, cards)}, tmp_path / "figures")
    assert {file.stem for file in files} == {
        "photos-confusion", "photos-reliability", "photos-width", "photos-brightness", "photos-tilt",
    }  # fmt: skip
    for file in files:
        assert file.stat().st_size < 60_000
        picture = load_image(file)
        assert np.count_nonzero(picture.min(axis=2) < 200) / picture.shape[0] > 5 and picture.max() == 255


def test_photos_are_evaluated_from_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    photo_of(tmp_path, [{"card": "7H", "quad": square(10, 10)}])
    monkeypatch.setattr(Networks, "load", lambda *_: SimpleNamespace(checksums=lambda: {"reader": "abc"}))
    monkeypatch.setattr("vision.read.read_picture", lambda *_: [read_as("7H", square(10, 10))])
    out, pictures = tmp_path / "figures.json", tmp_path / "pictures"
    words = ["evaluate", "--photos", str(tmp_path), "--all", "--out", str(out), "--pictures", str(pictures)]
    assert cli.main(words) == 0
    written = json.loads(out.read_text("utf-8"))
    assert written["networks"] == {"reader": "abc"}
    figures = written["photos"]
    assert figures["folders"]["home"]["recall_fair"] == share(1, 1)
    assert figures["details"]["confusion_by_rank"] == {"7": {"7": 1}}
    assert (pictures / "photos-confusion.png").exists()
    assert "home: 1 photos, 1 cards, 1 of them fair" in capsys.readouterr().out
    assert cli.main([*words[:-1], str(out)]) == 2
    assert capsys.readouterr().err.startswith(f"trash-companion: {out}: ")
