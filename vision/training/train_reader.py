"""Train the reader: YOLO26n classifying cards as `glance` shows them."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.cards import JOKER, Rank, Suit
from vision.glance import GLANCE_SIZE, glance
from vision.images import Image
from vision.training import processor
from vision.training.crops import CLASS_OF, CLASSES, CROP_SIZE, KEPT_MARGIN

Random = np.random.Generator


COURTS = [number for number, name in enumerate(CLASSES) if name[0] in "JQK" and name != "JOKER"]
JOKER_WORD = 0.13
"""Some jokers have their name in letters along the upper edge: this share of the height must stay."""
COURTS_OF = [[number for number in COURTS if number // len(Rank) == suit] for suit in range(len(Suit))]
LEGIBLE = 120.0
"""Variance of the Laplacian above which a crop is sharp enough for its index to be read."""


def sharpness(crop: Image) -> float:
    """Variance of the Laplacian (Pech-Pacheco et al., Diatom autofocusing in bright field, 2000)."""
    return float(cv2.Laplacian(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), cv2.CV_64F).var())


def varied(rng: Random, crop: Image) -> Image:
    """A kept crop as the reader might see it: outline off a little, either way up, other light, covered.

    Returns (128, 192, 3) uint8, see `glance`.
    """
    width, height = CROP_SIZE
    rows, columns = crop.shape[:2]
    scale = rng.normal(1.0, 0.025, 2)
    turn = np.radians(rng.normal(0, 1.8))
    shear = rng.normal(0, 0.02, 2)
    if rng.random() < 0.5:
        turn += np.pi
    cos, sin = np.cos(turn), np.sin(turn)
    linear = np.array([[cos, -sin], [sin, cos]]) @ np.array([[scale[0], shear[0]], [shear[1], scale[1]]])
    middle = np.array([columns / 2, rows / 2]) + rng.normal(0, 0.018, 2) * [width, height]
    offset = np.array([width / 2, height / 2]) - linear @ middle
    view = cv2.warpAffine(
        crop, np.hstack([linear, offset[:, None]]), (width, height), borderMode=cv2.BORDER_REPLICATE
    )
    if rng.random() < 0.12:
        narrow = (int(rng.uniform(0.25, 0.8) * width), int(rng.uniform(0.25, 0.8) * height))
        view = cv2.resize(cv2.resize(view, narrow, interpolation=cv2.INTER_AREA), (width, height))
    if rng.random() < 0.12:
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        w, h = rng.uniform(0.08, 0.47, 2) * width
        view[int(max(0, y - h)) : int(y + h), int(max(0, x - w)) : int(x + w)] = rng.uniform(0, 255, 3)
    view = glance(np.asarray(view, np.uint8))
    tone = view.astype(np.float32) * rng.normal(1, 0.05, 3) * rng.uniform(0.6, 1.4) + rng.uniform(-25, 25)
    if rng.random() < 0.3:
        tone += rng.normal(0, rng.uniform(1, 14), view.shape)
    return np.clip(tone, 0, 255).astype(np.uint8)


def with_other_figure(rng: Random, crop: Image, other: Image, clear_of: float = 0.02) -> Image:
    """A court card or joker with the figure of another one in its middle: only the index still tells which it is.

    Every deck has its own kings and queens; a reader that goes by their looks fails at the next deck. What lies
    nearer to the card's upper and lower edge than `clear_of`, a share of its height, is left alone.
    """
    rows, columns = crop.shape[:2]
    edge = KEPT_MARGIN / (1 + 2 * KEPT_MARGIN)
    inner = 1 - 2 * edge
    left = edge + rng.uniform(0.15, 0.22) * inner
    top = edge + rng.uniform(clear_of, clear_of + 0.1) * inner
    window = np.s_[
        round(top * rows) : rows - round(top * rows), round(left * columns) : columns - round(left * columns)
    ]
    mixed = crop.copy()
    mixed[window] = (other if rng.random() < 0.5 else other[::-1, ::-1])[window]
    return mixed


class CropDataset:
    """Crops kept in memory; gives what Ultralytics' classification trainer expects.

    Args:
        files: npz files with ``images`` and ``labels``, where rendered also ``ambiguous`` (see `write_crops`), and how
            often each is shown an epoch.
        figures: share of court cards and jokers that get a court card's figure, where the index can be read and
            says which card it is.
    """

    def __init__(self, files: Sequence[tuple[Path, int]], figures: float = 0.5) -> None:
        loaded = [(np.load(path), times) for path, times in files]
        self.images = [data["images"] for data, _ in loaded]
        self.labels = [data["labels"] for data, _ in loaded]
        self.samples = [
            (part, row) for part, (_, times) in enumerate(loaded) for row in range(len(self.labels[part]))
            for _ in range(times)
        ]  # fmt: skip
        self.figures = figures
        legible = [
            (part, row)
            for part, labels in enumerate(self.labels)
            for row in np.flatnonzero(np.isin(labels, [*COURTS, CLASS_OF[str(JOKER)]]))
            if sharpness(self.images[part][row]) > LEGIBLE
        ]
        needed = {
            (part, row) for part, (data, _) in enumerate(loaded) if "ambiguous" in data
            for row in np.flatnonzero(data["ambiguous"])
        }  # fmt: skip
        self._legible = set(legible) - needed
        # By suit: the large pips beside the figures must not contradict the index.
        self.courts = [
            [(part, row) for part, row in legible if self.labels[part][row] in COURTS_OF[suit]]
            for suit in range(len(Suit))
        ]
        self.any_court = [at for suit in self.courts for at in suit]
        self.torch_transforms = None

    def __len__(self) -> int:
        return len(self.samples)

    def __getitem__(self, index: int) -> dict[str, Any]:
        import torch

        part, row = self.samples[index]
        # Every worker and epoch must vary differently: the seed comes from torch, which sees to that.
        rng = np.random.default_rng(int(torch.randint(2**31, (1,))))
        crop = self.images[part][row]
        if (part, row) in self._legible and rng.random() < self.figures:
            label = int(self.labels[part][row])
            is_joker = label == CLASS_OF[str(JOKER)]
            others = self.any_court if is_joker else self.courts[label // len(Rank)]
            if others:
                other, line = others[int(rng.integers(len(others)))]
                clear_of = JOKER_WORD if is_joker else 0.02
                crop = with_other_figure(rng, crop, self.images[other][line], clear_of)
        view = varied(rng, crop)
        tensor = torch.from_numpy(np.ascontiguousarray(view[:, :, ::-1].transpose(2, 0, 1))).float() / 255
        return {"img": tensor, "cls": int(self.labels[part][row])}


def train_reader(
    files: Sequence[tuple[Path, int]],
    out: Path,
    *,
    start: Path | None = None,
    epochs: int = 6,
    batch: int = 128,
    learning_rate: float = 2e-3,
    final_share: float = 0.02,
) -> Path:
    """Train on crops (see `write_crops`); arguments as for `train_detector`. Returns the weights (.pt)."""
    from ultralytics import settings
    from ultralytics.data import build_dataloader
    from ultralytics.models.yolo.classify import ClassificationTrainer
    from ultralytics.utils import callbacks
    from ultralytics.utils.torch_utils import strip_optimizer

    settings.update({"sync": False})
    material = CropDataset(files)

    class CropTrainer(ClassificationTrainer):
        """Ultralytics' trainer on crops kept in memory instead of folders of pictures."""

        def get_dataset(self) -> dict[str, Any]:
            names = dict(enumerate(CLASSES))
            return {"train": "train", "val": "val", "nc": len(CLASSES), "names": names, "channels": 3}

        def get_dataloader(self, path: str, batch_size: int = 16, rank: int = 0, mode: str = "train") -> Any:
            chosen: Any = material
            if mode != "train":  # the trainer insists on a last validation; `evaluate` is what judges
                chosen = copy.copy(material)
                chosen.samples = material.samples[:256]
            return build_dataloader(chosen, batch_size, self.args.workers, rank=rank)

        def final_eval(self) -> None:
            """Only drop the optimizer's state: the trainer's own validation wants folders of pictures."""
            strip_optimizer(self.last)

    out = out.resolve()  # Ultralytics lays what is relative into a folder of its own
    options: dict[str, Any] = {
        "model": str(start) if start else "yolo26n-cls.yaml",
        "data": "crops",
        "epochs": epochs,
        "batch": batch,
        "nbs": batch,
        "imgsz": max(GLANCE_SIZE),
        "optimizer": "AdamW",
        "lr0": learning_rate,
        "lrf": final_share,
        "cos_lr": True,
        "warmup_epochs": 0.5 if start is None else 0.1,
        "project": str(out),
        "name": "reader",
        "exist_ok": True,
        "val": False,
        "plots": False,
        "verbose": False,
    }
    # Handed over at once: the first of these events comes while the trainer is made.
    hooks = callbacks.get_default_callbacks()
    for event, callback in processor.callbacks().items():
        hooks[event].append(callback)
    CropTrainer(overrides=options, _callbacks=hooks).train()
    return out / "reader" / "weights" / "last.pt"
