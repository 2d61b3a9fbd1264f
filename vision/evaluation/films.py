"""Whole rounds filmed with decks, tables and hands that no training saw, watched and scored."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.events import event_to_json
from vision.frames import Frame, open_source
from vision.game import watch_events
from vision.parallel import in_processes
from vision.scoring import FilmScore, read_events, score
from vision.tabletop.artdeck import ArtDeck
from vision.tabletop.film import Film, FilmSettings, write_film
from vision.tabletop.materials import Materials
from vision.training.packs import HELD_OUT_DECKS

NAMES = ("Ann", "Ben", "Cleo", "Dan")


@dataclass(frozen=True, slots=True)
class FilmTest:
    """One film to be made and watched; everything not said here follows from the seed.

    Attributes:
        steepest: degrees up to which the camera leans.
        sizes: cards in each player's layout; all ten without them.
    """

    work: Path
    art: Path
    seed: int
    players: int
    size: tuple[int, int]
    fps: float
    steepest: float = 40.0
    sizes: tuple[int, ...] | None = None

    @classmethod
    def mixed(cls, work: Path, art: Path, seed: int, size: tuple[int, int], fps: float) -> FilmTest:
        """A round as it may come in any game: two to four players, each with one to ten cards, tilt to 50°."""
        rng = np.random.default_rng([seed, 1])
        players = int(rng.integers(2, len(NAMES) + 1))
        sizes = tuple(int(n) for n in rng.integers(1, 11, players))
        return cls(work, art, seed, players, size, fps, 50.0, sizes)

    @property
    def deck(self) -> str:
        """The held-out decks take turns; of two with the same art only one is used."""
        decks = sorted(HELD_OUT_DECKS - {"gnome-cards-data--bellot"})
        return decks[self.seed % len(decks)]

    def run(self) -> FilmScore:
        """Film, watch and score; a film already there is watched again."""
        cv2.setNumThreads(1)
        name = f"film-{self.players}-{self.seed}" + "".join(f"-{n}" for n in self.sizes or ())
        video, truth = self.work / f"{name}.mp4", self.work / f"{name}.truth.jsonl"
        players = NAMES[: self.players]
        rng = np.random.default_rng(self.seed)
        settings = FilmSettings(
            seed=self.seed,
            players=players,
            dealer=self.players - 1,
            sizes=self.sizes,
            size=self.size,
            fps=self.fps,
            tilt=float(rng.uniform(0, self.steepest)),
            light=float(rng.uniform(0.7, 1.1)),
            azimuth=float(rng.uniform(-8, 8)),
        )
        if not (video.exists() and truth.exists()):
            count = settings.rules.deck_count(self.players)
            decks = [ArtDeck(self.art / "decks" / self.deck, back=self.seed + n) for n in range(count)]
            write_film(Film(settings, decks, Materials.from_folder(self.art, held_out=True)), video, truth)
        shown = _Shown(open_source(str(video)))
        events, told_at = [], []
        for event in watch_events(shown, players, dealer=players[-1], sizes=self.sizes):
            events.append(event)
            told_at.append(shown.time)
        watched = self.work / f"{name}.watched.jsonl"
        watched.write_text("".join(json.dumps(event_to_json(e)) + "\n" for e in events), encoding="utf-8")
        return score(read_events(truth), read_events(watched), told_at=told_at)


class _Shown:
    """Frames, and the time (s) of the one that is being watched."""

    def __init__(self, frames: Iterable[Frame]) -> None:
        self._frames = frames
        self.time = 0.0

    def __iter__(self) -> Iterator[Frame]:
        for frame in self._frames:
            self.time = frame.time
            yield frame


def evaluate_films(tests: list[FilmTest]) -> list[FilmScore]:
    """Run film tests side by side, one a core; scores in their order."""
    return in_processes(FilmTest.run, [(test,) for test in tests], os.cpu_count() or 1)
