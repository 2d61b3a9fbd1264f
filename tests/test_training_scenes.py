"""Rendered pictures for training: traps that are no cards, bent cards, and what the labels say of them."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.cards import Card
from vision.read import Networks
from vision.reader import CardReading
from vision.tabletop import pieces, traps
from vision.tabletop.arrangements import Lying
from vision.tabletop.camera import TabletopCamera
from vision.tabletop.canvas import Canvas
from vision.tabletop.drawn import DrawnDeck
from vision.tabletop.materials import MOST_TRAPS, Materials, felt
from vision.tabletop.scene import _no_cards, lay_card, random_scene, trap_scene
from vision.tabletop.slab import LONG_SIDE
from vision.training.crops import CLASS_OF, KEPT_SIZE, _one_crop
from vision.training.falsefinds import write_false_finds
from vision.training.packs import PackShelf, borderless
from vision.training.scenes import write_scenes
from vision.training.train_onestage import name_of

KINDS = (
    traps.game_card, traps.picture_card, traps.pay_card, traps.banknote, traps.phone,
    traps.keyboard, traps.cover, traps.photograph, traps.note, traps.blank, pieces.tile, pieces.print_of_text,
)  # fmt: skip


@pytest.mark.parametrize("draw", KINDS, ids=lambda draw: draw.__name__)
def test_every_trap_is_a_thing_of_some_size_with_something_on_it(draw: traps.Draw) -> None:
    widths = []
    for seed in range(6):
        picture, width = draw(np.random.default_rng(seed), felt)
        assert picture.dtype == np.uint8 and picture.shape[2] == 4
        assert max(picture.shape[:2]) == LONG_SIDE
        assert picture[picture.shape[0] // 2, picture.shape[1] // 2, 3] == 255
        assert 18 <= width < 400
        widths.append(width)
        again, same = draw(np.random.default_rng(seed), felt)
        assert same == width and (again == picture).all()
    assert len(set(widths)) > 1 or draw is traps.pay_card


def test_all_kinds_of_traps_come_and_a_shelf_of_them_is_not_endless() -> None:
    rng, materials = np.random.default_rng(2), Materials()
    seen = {id(materials.trap(rng)[0]) for _ in range(60)}
    assert 10 < len(seen) < 60
    assert len(materials._traps) <= MOST_TRAPS


def test_a_trap_scene_shows_the_trap_where_it_says() -> None:
    """Colours inside the outline are the trap's own: without it the table shows."""
    short_first = 0
    for seed in range(8):
        image, quad = trap_scene(np.random.default_rng(seed), Materials(), 160, 0.45)
        assert image.shape == (160, 160, 3)
        assert np.isfinite(quad).all()
        assert np.linalg.norm(quad.mean(axis=0) - 80) < 60
        sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
        short_first += int(sides[0] + sides[2] <= sides[1] + sides[3])
    assert short_first >= 5  # seen at a slant a short side may look the longer


def test_traps_are_no_cards_to_the_reader() -> None:
    shelf, materials = PackShelf(None), Materials()
    found = [_one_crop(np.random.default_rng(seed), shelf, materials, traps=1.0) for seed in range(4)]
    assert {label for crop in found if crop for label in [crop[1]]} == {CLASS_OF["none"]}


@pytest.mark.parametrize("bend", [-9.0, 9.0])
@pytest.mark.parametrize("seed", range(4))
def test_a_bent_card_lies_within_its_outline_and_leaves_no_seams(bend: float, seed: int) -> None:
    camera = TabletopCamera(300, 300, 160.0, tilt=35.0)
    deck, rng = DrawnDeck(size=(180, 252)), np.random.default_rng(seed)
    canvas = Canvas(camera)
    card = Lying(Card.parse("2C"), True, 0.0, 0.0, 20.0)
    outline = lay_card(rng, canvas, card, deck, 1, 0.5, 0.0, bend)
    flat = lay_card(np.random.default_rng(seed), Canvas(camera), card, deck, 1, 0.5, 0.0)
    assert 0.8 < canvas.visible_share(1, outline) <= 1.0
    # Its corners rise with its ends; where the middle rises they stay where they are.
    assert (np.abs(outline - flat).max() > 1.0) == (bend < 0)
    # A line down the card's middle crosses every strip: paper and pips, but no gap.
    middle = np.linspace(outline[:2].mean(axis=0), outline[2:].mean(axis=0), 200)[30:-30].round().astype(int)
    assert (canvas.owner[middle[:, 1], middle[:, 0]] == 1).all()


class Finds:
    """Networks that find one card in the middle of every picture and read it as they are told."""

    def __init__(self, name: str, probability: float) -> None:
        self.name, self.probability, self.pictures = name, probability, 0

    @property
    def detector(self) -> Finds:
        return self

    def detect(self, image: NDArray[np.uint8]) -> list[str]:
        self.pictures += 1
        return ["one"]

    def outlines(self, image: NDArray[np.uint8], found: list[str]) -> list[NDArray[np.float32]]:
        return [np.array([[200, 200], [300, 200], [300, 340], [200, 340]], np.float32) for _ in found]

    def read_outlines(
        self, image: NDArray[np.uint8], outlines: list[NDArray[np.float32]]
    ) -> list[tuple[NDArray[np.float32], CardReading]]:
        return [(quad, CardReading({self.name: self.probability})) for quad in outlines]


@pytest.mark.parametrize(
    ("name", "probability", "kept"), [("JOKER", 0.9, 3), ("back", 0.4, 3), ("back", 0.9, 0)]
)
def test_false_finds_teach_the_reader_unless_they_look_like_a_back(
    tmp_path: Path, name: str, probability: float, kept: int
) -> None:
    networks = Finds(name, probability)
    out = tmp_path / "new" / "finds.npz"
    assert write_false_finds(out, None, 3, 1, cast(Networks, networks)) == kept
    assert networks.pictures == 3
    assert out.exists() == bool(kept)
    if kept:
        data = np.load(out)
        assert data["images"].shape == (kept, KEPT_SIZE[1], KEPT_SIZE[0], 3)
        assert (data["labels"] == CLASS_OF["none"]).all()


def test_bare_scenes_hold_no_card_and_show_tables_from_near_and_far() -> None:
    spans = [_no_cards(np.random.default_rng(seed))[1] for seed in range(40)]
    assert min(spans) < 250 and max(spans) > 1200
    scene = random_scene(np.random.default_rng(3), [], Materials(), (96, 96), bare=True)
    assert scene.cards == [] and scene.image.std() > 0


@pytest.mark.parametrize("back_like", [True, False])
def test_traps_that_look_like_backs_can_be_left_out(monkeypatch: pytest.MonkeyPatch, back_like: bool) -> None:
    drawn: list[str] = []
    for kind in ("cover", "photograph", "blank", "game_card"):
        plain = np.zeros((4, 4, 4), np.uint8), 60.0
        monkeypatch.setattr(traps, kind, lambda *_, kind=kind, plain=plain: (drawn.append(kind), plain)[1])
    rng = np.random.default_rng(4)
    for _ in range(120):
        traps.trap(rng, lambda r: np.full((64, 64, 3), 90, np.uint8), back_like)
    assert "game_card" in drawn
    assert ({"cover", "photograph", "blank"} <= set(drawn)) == back_like
    assert ({"cover", "photograph", "blank"} & set(drawn) != set()) == back_like


def test_a_borderless_back_is_printed_to_its_edges_and_keeps_its_corners() -> None:
    back = np.full((176, 126, 4), 255, np.uint8)
    back[14:-14, 10:-10, :3] = (10, 20, 200)
    back[:5, :5, 3] = 0
    printed = borderless(back)
    assert (printed[2, 60, :3] == (10, 20, 200)).all() and (printed[88, 1, :3] == (10, 20, 200)).all()
    assert (printed[..., 3] == back[..., 3]).all()
    assert (back[2, 60, :3] == 255).all(), "the back itself is left as it was"


def test_scenes_can_be_labelled_with_the_names_of_the_cards(tmp_path: Path) -> None:
    write_scenes(tmp_path / "sides", None, 3, seed=3, workers=1, size=160)
    write_scenes(tmp_path / "names", None, 3, seed=3, workers=1, size=160, class_of=name_of)

    def lines(kind: str) -> list[list[str]]:
        files = sorted((tmp_path / kind / "labels").iterdir())
        return [line.split(maxsplit=1) for file in files for line in file.read_text().splitlines() if line]

    up = [place for side, place in lines("sides") if side == "0"]
    assert [place for _, place in lines("names")] == up and up, "what lies face down has no name"
    assert len({name for name, _ in lines("names")}) > 2
    assert all(int(name) < CLASS_OF["back"] for name, _ in lines("names"))


def test_every_fourth_scene_of_a_data_set_is_bare(tmp_path: Path) -> None:
    write_scenes(tmp_path, None, 8, seed=3, workers=1, size=160)
    labels = [file.read_text().strip() for file in sorted((tmp_path / "labels").iterdir())]
    assert len(labels) == 8 and not any(labels[::4])
    assert any(labels)
