"""Named situations at a table, each a short film kept as its seed: filmed, watched and judged.

Every bug that a film showed becomes one more. The decks are drawn by program, so the suite needs no art; with `eyes`
that know what is filmed it tests the tracking alone.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.events import Event, Irregular, PhaseChanged, RoundStarted, RoundWon
from companion.irregularities import Kind
from companion.observation import Phase
from vision.eyes import Eyes, NetworkEyes
from vision.frames import Frame, open_source
from vision.game import watch_events
from vision.parallel import in_processes
from vision.scoring import FilmScore, score
from vision.tabletop.drawn import DrawnDeck
from vision.tabletop.film import Film, FilmSettings, write_film
from vision.tabletop.lens import Optics
from vision.tabletop.scene import Pack
from vision.tabletop.style import DeckStyle

NAMES = ("Ann", "Ben", "Cleo", "Dan")
BASE = FilmSettings(size=(1280, 720), fps=12, pace=0.7, tilt=25, sizes=(3, 3))


@dataclass(frozen=True, slots=True)
class Situation:
    """One short film.

    Attributes:
        name: says what happens.
        settings: the film's.
        due: the sizes the watcher is told where they are not the dealt ones: a wrong deal.
    """

    name: str
    settings: FilmSettings
    due: tuple[int, ...] | None = None

    def with_due(self, truth: Sequence[Event]) -> list[Event]:
        """The truth, and the wrong deals in it."""
        told = []
        for event in truth:
            told.append(event)
            if isinstance(event, RoundStarted) and self.due is not None:
                told += [
                    Irregular(event.t, name, Kind.WRONG_DEAL, Kind.WRONG_DEAL.rules[0], ())
                    for name, size, due in zip(self.settings.players, event.sizes, self.due, strict=True)
                    if size != due
                ]
        return told


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a situation.

    Attributes:
        score: told against true.
        accused: irregularities told that did not happen.
        asked: how many times the companion said that it does not know.
        sizes_right: whether every winner was told with the right next sizes.
    """

    score: FilmScore
    accused: int
    asked: int
    sizes_right: bool

    @property
    def is_fair(self) -> bool:
        """Nothing to argue about: nobody accused, every winner and size right, the cards on the table right at the end."""
        score = self.score
        return score.winners.share == 1 and score.slots.share == 1 and self.sizes_right and not self.accused

    @property
    def is_good(self) -> bool:
        """A family would not have noticed a fault: it is fair, and no move was told that nobody made."""
        return self.is_fair and not self.score.invented

    def to_json(self) -> dict[str, Any]:
        """The verdict as numbers, those of the score among them."""
        counts = {"good": self.is_good, "accused": self.accused, "asked": self.asked}
        return counts | self.score.to_json()

    def __str__(self) -> str:
        score = self.score
        return (
            f"turns {score.turns.right}/{score.turns.total}, placed {score.placed.right}/{score.placed.total}, "
            f"discards {score.discards.right}/{score.discards.total}, "
            f"winners {score.winners.right}/{score.winners.total}, wrong {len(score.invented)}, "
            f"accused {self.accused}, asked {self.asked}"
        )


def judge(situation: Situation, truth: Sequence[Event], watched: Sequence[Event]) -> Verdict:
    """Compare what was told with what happened."""
    result = score(situation.with_due(truth), watched)
    won = [
        [event.next_sizes for event in events if isinstance(event, RoundWon)] for events in (truth, watched)
    ]
    return Verdict(
        result,
        sum(isinstance(event, Irregular) for event in result.invented),
        sum(isinstance(event, PhaseChanged) and event.phase is Phase.DESYNC for event in watched),
        won[0] == won[1] or situation.due is not None,
    )


def film_of(situation: Situation, packs: Sequence[Pack] | None = None, **changes: object) -> Film:
    """The film of a situation, by default with drawn decks whose style its seed decides."""
    settings = replace(situation.settings, **changes)  # type: ignore[arg-type]
    if packs is None:
        rng = np.random.default_rng(settings.seed)
        count = settings.rules.deck_count(len(settings.players))
        packs = [DrawnDeck(DeckStyle.random(rng)) for _ in range(count)]
    return Film(settings, packs)


def follow(situation: Situation, frames: Iterator[Frame], eyes: Eyes) -> list[Event]:
    """The events told of a film."""
    settings = situation.settings
    watched = watch_events(
        frames,
        settings.players,
        dealer=settings.players[settings.dealer],
        rules=settings.rules,
        sizes=situation.due or settings.first_sizes,
        first_seat=settings.first_seat,
        eyes=eyes,
    )
    return list(watched)


def run(situation: Situation) -> Verdict:
    """Film a situation into a video of the usual compression, watch it with the app's networks, judge.

    Raises ModelError, FilmError.
    """
    cv2.setNumThreads(1)
    film = film_of(situation)
    with tempfile.TemporaryDirectory(prefix="situation-") as folder:
        video = Path(folder) / "film.mp4"
        write_film(film, video)
        return judge(situation, film.truth, follow(situation, iter(open_source(str(video))), NetworkEyes()))


def judge_all(situations: Sequence[Situation]) -> list[Verdict]:
    """Run situations side by side, one a core; verdicts in their order."""
    return in_processes(run, [(situation,) for situation in situations], os.cpu_count() or 1)


def _situation(name: str, seed: int, sizes: tuple[int, ...] = (3, 3), **changes: object) -> Situation:
    due = changes.pop("due", None)
    settings = replace(BASE, seed=seed, sizes=sizes, players=NAMES[: len(sizes)], **changes)  # type: ignore[arg-type]
    return Situation(name, settings, due)  # type: ignore[arg-type]


def _all() -> Iterator[Situation]:
    make: Callable[..., Situation] = _situation
    yield make("two players", 101)
    yield make("three players", 102, (2, 3, 2))
    yield make("four players", 103, (2, 2, 3, 2))
    yield make("two cards each beside the stock", 104, (2, 2))
    yield make("one card each", 105, (1, 1))
    yield make("one against ten", 106, (10, 1))
    yield make("full layouts", 107, (10, 10))
    yield make("two rounds", 108, (2, 3), rounds=2)
    yield make("three rounds down to the last card", 109, (2, 2), rounds=3)
    yield make("two rounds with three players", 110, (2, 2, 3), rounds=2)
    yield make("two rounds with four players", 111, (2, 1, 2, 1), rounds=2)
    yield make("straight from above", 112, tilt=0)
    yield make("tilted by 40 degrees", 113, tilt=40)
    yield make("tilted by 50 degrees", 114, tilt=50)
    yield make("three players at 45 degrees", 115, (3, 3, 3), tilt=45)
    yield make("the first player sits on the left", 116, first_seat="left", tilt=15)
    yield make("the first player sits at the top", 117, first_seat="top")
    yield make("three players, the first on the right", 118, (2, 2, 2), first_seat="right")
    yield make("the table is turned by 20 degrees", 119, azimuth=20.0)
    yield make("the tablet leans to one side", 120, roll=12.0)
    yield make("cards laid carelessly", 121, (5, 5), sloppy=2.5)
    yield make("a slow family", 122, (2, 2), pace=1.4)
    yield make("a hasty family", 123, pace=0.45)
    yield make("the tablet is knocked", 124, events=("bump",))
    yield make("knocked twice, three players", 125, (2, 3, 2), events=("bump", "bump"))
    yield make("the tablet is taken up and put back", 126, events=("lift",))
    yield make("taken up, four players", 127, (2, 2, 2, 2), events=("lift",))
    yield make("the lamp goes out", 128, events=("lamp",))
    yield make("the exposure pumps", 129, events=("exposure",))
    yield make("somebody's shadow", 130, events=("shadow",))
    yield make("an arm rests on a layout", 131, (4, 4), events=("hand",))
    yield make("an arm reaches across the middle", 132, events=("reach",))
    yield make("a drink is put down", 133, events=("drink",))
    yield make("a card is pushed", 134, events=("nudge",))
    yield make("a card is turned across its slot", 135, events=("crosswise",))
    yield make("a card over its neighbour's edge", 136, (4, 3), events=("overlap",))
    yield make("a card held over the pile", 137, events=("hesitate",))
    yield make("everything at once, three players", 138, (3, 4, 3), events=("hand", "bump", "reach", "nudge"))
    yield make("a dim room", 139, light=0.45, unevenness=0.8)
    yield make("glossy cards", 140, gloss=0.7)
    yield make("a poor camera", 141, optics=Optics(shake=4, blur=1.1, noise=6, breathing=0.08))
    yield make("ten frames a second", 142, fps=10)
    yield make("full HD at 30 frames a second", 143, (2, 2), size=(1920, 1080), fps=30, pace=0.6)
    yield make("a wrong deal", 144, (4, 3), due=(3, 3))
    yield make("a turn out of turn", 145, (4, 4), events=("out_of_turn",))
    yield make("a card on the wrong slot", 146, (4, 4), events=("wrong_slot",))
    yield make("a playable card thrown away", 147, (4, 4), events=("playable_discarded",))
    yield make("a deeper card taken from the pile", 148, (4, 4), events=("deeper_discard",))


SITUATIONS = tuple(_all())
"""The regression suite."""
