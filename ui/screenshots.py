"""Pictures of the screens without a screen: `python -m ui.screenshots FOLDER`."""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cards import Card
from companion.events import Event, Irregular, StateEvent
from companion.irregularities import Kind
from companion.ledger_entries import GameHeader
from companion.moves import Move
from companion.rules import HouseRules
from companion.simulate import play_game
from companion.table import GameState, Slot, Stage
from ui.byhand import Corners
from ui.games import SavedGame
from ui.kivyenv import open_window, prepare
from ui.statistics import Figures
from ui.view import NO_CAMERA, Camera, Choice, Picture, PlayView, play_view

if TYPE_CHECKING:
    from kivy.uix.modalview import ModalView

    from ui.companion_app import CompanionApp

SIZES = ((1280, 800), (1920, 1200), (800, 1280))
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
BEGAN = 1.79e9
"""The time of day at which the sample games began."""
DEMO_SEED = 4
DEAL_SECONDS, DEAL_FPS = 6.0, 4.0
"""The beginning of the demo, in which its deal is to be found."""
README_PICTURES = Path(__file__).parent / "assets" / "screens"
JPEG_QUALITY = 66
FRAMES = 8
"""Frames until layout, bindings and textures have settled."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture to take: where to, of what, and how the app is set."""

    path: Path
    view: PlayView
    size: tuple[int, int] = SIZES[0]
    theme: str = "dark"
    language: str = "en"
    to_players: bool = False
    screen: str = "play"
    touched: str = ""
    """What was opened: ask, menu, pick, player, rule, bar (the cards to tap), corners, rules, or name."""


class StillGame:
    """A game in which nothing happens."""

    def __init__(self, view: PlayView) -> None:
        self.view = view

    def latest(self) -> PlayView:
        return self.view

    def undo(self) -> None:
        """Nothing happens."""

    def next_player(self) -> None:
        """Nothing happens."""

    def pause(self, on: bool) -> None:
        """Nothing happens."""

    def accept(self, irregular: Irregular) -> None:
        """Nothing happens."""

    def put_right(self, irregular: Irregular) -> None:
        """Nothing happens."""

    def choose(self, choice: Choice) -> None:
        """Nothing happens."""

    def play(self, *moves: Move) -> None:
        """Nothing happens."""

    def correct_slot(self, seat: int, slot: int, content: Slot) -> None:
        """Nothing happens."""

    def correct_discard(self, card: Card | None) -> None:
        """Nothing happens."""

    def show_odds(self, on: bool) -> None:
        """Nothing happens."""

    def keep_pictures(self, on: bool) -> None:
        """Nothing happens."""

    def use_corners(self, corners: Corners) -> None:
        """Nothing happens."""

    def export(self, folder: Path) -> None:
        """Nothing happens."""

    def suspend(self) -> None:
        """Nothing to let go of."""

    def wake(self) -> None:
        """Nothing to go on with."""

    def stop(self) -> None:
        """Nothing runs."""


def draw(shots: Sequence[Shot]) -> list[Path]:
    """Draw all the shots with one run of the app, which a process can do only once; returns their paths.

    Raises NoWindow where Kivy can draw nothing here, OSError where a picture cannot be written.
    """
    prepare(offscreen=True)
    open_window()
    from kivy.clock import Clock
    from kivy.core.window import Window
    from kivy.uix.modalview import ModalView

    from ui.companion_app import CompanionApp

    game = StillGame(shots[0].view)
    app = CompanionApp(game)
    taken: list[Path] = []
    with tempfile.TemporaryDirectory() as folder:

        def take() -> Iterator[None]:
            assert app.screen is not None
            for shot in shots:
                Window.size = shot.size
                app.theme, app.language, app.to_players = shot.theme, shot.language, shot.to_players
                app.screen.new_game()
                game.view = shot.view
                _show(app, shot)
                yield from _frames(FRAMES)
                sheet = _open(app, shot.touched)
                yield from _frames(FRAMES)
                name = Window.screenshot(name=str(Path(folder) / "shot.png"))
                shot.path.parent.mkdir(parents=True, exist_ok=True)
                taken.append(_keep(Path(name), shot.path))
                while sheet is not None:
                    sheet.dismiss(animation=False)
                    sheet = next((child for child in Window.children if isinstance(child, ModalView)), None)

        steps = take()

        def step(_: float) -> None:
            try:
                next(steps)
            except StopIteration:
                app.stop()

        Clock.schedule_interval(step, 0)
        app.run()
    return taken


def _keep(drawn: Path, path: Path) -> Path:
    """Move a picture to its place; one that is to be a JPEG is made one."""
    if path.suffix != ".jpg":
        return Path(shutil.move(drawn, path))
    import cv2

    image = cv2.imread(str(drawn))
    assert image is not None
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    path.write_bytes(data.tobytes())
    return path


def _show(app: CompanionApp, shot: Shot) -> None:
    """Show a screen as if somebody had come to it."""
    assert app.screen is not None
    app.screen.by_touch = shot.touched == "bar" or shot.view.camera in NO_CAMERA
    app.screen.camera = shot.view.camera
    app.setup.corners = ()
    if shot.screen == "setup":
        app.setup.view = shot.view
    app.go(shot.screen)
    if shot.screen == "home":
        header = GameHeader(shot.view.state.players)
        app.home.saved = SavedGame(Path("game"), header, shot.view.state, time.time() - 3600)


def _open(app: CompanionApp, touched: str) -> ModalView | None:
    """Open what a tap opens; None where that is no sheet."""
    play = app.screen
    assert play is not None
    match touched:
        case "ask":
            play.ask()
            return play.sheet
        case "menu":
            play.open_menu()
            return play.menu
        case "pick":
            play.tap_slot(0, 3)
            return play.picker
        case "name":
            return app.new_game.write_name(0)
        case "player":
            play.tap_player(0)
            return play.player
        case "rule":
            play.ask()
            assert play.sheet is not None
            play.sheet.explain("R12 R3")
            return play.sheet.rules
        case "corners":
            app.setup.point_out()
        case "rules":
            app.ask_rules()
            return app.rules_sheet
    return None


def _frames(count: int) -> Iterator[None]:
    for _ in range(count):
        yield


def sample(
    players: int, steps: int, *, seed: int, rules: HouseRules | None = None
) -> tuple[GameState, list[Event]]:
    """A table in the course of a simulated game, and what happened before."""
    rules = rules or HouseRules()
    history: list[Event] = []
    state = GameState.new(NAMES[:players], rules)
    for step in islice(play_game(random.Random(seed), NAMES[:players], rules, rounds=None), steps):
        state = step.after
        history += [replace(event, t=4.0 * len(history)) for event in step.events]
    return state, history


def gallery(folder: Path) -> list[Shot]:
    """What is worth looking at: every screen in every size, in both themes and in several languages."""
    choices = cycle((("dark", "en"), ("light", "fr"), ("dark", "nl"), ("light", "it"), ("dark", "pt")))
    dealing, two, four = dealt_view(), demo_view(2), demo_view(4)
    picture = two.picture

    def view(players: int, steps: int, seed: int = 5, **more: object) -> PlayView:
        state, history = sample(players, steps, seed=seed)
        arguments = {"camera": Camera.TRACKING, "picture": picture, "history": history, "began": BEGAN}
        return play_view(state, **{**arguments, **more})  # type: ignore[arg-type]

    irregular = Irregular(0.0, "Ben", Kind.PLAYABLE_DISCARDED, "R9", (Card.parse("7H"),))
    wanted: list[tuple[str, PlayView, str, str]] = [
        ("home", two, "home", ""),
        ("new-game", two, "new", ""),
        ("setup", dealing, "setup", ""),
        ("corners", dealing, "setup", "corners"),
        ("play-2", two, "play", ""),
        ("play-4", four, "play", ""),
        ("notice", replace(two, irregular=irregular, can_put_right=True), "play", ""),
        ("by-touch", view(2, 90, camera=Camera.TOUCH, picture=None), "play", "bar"),
        ("by-touch-deal", play_view(GameState.new(NAMES[:3]), Camera.TOUCH), "play", "bar"),
        ("round-won", won_view(picture, decided=False), "play", ""),
        ("game-won", won_view(picture, decided=True), "play", ""),
        ("correct", two, "play", "pick"),
        ("menu", two, "play", "menu"),
        ("name", two, "new", "name"),
        ("player", view(6, 80, odds=True), "play", "player"),
        ("rule", four, "play", "rule"),
        ("who-is-right", four, "play", "ask"),
        ("rules", four, "home", "rules"),
        ("settings", two, "settings", ""),
        ("licences", two, "licences", ""),
        ("photo", two, "photo", ""),
        ("chances", view(4, 60, odds=True), "play", ""),
        ("film-ended", view(2, 90, camera=Camera.ENDED), "play", ""),
        ("play-6", view(6, 80, camera=Camera.DESYNC), "play", ""),
    ]
    shots = []
    for name, seen, screen, touched in wanted:
        for width, height in SIZES:
            theme, language = next(choices)
            path = folder / f"{name}-{width}x{height}-{language}.png"
            shots.append(Shot(path, seen, (width, height), theme, language, screen=screen, touched=touched))
    shots.append(Shot(folder / "to-players.png", four, theme="light", to_players=True))
    return shots


def readme_pictures(folder: Path) -> list[Shot]:
    """The pictures of the README: a game from its first screen to a round that is won."""
    dealt, four = dealt_view(), demo_view(4)
    return [
        Shot(folder / "new-game.jpg", dealt, theme="light", screen="new"),
        Shot(folder / "setup.jpg", dealt, theme="light", screen="setup"),
        Shot(folder / "play.jpg", four),
        Shot(folder / "who-is-right.jpg", four, theme="light", touched="ask"),
        Shot(folder / "round-won.jpg", won_view(demo_view(3).picture, decided=False)),
    ]


def demo_view(players: int, seconds: float = 100.0) -> PlayView:
    """The demo table after so many seconds: its picture, and what was played until then."""
    from ui.pictures import small_picture
    from vision.tabletop.demo import demo_source

    demo = demo_source(DEMO_SEED, NAMES[:players], fps=0.5, live=False)
    frame = next(frame for frame in demo if frame.time >= seconds)
    told = [event for event in demo.truth if not isinstance(event, StateEvent)]
    state, count = GameState.new(NAMES[:players]), 0
    # The film plays this game, too.
    for step in play_game(random.Random(DEMO_SEED), NAMES[:players], HouseRules(), rounds=None):
        if count >= len(told):
            break
        state, count = step.after, count + len(step.events)
    return play_view(state, Camera.TRACKING, picture=small_picture(frame.image), history=told, began=BEGAN)


def dealt_view() -> PlayView:
    """The demo table just dealt, as the networks see it."""
    from ui.pictures import small_picture
    from ui.setup import setup_of
    from vision.tabletop.demo import demo_source
    from vision.watcher import Watcher

    watcher = Watcher(NAMES[:2], sizes=(10, 10))
    demo = demo_source(DEMO_SEED, NAMES[:2], fps=DEAL_FPS, live=False)
    for frame in islice(demo, round(DEAL_SECONDS * DEAL_FPS)):
        table = watcher.process(frame)
        if table is not None and (setup := setup_of(watcher, frame, table)).outlines:
            break
    else:
        raise RuntimeError("the networks do not find the deal of the demo table")
    state = GameState.new(NAMES[:2])
    return play_view(state, Camera.CALIBRATING, picture=small_picture(frame.image), setup=setup)


def won_view(picture: Picture | None, *, decided: bool) -> PlayView:
    """A round just won, or a game."""
    rules = HouseRules(start_size=2 if decided else 10, call_trash=not decided, last_round_bonus=True)
    state = GameState.new(NAMES[:3], rules)
    over = Stage.GAME_OVER if decided else Stage.ROUND_OVER
    for step in play_game(random.Random(3), NAMES[:3], rules, rounds=None):
        state = step.after
        if state.round.stage is over:
            break
    return play_view(state, Camera.TRACKING, picture=picture, figures=Figures(48, 9, "Ben", 1860.0))


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m ui.screenshots", description="Draws the screens.")
    parser.add_argument("folder", type=Path, nargs="?", help="where the pictures go; without it: README's")
    parser.add_argument("--only", default="", metavar="NAME", help="those whose names begin like this")
    arguments = parser.parse_args(argv)
    folder = arguments.folder
    every = readme_pictures(README_PICTURES) if folder is None else gallery(folder)
    shots = [shot for shot in every if shot.path.name.startswith(arguments.only)]
    if not shots:
        parser.error(f"no picture begins with {arguments.only!r}")
    for path in draw(shots):
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
