"""The demo table: games without end, rendered while they play, with drawn cards and people."""

from __future__ import annotations

import itertools
import random
import threading
import time
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from companion.events import Event
from companion.rules import HouseRules
from companion.simulate import Step, play_game
from vision.frames import Frame
from vision.tabletop.drawn import DrawnDeck
from vision.tabletop.film import Film, FilmSettings
from vision.tabletop.materials import Materials, wood
from vision.tabletop.style import DeckStyle

NAMES = ("Ann", "Ben", "Cleo", "Dan")


class WoodenTable(Materials):
    """Calm to look at for long: every table top is of wood."""

    def table_top(self, rng: np.random.Generator) -> NDArray[np.uint8]:
        return wood(rng)


class DemoTable:
    """A frame source like a camera over a table where people play game after game.

    Args:
        settings: the table and the players; `rounds` is not heeded.
        live: frames come in real time, and those nobody takes in time are left out. Otherwise every frame
            is given as fast as it is painted.

    Raises StageError for players or seats that cannot be filmed.
    """

    def __init__(self, settings: FilmSettings, *, live: bool = True) -> None:
        self.name = "demo table"
        self.fps = settings.fps
        self.live = live
        count = settings.rules.deck_count(len(settings.players))
        decks = [DrawnDeck(DeckStyle(back_seed=settings.seed + number)) for number in range(count)]
        self._film = Film(settings, decks, WoodenTable(), _endless(settings))
        self._closed = threading.Event()

    @property
    def truth(self) -> Sequence[Event]:
        """What has happened so far."""
        return self._film.truth

    def __iter__(self) -> Iterator[Frame]:
        start, next_index = time.monotonic(), 0
        while not self._closed.is_set():
            index = next_index
            if self.live:
                index = max(index, int((time.monotonic() - start) * self.fps))
                if self._closed.wait(max(0.0, start + index / self.fps - time.monotonic())):
                    return
            image = self._film.picture_at(index / self.fps)
            if image is None:
                return
            yield Frame(image, index / self.fps, index)
            next_index = index + 1

    def close(self) -> None:
        """End the iteration, also one in another thread. May be called twice."""
        self._closed.set()


def demo_source(
    seed: int = 4,
    players: int | Sequence[str] = 2,
    *,
    rules: HouseRules | None = None,
    sizes: Sequence[int] | None = None,
    first_seat: str = "bottom",
    size: tuple[int, int] = (1280, 720),
    fps: float = 30.0,
    tilt: float = 20.0,
    pace: float = 1.0,
    live: bool = True,
) -> DemoTable:
    """The demo table for so many players, or for players of these names. Raises as `DemoTable` does."""
    names = NAMES[:players] if isinstance(players, int) else tuple(players)
    settings = FilmSettings(
        seed=seed,
        players=names,
        rules=rules or HouseRules(),
        sizes=tuple(sizes) if sizes else None,
        first_seat=first_seat,
        size=size,
        fps=fps,
        tilt=tilt,
        pace=pace,
    )
    return DemoTable(settings, live=live)


def _endless(settings: FilmSettings) -> Iterator[Step]:
    """Game after game; later ones begin with full layouts."""
    chance = random.Random(settings.seed)
    for number in itertools.count():
        yield from play_game(
            chance,
            settings.players,
            settings.rules,
            dealer=(settings.dealer + number) % len(settings.players),
            sizes=settings.sizes if number == 0 else None,
        )
