"""Traces made from simulated games: what a camera would tell of each step, with chosen faults."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion import simulate
from companion.cards import DECK_52, Card
from companion.events import Event
from companion.moves import Discard, Place, Reshuffle
from companion.observation import BACK, EMPTY, UNSEEN, Phase, SlotView, TableView, face
from companion.rules import HouseRules
from companion.table import GameState, Side, Slot
from companion.trace import TraceHeader


@dataclass(frozen=True, slots=True)
class Noise:
    """How a camera errs, independently in every view.

    Attributes:
        right: probability that the rank of a face is read rightly.
        right_suit: and its suit, of those.
        unseen: probability that a slot is covered.
        flipped: probability that a face-down card is taken for a face, or a face for a back.
    """

    right: float = 1.0
    right_suit: float = 1.0
    unseen: float = 0.0
    flipped: float = 0.0


SURE = Noise()

_LONGEST_LOOK_S = 2.6
"""For so long a card turned over in place may be looked at."""


def reading(rng: random.Random, card: Card, noise: Noise) -> SlotView:
    """A face as read: right with high probability, or wrong with less, as a calibrated reader says it."""
    shown = card
    if rng.random() >= noise.right:
        shown = rng.choice([other for other in DECK_52 if other.rank is not card.rank])
    elif card.rank is not None and rng.random() >= noise.right_suit:
        shown = rng.choice([other for other in DECK_52 if other.rank is card.rank and other != card])
    p = (
        0.97
        if noise == SURE
        else round(rng.uniform(0.7, 0.99) if shown == card else rng.uniform(0.5, 0.95), 3)
    )
    second = rng.choice([other for other in DECK_52 if other != shown])
    return face((shown, p), (second, round((1 - p) * 0.6, 3)))


def view_of(
    rng: random.Random, state: GameState, time: float, noise: Noise = SURE, stock: bool | None = None
) -> TableView:
    """One view of a table."""
    now = state.round
    seats = tuple(tuple(_slot(rng, slot, noise) for slot in layout.slots) for layout in now.layouts)
    pile = reading(rng, now.discard[-1], noise) if now.discard else EMPTY
    if rng.random() < noise.unseen:
        pile = UNSEEN
    return TableView(round(time, 3), Phase.TRACKING, seats, pile, now.stock > 0 if stock is None else stock)


def _slot(rng: random.Random, slot: Slot, noise: Noise) -> SlotView:
    if rng.random() < noise.unseen:
        return UNSEEN
    up = slot.is_up
    if noise.flipped and rng.random() < noise.flipped:
        up = not up
    if slot.side is Side.EMPTY:
        return EMPTY
    if not up:
        return BACK
    return reading(rng, slot.card if slot.card.is_known else rng.choice(DECK_52), noise)


@dataclass(frozen=True, slots=True)
class Trace:
    """A trace with the events it stands for.

    `look_alikes` tells whether a discard was the same card as the top it covers: nobody can see that.
    """

    header: TraceHeader
    views: tuple[TableView, ...]
    events: tuple[Event, ...]
    look_alikes: bool


def game_trace(
    seed: int,
    players: int = 2,
    rules: HouseRules | None = None,
    *,
    rounds: int = 1,
    sizes: Sequence[int] | None = None,
    noise: Noise = SURE,
    step_s: float = 1.0,
    views_a_step: int = 1,
    keep: float = 1.0,
    turned_over: float = 0.0,
    lifted: float = 0.0,
) -> Trace:
    """A simulated game as views: the table is seen `views_a_step` times in the `step_s` of each step of play.

    With several views a step, the first third of them shows a hand on its way.

    With `keep` below 1, only that share of the steps that end no turn is seen at all.

    With probability `turned_over` a player turns the card of a slot over where it lies, and looks at it for up to
    `_LONGEST_LOOK_S`, before taking it and laying the other (the order of actions in the long rule texts). With
    probability `lifted` the card is taken up first, and the slot lies bare as long.
    """
    rng = random.Random(seed)
    rules = rules or HouseRules()
    names = ("Ann", "Ben", "Cem", "Dora", "Eva", "Finn")[:players]
    header = TraceHeader(names, names[-1], None if sizes is None else tuple(sizes), rules)
    views: list[TableView] = []
    events: list[Event] = []
    time = 0.0
    look_alikes = False
    steps = simulate.play_game(rng, names, rules, dealer=players - 1, sizes=sizes, rounds=rounds)
    for step, following in _pairs(steps):
        tops = step.before.round.discard_top, step.after.round.discard_top
        look_alikes |= isinstance(step.move, Discard) and tops[0] == tops[1]
        events += [replace(event, t=time) for event in step.events]
        shown = simulate.seen_by_all(step.after)
        changes = step.motion is not None or isinstance(step.move, Reshuffle) or not step.before.round.number
        ends = following is None or shown.round.is_over or step.before.round.turn != step.after.round.turn
        if not changes and not _visible(step):
            continue
        if not ends and following is not None and rng.random() >= keep:
            continue
        before = simulate.seen_by_all(step.before)
        looks = rng.random() if turned_over + lifted and isinstance(step.move, Place) else 1.0
        if looks < turned_over + lifted:
            interval = step_s / views_a_step
            for _ in range(round(rng.uniform(0.2, _LONGEST_LOOK_S) / interval)):
                view = view_of(rng, before, time, noise)
                views.append(_handled(rng, view, step, noise, lifted=looks >= turned_over))
                time += interval
        for i in range(views_a_step):
            moving = i < views_a_step // 3 and step.before.round.number > 0
            view = view_of(rng, before if moving else shown, time + i * step_s / views_a_step, noise)
            views.append(_under_hand(view, step) if moving else view)
        time += step_s
    return Trace(header, tuple(views), tuple(events), look_alikes)


def _under_hand(view: TableView, step: simulate.Step) -> TableView:
    """The view while a hand lays the step's card: what it covers is unseen."""
    motion = step.motion
    if motion is None:
        return view
    if motion.target is simulate.Spot.DISCARD:
        return replace(view, discard=UNSEEN)
    seats = [list(seat) for seat in view.seats]
    if motion.target_slot is not None:
        seats[motion.seat][motion.target_slot - 1] = UNSEEN
    return replace(view, seats=tuple(tuple(seat) for seat in seats))


def _handled(
    rng: random.Random, view: TableView, step: simulate.Step, noise: Noise, lifted: bool
) -> TableView:
    """The view while the card of the slot about to be laid on lies there face up, or was lifted from it."""
    assert isinstance(step.move, Place)
    seat, slot = step.move.seat, step.move.slot
    own = step.before.round.layouts[seat].slot(slot).card
    seats = [list(slots) for slots in view.seats]
    seats[seat][slot - 1] = EMPTY if lifted else reading(rng, own, noise)
    return replace(view, seats=tuple(tuple(slots) for slots in seats))


def _visible(step: simulate.Step) -> bool:
    before, after = step.before.round, step.after.round
    return before.discard_top != after.discard_top or before.layouts != after.layouts


def _pairs(steps: Iterator[simulate.Step]) -> Iterator[tuple[simulate.Step, simulate.Step | None]]:
    last = None
    for step in steps:
        if last is not None:
            yield last, step
        last = step
    if last is not None:
        yield last, None
