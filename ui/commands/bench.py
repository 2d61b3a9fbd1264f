"""`bench`: how fast this machine is at what the companion does."""

from __future__ import annotations

import argparse
import json

from ui.commands import UserError
from ui.commands.options import whole

HELP = "measure speed on this machine, on tables rendered by the program"

BACKENDS = ("auto", "onnxruntime", "opencv")
CARDS = 40


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--backend", choices=BACKENDS, default="auto", help="what runs the networks")
    add("--threads", type=whole, default=2, metavar="N", help="processor threads for a full read (2)")
    add("--json", action="store_true", help="one line of JSON for each figure")


def run(arguments: argparse.Namespace) -> int:
    from vision.bench import delays, full_table, read_speed, settled_share
    from vision.eyes import NetworkEyes
    from vision.modelcard import ModelError
    from vision.read import Networks

    try:
        wide = Networks.load(arguments.backend, threads=arguments.threads)
        one = NetworkEyes(Networks.load(arguments.backend))
    except ModelError as error:
        raise UserError(error) from None

    def tell(text: str, **figures: object) -> None:
        print(json.dumps(figures) if arguments.json else text, flush=True)

    speed = read_speed(wide, full_table(CARDS), CARDS)
    tell(
        f"full read, 1920×1080, {CARDS} cards: {speed.per_second:.1f} a second ({speed.total:.0f} ms: find "
        f"{speed.find:.0f}, outlines {speed.outline:.0f}, names {speed.name:.0f}), {speed.found} found",
        figure="full read",
        backend=wide.detector.backend.name,
        threads=arguments.threads,
        ms=round(speed.total, 1),
        find=round(speed.find, 1),
        outlines=round(speed.outline, 1),
        names=round(speed.name, 1),
        cards=CARDS,
        found=speed.found,
    )
    share = settled_share(one)
    tell(f"a settled table: {share:.1%} of one core", figure="settled table", core=round(share, 4))
    late = delays(one)
    told = f"{late.median:.2f} s median, {max(late.seconds):.2f} s longest" if late.seconds else "none told"
    tell(
        f"from a card lying still to its event: {told} ({len(late.seconds)} events)",
        figure="delay",
        seconds=[round(second, 3) for second in late.seconds],
        moves=late.moves,
    )
    return 0
