"""The classical reader that this product is compared with, and the comparison."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.cards import Card
from tests.test_evaluation_photos import photo_of, read_as, square
from tests.test_vision_detector import Answers, box, raw_answer
from vision.evaluation import charts, onestage, peers
from vision.evaluation.classical import ClassicalReader, Templates, card_contours, glyphs
from vision.evaluation.limits import Condition, table
from vision.images import Image
from vision.modelcard import ModelCard, Task
from vision.quads import as_quad, iou
from vision.tabletop.drawn import DrawnDeck
from vision.tabletop.materials import Materials
from vision.training.crops import CLASS_OF, CLASSES
from vision.training.photos import read_labels


@pytest.fixture(scope="module")
def deck() -> DrawnDeck:
    return DrawnDeck(size=(250, 350))


@pytest.fixture(scope="module")
def dark_table(deck: DrawnDeck) -> tuple[Image, Any]:
    """Four cards of the deck on a dark table, seen from above in even light: what the recipe is made for."""

    class Dark(Materials):
        def table_top(self, rng: np.random.Generator) -> Image:
            return np.full((64, 64, 3), 25, np.uint8)

    cards = [(Card.parse(name), True) for name in ("7H", "QS", "10C", "AD")]
    condition = Condition(width=230, tilt=0, noise=0)
    return table(np.random.default_rng(12), deck, Dark(), condition, cards)


def test_cards_on_a_dark_table_are_found_and_named(deck: DrawnDeck, dark_table: tuple[Image, Any]) -> None:
    image, labels = dark_table
    assert len(labels.objects) >= 2
    cards = ClassicalReader(Templates.from_decks([deck]))(image)
    for thing in labels.objects:
        (found,) = [card for card in cards if iou(card.quad, as_quad(thing["quad"])) > 0.8]
        assert found.card == thing["card"] and 0.6 < found.confidence <= 1
    assert len(cards) == len(labels.objects)


def test_templates_are_cut_from_every_rank_and_suit(deck: DrawnDeck) -> None:
    templates = Templates.from_decks([deck])
    assert (
        len({rank for rank, _ in templates.ranks}) == 13 and len({suit for suit, _ in templates.suits}) == 4
    )


def test_an_index_that_resembles_nothing_is_not_named(deck: DrawnDeck) -> None:
    reader = ClassicalReader(Templates.from_decks([deck]))
    blank = np.full((300, 200, 3), 255, np.uint8)
    assert glyphs(blank) is None
    picture = np.zeros((600, 600, 3), np.uint8)
    picture[150:450, 200:400] = 255
    (card,) = reader(picture)
    assert (card.card, card.rank, card.suit, card.confidence) == ("?", None, None, 0.0)


def test_shapes_that_are_no_cards_are_left_alone() -> None:
    picture = np.zeros((400, 400, 3), np.uint8)
    picture[10:16, 10:16] = 255  # too small
    rows, columns = np.mgrid[:400, :400]
    picture[(rows - 200) ** 2 + (columns - 200) ** 2 < 80**2] = 255  # round
    assert list(card_contours(picture)) == []


def test_one_network_finds_and_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its classes are cards' names; the share of the best of them is no part of how sure it is of a card."""
    cards = [((100, 60, 80, 50, 0), CLASS_OF["10H"], 0.9), ((200, 150, 63, 88, 30), CLASS_OF["JOKER"], 0.8)]
    raw = raw_answer((256, 320), cards, classes=53)
    card = ModelCard("one", Task.DETECT, 640, 640, CLASSES[:53])
    monkeypatch.setattr(onestage, "load_backend", lambda *_: (card, Answers(raw)))
    read = onestage.OneStageReader(Path("one.onnx"), 320)
    found = read(np.zeros((512, 640, 3), np.uint8))
    assert [(c.card, c.rank, c.suit, round(c.confidence, 3)) for c in found] == [
        ("10H", "10", "H", 0.9),
        ("JOKER", None, None, 0.8),
    ]
    assert iou(found[0].quad, 2 * box(100, 60, 80, 50)) > 0.99, "in pixels of the picture"


def test_the_network_that_finds_and_names_is_compared_at_two_sizes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []

    def reader(path: Path, size: int) -> Any:
        sizes.append(size)
        return lambda image: [read_as("7H", square(10, 10))]

    photo_of(tmp_path, [{"card": "7H", "quad": square(10, 10)}])
    monkeypatch.setattr(peers, "in_processes", lambda work, jobs, workers: [work(*job) for job in jobs])
    monkeypatch.setattr(peers, "judging", read_labels)
    monkeypatch.setattr(peers, "PEERS", ())
    monkeypatch.setattr(peers, "OneStageReader", reader)
    results = peers.compare(tmp_path, tmp_path, tmp_path / "one.onnx")
    assert sizes == list(peers.ONE_STAGE_SIZES)
    assert [str(size) in result["peer"] for size, result in zip(sizes, results, strict=True)] == [True, True]


def test_peers_are_compared_each_in_a_process_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    photo_of(tmp_path, [{"card": "7H", "quad": square(10, 10)}, {"card": "8H", "quad": square(150, 10)}])
    pools: list[int] = []

    def here(work: Any, jobs: Any, workers: int) -> list[Any]:
        pools.append(workers)
        return [work(*job) for job in jobs]

    monkeypatch.setattr(peers, "in_processes", here)
    monkeypatch.setattr(peers, "judging", read_labels)
    monkeypatch.setattr(
        peers, "reader_of", lambda peer, art, _: lambda image: [read_as("7H", square(10, 10))]
    )
    out = tmp_path / "peers.json"
    words = ["--photos", str(tmp_path), "--art", str(tmp_path), "--out", str(out), "--pictures", str(tmp_path)]
    assert peers.main(words) == 0
    chart = cv2.imread(str(tmp_path / "peers-right.png"))
    assert chart is not None
    bar = (chart == charts.COLORS[0]).all(axis=2).sum(axis=1)
    scale = np.flatnonzero((chart == 222).all(axis=2).mean(axis=0) > 0.1)
    assert set(bar[bar > 100]) == {round((scale[-1] - scale[0]) / 2) + 1}, "half of the cards, of both"
    assert len(pools) == len(peers.PEERS) and min(pools) > 1
    rows = capsys.readouterr().out.splitlines()[2:]
    assert [row.split(" | ")[1:6] for row in rows] == [["0.500", "1.000", "1.000", "1.000", "0.500"]] * 2
    with pytest.raises(SystemExit) as stop:
        peers.main(["--photos", str(tmp_path / "absent"), "--art", str(tmp_path)])
    assert stop.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1
