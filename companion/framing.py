"""From what was seen to a puzzle: the changes, and all that the sights know about them."""

from __future__ import annotations

from collections.abc import Sequence

from companion.accepted import Accepted
from companion.evidence import Run
from companion.puzzle import Change, Puzzle
from companion.referee_config import RefereeConfig
from companion.sights import Sights


def framed(
    sights: Sights,
    accepted: Accepted,
    config: RefereeConfig,
    changes: Sequence[Change],
    tops: Sequence[Run],
    now: float,
    *,
    paused: tuple[bool, bool],
    shuffled: tuple[float, float] | None,
    just_took: bool,
    open_start: bool,
) -> Puzzle:
    """The puzzle of these changes and discard tops at this time (s).

    `paused`: whether there was time for a turn nobody saw, just now and lately; the others are the puzzle's own.
    """
    sparse, cover = sights.sparse, sights.cover
    return Puzzle(
        accepted.state,
        tuple(changes),
        tuple(tops),
        blind_s=cover.blind_s,
        hidden_since=sights.pile_hidden_since(now),
        shuffled=shuffled,
        paused=paused[0],
        paused_lately=paused[1],
        just_took=just_took,
        brief_s=None if sparse else config.hold_s,
        lead=config.lead,
        brief_lead=config.brief_lead,
        slack=0.0 if sparse else config.slack_s,
        ended=accepted.ended,
        doubtful=accepted.doubtful,
        sure=config.sure,
        open_start=open_start,
        reached=cover.reached(tops),
        laid_by=cover.laid_by(tops[0]) if tops else frozenset(),
        hands=cover.hands,
        covered_from=None if sparse else cover.first,
        looks_in_place=sights.looks_in_place,
        out_of_sight=sights.unseen_since(tops[-1].start) if len(tops) > 1 else frozenset(),
    )
