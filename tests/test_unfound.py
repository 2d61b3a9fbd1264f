"""Where no deal is found for long, that is said once, with what is seen instead."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from film_eyes import FilmEyes
from test_watcher_game import film_of

from companion.observation import Phase
from vision.game import watch_events
from vision.layout import Hint, HintKind, LayoutFit
from vision.unfound import AT_LAST, LONG, UNCHANGED, Unfound


@dataclass
class Looking:
    """As much of a watcher as is looked at."""

    phase: Phase = Phase.SEARCHING
    layout: object = None
    fit: LayoutFit = field(default_factory=lambda: LayoutFit(None, 0.0, ()))

    def sees(self, *hints: Hint) -> None:
        self.fit = LayoutFit(None, 0.0, hints)


@pytest.fixture
def watcher() -> Looking:
    return Looking()


def three_of(seat: int) -> Hint:
    return Hint(HintKind.WRONG_COUNT, seat, 3, 10)


def said(unfound: Unfound, begin: float, end: float) -> list[str]:
    times = [begin + step / 5 for step in range(int((end - begin) * 5))]
    return [text for time in times if (text := unfound.note(time))]


def test_a_film_of_other_layouts_than_expected_is_told_once() -> None:
    film = film_of((3, 3), seed=1, pace=2.0, fps=3)
    eyes = FilmEyes(film, missed=0.0)

    def beginning():
        for frame in eyes.frames():
            if frame.time > LONG + UNCHANGED + 4:
                return
            yield frame

    told: list[str] = []
    at_end: list[str] = []
    watched = watch_events(
        beginning(), ["Ann", "Ben"], eyes=eyes, on_unfound=told.append, on_no_deal=at_end.append
    )
    list(watched)
    assert len(told) == len(at_end) == 1
    assert at_end == [told[0].replace("is found", "was found")]
    assert "Ann has 3 cards, should have 10; Ben has 3 cards, should have 10" in told[0] and "--sizes" in told[0]


def test_cards_that_are_being_dealt_are_waited_for(watcher: Looking) -> None:
    unfound = Unfound(watcher, ("Ann", "Ben"))  # type: ignore[arg-type]
    told = []
    for second in range(20):
        watcher.sees(Hint(HintKind.WRONG_COUNT, 0, second // 2, 10))
        told += said(unfound, second, second + 1)
    assert told == []
    assert len(said(unfound, 20, 25)) == 1
    assert said(unfound, 25, 100) == [], "once"


def test_what_never_settles_is_told_at_last(watcher: Looking) -> None:
    unfound = Unfound(watcher, ("Ann", "Ben"))  # type: ignore[arg-type]
    times = []
    for step in range(400):
        watcher.sees(three_of(step % 2))
        if unfound.note(step / 5):
            times.append(step / 5)
    assert times == [AT_LAST]


@pytest.mark.parametrize(
    ("phase", "words"),
    [(Phase.DARK, "dark"), (Phase.LOST, "blank"), (Phase.SEARCHING, "no cards"), (Phase.CALIBRATING, "rows")],
)
def test_a_picture_without_a_deal_says_why(phase: Phase, words: str, watcher: Looking) -> None:
    watcher.phase = phase
    (told,) = said(Unfound(watcher, ("Ann", "Ben")), 0, 60)  # type: ignore[arg-type]
    assert words in told


def test_an_empty_table_between_two_rounds_is_no_fault_a_wrong_deal_is(watcher: Looking) -> None:
    unfound = Unfound(watcher, ("Ann", "Ben"))  # type: ignore[arg-type]
    assert unfound.at_end() == "no deal was found: I see no cards"
    watcher.layout = object()
    assert unfound.note(5.0) == ""
    watcher.layout = None
    for nothing in (Hint(HintKind.NO_CARDS), Hint(HintKind.MISSING_SEATS, None, 1, 2)):
        watcher.sees(nothing)
        assert said(unfound, 6, 120) == []
    watcher.sees(three_of(0))
    assert len(said(unfound, 120, 200)) == 1
    assert unfound.at_end() == "", "there was a deal"
