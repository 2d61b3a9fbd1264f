"""Large text and dense screens: every screen as before, nothing cut off, nothing over another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from kivy.metrics import Metrics

from companion.cards import Card
from companion.events import Irregular
from companion.irregularities import Kind
from companion.table import Stage
from tests.ui_samples import FixedGame, sample_state, sample_view
from tests.uidriver import Driver, check_screen, running
from ui.i18n import LANGUAGES
from ui.statistics import Figures
from ui.view import Camera, PlayView, Setup
from vision.layout import Hint, HintKind

SCALES = {"large text": (1.3, 1.0, (1280, 800)), "dense screen": (1.0, 2.0, (1920, 1200))}
SCREENS = ("home", "new", "setup", "play", "settings", "licences", "photo")
IRREGULAR = Irregular(16.0, "Ben", Kind.DEEPER_DISCARD, "R8", (Card.parse("7H"),))


@contextmanager
def scaled(font: float, density: float) -> Iterator[None]:
    before = Metrics.fontscale, Metrics.density
    Metrics.fontscale, Metrics.density = font, density
    try:
        yield
    finally:
        Metrics.fontscale, Metrics.density = before


def views() -> dict[str, PlayView]:
    """What the Play screen may show."""
    hint = Hint(HintKind.HIDDEN_SLOT, 1, 9, 10)
    won = sample_state(3, stage=Stage.ROUND_OVER, completed=(0,))
    over = sample_state(3, stage=Stage.GAME_OVER, completed=(0,))
    return {
        "two": sample_view(setup=Setup((10, 9), (hint,))),
        "four with chances": sample_view(4, odds=True),
        "six in doubt": sample_view(6, camera=Camera.DESYNC),
        "notice": sample_view(irregular=IRREGULAR, can_put_right=True),
        "round won": sample_view(state=won),
        "game won": sample_view(
            state=over, figures=Figures(48, 9, "Ben", 1860.0), exported="/home/ann/trash.txt"
        ),
        "by touch": sample_view(3, camera=Camera.TOUCH, picture=None),
    }


@pytest.mark.parametrize(("font", "density", "size"), SCALES.values(), ids=SCALES)
@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_has_room(font: float, density: float, size: tuple[int, int], language: str) -> None:
    with scaled(font, density), running(FixedGame(sample_view()), size=size, language=language) as app:
        for upright in (False, True):
            app.resize(*(size[::-1] if upright else size))
            for name, view in views().items():
                show(app, view)
                check(app, f"{name}, {app.app.width} wide")
            show(app, views()["two"])
            app.app.setup.view = app.app.game.view
            for screen in SCREENS:
                app.app.manager.current = screen
                app.step(3)
                check(app, f"{screen}, {app.app.width} wide")
            app.app.manager.current = "play"


def show(app: Driver, view: PlayView) -> None:
    app.app.game.view = view
    app.app.screen.new_game()
    app.app._refresh(0.0)
    app.step(4)


def check(app: Driver, what: str) -> None:
    try:
        check_screen(app)
    except AssertionError as error:
        raise AssertionError(f"{what}: {error}") from None


def test_text_follows_the_scale_of_the_system() -> None:
    sizes = []
    with running(FixedGame(sample_view())) as app:
        app.app.manager.current = "settings"
        for scale in (1.0, 1.3, 9.0):
            with scaled(scale, 1.0):
                app.resize(1280, 800 + len(sizes))
                sizes.append(app.app.settings_screen.ids.voice.ids.lines.children[1].font_size)
    assert sizes[1] == pytest.approx(1.3 * sizes[0])
    assert sizes[2] == sizes[1], "no screen has room for more"
