"""One leg of training a network: material made where it is missing, weights trained on, exported.

A leg goes on from weights kept in models/ and leaves new ones there with the ONNX file made of them.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from vision.modelcard import MODELS, Task
from vision.read import Networks
from vision.training.crops import SHARE_OF_TRAPS, write_crops
from vision.training.falsefinds import write_false_finds
from vision.training.photos import (
    LabelledPhoto,
    faces_as_deck,
    read_labels,
    write_detector_photos,
    write_reader_photos,
)
from vision.training.scenes import write_scenes

CARD_WEIGHT, PHOTO_WEIGHT = 6.0, 20.0
"""How much more a rendered and a photographed card taken for none counts than what is none taken for a card."""
BARE_SCENES_FOR = 20
"""One scene without cards, searched for false finds, for so many rendered crops."""


@dataclass(frozen=True, slots=True)
class Leg:
    """What to train on, and for how long.

    Attributes:
        work: folder for material and runs; material already there is used again.
        art: folder of decks, textures, objects and hands (see datasets/README.md), or None for drawn ones.
        photos: folder of labelled photos, or None to train on rendered pictures alone.
        count: scenes or crops to render.
        photo_repeats: how often a real photo or crop is shown an epoch.
        start: weights to go on from, or None to start from nothing.
        size: pixels of the detector's pictures.
    """

    work: Path
    art: Path | None
    photos: Path | None
    count: int
    epochs: int
    learning_rate: float
    photo_repeats: int = 1
    start: Path | None = None
    size: int = 640
    seed: int = 11

    @property
    def workers(self) -> int:
        return min(os.cpu_count() or 1, 16)


def detector_leg(leg: Leg) -> Path:
    """Train the detector; returns the weights. Photos need networks in models/ to fit outlines with."""
    from vision.training.train_detector import CLASSES, train_detector

    scenes = leg.work / f"scenes-{leg.seed}"
    if not scenes.is_dir():
        write_scenes(scenes, prepared_art(leg), leg.count, leg.seed, leg.workers)
    folders = [scenes / "images"]
    if leg.photos:
        fitted = leg.work / "detector-photos"
        if not fitted.is_dir():
            counts = write_detector_photos(_training_photos(leg.photos), Networks.load(), fitted)
            print("real photos:", counts, flush=True)
        folders += [fitted / "images"] * leg.photo_repeats
    # Ultralytics validates after the last epoch whatever it is told: give it little to do, `evaluate` judges.
    few = leg.work / "few.txt"
    few.write_text("\n".join(str(path.resolve()) for path in sorted(folders[0].glob("*.jpg"))[:32]) + "\n")
    data = leg.work / "detector.yaml"
    lines = ["train:", *(f"  - {folder.resolve()}" for folder in folders), f"val: {few.resolve()}"]
    names = [f"  {number}: {name}" for number, name in enumerate(CLASSES)]
    data.write_text("\n".join([*lines, "names:", *names]) + "\n", encoding="utf-8")
    return train_detector(
        data,
        leg.work / "runs",
        start=leg.start,
        epochs=leg.epochs,
        size=leg.size,
        learning_rate=leg.learning_rate,
    )


def reader_leg(leg: Leg) -> Path:
    """Train the reader; returns the weights. Photos need networks in models/ to cut crops with."""
    from vision.training.train_reader import train_reader

    crops = leg.work / f"crops-{leg.seed}"
    if not crops.is_dir():
        write_crops(crops, prepared_art(leg), leg.count, leg.seed, leg.workers)
    files = [(file, 1) for file in sorted(crops.glob("*.npz"))]
    if leg.start:  # networks that find something by now
        false_finds = _false_finds(leg)
        if false_finds.exists():
            files.append((false_finds, 1))
    if leg.photos:
        files.append((_real_crops(leg.work, leg.photos), leg.photo_repeats))
    return train_reader(
        files, leg.work / "runs", start=leg.start, epochs=leg.epochs, learning_rate=leg.learning_rate
    )


def nothing_leg(leg: Leg) -> Path:
    """Train the reader's answer "none" alone (see `train_nothing`) from `leg.start`; returns the weights."""
    from vision.training.train_nothing import Material, train_nothing

    if leg.start is None:
        raise ValueError("only a reader that is trained can learn what is no card: name one with --start")
    art = prepared_art(leg)
    kinds = {"crops": (leg.count, SHARE_OF_TRAPS), "traps": (max(leg.count // 4, 1), 1.0)}
    for kind, (count, traps) in kinds.items():
        if not (leg.work / f"{kind}-{leg.seed}").is_dir():
            write_crops(leg.work / f"{kind}-{leg.seed}", art, count, leg.seed, leg.workers, traps=traps)
    false_finds = _false_finds(leg)
    materials = [
        Material(file, CARD_WEIGHT, times)
        for kind, times in (("crops", 1), ("traps", 2))
        for file in sorted((leg.work / f"{kind}-{leg.seed}").glob("*.npz"))
    ]
    if false_finds.exists():
        materials.append(Material(false_finds, CARD_WEIGHT, 4))
    if leg.photos:
        materials.append(Material(_real_crops(leg.work, leg.photos), PHOTO_WEIGHT, leg.photo_repeats))
    return train_nothing(leg.start, materials, leg.work / "nothing.pt", leg.seed)


def _false_finds(leg: Leg) -> Path:
    """Crops of what the networks in models/ take for cards where there are none; no file if they find nothing."""
    file = leg.work / f"false-finds-{leg.seed}.npz"
    if not file.exists():
        bare = max(leg.count // BARE_SCENES_FOR, 1)
        write_false_finds(file, prepared_art(leg), bare, leg.seed, Networks.load())
    return file


def _real_crops(work: Path, photos: Path) -> Path:
    """Crops of the photos that train, cut with the networks in models/."""
    file = work / "reader-photos.npz"
    if not file.exists():
        counts = write_reader_photos(_training_photos(photos), Networks.load(), file)
        print("real crops:", counts, flush=True)
    return file


def keep_weights(weights: Path, task: Task, training: dict[str, object]) -> dict[str, float]:
    """Put trained weights into models/ and export them; returns the engines' differences (see `export`)."""
    from vision.training.export import export

    name = {Task.DETECT: "card-detector", Task.CLASSIFY: "card-reader"}[task]
    differences = export(weights, MODELS / f"{name}.onnx", task, training=training)
    write_without_paths(weights, MODELS / f"{name}.pt")
    return differences


def blended(start: Path, trained: Path, share: float, out: Path) -> Path:
    """The weighted mean of two checkpoints of one architecture: `share` of the trained one, the rest of its start.

    A leg on other material forgets some of what was learned before; half-way between the two often does better on
    both (https://arxiv.org/abs/2109.01903).
    """
    import torch

    content = torch.load(trained, map_location="cpu", weights_only=False)
    earlier = torch.load(start, map_location="cpu", weights_only=False)
    network = (content.get("ema") or content["model"]).float()
    before = (earlier.get("ema") or earlier["model"]).float().state_dict()
    after = network.state_dict()
    network.load_state_dict(
        {
            name: share * value + (1 - share) * before[name] if value.is_floating_point() else value
            for name, value in after.items()
        }
    )
    content["model"], content["ema"] = network.half(), None
    torch.save(content, out)
    return out


def write_without_paths(weights: Path, out: Path) -> None:
    """Copy a checkpoint of Ultralytics without what it tells of the machine: folders, branch and commit."""
    import torch

    content = torch.load(weights, map_location="cpu", weights_only=False)
    content["git"] = {}
    content["train_args"] = {
        name: value
        for name, value in content.get("train_args", {}).items()
        if not isinstance(value, (str, Path)) or not Path(value).is_absolute()
    }
    for network in (content.get("model"), content.get("ema")):
        for name in ("args", "yaml_file", "pt_path"):
            if hasattr(network, name):
                delattr(network, name)
    torch.save(content, out)


def prepared_art(leg: Leg) -> Path | None:
    """The folder of art with the photographed faces among its decks, as links in the work folder."""
    if leg.art is None or leg.photos is None:
        return leg.art
    art = leg.work / "art"
    (art / "decks").mkdir(parents=True, exist_ok=True)
    links = {art / kind: leg.art / kind for kind in ("textures", "objects", "hands")}
    links |= {art / "decks" / deck.name: deck for deck in (leg.art / "decks").iterdir() if deck.is_dir()}
    for link, target in links.items():
        if target.exists() and not link.exists():
            link.symlink_to(target.resolve())
    for folder in sorted(leg.photos.glob("faces-*")):
        if not (art / "decks" / folder.name).exists():
            faces_as_deck(folder, art / "decks" / folder.name)
    return art


def _training_photos(root: Path) -> list[LabelledPhoto]:
    return [photo for photo in read_labels(root) if photo.part == "train"]
