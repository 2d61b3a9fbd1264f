"""Situations filmed small and seen by eyes that know the film: the tracking and the referee alone, in seconds."""

from __future__ import annotations

from film_eyes import FilmEyes
from film_maker import WhitePack

from vision.evaluation.situations import Situation, Verdict, film_of, follow, judge
from vision.tabletop.film import Film

SMALL = {"size": (480, 270), "pace": 0.8}


def seen_small(situation: Situation) -> tuple[Film, Verdict]:
    """The film, played to its end, and what came of it."""
    film = film_of(situation, [WhitePack(), WhitePack()], **SMALL)
    eyes = FilmEyes(film)
    told = follow(situation, eyes.frames(), eyes)
    return film, judge(situation, film.truth, told)
