"""`bench`: how fast this machine is at what the companion does."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from typing import Any

from ui.commands import UserError
from ui.commands.options import check_writable, file_path, positive, whole, write_figures

HELP = "measure speed on this machine, on tables rendered by the program"

BACKENDS = ("auto", "onnxruntime", "opencv", "each")
CARDS = 40
FEWER_CARDS = (1, 5, 10, 20)

Tell = Callable[..., None]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "--backend",
        choices=BACKENDS,
        default="auto",
        help="what runs the networks; each: one after the other",
    )
    add("--threads", type=whole, default=2, metavar="N", help="processor threads for a full read (2)")
    add("--reads", action="store_true", help="full reads only: no settled table, no delays")
    add(
        "--minutes",
        type=positive,
        metavar="N",
        help="watch a game of N minutes, too, for the memory it takes",
    )
    add(
        "--one-stage",
        action="store_true",
        help="also time one network that finds and names at once (extra train)",
    )
    add("--out", type=file_path, metavar="FILE", help="write all figures there as JSON")
    add("--json", action="store_true", help="one line of JSON for each figure")


def run(arguments: argparse.Namespace) -> int:
    from vision.eyes import NetworkEyes
    from vision.modelcard import ModelError
    from vision.read import Networks

    check_writable(arguments.out)
    figures: list[dict[str, Any]] = []

    def tell(text: str, **values: Any) -> None:
        figures.append(values)
        print(json.dumps(values) if arguments.json else text, flush=True)

    backends = BACKENDS[1:-1] if arguments.backend == "each" else (arguments.backend,)
    try:
        for backend in backends:
            tell_reads(Networks.load(backend, threads=arguments.threads), arguments.threads, tell)
            if arguments.one_stage:
                tell_one_stage(backend, arguments.threads, tell)
        eyes = NetworkEyes(Networks.load(backends[0]))
    except ModelError as error:
        raise UserError(error) from None
    if not arguments.reads:
        tell_following(eyes, tell)
    if arguments.minutes:
        tell_memory(eyes, arguments.minutes, tell)
    write_figures(arguments.out, figures)
    return 0


def tell_reads(networks: Any, threads: int, tell: Tell) -> None:
    """Full reads of pictures with more and more cards."""
    from vision.bench import full_table, read_speed

    backend = networks.detector.backend.name
    for cards in (*FEWER_CARDS, CARDS):
        speed = read_speed(networks, full_table(cards), cards)
        tell(
            f"full read, 1920×1080, {cards} cards, {backend}, {threads} threads: {speed.per_second:.1f} a second "
            f"({speed.total:.0f} ms: find {speed.find:.0f}, outlines {speed.outline:.0f}, cut {speed.rectify:.0f}, "
            f"names {speed.name:.0f}; fastest {speed.best:.0f} ms, processor time {speed.processor:.0f} ms), "
            f"{speed.found} found",
            figure="full read",
            backend=backend,
            threads=threads,
            ms=round(speed.total, 1),
            best=round(speed.best, 1),
            processor=round(speed.processor, 1),
            find=round(speed.find, 1),
            outlines=round(speed.outline, 1),
            cut=round(speed.rectify, 1),
            names=round(speed.name, 1),
            cards=cards,
            found=speed.found,
        )


def tell_one_stage(backend: str, threads: int, tell: Tell) -> None:
    """What the usual one-stage network takes for the same picture."""
    from vision.backends import engine
    from vision.bench import full_table, network_ms
    from vision.training.onestage import CLASSES, SIZE, untrained

    runner = engine(untrained(), backend, threads)
    wall, processor = network_ms(runner, full_table(CARDS), SIZE)
    tell(
        f"one-stage YOLO26n, {CLASSES} classes, {SIZE} pixels, {runner.name}, {threads} threads: "
        f"{1000 / wall:.1f} a second ({wall:.0f} ms, processor time {processor:.0f} ms), any number of cards",
        figure="one-stage",
        backend=runner.name,
        threads=threads,
        ms=round(wall, 1),
        processor=round(processor, 1),
    )


def tell_following(eyes: Any, tell: Tell) -> None:
    """What it takes to follow a table, and how late a move is told."""
    from vision.bench import delays, settled_share

    share = settled_share(eyes)
    tell(f"a settled table: {share:.1%} of one core", figure="settled table", core=round(share, 4))
    late = delays(eyes)
    told = "none told"
    if late.seconds:
        told = f"{late.median:.2f} s median, {late.within(0.95):.2f} s at 95 %, {max(late.seconds):.2f} s longest"
    tell(
        f"from a card lying still to its event: {told} ({len(late.seconds)} events)",
        figure="delay",
        seconds=[round(second, 3) for second in late.seconds],
        moves=late.moves,
    )


def tell_memory(eyes: Any, minutes: float, tell: Tell) -> None:
    """What a long game holds in memory."""
    from vision.bench import long_game, most_resident_mib

    memory = long_game(eyes, minutes)
    tell(
        f"memory over a game of {minutes:g} minutes: {memory.before:.0f} MiB before it, {memory.early:.0f} after a "
        f"tenth of it, {memory.end:.0f} at its end",
        figure="memory",
        minutes=minutes,
        before_mib=round(memory.before, 1),
        early_mib=round(memory.early, 1),
        end_mib=round(memory.end, 1),
        most_mib=round(most_resident_mib(), 1),
    )
