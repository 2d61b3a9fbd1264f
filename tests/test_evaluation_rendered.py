"""Evaluation on rendered pictures: bare ones that hold no card, and tables on which one condition varies."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from companion.cards import DECK_52, JOKER
from tests.test_evaluation_photos import photo_of, read_as, square
from ui import cli
from vision.evaluation import limits
from vision.evaluation.nocards import KINDS, bare_parts, false_cards, largest_bare_part, made_pictures
from vision.evaluation.photos import LabelledCard, Tally
from vision.evaluation.traps import TRAPS
from vision.frames import load_image
from vision.images import Image
from vision.judging import ReadCard
from vision.read import Networks
from vision.tabletop.deck import DeckError
from vision.tabletop.drawn import DrawnDeck
from vision.tabletop.materials import Materials

DRAWN = DrawnDeck(size=(120, 168))


def one(grey: int) -> Image:
    return np.full((300, 400, 3), grey, np.uint8)


def test_pictures_without_cards_follow_from_the_seed_and_come_in_all_kinds() -> None:
    first = list(made_pictures(3, len(KINDS), Materials()))
    again = list(made_pictures(3, len(KINDS), Materials()))
    other = list(made_pictures(4, 1, Materials()))
    assert [bare.kind for bare in first] == list(KINDS)
    assert all(np.array_equal(a.image, b.image) for a, b in zip(first, again, strict=True))
    assert not np.array_equal(first[0].image, other[0].image)


@pytest.mark.parametrize("trap", TRAPS)
def test_a_trap_is_a_flat_thing_of_a_size_that_fits_a_table(trap: Any) -> None:
    rng = np.random.default_rng(1)
    for picture in (None, np.full((40, 60, 4), 200, np.uint8)):
        image, width = trap(rng, picture)
        assert image.dtype == np.uint8 and image.shape[2] == 4 and image[..., 3].max() == 255
        assert len(np.unique(image[..., :3].reshape(-1, 3), axis=0)) > 1
        assert 15 < width < 250


def test_the_largest_part_without_a_card_is_found() -> None:
    assert largest_bare_part(960, 720, []) == (0, 0, 960, 720)
    assert largest_bare_part(960, 720, [(300, 0, 400, 720)]) == (432, 0, 960, 720)
    assert largest_bare_part(960, 720, [(100, 100, 860, 620)]) is None


def test_a_part_of_a_photo_shows_none_of_its_cards(tmp_path: Path) -> None:
    photos = photo_of(
        tmp_path, [{"card": "7H", "quad": square(10, 10)}, {"rank": "8", "box": [20, 120, 90, 210]}]
    )
    (part,) = bare_parts(photos)
    assert part.kind == "part of home"
    assert part.image.shape[0] >= 160 and 160 <= part.image.shape[1] <= 400 - 90 - 24


def test_finds_in_bare_pictures_are_counted_by_kind_and_kept(tmp_path: Path) -> None:
    finds = itertools.cycle([[], [read_as("7H", square(10, 10), 0.6)], [read_as("back", square(50, 50))] * 2])
    result = false_cards(
        made_pictures(1, len(KINDS), Materials()), lambda image: next(finds), tmp_path / "kept"
    )
    assert sum(result.pictures.values()) == len(KINDS)
    assert len(result.found) == 3 * len(KINDS) // 3
    assert result.found[0] == (KINDS[1], 0, "7H", 0.6)
    kept = sorted((tmp_path / "kept").iterdir())
    assert len(kept) == 2 * len(KINDS) // 3 and load_image(kept[0]).shape == (720, 960, 3)


@pytest.mark.parametrize(("width", "tilt"), [(30.0, 0.0), (90.0, 0.0), (60.0, 60.0)])
def test_a_rendered_card_is_as_wide_as_the_condition_says_and_lies_apart(width: float, tilt: float) -> None:
    condition = limits.Condition(width=width, tilt=tilt)
    cards = [(card, number % 5 > 0) for number, card in enumerate(DECK_52[:12])]
    image, labels = limits.table(np.random.default_rng(2), DRAWN, Materials(), condition, cards)
    assert image.shape == (limits.SIZE[1], limits.SIZE[0], 3) and len(labels.objects) == 12
    assert [bool(thing.get("back")) for thing in labels.objects] == [not up for _, up in cards]
    quads = np.array([thing["quad"] for thing in labels.objects])
    long_sides = np.linalg.norm(quads[:, 1] - quads[:, 2], axis=1)
    if tilt == 0:
        assert long_sides / 88 * 63 == pytest.approx(np.full(12, width), rel=0.1)
    tally = limits.judge(labels, image, [read_as("back", quad) for quad in quads])
    assert all(card.found and card.apart for card in tally.cards) and not tally.false


def test_a_darker_condition_makes_a_darker_picture() -> None:
    bright, dark = (
        limits.table(np.random.default_rng(2), DRAWN, Materials(), limits.Condition(light=light), [])[
            0
        ].mean()
        for light in (1.0, 0.1)
    )
    assert dark < 0.3 * bright


def test_tables_are_read_until_so_many_cards_were_laid(monkeypatch: pytest.MonkeyPatch) -> None:
    conditions = []
    cards = [LabelledCard("p", "f", "7H", "7H", 1.0, 60.0, 100.0, 5.0, True)] * 9

    def table(rng: Any, deck: Any, materials: Any, condition: Any, hand: Any) -> Any:
        conditions.append(condition)
        return one(100), None

    monkeypatch.setattr(limits, "table", table)
    monkeypatch.setattr(limits, "judge", lambda *_: Tally(1, 0.0, list(cards)))
    rows = limits.curve("tilt", 1, [DRAWN], Materials(), 20, lambda image: [])
    assert [row["tilt"] for row in rows] == list(limits.CURVES["tilt"])
    assert all(row["cards"] == 27 and row["found"]["value"] == 1.0 for row in rows)
    assert [condition.tilt for condition in conditions[::3]] == list(limits.CURVES["tilt"])
    assert all(replace(condition, tilt=0.0) == limits.Condition(tilt=0.0) for condition in conditions)


def test_jokers_are_unseen_designs_and_every_language_is_laid(monkeypatch: pytest.MonkeyPatch) -> None:
    laid: list[tuple[str, Any]] = []

    def table(rng: Any, deck: Any, materials: Any, condition: Any, hand: Any) -> Any:
        laid.extend((deck.name, card) for card, _ in hand)
        return one(100), hand

    def judge(hand: Any, image: Image, found: Any) -> Tally:
        named = ["JOKER" if card is JOKER else str(card) for card, _ in hand]
        return Tally(1, 0.0, [LabelledCard("p", "f", n, "JOKER", 1.0, 60.0, 90.0, 5.0, True) for n in named])

    monkeypatch.setattr(limits, "table", table)
    monkeypatch.setattr(limits, "judge", judge)
    figures = limits.jokers(1, Materials(), 12, [DRAWN], lambda image: [])
    assert figures["cards"] == figures["rank_right"]["of"] > 8 and figures["rank_right"]["value"] == 1.0
    assert figures["others_read_as_joker"]["value"] == 1.0
    laid.clear()
    found = limits.languages(1, [DRAWN], Materials(), 24, lambda image: [])
    assert list(found) == list(limits.LANGUAGES)
    assert {card.rank for _, card in laid} == {1, 11, 12, 13}
    assert {name.partition("+")[2] for name, _ in laid} == {"", *limits.LANGUAGES} - {"english"}


def test_a_photo_is_scaled_down_with_its_labels(tmp_path: Path) -> None:
    (photo,) = photo_of(
        tmp_path, [{"card": "7H", "quad": square(10, 10)}, {"rank": "8", "box": [200, 120, 270, 210]}]
    )
    image, labels = limits.shrunk(one(9), photo, 0.5)
    assert image.shape == (150, 200, 3)
    assert labels.objects[0]["quad"][2] == pytest.approx([36.5, 49])
    assert labels.objects[1]["box"] == pytest.approx([100, 60, 135, 105])
    rows = limits.scaled_down([photo], lambda image: [])
    assert [row["scale"] for row in rows] == list(limits.SCALES)
    assert rows[2]["width"] == pytest.approx((31.5 + 35) / 2, abs=0.1)


def test_a_card_is_cut_out_of_a_photo_so_that_it_fills_a_picture(tmp_path: Path) -> None:
    objects = [{"card": "7H", "box": [100, 60, 160, 150]}, {"rank": "8", "box": [300, 200, 399, 299]}]
    (photo,) = photo_of(tmp_path, objects)
    image = one(9)
    image[60:150, 100:160] = 200
    part, labels = limits.cut_out(image, photo, photo.objects[0], 0.1)
    assert max(part.shape[:2]) == max(image.shape[:2]) and len(labels.objects) == 1
    x0, y0, x1, y1 = np.round(labels.objects[0]["box"]).astype(int)
    assert (part[y0 + 4 : y1 - 4, x0 + 4 : x1 - 4] > 150).all(), "the label lies on the card"
    assert (part[: y0 - 4] < 100).all() and (part[:, x1 + 4 :] < 100).all()
    part, _ = limits.cut_out(image, photo, photo.objects[1], 0.5)
    assert part.shape[0] == part.shape[1], "what lies beyond the photo is not there"
    rows = limits.close_ups([photo], lambda image: [])
    assert [row["margin"] for row in rows] == list(limits.CLOSE_UPS) and rows[0]["cards"] == 2


def test_decks_kept_out_of_training_are_asked_for(tmp_path: Path) -> None:
    (tmp_path / "decks").mkdir()
    with pytest.raises(DeckError, match="kept out of training"):
        limits.held_out_decks(tmp_path)


def test_rendered_evaluations_run_from_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "decks").mkdir()
    out, pictures = tmp_path / "figures.json", tmp_path / "pictures"

    def read(image: Image, networks: Any) -> list[ReadCard]:
        return [read_as("7H", square(10, 10))]

    monkeypatch.setattr(Networks, "load", lambda *_: SimpleNamespace(checksums=lambda: {"reader": "abc"}))
    monkeypatch.setattr("vision.read.read_picture", read)
    monkeypatch.setattr(limits, "held_out_decks", lambda art: [DRAWN])
    monkeypatch.setattr(limits, "CURVES", {"width": (30, 90)})
    monkeypatch.setattr(limits, "LANGUAGES", ("english",))
    words = ["evaluate", "--no-cards", "2", "--limits", "2", "--art", str(tmp_path), "--out", str(out)]
    assert cli.main([*words, "--pictures", str(pictures)]) == 0
    figures = json.loads(out.read_text("utf-8"))
    assert len(figures["no_cards"]["false_cards"]) == 2 and figures["no_cards"]["sure"] == 2
    assert [row["width"] for row in figures["limits"]["width"]] == [30, 90]
    assert (pictures / "limits-width.png").exists() and len(list((pictures / "false-cards").iterdir())) == 2
    assert "2 pictures without cards: 2 false cards, 2 of them sure" in capsys.readouterr().out
    assert cli.main(["evaluate", "--limits", "2"]) == 2
    assert "needs --art DIR" in capsys.readouterr().err
    assert cli.main([*words[:-4], "--art", str(tmp_path), "--pictures", str(out)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
