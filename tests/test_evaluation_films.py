"""The films that whole rounds are judged by."""

from __future__ import annotations

from pathlib import Path

from vision.evaluation.films import FilmTest


def test_mixed_films_are_of_all_kinds_and_the_same_for_a_seed() -> None:
    films = [FilmTest.mixed(Path("work"), Path("art"), seed, (1280, 720), 15.0) for seed in range(60)]
    assert films[7] == FilmTest.mixed(Path("work"), Path("art"), 7, (1280, 720), 15.0)
    assert {film.players for film in films} == {2, 3, 4}
    assert all(film.sizes is not None and len(film.sizes) == film.players for film in films)
    assert {size for film in films for size in film.sizes or ()} == set(range(1, 11))
    assert {film.steepest for film in films} == {50.0}
    assert len({film.deck for film in films}) == 2, "decks take turns"
