"""`train`: one leg of training for the detector or the reader."""

from __future__ import annotations

import argparse
import importlib.util

from ui.commands import UserError
from ui.commands.options import file_path, portion, positive, seed_number, whole

HELP = "train the detector or the reader further (needs the extra 'train')"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "network",
        choices=("detector", "reader", "nothing"),
        help="nothing: only what the reader takes for no card",
    )
    add("--work", type=file_path, required=True, metavar="DIR", help="for rendered material and runs; reused")
    add("--art", type=file_path, metavar="DIR", help="decks, textures, objects, hands; drawn ones without it")
    add("--photos", type=file_path, metavar="DIR", help="real labelled photos to mix in")
    add("--repeats", type=whole, default=1, metavar="N", help="times a photo is shown an epoch (1)")
    add("--count", type=whole, metavar="N", help="scenes (5500) or crops (30000) to render")
    add("--epochs", type=whole, default=3, metavar="N", help="(3)")
    add("--size", type=whole, default=640, metavar="PIXELS", help="of the detector's pictures (640)")
    add("--rate", type=positive, default=2e-3, metavar="X", help="learning rate at the start (0.002)")
    add("--seed", type=seed_number, default=11, metavar="N", help="of the rendered material")
    add("--start", type=file_path, metavar="FILE.pt", help="weights to go on from; from nothing without it")
    add(
        "--blend", type=portion, default=1.0, metavar="X", help="part of the new weights beside --start's (1)"
    )


def run(arguments: argparse.Namespace) -> int:
    check_extra()
    check_inputs(arguments)
    from vision.modelcard import ModelError, Task
    from vision.tabletop.deck import DeckError
    from vision.training.legs import Leg, blended, detector_leg, keep_weights, nothing_leg, reader_leg

    detector = arguments.network == "detector"
    try:
        leg = Leg(
            work=arguments.work,
            art=arguments.art,
            photos=arguments.photos,
            count=arguments.count or (5500 if detector else 30000),
            epochs=arguments.epochs,
            learning_rate=arguments.rate,
            photo_repeats=arguments.repeats,
            start=arguments.start,
            size=arguments.size,
            seed=arguments.seed,
        )
        leg.work.mkdir(parents=True, exist_ok=True)
        weights = {"detector": detector_leg, "reader": reader_leg, "nothing": nothing_leg}[arguments.network](
            leg
        )
        if leg.start and arguments.blend < 1:
            weights = blended(leg.start, weights, arguments.blend, leg.work / "blended.pt")
        summary: dict[str, object] = {
            "rendered": leg.count,
            "seed": leg.seed,
            "epochs": leg.epochs,
            "real photos": leg.photos is not None,
            "from": leg.start.name if leg.start else "nothing",
        }
        differences = keep_weights(weights, Task.DETECT if detector else Task.CLASSIFY, summary)
    except (ModelError, DeckError, ValueError, OSError) as error:
        raise UserError(error) from None
    told = ", ".join(f"{name} {value:.2g}" for name, value in differences.items())
    print(f"{arguments.network} trained and exported; differences from PyTorch: {told}")
    return 0


def check_extra() -> None:
    """Ask for what trains before half an hour of rendering goes by."""
    if importlib.util.find_spec("ultralytics") is None:
        raise UserError(
            "training needs the extra 'train': in the project's folder, python -m pip install -e '.[train]'"
        )


def check_inputs(arguments: argparse.Namespace) -> None:
    """Name a folder or file that is not there before half an hour goes by."""
    for path in (arguments.art, arguments.photos):
        if path and not path.is_dir():
            raise UserError(f"{path}: no such folder")
    if arguments.art and not (arguments.art / "decks").is_dir():
        raise UserError(f"{arguments.art}: has no folder 'decks' in it")
    if arguments.work.exists() and not arguments.work.is_dir():
        raise UserError(f"{arguments.work}: a file; a folder is needed to work in")
    if arguments.blend < 1 and not arguments.start:
        raise UserError("--blend needs --start FILE.pt")
    if arguments.start and not arguments.start.is_file():
        raise UserError(f"{arguments.start}: no such file")
