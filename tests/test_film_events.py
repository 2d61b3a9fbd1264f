"""What happens in films besides regular play, and that the truth tells it."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest
from film_maker import small_film, timeless

from companion.events import Irregular, PhaseChanged
from companion.observation import Phase
from companion.simulate import play_game
from vision.tabletop.film import EVENTS, Film, FilmError
from vision.tabletop.mistakes import SLIPS, careless


def looks(film: Film, every: float) -> list[tuple[float, np.ndarray]]:
    pictures = []
    for number in itertools.count():
        image = film.picture_at(number * every)
        if image is None:
            return pictures
        pictures.append((number * every, image))


def test_the_lamp_goes_out_and_comes_back() -> None:
    film = small_film(seed=3, sizes=(5, 5), events=("lamp",))
    pictures = looks(film, 0.5)
    dark, light = [event for event in film.truth if isinstance(event, PhaseChanged)]
    assert (dark.phase, light.phase) == (Phase.DARK, Phase.TRACKING)
    usual = pictures[0][1].mean()
    for time, image in pictures:
        if dark.t + 0.3 < time < light.t - 0.5:
            assert image.mean() < usual * 0.15
        elif not dark.t - 0.5 < time < light.t + 0.5:
            assert image.mean() > usual * 0.5


def test_a_knock_moves_the_picture_and_nothing_else() -> None:
    film = small_film(seed=3, sizes=(5, 5), events=("bump",))
    pictures = looks(film, 0.5)
    moved, settled = [event for event in film.truth if isinstance(event, PhaseChanged)]
    assert (moved.phase, settled.phase) == (Phase.MOVED, Phase.TRACKING)
    assert 0.3 < settled.t - moved.t < 1.1
    before = max((time, image) for time, image in pictures if time < moved.t)[1].astype(int)
    after = min((time, image) for time, image in pictures if time > settled.t + 0.1)[1].astype(int)
    assert np.abs(before - after).mean() > 3
    plain = small_film(seed=3, sizes=(5, 5))
    looks(plain, 3.0)
    told = [event for event in film.truth if not isinstance(event, PhaseChanged)]
    assert timeless(told) == timeless(plain.truth)


def test_an_arm_rests_for_a_while_on_the_own_layout() -> None:
    film = small_film(seed=3, sizes=(5, 5), events=("hand",), pace=1.5)
    rests: dict[tuple[float, ...], list[float]] = {}
    time = 0.0
    while film.picture_at(time) is not None:
        for hand in itertools.chain(*((person.right, person.left) for person in film.people)):
            if not hand.is_home(time) and time >= hand.path.until and hand.carried is None:
                rests.setdefault(hand.path.end, []).append(time)
        time += 0.5
    assert max(times[-1] - times[0] for times in rests.values()) > 2.5
    assert all(hand.is_home(time) for person in film.people for hand in (person.right, person.left))


def test_a_drink_stays_where_it_was_put() -> None:
    plain, film = small_film(seed=3, sizes=(5, 5)), small_film(seed=3, sizes=(5, 5), events=("drink",))
    before, after = looks(plain, 3.0)[-1][1].astype(int), looks(film, 3.0)[-1][1]
    assert timeless(film.truth) == timeless(plain.truth)
    assert (np.abs(after - before).max(axis=2) > 60).mean() > 0.003


@pytest.mark.parametrize("kind", sorted(SLIPS))
def test_irregular_play_is_told_with_its_kind(kind: str) -> None:
    film = small_film(seed=11, sizes=(6, 6), events=(kind,))
    looks(film, 3.0)
    (irregular,) = [event for event in film.truth if isinstance(event, Irregular)]
    assert irregular.kind.value == kind


def test_slips_come_once_each_and_in_order() -> None:
    policy = careless(("wrong_slot", "out_of_turn"))
    steps = play_game(random.Random(2), ("Ann", "Ben", "Cleo"), rounds=2, policy=policy)
    kinds = [event.kind.value for step in steps for event in step.events if isinstance(event, Irregular)]
    assert kinds == ["wrong_slot", "out_of_turn"]


def test_unknown_events_are_refused() -> None:
    with pytest.raises(FilmError, match="quake"):
        small_film(events=("bump", "quake"))
    assert len(set(EVENTS)) == len(EVENTS)
