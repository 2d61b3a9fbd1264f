"""Playing without a screen: what happens is told in the terminal, the Play screen is drawn into a picture."""

from __future__ import annotations

import sys
import threading
from dataclasses import replace
from pathlib import Path

from companion.events import Event, RoundWon
from companion.ledger import Ledger, LedgerError
from ui.commands import USER_ERROR, UserError, complain
from ui.games import begin, resume, unfinished
from ui.i18n import system_language, tr
from ui.kivyenv import NoWindow
from ui.options import PlayOptions
from ui.view import Camera
from ui.words import event_words

PICTURE = "trash-companion-play.png"
DEMO_SIZE = 6
"""Cards of a layout on the demo table: the children's quick round, which is over in a minute or two."""
LONGEST = 600.0
"""Seconds after which the demo is left, be the round won or not."""


def run_headless(options: PlayOptions) -> int:
    """Follow a video or camera, or else one round on the demo table; returns the exit status.

    Every event is printed as it happens; at the end the Play screen is drawn into a picture, its path told.
    """
    from ui.wiring import make_worker

    language = options.language or system_language()
    if options.video is None and options.camera is None:
        options = replace(options, demo=True)
    # A film of the demo table begins anew each time, and a game with it.
    if options.demo:
        size = min(DEMO_SIZE, options.rules.start_size)
        options = replace(options, rules=replace(options.rules, start_size=size))
        print(tr("There is no screen: one round on the demo table is told here.", language), flush=True)
    over = threading.Event()

    unwritable: list[OSError] = []

    def tell(event: Event) -> None:
        if unwritable:
            return
        try:
            _tell(event, language)
        except OSError as error:  # of the output, not of the table
            unwritable.append(error)
            over.set()
        if options.demo and isinstance(event, RoundWon):
            over.set()

    ledger = _ledger(options, language)
    worker = make_worker(
        options,
        ledger=ledger,
        every_picture=True,
        on_event=tell,
        on_end=over.set,
    )
    worker.start()
    try:
        over.wait(LONGEST if options.demo else None)
    except KeyboardInterrupt:
        print(file=sys.stderr)
    finally:
        worker.stop()
    if unwritable:
        raise unwritable[0]
    view = worker.latest()
    if view.trouble:
        complain(view.trouble)
    elif ledger is not None and ledger.path.exists():
        print(tr("The game is kept in {path}", language, path=ledger.path), flush=True)
    if view.camera is Camera.FAILED:
        complain(view.camera_fault)
        return USER_ERROR
    from ui.screenshots import Shot, draw

    try:
        (drawn,) = draw([Shot(picture_folder() / PICTURE, view, language=language)])
    except (NoWindow, OSError) as error:
        complain(f"the Play screen cannot be drawn: {error}")
        return 1
    print(tr("The Play screen, drawn: {path}", language, path=drawn), flush=True)
    return 0


def _ledger(options: PlayOptions, language: str) -> Ledger | None:
    """Where the game is written down; None, and said so, where it cannot be.

    Raises UserError where there is no game to go on with.
    """
    try:
        if not options.resume or options.demo:
            return begin(options)
        saved = unfinished()
        if saved is None:
            raise UserError("there is no game to go on with")
        ledger, notice = resume(saved.path)
    except (LedgerError, OSError) as error:
        if options.resume:
            raise UserError(error) from None
        complain(f"the game is not written down: {error}")
        return None
    if notice:
        complain(notice)
    print(tr("The game goes on: {players}.", language, players=", ".join(ledger.header.players)), flush=True)
    return ledger


def picture_folder() -> Path:
    """Where people look for pictures: their Pictures folder, or their home."""
    home = Path.home()
    pictures = home / "Pictures"
    return pictures if pictures.is_dir() else home


def _tell(event: Event, language: str) -> None:
    words = event_words(event, language)
    if words:
        minutes, seconds = divmod(event.t, 60)
        print(f"{int(minutes):3}:{seconds:04.1f}  {words}", flush=True)
