"""The app with a lobby that makes games of the tests' own, as fixtures, and what players tap in them."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cards import Card
from companion.ledger import Ledger
from companion.ledger_entries import GameHeader
from companion.observation import Phase
from companion.referee import Referee
from companion.rules import HouseRules
from companion.table import Stage
from tests.test_ui_worker import Pictures, Table
from tests.uidriver import Driver, running
from ui.games import first_dealer
from ui.lobby import Lobby
from ui.options import PlayOptions
from ui.worker import Worker

TABLES: list[Table] = []
"""The tables that were watched, the latest last."""


def make(options: PlayOptions, ledger: Ledger | None) -> Worker:
    """A worker as the app makes them; its camera looks at a table of the test."""
    header = ledger.header if ledger else GameHeader(options.players, options.rules, first_dealer(options))
    referee = Referee(header.players, dealer=header.dealer, rules=header.rules)
    TABLES.append(table := Table())
    table.phase = Phase.SEARCHING
    source = None if options.touch else lambda: Pictures(gap=0.05)
    return Worker(referee, source, lambda: table, ledger=ledger)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The app's folder."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def app(home: Path) -> Iterator[Driver]:
    """The app, everything it keeps in the folder; nothing may reach for a network."""

    def refused(*_: object, **__: object) -> None:
        raise AssertionError("the app reaches for the network")

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TRASH_COMPANION_HOME", str(home))
        patch.setenv("HOME", str(home))
        patch.setattr(socket.socket, "connect", refused)
        patch.setattr(socket, "getaddrinfo", refused)
        with running(lobby=Lobby(make)) as driver:
            yield driver


@pytest.fixture(autouse=True)
def at_home(app: Driver) -> None:
    """At the first screen, in English, without a game to go on with."""
    for sheet in [child for child in app.app.root.get_root_window().children if child is not app.app.root]:
        sheet.dismiss(animation=False)
    app.app.change("language", "en")
    app.app.change("players", ())
    app.app.change("rules", HouseRules())
    app.app.leave()
    for path in (Path(app.app.lobby.path).parent / "games").glob("*"):
        path.unlink()
    app.resize(1280, 800)
    app.app.go("home")
    app.step()


def begin_by_touch(app: Driver, rules: HouseRules | None = None) -> None:
    """Tap through the new game's screen."""
    app.tap(app.app.home.ids.new)
    app.app.new_game.rules = rules or HouseRules()
    app.tap(app.app.new_game.ids.touch)
    app.wait_for(lambda: app.app.manager.current == "play", "the table")


def tap_card(app: Driver, text: str) -> None:
    deck = app.app.screen.ids.bar.ids.deck
    box = next(box for card, box in deck.cells() if card == Card.parse(text))
    app.touch(*deck.to_window(*box.center))


def deal(app: Driver) -> None:
    app.tap(app.app.screen.ids.bar.ids.dealt)
    app.wait_for(lambda: app.app.screen.view.state.round.stage is Stage.TAKE, "the deal")
