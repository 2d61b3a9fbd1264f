"""The app follows filmed games: from the deal to the winner, nothing stored and nothing sent, and over an argument."""

from __future__ import annotations

import socket
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from film_eyes import FilmEyes
from film_maker import WhitePack

from companion.events import Discarded, Event, GameWon, Irregular, Placed, RoundWon, Turn
from companion.irregularities import Kind
from companion.ledger import Ledger, read_ledger
from companion.ledger_entries import Decided, Decision
from companion.observation import TableView
from companion.referee import Referee
from companion.rules import HouseRules
from companion.rulings import Question
from tests.uidriver import check_screen, running
from ui.lobby import Lobby
from ui.options import PlayOptions
from ui.view import Camera
from ui.widgets.text import Words
from ui.wiring import make_worker
from ui.worker import Worker
from vision.eyes import Eyes
from vision.frames import Frame
from vision.scoring import read_events
from vision.tabletop.drawn import DrawnDeck
from vision.tabletop.film import Film, FilmSettings, write_film
from vision.tabletop.materials import Materials
from vision.tabletop.style import DeckStyle
from vision.watcher import Watcher

SIZES = (3, 3)
SEED = 24
"""Of a short round: five turns."""
PATIENCE, SHORT_PATIENCE = 1200.0, 90.0
"""Seconds, with the networks and without."""


def make(options: PlayOptions, ledger: Ledger | None) -> Worker:
    """A worker that leaves no picture out, however slow the machine is."""
    return make_worker(options, ledger=ledger, every_picture=True)


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("film")
    settings = FilmSettings(
        seed=SEED, players=("Ann", "Ben"), sizes=SIZES, rounds=1, size=(1280, 720), fps=12.0
    )
    write_film(
        Film(settings, [DrawnDeck(DeckStyle.random(np.random.default_rng(SEED)))], Materials()),
        folder / "game.mp4",
        folder / "truth.jsonl",
    )
    return folder


@pytest.mark.slow
@pytest.mark.timeout(3000)
def test_a_filmed_round_is_followed_to_its_winner(
    film: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise AssertionError("the app reaches for the network")

    monkeypatch.setenv("TRASH_COMPANION_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(socket.socket, "connect", refused)
    monkeypatch.setattr(socket, "getaddrinfo", refused)
    truth = read_events(film / "truth.jsonl")
    options = PlayOptions(
        ("Ann", "Ben"), HouseRules(), video=film / "game.mp4", dealer="Ann", sizes=SIZES, language="en"
    )
    with running(lobby=Lobby(make)) as app:
        app.app.begin(options)
        assert app.app.manager.current == "setup"
        app.wait_for(lambda: app.app.manager.current == "play", "the deal to be found", PATIENCE)
        screen = app.app.screen
        app.wait_for(lambda: screen.view.round_is_over, "the winner", PATIENCE)
        won = next(event for event in truth if isinstance(event, RoundWon))
        assert screen.view.seats[screen.view.player].name == won.player
        assert screen.ids.banner.ids.name.said == won.player
        told = [
            event for event in screen.view.history if isinstance(event, (Placed, Discarded, Turn, RoundWon))
        ]
        happened = [event for event in truth if isinstance(event, (Placed, Discarded, Turn, RoundWon))]
        # A card may be misread: how often is counted elsewhere, with more films than one.
        right = Counter(map(nameless, told)) & Counter(map(nameless, happened))
        assert right.total() >= 0.8 * len(happened) and len(told) <= 1.2 * len(happened)
        app.wait_for(lambda: screen.view.camera is Camera.ENDED, "the end of the film", PATIENCE)
        app.app.leave()
    kinds = {path.suffix for path in tmp_path.rglob("*") if path.is_file()}
    assert kinds == {".ledger", ".json"}, "the game and the settings, and no picture"


def nameless(event: Placed | Discarded | Turn | RoundWon) -> tuple[object, ...]:
    """What happened without its time, and without the suit, which does not matter to the game."""
    card = getattr(event, "card", None)
    return (event.name, event.player, card and card.rank, getattr(event, "slot", None))


ARGUED = HouseRules(start_size=4, finish_size=3)
"""The first round decides the game."""
ARGUED_SEED = 8
"""Of a game in which Ben takes a card although it is Ann's turn, and wins the game after that."""


class Showing:
    """A film as a source of pictures: the next is painted when the one before has been read, for the eyes know what is
    on the table now. It can be held up, as no table can.
    """

    name, live = "film", False

    def __init__(self, film: Film, eyes: Eyes | None) -> None:
        self.fps = film.settings.fps
        self._film, self.eyes = film, eyes
        self.read = threading.Semaphore(0)
        self.going = threading.Event()
        self.going.set()

    def __iter__(self) -> Iterator[Frame]:
        frames = self.eyes.frames() if isinstance(self.eyes, FilmEyes) else self._film.frames()
        for frame in frames:
            yield frame
            self.read.acquire()
            self.going.wait()

    def hold_at_argument(self, event: Event) -> None:
        """Wait until the table has settled it: how fast the test taps must not decide what it sees."""
        if isinstance(event, Irregular):
            self.going.clear()

    def close(self) -> None:
        self.going.set()
        self.read.release()


class Reading(Watcher):
    """Tells the film when a picture has been read."""

    def __init__(self, film: Showing) -> None:
        super().__init__(("Ann", "Ben"), sizes=(4, 4), eyes=film.eyes)
        self._film = film

    def process(self, frame: Frame) -> TableView | None:
        try:
            return super().process(frame)
        finally:
            self._film.read.release()


def argued_film(networks: bool) -> tuple[Film, Showing]:
    settings = FilmSettings(
        seed=ARGUED_SEED,
        players=("Ann", "Ben"),
        rules=ARGUED,
        rounds=1,
        size=(1280, 720) if networks else (480, 270),
        fps=12,
        pace=0.6,
        tilt=25,
        events=("out_of_turn",),
    )
    if networks:
        film = Film(settings, [DrawnDeck(DeckStyle.random(np.random.default_rng(SEED)))])
        return film, Showing(film, None)
    film = Film(settings, [WhitePack()])
    return film, Showing(film, FilmEyes(film))


@pytest.mark.timeout(3000)
@pytest.mark.parametrize("networks", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_an_argument_in_a_filmed_game_is_settled_by_touch_and_play_goes_on(
    networks: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRASH_COMPANION_HOME", str(tmp_path))
    film, showing = argued_film(networks)
    patience = PATIENCE if networks else SHORT_PATIENCE

    def make(options: PlayOptions, ledger: Ledger | None) -> Worker:
        referee = Referee(options.players, dealer=options.dealer, rules=options.rules)
        return Worker(
            referee,
            lambda: showing,
            lambda: Reading(showing),
            ledger=ledger,
            every_picture=True,
            on_event=showing.hold_at_argument,
        )

    with running(lobby=Lobby(make)) as app:
        app.app.begin(PlayOptions(("Ann", "Ben"), ARGUED, video=Path("film"), dealer="Ann", language="en"))
        screen = app.app.screen
        app.wait_for(lambda: app.app.manager.current == "play", "the deal to be found", patience)
        app.wait_for(lambda: screen.noticed, "the act out of turn", patience)
        assert "Ben played out of turn." in [words.said for words in app.shown(Words)]
        told = len(screen.view.history)
        app.tap(screen.ids.ask)
        sheet = screen.sheet
        assert sheet.question is Question.OUT_OF_TURN
        assert any(words.said.startswith("Ben played out of turn at ") for words in app.shown(Words))
        check_screen(app)
        app.tap(sheet.settling["on_accept"])
        app.wait_for(lambda: not screen.noticed, "the argument to be settled")
        assert sheet.settling["on_accept"].parent is None, "there is nothing more to settle"
        app.tap(sheet.ids.close)
        showing.going.set()
        app.wait_for(lambda: len(screen.view.history) > told, "play to go on", patience)
        app.wait_for(lambda: screen.view.round_is_over, "the winner", patience)
        app.wait_for(lambda: screen.view.camera is Camera.ENDED, "the end of the film", patience)
        (won,) = (event for event in film.truth if isinstance(event, GameWon))
        assert screen.ids.banner.ids.name.said == won.player
        assert screen.ids.result.headline == "The ranking" and not screen.noticed
        assert [event.kind for event in screen.view.history if isinstance(event, Irregular)] == [Kind.OUT_OF_TURN]
        app.app.leave()
    (path,) = (tmp_path / "games").glob("*.ledger")
    record = read_ledger(path)
    assert [entry.decision for entry in record.entries if isinstance(entry, Decided)] == [Decision.STANDS]
    assert [turn.player for turn in record.events if isinstance(turn, Turn)] == [
        turn.player for turn in film.truth if isinstance(turn, Turn)
    ]
