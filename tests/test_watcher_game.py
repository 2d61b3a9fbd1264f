"""Filmed games from the first frame to the last event, with eyes that need no network."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from film_eyes import FilmEyes
from film_maker import WhitePack

from companion.events import Event, PhaseChanged, StateEvent
from companion.trace import run_trace
from vision.frames import Frame, SourceError
from vision.game import watch_events
from vision.tabletop.film import Film, FilmSettings

FILM = FilmSettings(size=(480, 270), fps=12, pace=0.8, tilt=25)


def film_of(sizes: tuple[int, ...], **changes: object) -> Film:
    players = ("Ann", "Ben", "Cleo", "Dan")[: len(sizes)]
    return Film(replace(FILM, sizes=sizes, players=players, **changes), [WhitePack(), WhitePack()])  # type: ignore[arg-type]


def follow(film: Film, frames: Iterator[Frame], eyes: FilmEyes, trace: Path | None = None) -> list[Event]:
    settings = film.settings
    watched = watch_events(
        frames,
        settings.players,
        dealer=settings.players[0],
        sizes=settings.sizes,
        trace_path=trace,
        eyes=eyes,
    )
    return list(watched)


def timeless(events: list[Event]) -> list[Event]:
    return [replace(event, t=0.0) for event in events if not isinstance(event, PhaseChanged)]


def test_a_round_is_followed_and_its_trace_gives_the_same_events(tmp_path: Path) -> None:
    film = film_of((1, 2), seed=5)
    eyes = FilmEyes(film)
    events = follow(film, eyes.frames(), eyes, tmp_path / "trace.jsonl")
    assert timeless(events) == timeless(film.truth)
    assert list(run_trace(tmp_path / "trace.jsonl")) == events
    header = json.loads((tmp_path / "trace.jsonl").read_text("utf-8").splitlines()[0])
    assert header["players"] == ["Ann", "Ben"] and header["sizes"] == [1, 2]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sizes", "rounds", "seed"),
    [
        ((1, 2), 2, 5),
        ((3, 3), 1, 1),
        ((2, 3, 2), 2, 6),  # Ben's last card lies beside his resting hand until it is gathered in
    ],
)
def test_rounds_follow_each_other(sizes: tuple[int, ...], rounds: int, seed: int) -> None:
    film = film_of(sizes, rounds=rounds, seed=seed)
    eyes = FilmEyes(film)
    assert timeless(follow(film, eyes.frames(), eyes)) == timeless(film.truth)


def test_a_source_that_breaks_leaves_what_was_known() -> None:
    film = film_of((3, 3), seed=1)
    eyes = FilmEyes(film)

    def breaking() -> Iterator[Frame]:
        for frame in eyes.frames():
            if frame.time > 3:
                raise SourceError("table.mp4: the film is cut off")
            yield frame

    events: list[Event] = []
    with pytest.raises(SourceError, match="cut off"):
        for event in watch_events(breaking(), ["Ann", "Ben"], dealer="Ann", sizes=[3, 3], eyes=eyes):
            events.append(event)
    assert isinstance(events[-1], StateEvent)
    assert [player.slots for player in events[-1].players] == [("back",) * 3] * 2


def test_a_trace_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    film = film_of((1, 1))
    missing = tmp_path / "no such folder" / "trace.jsonl"
    with pytest.raises(SourceError, match="no such folder"):
        follow(film, iter(()), FilmEyes(film), missing)


def test_names_and_sizes_that_make_no_game_are_refused() -> None:
    eyes = FilmEyes(film_of((1, 1)))
    with pytest.raises(ValueError, match="dealer"):
        next(watch_events((), ["Ann", "Ben"], dealer="Cleo", eyes=eyes))
    with pytest.raises(ValueError):
        next(watch_events((), ["Ann", "Ben"], sizes=[3], eyes=eyes))
