"""The app follows a filmed game with its networks, from the deal to the winner; nothing is stored, nothing sent."""

from __future__ import annotations

import socket
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from companion.events import Discarded, Placed, RoundWon, Turn
from companion.ledger import Ledger
from companion.rules import HouseRules
from tests.uidriver import running
from ui.lobby import Lobby
from ui.options import PlayOptions
from ui.view import Camera
from ui.wiring import make_worker
from ui.worker import Worker
from vision.scoring import read_events
from vision.tabletop.drawn import DrawnDeck
from vision.tabletop.film import Film, FilmSettings, write_film
from vision.tabletop.materials import Materials
from vision.tabletop.style import DeckStyle

SIZES = (3, 3)
SEED = 24
"""Of a short round: five turns."""
PATIENCE = 1200.0


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
