"""Playing without a screen: what happens is told in the terminal, the Play screen is drawn into a picture."""

from __future__ import annotations

import math
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import replace

from companion.announce import state_event
from companion.events import Discarded, Event, RoundWon, Turn
from companion.files import cause
from companion.ledger import Ledger, LedgerError
from companion.rulings import whose_turn
from companion.sentences import in_words
from companion.table import GameState
from ui.commands import INTERRUPTED, USER_ERROR, UserError, complain
from ui.commands.telling import OnwardTime, clock, table_in_words
from ui.games import begin, resume, unfinished
from ui.i18n import system_language, tr
from ui.kivyenv import NoWindow
from ui.options import PlayOptions
from ui.places import data_folder, games_folder
from ui.setup_words import hint_words
from ui.view import Camera, PlayView
from ui.wiring import make_worker, settled
from ui.words import event_words, numbers
from ui.worker import Worker
from vision.layout import HintKind

_LOOKING = (Camera.SEARCHING, Camera.CALIBRATING)
PICTURE = "trash-companion-play.png"
DEMO_SIZE = 6
"""Cards of a layout on the demo table: the children's quick round, which is over in a minute or two."""
LOOK = 1.0
"""Seconds between two looks at whether the deal is found."""
UNFOUND = 15.0
"""Seconds without a deal in which the same is seen, until that is said."""
LONGEST = 600.0
"""Seconds after which the demo is left, be the round won or not."""


def run_headless(options: PlayOptions) -> int:
    """Follow a video or camera, or else one round on the demo table; returns the exit status.

    Every event is printed as it happens; at the end the Play screen is drawn into a picture, its path told. A
    game to go on with for which there is no camera is told as it stands.

    Raises UserError where there is no game to go on with, or none can be written down.
    """
    language = options.language or system_language()
    ledger = _ledger(options, language) if options.resume else None
    options = _with_source(options)
    if options.demo:
        # A film of the demo table begins anew each time, and a game with it.
        size = min(DEMO_SIZE, options.rules.start_size)
        if options.sizes is None:
            options = replace(options, rules=replace(options.rules, start_size=size))
        print(tr("There is no screen: one round on the demo table is told here.", language))
        told = tr(
            "The layouts have {sizes} cards: a minute or two of film. At the end the Play screen is drawn: {path}",
            language,
            sizes=numbers(options.sizes or [size] * len(options.players), language),
            path=data_folder() / PICTURE,
        )
        print(told, flush=True)
    ledger = ledger or _ledger(options, language)
    teller = Teller(language, one_round=options.demo)
    worker = make_worker(
        options, ledger=ledger, every_picture=True, on_event=teller.tell, on_end=teller.over.set
    )
    teller.worker = worker
    if options.touch:
        _tell_standing(worker, language)
        teller.over.set()
    interrupted = follow(worker, teller, LONGEST if options.demo else None)
    view = worker.latest()
    if options.demo and view.camera is Camera.ENDED:
        view = replace(view, camera=Camera.TRACKING)  # it was left after its round; it did not end
    if view.trouble:
        complain(view.trouble)
    elif ledger.path.exists():
        print(tr("The game is kept in {path}", language, path=ledger.path), flush=True)
    if interrupted:
        return INTERRUPTED
    if view.camera is Camera.FAILED:
        complain(view.camera_fault)
        return USER_ERROR
    if view.camera is Camera.ENDED and worker.told()[0].round.number == 0:
        complain(f"{options.video}: no deal was found")
        return USER_ERROR
    return _draw(view, language)


class Teller:
    """Prints each event, and with the turn that follows a discard why it ended the one before.

    Called on the worker's thread. `over` is set when there is nothing more to tell.
    """

    def __init__(self, language: str, *, one_round: bool) -> None:
        self.over = threading.Event()
        self.worker: Worker | None = None
        self.fault: OSError | None = None
        """Why the output takes no more."""
        self._language, self._one_round = language, one_round
        self._waiting: Discarded | None = None
        self._onward = OnwardTime()
        self._unfound = ("", 0.0)
        self._said: set[str] = set()
        self._found = False

    def tell(self, event: Event) -> None:
        """Print an event; a discard with what comes next."""
        assert self.worker is not None
        state, told = self.worker.told()
        waiting, self._waiting = self._waiting, event if isinstance(event, Discarded) else None
        reason = ""
        if waiting is not None and isinstance(event, Turn):
            reason = why(waiting, state, told, self._language)
        if waiting is not None:
            self._print(waiting, reason or event_words(waiting, self._language))
        if self._waiting is None:
            self._print(event, event_words(event, self._language, state.players))
        if self._one_round and isinstance(event, RoundWon):
            self.over.set()

    def look(self, view: PlayView, now: float) -> None:
        """Say once, on stderr, what is seen where that has been no deal for long; `now` in seconds."""
        hints = view.setup.hints if view.setup is not None and view.camera in _LOOKING else ()
        # Between two rounds the table is empty.
        if not hints or (self._found and hints[0].kind is HintKind.NO_CARDS):
            self._found = self._found or view.camera is Camera.TRACKING
            self._unfound = ("", now)
            return
        players = [seat.name for seat in view.seats]
        seen = " ".join(hint_words(hint, players, self._language) for hint in hints)
        if seen != self._unfound[0]:
            self._unfound = (seen, now)
        elif now - self._unfound[1] >= UNFOUND and seen not in self._said:
            self._said.add(seen)
            told = tr("No deal is found. {seen}", self._language, seen=seen)
            if any(hint.kind is HintKind.WRONG_COUNT for hint in hints):
                told += " " + tr("The option --sizes says what was dealt first.", self._language)
            complain(told)

    def end(self) -> None:
        """Print what still waits."""
        if self._waiting is not None:
            self._print(self._waiting, event_words(self._waiting, self._language))

    def _print(self, event: Event, words: str) -> None:
        if not words or self.fault is not None:
            return
        try:
            print(f"{clock(self._onward.at(event.t)):>8}  {words}", flush=True)
        except OSError as error:  # of the output, not of the table
            self.fault = error
            self.over.set()


def why(discard: Discarded, state: GameState, told: Sequence[Event], language: str) -> str:
    """The discard and why it ended its turn, with the rule but not the time, which begins the line; empty where
    that cannot be said of this table."""
    for said in whose_turn(state, told).said:
        if said.evidence == discard:
            return in_words(said, lambda text: tr(text, language), None)
    return ""


def _with_source(options: PlayOptions) -> PlayOptions:
    """The demo table where no other source is named; a game of people has no part in it."""
    if options.video is not None or options.camera is not None:
        return options
    if not options.resume:
        return replace(options, demo=True)
    options = settled(options)
    return replace(options, demo=False, touch=True) if options.demo else options


def follow(worker: Worker, teller: Teller, longest: float | None) -> bool:
    """Follow until there is nothing more to tell; whether somebody interrupted it."""
    interrupted = False
    try:
        worker.start()
        end = math.inf if longest is None else time.monotonic() + longest
        while not teller.over.wait(LOOK) and time.monotonic() < end:
            teller.look(worker.latest(), time.monotonic())
    except KeyboardInterrupt:
        interrupted = True
        print(file=sys.stderr)
    finally:
        worker.stop()
    teller.end()
    if teller.fault is not None:
        raise teller.fault
    return interrupted


def _tell_standing(worker: Worker, language: str) -> None:
    """How a game stands that nobody watches: the table, whose turn it is and why."""
    print(tr("There is no camera to follow it with. The game stands like this:", language))
    state, told = worker.told()
    print(table_in_words(state_event(state, told[-1].t if told else 0.0), language))
    print(whose_turn(state, told).words(lambda text: tr(text, language), clock), flush=True)


def _draw(view: PlayView, language: str) -> int:
    from ui.screenshots import Shot, draw

    try:
        folder = data_folder()
        folder.mkdir(parents=True, exist_ok=True)
        (drawn,) = draw([Shot(folder / PICTURE, view, language=language)])
    except (NoWindow, OSError) as error:
        complain(f"the Play screen cannot be drawn: {error}")
        return USER_ERROR
    print(tr("The Play screen, drawn: {path}", language, path=drawn), flush=True)
    return 0


def _ledger(options: PlayOptions, language: str) -> Ledger:
    """Where the game is written down. Raises UserError where it cannot be, or there is none to go on with."""
    try:
        if not options.resume:
            return begin(options)
        saved = unfinished(on_unreadable=complain)
        if saved is None:
            raise UserError(
                f"{games_folder()}: there is no game to go on with (the demo table begins anew each time)"
            )
        ledger, notice = resume(saved.path)
    except LedgerError as error:
        raise UserError(error) from None
    except OSError as error:
        raise UserError(f"{error.filename}: {cause(error)}; the game cannot be written down") from None
    if notice:
        complain(notice.told)
    print(tr("The game goes on: {players}.", language, players=", ".join(ledger.header.players)), flush=True)
    return ledger
