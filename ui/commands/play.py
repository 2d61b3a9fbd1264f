"""`play`: the tablet app, or the same game told in the terminal where there is no screen."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.ledger_entries import GameHeader
from ui.commands import UserError
from ui.commands.options import check_sizes, file_path, house_rules, layout_sizes, player_names
from ui.options import DEFAULT_PLAYERS, PlayOptions

HELP = "open the app; without a screen it tells the game here"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--camera", type=camera_number, metavar="N", help="number of the camera")
    source.add_argument("--video", type=file_path, metavar="F", help="a video or a folder of pictures")
    source.add_argument("--demo", action="store_true", help="the demo table, rendered while it plays")
    parser.add_argument(
        "--players", type=player_names, metavar="Ann,Ben", help="names, clockwise from the lower edge"
    )
    parser.add_argument("--resume", action="store_true", help="go on with the game that was played last")
    parser.add_argument("--rules", type=house_rules, metavar="PRESET", help="house rules (standard)")
    parser.add_argument("--sizes", type=layout_sizes, metavar="10,9", help="layout sizes of the first deal")


def run(arguments: argparse.Namespace) -> int:
    if arguments.demo and arguments.resume:
        raise UserError("--resume: the demo table begins a new game each time")
    if arguments.resume:
        for option in ("players", "rules", "sizes"):
            if getattr(arguments, option) is not None:
                raise UserError(f"--{option}: a game that is gone on with has its own")
    if arguments.video:
        check_video(arguments.video)
    players = arguments.players or DEFAULT_PLAYERS
    rules = arguments.rules or house_rules("standard")
    check_sizes(arguments.sizes, players)
    try:
        GameHeader(players, rules, sizes=arguments.sizes).start()
    except ValueError as error:
        raise UserError(error) from None
    from ui.app import run_app

    return run_app(
        PlayOptions(
            players=players,
            rules=rules,
            sizes=arguments.sizes,
            camera=arguments.camera,
            video=arguments.video,
            demo=arguments.demo,
            resume=arguments.resume,
        )
    )


def check_video(video: Path) -> None:
    """Raises UserError for a video that cannot be opened, before a window covers the terminal."""
    from vision.frames import SourceError, open_source

    try:
        open_source(video).close()
    except SourceError as error:
        raise UserError(error) from None


def camera_number(text: str) -> int:
    """0, 1, …"""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"a number was expected, not {text!r}")
    return int(text)
