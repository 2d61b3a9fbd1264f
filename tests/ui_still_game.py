"""The app over a game in which nothing happens but what the test shows: fixtures to import."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.ui_samples import FixedGame, sample_view
from tests.uidriver import Driver, running


@pytest.fixture(scope="module")
def app() -> Iterator[Driver]:
    with running(FixedGame(sample_view())) as driver:
        yield driver


@pytest.fixture
def game(app: Driver) -> FixedGame:
    """A fresh game in the running app, at the usual size, in English, dark."""
    app.app.game = game = FixedGame(sample_view())
    app.app.language, app.app.theme, app.app.to_players = "en", "dark", False
    app.app.screen.new_game()
    app.app._refresh(0.0)
    app.resize(1280, 800)
    return game


def show(app: Driver, game: FixedGame, **changes: object) -> None:
    """Show the game with these parts of its view changed."""
    game.view = replace(game.view, **changes)  # type: ignore[arg-type]
    app.app._refresh(0.0)
    app.step(2)


def ids(app: Driver) -> dict:
    """The parts of the Play screen, by name."""
    return app.app.screen.ids
