"""Whole rounds filmed with decks, tables and hands that no training saw, watched and scored."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.events import event_to_json
from vision.frames import open_source
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
    """One film to be made and watched; everything not said here follows from the seed."""

    work: Path
    art: Path
    seed: int
    players: int
    size: tuple[int, int]
    fps: float

    @property
    def deck(self) -> str:
        """The held-out decks take turns; of two with the same art only one is used."""
        decks = sorted(HELD_OUT_DECKS - {"gnome-cards-data--bellot"})
        return decks[self.seed % len(decks)]

    def run(self) -> FilmScore:
        """Film, watch and score; a film already there is watched again."""
        cv2.setNumThreads(1)
        name = f"film-{self.players}-{self.seed}"
        video, truth = self.work / f"{name}.mp4", self.work / f"{name}.truth.jsonl"
        players = NAMES[: self.players]
        rng = np.random.default_rng(self.seed)
        settings = FilmSettings(
            seed=self.seed,
            players=players,
            dealer=self.players - 1,
            size=self.size,
            fps=self.fps,
            tilt=float(rng.uniform(0, 40)),
            light=float(rng.uniform(0.7, 1.1)),
            azimuth=float(rng.uniform(-8, 8)),
        )
        if not (video.exists() and truth.exists()):
            count = settings.rules.deck_count(self.players)
            decks = [ArtDeck(self.art / "decks" / self.deck, back=self.seed + n) for n in range(count)]
            write_film(Film(settings, decks, Materials.from_folder(self.art, held_out=True)), video, truth)
        events = list(watch_events(open_source(str(video)), players, dealer=players[-1]))
        watched = self.work / f"{name}.watched.jsonl"
        watched.write_text("".join(json.dumps(event_to_json(e)) + "\n" for e in events), encoding="utf-8")
        return score(read_events(truth), read_events(watched))


def evaluate_films(tests: list[FilmTest]) -> list[FilmScore]:
    """Run film tests side by side, one a core; scores in their order."""
    return in_processes(FilmTest.run, [(test,) for test in tests], os.cpu_count() or 1)
