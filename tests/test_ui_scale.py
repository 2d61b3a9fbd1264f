"""Every screen, sheet and dialog in every language, size and scale: nothing cut off, nothing over another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from kivy.metrics import Metrics

from companion.cards import Card
from companion.events import Discarded, Irregular, Placed, Turn
from companion.irregularities import Kind
from companion.ledger_entries import GameHeader
from companion.rulings import Question
from companion.table import Stage
from tests.ui_samples import NAMES, FixedGame, sample_state, sample_view
from tests.uidriver import Driver, check_screen, check_scrolled, running
from ui.exporting import Exported
from ui.faults import CAMERA_REFUSED, Fault
from ui.games import SavedGame
from ui.i18n import LANGUAGES
from ui.snapshots import Snapshot
from ui.statistics import Figures
from ui.view import Camera, Choice, PlayView, Setup
from vision.layout import Hint, HintKind

SCALES = {
    "plain": (1.0, 1.0, (1280, 800)),
    "large text": (1.3, 1.0, (1280, 800)),
    "dense screen": (1.0, 2.0, (1920, 1200)),
    "half a screen": (1.0, 1.0, (800, 640)),
}
SCREENS = ("home", "new", "setup", "play", "settings", "licences", "photo")
PLAYABLE = Irregular(16.0, "Domenico", Kind.PLAYABLE_DISCARDED, "R9", (Card.parse("10H"),))
DEEPER = Irregular(16.0, "Ben", Kind.DEEPER_DISCARD, "R8", (Card.parse("7H"),))
LONG = ("Domenico", "Ben", "Chloé", "Wilhelmina")
"""As long as the letters of the one on turn allow, and longer."""
CHOICES = (
    Choice((Placed(0.0, "Domenico", Card.parse("10H"), 10), Discarded(0.0, "Domenico", Card.parse("QC")))),
    Choice((Discarded(0.0, "Domenico", Card.parse("10H")), Turn(0.0, "Ben"))),
    Choice(()),
)


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
    won = sample_state(3, stage=Stage.ROUND_OVER, completed=(0,), names=LONG)
    called = replace(won, rules=replace(won.rules, call_trash=True))
    over = sample_state(3, stage=Stage.GAME_OVER, completed=(0,), names=LONG)
    by_touch = {"camera": Camera.TOUCH, "picture": None}
    return {
        "two": sample_view(),
        "four with chances": sample_view(4, odds=True),
        "six in doubt": sample_view(6, camera=Camera.DESYNC),
        "six with chances": sample_view(6, odds=True),
        "notice": sample_view(irregular=DEEPER, can_put_right=True),
        "choices": sample_view(4, camera=Camera.DESYNC, choices=CHOICES),
        "round won": sample_view(state=called),
        "game won": sample_view(
            state=over, figures=Figures(48, 9, "Ben", 1860.0), exported=Exported("/home/ann/trash.txt")
        ),
        "demo won": sample_view(state=won, demo=True),
        "by touch": sample_view(3, **by_touch),
        "by touch, notice": sample_view(2, irregular=PLAYABLE, can_put_right=True, **by_touch),
        "by touch, warned": sample_view(
            3,
            camera=Camera.FAILED,
            fault="camera 0: no such camera, or another program uses it",
            kept=False,
            picture=None,
        ),
        "to be dealt": sample_view(state=sample_state(3, stage=Stage.DEAL), **by_touch),
    }


def sheets(app: Driver, pictures: Path) -> dict[str, Callable[[], object]]:
    """What opens over the screens, and how."""
    play = app.app.screen
    shot = Snapshot(13.0, pictures / "before.jpg", pictures / "after.jpg")

    def menu(watched: bool) -> None:
        play.camera = Camera.TRACKING if watched else Camera.TOUCH
        play.open_menu()

    def ruling(question: Question) -> None:
        app.app.game.view = replace(app.app.game.view, snapshots=(shot,))
        app.app._refresh(0.0)
        play.ask()
        play.sheet.question = question

    def strange_name() -> None:
        app.app.new_game.write_name(0).ids.name.text = "李雷 Wilhelmina"

    def player_with_chances() -> None:
        show(app, sample_view(6, odds=True))
        play.tap_player(0)

    def before_and_after() -> None:
        ruling(Question.WHOSE_TURN)
        play.sheet.look(shot, play.sheet.ids.history.children[-1].said)

    return {
        "a slot": lambda: play.tap_slot(0, 3),
        "the pile": play.tap_pile,
        "menu": lambda: menu(True),
        "menu without a camera": lambda: menu(False),
        "a name": lambda: app.app.new_game.write_name(0),
        "a name in a script that is not drawn": strange_name,
        "a player": lambda: play.tap_player(3),
        "a player with chances": player_with_chances,
        "rules": lambda: ruling(Question.WHICH_WILD) or play.sheet.explain("H1 R12 R13"),
        "who is right": lambda: ruling(Question.WHOSE_TURN),
        "another question": lambda: ruling(Question.WHICH_WILD),
        "before and after": before_and_after,
        "all questions": app.app.ask_rules,
    }


@pytest.mark.parametrize(("font", "density", "size"), SCALES.values(), ids=SCALES)
@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_has_room(
    font: float, density: float, size: tuple[int, int], language: str, tmp_path: Path
) -> None:
    for name in ("before", "after"):
        assert cv2.imwrite(str(tmp_path / f"{name}.jpg"), np.full((36, 64, 3), 120, np.uint8))
    with scaled(font, density), running(FixedGame(sample_view()), size=size, language=language) as app:
        for upright in (False, True):
            app.resize(*(size[::-1] if upright else size))
            check_views(app)
            check_screens(app)
            check_sheets(app, tmp_path)


def check_views(app: Driver) -> None:
    for name, view in views().items():
        show(app, view)
        check(app, name)


def check_screens(app: Driver) -> None:
    four = sample_view(4)
    hints = (Hint(HintKind.HIDDEN_SLOT, 1, 9, 10), Hint(HintKind.HIDDEN_SLOT, 3, 8, 10))
    show(app, replace(four, setup=Setup((10, 9, 10, 8), hints)))
    app.app.setup.view = app.app.game.view
    app.app.home.saved = SavedGame(Path("game"), GameHeader(NAMES[:4]), four.state, 1.7e9)
    app.app.home.notice = Fault(CAMERA_REFUSED)
    app.app.new_game.names = list(NAMES)
    for screen in SCREENS:
        app.app.manager.current = screen
        app.step(3)
        check(app, screen, check_scrolled)
    app.app.manager.current = "setup"
    app.app.setup.point_out()
    app.step(3)
    check(app, "corners")
    app.app.setup.corners = ()
    app.app.manager.current = "play"


def check_sheets(app: Driver, pictures: Path) -> None:
    for name, opened in sheets(app, pictures).items():
        show(app, sample_view(state=sample_state(4, names=LONG)))
        opened()
        app.step(3)
        check(app, name)
        while app.sheet is not None:
            app.sheet.dismiss(animation=False)
            app.step(1)


def show(app: Driver, view: PlayView) -> None:
    app.app.game.view = view
    app.app.screen.new_game()
    app.app._refresh(0.0)
    app.step(4)


def check(app: Driver, what: str, checked: Callable[[Driver], None] = check_screen) -> None:
    try:
        checked(app)
    except AssertionError as error:
        raise AssertionError(f"{what}, {app.app.width} wide: {error}") from None


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
