"""Pictures of the Play screen without a screen: `python -m ui.screenshots FOLDER`."""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from companion.cards import Card
from companion.events import Event, Irregular
from companion.irregularities import Kind
from companion.rules import HouseRules
from companion.simulate import play_game
from companion.table import GameState
from ui.kivyenv import open_window, prepare
from ui.theme import THEMES
from ui.view import Camera, Choice, Picture, PlayView, play_view

SIZES = ((1280, 800), (1920, 1200), (800, 1280))
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
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
    turn_far: bool = False
    asked: bool = False
    """Whether "Who is right?" is open."""


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

    def accept(self) -> None:
        """Nothing happens."""

    def choose(self, choice: Choice) -> None:
        """Nothing happens."""

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

    from ui.companion_app import CompanionApp

    game = StillGame(shots[0].view)
    app = CompanionApp(game)
    taken: list[Path] = []
    with tempfile.TemporaryDirectory() as folder:

        def take() -> Iterator[None]:
            for shot in shots:
                Window.size = shot.size
                app.theme, app.language, app.turn_far = shot.theme, shot.language, shot.turn_far
                game.view = shot.view
                yield from _frames(FRAMES)
                screen = app.screen
                assert screen is not None
                if shot.asked:
                    screen.ask()
                    yield from _frames(FRAMES)
                name = Window.screenshot(name=str(Path(folder) / "shot.png"))
                shot.path.parent.mkdir(parents=True, exist_ok=True)
                taken.append(Path(shutil.move(name, shot.path)))
                if screen.sheet is not None:
                    screen.sheet.dismiss(animation=False)

        steps = take()

        def step(_: float) -> None:
            try:
                next(steps)
            except StopIteration:
                app.stop()

        Clock.schedule_interval(step, 0)
        app.run()
    return taken


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
    """What is worth looking at: every size in both themes, and every kind of table."""
    picture = demo_picture()

    def view(players: int, steps: int, seed: int, **more: object) -> PlayView:
        state, history = sample(players, steps, seed=seed)
        arguments = {"camera": Camera.TRACKING, "picture": picture, "history": history, "began": 1.79e9}
        return play_view(state, **{**arguments, **more})  # type: ignore[arg-type]

    shots = [
        Shot(
            folder / f"play-{players}-{width}x{height}-{theme}.png",
            view(players, steps, 5),
            (width, height),
            theme,
        )
        for width, height in SIZES
        for theme in THEMES
        for players, steps in ((2, 90), (4, 60))
    ]
    irregular = Irregular(0.0, "Ben", Kind.PLAYABLE_DISCARDED, "R9", (Card.parse("7H"),))
    shots += [
        Shot(folder / "notice.png", view(2, 60, 5, irregular=irregular)),
        Shot(folder / "far-side.png", view(2, 60, 5), theme="light", turn_far=True),
        Shot(folder / "who-is-right.png", view(3, 60, 5), theme="light", language="fr", asked=True),
        Shot(folder / "three-players.png", view(3, 60, 5, camera=Camera.OCCLUDED)),
        Shot(folder / "six-players.png", view(6, 80, 5, camera=Camera.DESYNC), theme="light"),
    ]
    return shots


def demo_picture() -> Picture:
    """What a camera would show."""
    from ui.pictures import small_picture
    from vision.tabletop.demo import demo_source

    frame = next(islice(demo_source(fps=1.0, live=False), 12, None))
    return small_picture(frame.image)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m ui.screenshots", description="Draws the Play screen.")
    parser.add_argument("folder", type=Path, help="where the pictures go")
    for path in draw(gallery(parser.parse_args(argv).folder)):
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
