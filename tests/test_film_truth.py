"""A film's truth: the simulated game's own events, each stamped when the picture shows it."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest
from film_maker import PlainPack, colour_of, small_film, timeless
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.announce import state_event
from companion.events import Discarded, Placed, StateEvent, TookWild
from companion.moves import ForgotCall, Reshuffle
from companion.rules import PRESETS, HouseRules
from companion.simulate import play_game
from vision.tabletop.filmset import build_set
from vision.tabletop.materials import Materials


def run_through(film, every):
    """Let a film play to its end, looking only now and then."""
    for look in itertools.count():
        if film.picture_at(look * every) is None:
            return


def game(settings):
    return list(
        play_game(
            random.Random(settings.seed),
            settings.players,
            settings.rules,
            dealer=settings.dealer,
            sizes=settings.sizes,
            rounds=settings.rounds,
        )
    )


def test_truth_is_the_simulated_game_and_its_final_state() -> None:
    film = small_film(seed=4, sizes=(3, 3))
    times = [frame.time for frame in film.frames()]
    steps = game(film.settings)
    assert timeless(film.truth[:-1]) == [event for step in steps for event in step.events]
    assert timeless(film.truth[-1:]) == [state_event(steps[-1].after, 0)]
    stamps = [event.t for event in film.truth]
    assert stamps == sorted(stamps)
    assert stamps[0] >= 0
    assert times[-1] <= stamps[-1] <= times[-1] + 2 / film.settings.fps


def test_a_card_shows_at_its_place_when_its_event_is_stamped() -> None:
    film = small_film(seed=2, sizes=(4, 4), fps=8, sloppy=0.5)
    here = build_set(film.settings, [PlainPack()], Materials())
    margin = (here.still.camera.width - film.settings.size[0]) / 2
    told, checked = 0, 0
    for frame in film.frames():
        for event in film.truth[told:]:
            match event:
                case Placed() | TookWild():
                    seat = film.settings.players.index(event.player)
                    spot = here.stage.seats[seat].slot(event.slot, 4).at
                case Discarded():
                    spot = here.stage.discard.at
                case _:
                    continue
            x, y = here.still.camera.project([spot])[0] - margin
            patch = frame.image[round(y) - 4 : round(y) + 5, round(x) - 4 : round(x) + 5]
            seen = patch.reshape(-1, 3).mean(axis=0)[::-1]
            assert np.abs(seen - colour_of(event.card)).max() < 14, event
            checked += 1
        told = len(film.truth)
    assert checked >= 6


def test_the_same_seed_films_the_same() -> None:
    films = [small_film(seed=seed, sizes=(2, 2)) for seed in (5, 5, 6)]
    looks = [[film.picture_at(time) for time in np.arange(0, 8, 0.5)] for film in films]
    assert all(np.array_equal(a, b) for a, b in zip(looks[0], looks[1], strict=True))
    assert any(not np.array_equal(a, b) for a, b in zip(looks[0], looks[2], strict=True))
    assert films[0].truth == films[1].truth


@settings(max_examples=6, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    players=st.integers(2, 4),
    preset=st.sampled_from(sorted(PRESETS)),
    first_seat=st.sampled_from(("bottom", "left", "top", "right")),
)
def test_every_game_can_be_acted(seed: int, players: int, preset: str, first_seat: str) -> None:
    names = ("Ann", "Ben", "Cleo", "Dan")[:players]
    film = small_film(
        seed=seed, players=names, rules=PRESETS[preset], sizes=(2,) * players, rounds=2, first_seat=first_seat
    )
    run_through(film, every=8.0)
    assert timeless(film.truth[:-1]) == [event for step in game(film.settings) for event in step.events]


@pytest.mark.parametrize(
    ("rules", "kind"), [(HouseRules(decks=1), Reshuffle), (HouseRules(call_trash=True), ForgotCall)]
)
def test_rare_moves_are_acted(rules: HouseRules, kind: type) -> None:
    for seed in range(40):
        film = small_film(seed=seed, players=("Ann", "Ben", "Cleo", "Dan"), rules=rules)
        if any(isinstance(step.move, kind) for step in game(film.settings)):
            break
    run_through(film, every=6.0)
    assert isinstance(film.truth[-1], StateEvent)
    assert timeless(film.truth[:-1]) == [event for step in game(film.settings) for event in step.events]
