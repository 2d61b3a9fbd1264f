"""What the networks are trained on: rendered crops, their variations, other colours and figures."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cards import Card, Rank, Suit
from vision.glance import GLANCE_SIZE
from vision.plane import CROP_SIZE
from vision.tabletop.backs import draw_back
from vision.tabletop.drawn import DrawnDeck
from vision.tabletop.style import LANGUAGES, is_ambiguous
from vision.training import crops, train_reader
from vision.training.crops import CLASS_OF, KEPT_SIZE
from vision.training.packs import PackShelf, recoloured
from vision.training.train_reader import varied, with_other_figure


def test_crops_are_written_in_files_of_bearable_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crops, "CROPS_PER_FILE", 4)
    monkeypatch.setattr(crops, "SHARE_OF_NOTHING", 0.5)
    crops.write_crops(tmp_path, None, 11, seed=1, workers=1)
    files = [np.load(file) for file in tmp_path.glob("*.npz")]
    assert len(files) > 1
    images = np.concatenate([file["images"] for file in files])
    labels = np.concatenate([file["labels"] for file in files])
    assert 6 <= len(images) == len(labels) <= 11
    assert images.shape[1:] == (KEPT_SIZE[1], KEPT_SIZE[0], 3) and images.dtype == np.uint8
    assert CLASS_OF["none"] in labels and len(set(labels)) > 1
    assert all(len(file["labels"]) <= 4 for file in files)


def test_several_processes_render_what_one_does_though_threads_are_running(tmp_path: Path) -> None:
    """A process copied while OpenCV's threads run may wait for ever."""
    cv2.setNumThreads(4)
    cv2.GaussianBlur(np.zeros((2000, 2000), np.float32), (0, 0), 5)
    crops.write_crops(tmp_path, None, 4, seed=5, workers=2)
    assert sum(len(np.load(file)["labels"]) for file in tmp_path.glob("*.npz")) >= 3


def test_the_same_seed_renders_the_same_crops(tmp_path: Path) -> None:
    for name in ("one", "other"):
        crops.write_crops(tmp_path / name, None, 3, seed=5, workers=1)
    one, other = (np.load(next((tmp_path / name).glob("*.npz"))) for name in ("one", "other"))
    assert (one["images"] == other["images"]).all() and (one["labels"] == other["labels"]).all()


def test_a_varied_crop_is_a_glance_of_the_same_card_either_way_up() -> None:
    """A crop dark at its one end and bright at the other: where the dark end comes to lie tells the turn."""
    kept = np.full((KEPT_SIZE[1], KEPT_SIZE[0], 3), 40, np.uint8)
    kept[KEPT_SIZE[1] // 2 :] = 160
    rng = np.random.default_rng(0)
    upright = 0
    for _ in range(40):
        view = varied(rng, kept)
        assert view.shape == (GLANCE_SIZE[1], GLANCE_SIZE[0], 3) and view.dtype == np.uint8
        upright += int(view[:40, :96].mean() < view[-40:, :96].mean())
    assert 8 <= upright <= 32


def test_another_figure_leaves_both_indices_alone() -> None:
    """Whatever is put in the middle, what the reader must learn to go by stays as it was."""
    crop, other = (np.full((KEPT_SIZE[1], KEPT_SIZE[0], 3), value, np.uint8) for value in (10, 200))
    mixed = with_other_figure(np.random.default_rng(3), crop, other)
    left, top = (KEPT_SIZE[0] - CROP_SIZE[0]) // 2, (KEPT_SIZE[1] - CROP_SIZE[1]) // 2
    index = (slice(top, top + CROP_SIZE[1] // 3), slice(left, left + round(0.14 * CROP_SIZE[0])))
    assert (mixed[index] == 10).all() and (mixed[::-1, ::-1][index] == 10).all()
    assert (mixed[KEPT_SIZE[1] // 2, KEPT_SIZE[0] // 2] == 200).all()


def test_jokers_get_other_figures_too_and_keep_what_names_them(tmp_path: Path) -> None:
    """Any court card's figure will do for a joker; its name in the corner or along the edge must stay."""
    pytest.importorskip("torch")
    rng = np.random.default_rng(4)
    shape = (KEPT_SIZE[1], KEPT_SIZE[0], 3)
    noise = rng.integers(0, 2, (2, *shape), dtype=np.uint8)
    images = np.stack([noise[0] * 90, 160 + noise[1] * 90])  # a dark joker, a bright king, both sharp
    labels = np.array([CLASS_OF["JOKER"], CLASS_OF["KH"]])
    np.savez(tmp_path / "two.npz", images=images, labels=labels)
    changed = train_reader.CropDataset([(tmp_path / "two.npz", 1)], figures=1.0)
    plain = train_reader.CropDataset([(tmp_path / "two.npz", 1)], figures=0.0)

    def brightness(data: train_reader.CropDataset) -> tuple[float, float]:
        views = [data[0]["img"].numpy() for _ in range(24)]
        assert data[0]["cls"] == CLASS_OF["JOKER"]
        return (
            float(np.mean([v[:, 50:80, 35:60].mean() for v in views])),
            float(np.mean([v[:, 2:10, 10:85].mean() for v in views])),
        )

    (middle, top), (middle_before, top_before) = brightness(changed), brightness(plain)
    assert middle > middle_before + 0.3
    assert abs(top - top_before) < 0.15


def test_a_card_that_only_its_figure_tells_keeps_its_figure(tmp_path: Path) -> None:
    """A V is a French jack's or a Dutch queen's."""
    pytest.importorskip("torch")
    rng = np.random.default_rng(4)
    noise = rng.integers(0, 2, (2, KEPT_SIZE[1], KEPT_SIZE[0], 3), dtype=np.uint8)
    images = np.stack([noise[0] * 90, 160 + noise[1] * 90])
    labels = np.array([CLASS_OF["JH"], CLASS_OF["KH"]])
    bright = []
    for ambiguous in (False, True):
        file = tmp_path / f"{ambiguous}.npz"
        np.savez(file, images=images, labels=labels, ambiguous=np.array([ambiguous, False]))
        data = train_reader.CropDataset([(file, 1)], figures=1.0)
        middle = np.s_[:, 44:84, 28:68]
        bright.append(sum(float(data[0]["img"][middle].mean()) > 0.5 for _ in range(60)))
    # Every other figure is the jack's own; something bright may lie over the middle at times.
    assert bright[0] >= 15 and bright[1] <= 8


def test_the_letters_that_mean_another_rank_elsewhere_are_known() -> None:
    told = {(language, rank) for language in LANGUAGES for rank in Rank if is_ambiguous(rank, language)}
    assert told == {("french", Rank.JACK), ("french-1", Rank.JACK), ("dutch", Rank.QUEEN)}


def test_packs_come_in_all_languages_and_say_which_cards_need_their_figure() -> None:
    plain = DrawnDeck()
    shelf, rng = PackShelf(None), np.random.default_rng(0)
    shelf._decks, shelf._drawn_share = [plain], 0.0
    packs = [shelf.pick(rng) for _ in range(80)]
    jack, queen, ten = (Card(rank, Suit.HEARTS) for rank in (Rank.JACK, Rank.QUEEN, Rank.TEN))
    french = [pack for pack in packs if pack.is_ambiguous(jack)]
    dutch = [pack for pack in packs if pack.is_ambiguous(queen)]
    assert french and dutch and len(french) + len(dutch) < 40
    assert not any(pack.is_ambiguous(ten) for pack in packs)
    one, other = french[0].face(jack), dutch[0].face(queen)
    assert (one[:90, :60] != plain.face(jack)[:90, :60]).any(), "other letters"
    assert (other[:90, :60] != plain.face(queen)[:90, :60]).any()


def test_backs_in_other_colours_keep_their_pattern() -> None:
    rng = np.random.default_rng(7)
    back = draw_back(rng, (120, 168))
    means = []
    for _ in range(12):
        changed = recoloured(rng, back)
        assert changed.shape == back.shape and (changed[:, :, 3] == back[:, :, 3]).all()
        means.append(changed[:, :, :3].reshape(-1, 3).mean(axis=0))
        same = (back[:, :, :3] == back[60, 60, :3]).all(axis=2)  # one colour before, one colour still
        assert (changed[same][:, :3] == changed[60, 60, :3]).all()
    assert np.ptp(np.array(means), axis=0).max() > 40


def test_blended_weights_lie_between_those_of_two_checkpoints(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    from vision.training.legs import blended

    def checkpoint(name: str, value: float, **more: object) -> Path:
        network = torch.nn.BatchNorm1d(3)
        torch.nn.init.constant_(network.weight, value)
        network.num_batches_tracked.fill_(int(value))
        torch.save({"model": network.half(), "ema": None} | more, tmp_path / name)
        return tmp_path / name

    start, trained = checkpoint("start.pt", 1.0), checkpoint("trained.pt", 2.0, train_args={"epochs": 2})
    mixed = torch.load(blended(start, trained, 0.75, tmp_path / "mixed.pt"), weights_only=False)
    assert mixed["model"].weight.tolist() == [1.75] * 3 and mixed["model"].weight.dtype == torch.float16
    assert int(mixed["model"].num_batches_tracked) == 2, "what is counted is not averaged"
    assert mixed["train_args"] == {"epochs": 2}
