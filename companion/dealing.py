"""Recognising a deal: every slot face down and no discard, counted against the sizes due (R5, R15)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.cards import UNKNOWN, Card
from companion.effects import perform
from companion.evidence import Run
from companion.irregularities import Irregularity, Kind
from companion.moves import CorrectSlot, Deal, Move
from companion.observation import Sight
from companion.referee_config import RefereeConfig
from companion.rounds import next_dealer, next_sizes, next_starter, only_winner
from companion.sights import Sights
from companion.table import GameState, Stage, face_up


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal on the table.

    Attributes:
        move: the deal with the sizes as they lie there.
        time: when it was first seen complete (s).
        upcard: a card turned up on the discard pile with it (against R6), and its run of views.
        irregularities: a `wrong_deal` for each layout of another size than was due.
        played: whether a card came to lie on the pile after it: play has begun.
        before: what must have been laid since the accepted table, for this deal to be due.
    """

    move: Deal
    time: float
    upcard: Card | None = None
    irregularities: tuple[Irregularity, ...] = ()
    played: bool = False
    before: tuple[Move, ...] = ()


def find_deal(
    state: GameState, sights: Sights, config: RefereeConfig, now: float, final: bool = False
) -> Dealt | None:
    """The deal that lies on the table, once it has lain still; None while there is none.

    During a round an unchanged deal is no new one; a deal where cards lay open means that the table began
    anew: the round is void, or it was won and nobody saw it, if one layout is smaller by one (R15).
    """
    due = next_sizes(state)
    sizes: list[int] = []
    runs: list[Run] = []
    for seat, size in enumerate(due):
        backs = _face_down(sights, seat, size)
        if backs is None:
            return None
        sizes.append(backs[0])
        runs += backs[1]
    if not runs or min(sizes) == 0:
        return None
    time = max(run.start for run in runs)
    top = None if sights.pile.run is None else sights.pile.run.best
    played = isinstance(top, Card) and sights.bare_pile_at >= time
    upcard = top if isinstance(top, Card) and not played else None
    expected = tuple(sizes) == due and (upcard is None or state.round.number == 0)
    playing = state.round.stage in (Stage.TAKE, Stage.PLAY)
    if playing and not _begins_anew(state, tuple(sizes), upcard, sights.swept):
        return None
    before = _unseen_win(state, tuple(sizes)) if playing else ()
    for move in before:
        state = perform(state, move)
    expected = expected or bool(before)
    wait = config.hold_s if expected and not playing else config.deal_hold_s
    if not final and not _still(sights, runs, now - time, wait, 1 if expected else 2):
        return None
    deal = Deal(next_dealer(state), next_starter(state), tuple(sizes))
    return Dealt(deal, time, upcard, _wrong(state, tuple(sizes)), played, before)


def _unseen_win(state: GameState, sizes: tuple[int, ...]) -> tuple[CorrectSlot, ...]:
    """The slots that must have been filled for a deal of these sizes to be the next (R14, R15); none if they need not."""
    winner = only_winner(next_sizes(state), sizes)
    if state.rules.last_turn or winner is None:
        return ()
    layout = state.round.layouts[winner]
    return tuple(CorrectSlot(winner, number, face_up(UNKNOWN)) for number in layout.face_down())


def find_missed_deal(state: GameState, sights: Sights, config: RefereeConfig, now: float) -> Dealt | None:
    """A round that goes on although nobody saw its deal: cards lie open, where none of this round may be
    known.
    """
    due = next_sizes(state)
    sizes = tuple(_size_in_play(sights, seat, size) for seat, size in enumerate(due))
    runs: list[Run] = []
    faces = 0
    for seat, size in enumerate(sizes):
        for number in range(1, size + 1):
            run = sights.slot(seat, number).run
            if run is not None and run.best is not Sight.EMPTY:
                runs.append(run)
                faces += isinstance(run.best, Card)
    if not faces or 2 * len(runs) < sum(due) or not _turned_over(state, sights):
        return None
    time = max(run.start for run in runs)
    if not _still(sights, runs, now - time, config.irregular_hold_s, 1):
        return None
    if sizes != due and not sights.sparse and now - min(run.start for run in runs) < config.deal_hold_s:
        return None
    deal = Deal(next_dealer(state), next_starter(state), sizes)
    return Dealt(deal, min(run.start for run in runs), None, _wrong(state, sizes))


def _size_in_play(sights: Sights, seat: int, due: int) -> int:
    """How many cards a seat was dealt, of a layout that is played on already: up to the last that was ever seen."""
    last = 0
    for number in range(1, max(due, sights.size(seat)) + 1):
        spot = sights.slot(seat, number)
        hidden = spot.run is None and number <= due
        if hidden or spot.in_doubt or any(run.best is not Sight.EMPTY for run in spot.runs):
            last = number
    return last


def _wrong(state: GameState, sizes: tuple[int, ...]) -> tuple[Irregularity, ...]:
    """A `wrong_deal` for each layout of another size than is due."""
    rule = "R15" if state.round.number else "R5"
    return tuple(
        Irregularity(Kind.WRONG_DEAL, seat, (), rule)
        for seat, (size, wanted) in enumerate(zip(sizes, next_sizes(state), strict=True))
        if size != wanted
    )


def _face_down(sights: Sights, seat: int, due: int) -> tuple[int, list[Run]] | None:
    """How many face-down cards a seat shows and since when; None where an open card or a hand is in the
    way.
    """
    runs: list[Run] = []
    hidden = 0
    for number in range(1, max(due, sights.size(seat)) + 1):
        spot = sights.slot(seat, number)
        run = spot.run
        if run is None:
            hidden += number <= due
        elif isinstance(run.best, Card) or spot.in_doubt:
            return None
        elif run.best is Sight.BACK:
            runs.append(run)
    if hidden and len(runs) + hidden != due:
        return None
    return len(runs) + hidden, runs


def _begins_anew(state: GameState, sizes: tuple[int, ...], upcard: Card | None, swept: bool) -> bool:
    """Whether these backs are a new deal, and not the round that goes on.

    Before anybody played, more cards may be dealt; a card less was only lifted.
    """
    now = state.round
    opened = sum(slot.is_up for layout in now.layouts for slot in layout.slots)
    untouched = not opened and not now.discard and not now.turns and now.stage is Stage.TAKE
    if untouched:
        more = [size - len(layout) for size, layout in zip(sizes, now.layouts, strict=True)]
        return any(more) and min(more) >= 0
    return upcard is None and (opened >= 2 or swept)


def _turned_over(state: GameState, sights: Sights) -> bool:
    """Whether the layouts that won the last round are mostly face down again."""
    for seat in state.round.completed:
        size = len(state.round.layouts[seat])
        backs = sum(sights.sight(seat, number) is Sight.BACK for number in range(1, size + 1))
        if 2 * backs < size:
            return False
    return True


def _still(sights: Sights, runs: list[Run], held: float, wait: float, sparse_views: int) -> bool:
    """Whether the runs have lain still: held so long, in enough views for the pace of the views."""
    fewest = min(run.views for run in runs)
    if sights.sparse:
        return held > 0 and fewest >= sparse_views
    return held >= wait - 1e-6 and fewest >= 2
