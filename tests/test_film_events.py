"""What happens in films besides regular play, and that the truth tells it."""

from __future__ import annotations

import itertools
import math
import random

import numpy as np
import pytest
from film_maker import small_film, timeless

from companion.events import Irregular, PhaseChanged
from companion.observation import Phase
from companion.simulate import play_game
from vision.tabletop.disturbances import KINDS
from vision.tabletop.film import EVENTS, Film, FilmError
from vision.tabletop.mistakes import SLIPS, careless
from vision.tabletop.props import Lain


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


def test_a_tablet_that_is_taken_up_shows_something_else_and_then_the_table_again() -> None:
    film = small_film(seed=3, sizes=(5, 5), events=("lift",), pace=1.0)
    pictures = looks(film, 0.25)
    moved, settled = [event for event in film.truth if isinstance(event, PhaseChanged)]
    assert (moved.phase, settled.phase) == (Phase.MOVED, Phase.TRACKING)
    before = max((time, image) for time, image in pictures if time < moved.t)[1].astype(int)
    away = [image.astype(int) for time, image in pictures if moved.t + 0.8 < time < settled.t - 0.8]
    after = min((time, image) for time, image in pictures if time > settled.t + 0.1)[1].astype(int)
    assert away and all(np.abs(image - before).mean() > np.abs(after - before).mean() + 3 for image in away)


def test_a_shadow_darkens_a_part_of_the_table_for_a_while() -> None:
    plain, film = small_film(seed=3, sizes=(5, 5)), small_film(seed=3, sizes=(5, 5), events=("shadow",))
    bright, pictures = looks(plain, 0.5)[0][1].astype(int), looks(film, 0.5)
    darker = [(image.mean(axis=2) < bright.mean(axis=2) * 0.8).mean() for _, image in pictures]
    assert max(darker) > 0.05 and darker[0] < 0.01 > darker[-1] - 0.1


def test_an_exposure_that_pumps_comes_to_rest() -> None:
    film = small_film(seed=3, sizes=(5, 5), events=("exposure",))
    means = np.array([image.mean() for _, image in looks(film, 0.25)])
    assert means.max() > means[0] * 1.15 and means.min() < means[0] * 0.8
    assert abs(means[-1] / means[0] - 1) < 0.2


@pytest.mark.parametrize(
    ("kind", "least_mm", "most_mm", "least_turn", "most_turn"),
    [("nudge", 6, 13, 3, 10), ("crosswise", 2, 4, 65, 91), ("overlap", 19, 27, 0, 4)],
)
def test_a_card_that_is_pushed_stays_the_same_card_of_its_slot(
    kind: str, least_mm: float, most_mm: float, least_turn: float, most_turn: float
) -> None:
    film = small_film(seed=3, sizes=(5, 5), events=(kind,))
    props = film._gestures.props
    pushes = []
    lain: dict[object, Lain] = {}
    time = 0.0
    while film.picture_at(time) is not None:
        for key in props.lying_keys():
            now, before = props.lying(key), lain.get(key)
            assert now is not None
            if before is not None and (before.card, before.pack) == (now.card, now.pack):
                turn = abs((now.place.angle - before.place.angle + 90) % 180 - 90)
                pushes.append((key, math.dist(before.place.at, now.place.at), turn, before, now))
            lain[key] = now
        time += 0.2
    # a card turned over in place is no pushed one
    moved = [push for push in pushes if push[1] > 1 and push[3].face_up == push[4].face_up]
    assert [key[0] for key, *_ in moved] == ["slot"]
    assert least_mm <= moved[0][1] <= most_mm and least_turn <= moved[0][2] <= most_turn


def test_a_card_is_held_over_the_pile_before_it_is_laid_there() -> None:
    film = small_film(seed=3, sizes=(5, 5), events=("hesitate",), pace=1.0)
    pile = film._gestures.stage.discard
    held = 0
    time = 0.0
    while film.picture_at(time) is not None:
        for hand in itertools.chain(*((person.right, person.left) for person in film.people)):
            x, y, lift = hand.card_at(time)
            still = time >= hand.path.until and hand.carried is not None
            held += still and lift > 40 and math.dist((x, y), pile.at) < 30
        time += 0.2
    assert held >= 7, "for a second and a half"


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"drink"}))
def test_what_happens_besides_the_game_does_not_change_it(kind: str) -> None:
    plain, film = small_film(seed=3, sizes=(3, 4)), small_film(seed=3, sizes=(3, 4), events=(kind,))
    looks(plain, 3.0)
    looks(film, 3.0)
    told = [event for event in film.truth if not isinstance(event, PhaseChanged)]
    assert timeless(told) == timeless(plain.truth)
    assert all(hand.carried is None for person in film.people for hand in (person.right, person.left))


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
