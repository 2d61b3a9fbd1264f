"""Train the usual way's network, for comparison: one that finds and names cards at once, from rendered scenes.

    python -m vision.training.train_onestage --work DIR --art DIR --out one-stage.onnx

It goes on from the detector's own weights, so that it has learned to find cards when it begins to learn their names.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path

from vision.modelcard import MODELS, ModelError, Task
from vision.tabletop.scene import SeenCard
from vision.training.crops import CLASS_OF, CLASSES
from vision.training.onestage import CLASSES as COUNT
from vision.training.scenes import write_scenes


def name_of(card: SeenCard) -> int | None:
    """The number of a card's name; what lies face down has none."""
    return CLASS_OF[str(card.card)] if card.face_up else None


def train(work: Path, art: Path | None, count: int, epochs: int, seed: int, size: int = 640) -> Path:
    """Render what is not there yet and train; returns the weights (.pt)."""
    from vision.training.train_detector import train_detector

    scenes = work / f"named-scenes-{seed}"
    if not scenes.is_dir():
        write_scenes(scenes, art, count, seed, min(os.cpu_count() or 1, 16), class_of=name_of)
    images = sorted(path.resolve() for path in (scenes / "images").glob("*.jpg"))
    # Ultralytics validates after the last epoch whatever it is told.
    few = work / "few.txt"
    few.write_text("".join(f"{path}\n" for path in images[:32]), encoding="utf-8")
    data = work / "one-stage.yaml"
    lines = [f"train: {(scenes / 'images').resolve()}", f"val: {few.resolve()}", "names:"]
    names = [f"  {number}: {name}" for number, name in enumerate(CLASSES[:COUNT])]
    data.write_text("\n".join([*lines, *names]) + "\n", encoding="utf-8")
    return train_detector(
        data, work / "one-stage", start=MODELS / "card-detector.pt", epochs=epochs, size=size, learning_rate=1e-3,
        names=True,
    )  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m vision.training.train_onestage", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument(
        "--work", type=Path, required=True, metavar="DIR", help="for scenes and the run; reused"
    )
    parser.add_argument("--art", type=Path, metavar="DIR", help="decks, textures, objects, hands")
    parser.add_argument("--count", type=int, default=3000, metavar="N", help="scenes to render (3000)")
    parser.add_argument("--epochs", type=int, default=2, metavar="N", help="(2)")
    parser.add_argument("--seed", type=int, default=601, metavar="N", help="of the scenes (601)")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.onnx", help="the trained network")
    options = parser.parse_args(arguments)
    try:
        from vision.training.export import export

        options.work.mkdir(parents=True, exist_ok=True)
        weights = train(options.work, options.art, options.count, options.epochs, options.seed)
        export(
            weights, options.out, Task.DETECT, training={"rendered": options.count, "epochs": options.epochs}
        )
    except (ModelError, ImportError, OSError, ValueError) as error:
        parser.exit(2, f"{error}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
