"""`film`: a game of the demo table as a video, with the exact truth beside it."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from companion.rules import MAX_PLAYERS, MIN_PLAYERS, RulesError
from ui.commands import UserError, complain
from ui.commands.options import (
    SIDES,
    angle,
    check_apart,
    check_dealer,
    check_sizes,
    check_writable,
    file_path,
    house_rules,
    layout_sizes,
    player_names,
    positive,
    seed_number,
    whole,
    within,
)

if TYPE_CHECKING:
    from companion.events import Event
    from vision.tabletop.deck import Deck

HELP = "film a simulated game, with its true events beside it"

EVENTS = (
    "bump, lift, lamp, exposure, shadow, hand, reach, drink, nudge, crosswise, overlap, hesitate, "
    "out_of_turn, wrong_slot, playable_discarded, deeper_discard"
)

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "--out",
        type=file_path,
        required=True,
        metavar="FILE",
        help="video (.mp4, .avi), written over, or a folder for pictures, new or of an earlier film",
    )
    add("--truth", type=file_path, metavar="FILE", help="the events as they come true, as JSON lines")
    add("--seed", type=seed_number, default=0, metavar="N", help="decides all that is not said here")
    add("--players", type=number_or_names, default=NAMES[:2], metavar="N", help="how many, or their names")
    add("--rounds", type=whole, default=1, metavar="N", help="rounds to play (1)")
    add("--rules", type=house_rules, default="standard", metavar="PRESET", help="house rules")
    add("--sizes", type=layout_sizes, metavar="10,9", help="layout sizes of the first round")
    add("--dealer", metavar="NAME", help="who deals first")
    add("--first-seat", choices=SIDES, default="bottom", help="where the first player sits")
    add(
        "--deck",
        type=file_path,
        action="append",
        metavar="DIR",
        help="card art, or labelled photos to cut the cards out of, once for each deck in play; else drawn",
    )
    add("--textures", type=file_path, metavar="DIR", help="pictures of table tops; else drawn")
    add("--hands", type=file_path, metavar="DIR", help="cut-out pictures of hands; else drawn")
    add("--size", type=picture_size, default=(1280, 720), metavar="1280x720")
    add("--fps", type=positive, default=30.0, metavar="N", help="frames a second (30)")
    add("--tilt", type=tilt, default=20.0, metavar="DEGREES", help="of the camera (20)")
    add("--azimuth", type=angle, default=0.0, metavar="DEGREES", help="the table is turned (0)")
    add("--roll", type=angle, default=0.0, metavar="DEGREES", help="the camera is turned (0)")
    add("--light", type=factor, default=1.0, metavar="X", help="1 is a well lit room")
    add("--unevenness", type=share, default=0.5, metavar="X", help="of the light, 0 to 1 (0.5)")
    add("--gloss", type=share, default=0.0, metavar="X", help="lamps mirrored in the cards, 0 to 1 (0)")
    add("--shake", type=not_negative, default=1.5, metavar="PIXELS", help="of the camera (1.5)")
    add("--blur", type=not_negative, default=0.6, metavar="PIXELS", help="of the lens (0.6)")
    add("--noise", type=not_negative, default=3.0, metavar="LEVELS", help="of the sensor (3)")
    add("--sloppy", type=not_negative, default=1.0, metavar="X", help="1 lays cards up to 4 mm and 4° off")
    add("--pace", type=factor, default=1.0, metavar="X", help="2 takes twice as long for everything")
    add("--events", type=words, default=(), metavar="KIND,…", help=f"what happens besides: {EVENTS}")


def run(arguments: argparse.Namespace) -> int:
    from vision.tabletop.deck import DeckError
    from vision.tabletop.film import Film, FilmError, FilmSettings, write_film
    from vision.tabletop.lens import Optics
    from vision.tabletop.materials import Materials
    from vision.tabletop.stage import StageError

    check_dealer(arguments.dealer, arguments.players)
    check_sizes(arguments.sizes, arguments.players)
    check_apart(arguments.truth, arguments.out)
    if arguments.truth is not None and arguments.truth.parent != arguments.out:
        check_writable(arguments.truth)
    try:
        settings = FilmSettings(
            seed=arguments.seed,
            players=arguments.players,
            rules=arguments.rules,
            dealer=arguments.players.index(arguments.dealer) if arguments.dealer else 0,
            sizes=arguments.sizes,
            rounds=arguments.rounds,
            first_seat=arguments.first_seat,
            size=arguments.size,
            fps=arguments.fps,
            tilt=arguments.tilt,
            azimuth=arguments.azimuth,
            roll=arguments.roll,
            light=arguments.light,
            unevenness=arguments.unevenness,
            gloss=arguments.gloss,
            optics=Optics(shake=arguments.shake, blur=arguments.blur, noise=arguments.noise),
            sloppy=arguments.sloppy,
            pace=arguments.pace,
            events=arguments.events,
        )
        materials = Materials(pictures(arguments.textures), hands=pictures(arguments.hands), art_only=True)
        film = Film(settings, decks(arguments), materials)
        with ended_by_request():
            frames = write_film(film, arguments.out, arguments.truth)
    except (DeckError, FilmError, RulesError, StageError) as error:
        raise UserError(error) from None
    print(f"{arguments.out}: {frames} frames, {frames / arguments.fps:.1f} s")
    if missing := unseen_slips(arguments.events, film.truth):
        complain(f"{arguments.out}: the film ended before the game offered a chance for {', '.join(missing)}")
    return 0


def unseen_slips(wished: Sequence[str], truth: Sequence[Event]) -> list[str]:
    """The breaches of the rules that were wished for and are not in the film: each waits for its chance."""
    from companion.events import Irregular
    from vision.tabletop.mistakes import SLIPS

    happened = [event.kind.value for event in truth if isinstance(event, Irregular)]
    return [kind for kind in wished if kind in SLIPS and kind not in happened]


@contextmanager
def ended_by_request() -> Iterator[None]:
    """A request to stop (SIGTERM) ends the program as Ctrl-C does: what is half written goes first."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def decks(arguments: argparse.Namespace) -> list[Deck]:
    """The art that was named, or drawn decks whose style the seed decides."""
    import numpy as np

    from vision.tabletop.artdeck import ArtDeck
    from vision.tabletop.drawn import DrawnDeck
    from vision.tabletop.photodeck import PhotoDeck
    from vision.tabletop.style import DeckStyle

    if arguments.deck:
        return [
            PhotoDeck(folder) if PhotoDeck.is_one(folder) else ArtDeck(folder) for folder in arguments.deck
        ]
    rng = np.random.default_rng(arguments.seed)
    count = arguments.rules.deck_count(len(arguments.players))
    return [DrawnDeck(DeckStyle.random(rng)) for _ in range(count)]


def pictures(folder: Path | None) -> list[Path]:
    """The pictures in a folder and below it; raises UserError where there are none."""
    if folder is None:
        return []
    found = sorted(path for path in folder.rglob("*") if path.suffix.lower() in (".webp", ".png", ".jpg"))
    if not found:
        raise UserError(f"{folder}: no pictures (.webp, .png, .jpg) there")
    return found


def words(text: str) -> tuple[str, ...]:
    """``bump,lamp``."""
    return tuple(word.strip() for word in text.split(","))


def share(text: str) -> float:
    """A number from 0 to 1."""
    return within(text, 0, 1)


def tilt(text: str) -> float:
    """Degrees from straight above; from 80 on the table would be seen from its edge."""
    return within(text, 0, 80)


def factor(text: str) -> float:
    """A number from a hundredth to a hundred."""
    return within(text, 0.01, 100)


def not_negative(text: str) -> float:
    """A number from 0 to 100: pixels, grey levels or a factor that a picture of a table survives."""
    return within(text, 0, 100)


def number_or_names(text: str) -> tuple[str, ...]:
    """``3`` or ``Ann,Ben,Cleo``."""
    if not text.isdecimal():
        return player_names(text)
    if not MIN_PLAYERS <= int(text) <= MAX_PLAYERS:
        raise argparse.ArgumentTypeError(f"{MIN_PLAYERS} to {MAX_PLAYERS} players can play (R1), not {text}")
    return NAMES[: int(text)]


def picture_size(text: str) -> tuple[int, int]:
    """``1280x720``."""
    width, _, height = text.partition("x")
    try:
        size = int(width), int(height)
    except ValueError:
        raise argparse.ArgumentTypeError(f"1280x720 was expected, not {text!r}") from None
    if min(size) < 64 or max(size) > 8192:
        raise argparse.ArgumentTypeError(f"64 to 8192 pixels a side were expected, not {text}")
    return size
