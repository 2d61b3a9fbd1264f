"""What may have happened to the slots: cards laid, wilds moved, cards turned down, readings put right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.cards import UNKNOWN, Card
from companion.evidence import CHEAP, Run
from companion.moves import CorrectSlot, MoveWild, Place, TakeWild, TurnDown
from companion.observation import Sight
from companion.opening import Opening
from companion.puzzle import Change, Node, with_hand
from companion.rules import home_slot
from companion.table import Side, Stage, face_up


def lands(opening: Opening) -> Iterator[Node]:
    seat, hand = opening.now.turn, opening.now.hand
    mine = opening.of(seat)
    yield from _over_its_own(opening, mine)
    skip = () if hand is None or hand.is_known else _in_any_order(opening, mine)
    for i in mine:
        if i in skip:
            continue
        for card, cost in opening.candidates(i, hand):
            yield from land(opening, i, card, cost)
        if hand is not None and hand.is_known:
            loose = replace(opening.node, start=with_hand(opening.state, UNKNOWN), mishandled=True)
            mistaken = Opening(opening.puzzle, opening.prior, loose)
            for card, cost in mistaken.candidates(i, UNKNOWN):
                if card != hand and cost < opening.prior.misfit:
                    yield from land(mistaken, i, card, cost + opening.prior.mishandled)


def _over_its_own(opening: Opening, mine: Sequence[int]) -> Iterator[Node]:
    """A natural laid on a slot whose own card, a wild, was turned over in place and taken before (R9)."""
    for i in mine if opening.puzzle.looks_in_place else ():
        first = opening.puzzle.changes[i]
        own = first.run.best
        k = opening.puzzle.next_on_slot(i)
        if k is None or not isinstance(own, Card):
            continue
        for card, cost in opening.candidates(k, opening.now.hand):
            if (
                home_slot(card) == first.slot
                and opening.now.layouts[first.seat].slot(first.slot).side is Side.DOWN
            ):
                node = opening.attempt(Place(first.seat, card, first.slot), cost, changes=(i, k), hand=own)
                if node is not None:
                    yield node


def _in_any_order(opening: Opening, mine: Sequence[int]) -> Sequence[int]:
    """Of the cards laid by one player in any order all but the one seen first: it is taken to have
    come first.
    """
    layout, puzzle = opening.now.layouts[opening.now.turn], opening.puzzle
    alike = [
        i for i in mine if layout.slot(puzzle.changes[i].slot).side is Side.DOWN and i in puzzle.from_hand
    ]
    first = min(alike, key=lambda i: (puzzle.changes[i].latest, puzzle.changes[i].slot), default=None)
    return [i for i in alike if i != first]


def land(opening: Opening, i: int, card: Card, cost: float) -> Iterator[Node]:
    change = opening.puzzle.changes[i]
    target = opening.now.layouts[change.seat].slot(change.slot)
    swaps = target.is_up and home_slot(card) == change.slot and not _holds_natural(opening, target.card)
    move = TakeWild if swaps else Place
    if card.is_known and opening.now.hand == UNKNOWN and card in opening.now.discard[-1:]:
        cost += opening.prior.coincidence
    if swaps and opening.puzzle.looks_in_place and opening.just_laid(change.seat, change.slot):
        # The natural would have lain under the wild.
        cost += opening.prior.coincidence
    if target.is_up and card.rank is target.card.rank and change.old is not None and change.old.is_doubtful:
        cost += opening.prior.same_rank
    node = opening.attempt(move(change.seat, card, change.slot), cost, change=i)
    if node is not None:
        yield node


def _misread(run: Run, card: Card, other: Card) -> float:
    """The cost of a card having been another one when its slot was read."""
    same = card.rank is other.rank and run.best == card and run.is_doubtful
    return run.cost_of_suit(other) if same else run.cost(other)


def _holds_natural(opening: Opening, card: Card) -> bool:
    return card.is_known and not opening.state.rules.is_wild(card)


def handless(opening: Opening) -> Iterator[Node]:
    for i in opening.open:
        change = opening.puzzle.changes[i]
        if change.optional:
            yield opening.step(None, 0.2, changes=(i,))
        slot = opening.now.layouts[change.seat].slot(change.slot)
        if slot.is_up:
            yield from _turned_over(opening, i, change, slot.card)
            yield from _of_face_up(opening, i, change, slot.card)
        elif slot.side is Side.DOWN:
            if (cost := change.run.cost(Sight.BACK)) < CHEAP:
                yield opening.step(None, cost, changes=(i,))
            yield from _moved_wild(opening, i, change)
            yield from _late(opening, i, change)


def _turned_over(opening: Opening, i: int, change: Change, own: Card) -> Iterator[Node]:
    """The card told to be laid there was the slot's own, turned over in place: it is in hand now (R9, R10).

    A wild is told only after longer than cards are looked at here: what follows it took it back (R11).
    """
    now = opening.now
    if not change.in_place or change.seat != now.turn or now.stage is Stage.TAKE:
        return
    took = opening.state.rules.is_wild(own) and not now.is_over
    for card, cost in opening.candidates(i, UNKNOWN):
        if card.is_known and card != own and opening.is_lawful(i, card) and not (took and home_slot(card)):
            move = CorrectSlot(change.seat, change.slot, face_up(card))
            mark = ("placed", change.seat, change.slot, card.rank)
            cost += opening.prior.turned_over + opening.prior.move
            yield opening.step(move, cost, changes=(i,), mark=mark, late=True, hand=own)


def _of_face_up(opening: Opening, i: int, change: Change, card: Card) -> Iterator[Node]:
    prior = opening.prior
    if change.run.best is Sight.BACK:
        if (node := opening.attempt(TurnDown(change.seat, change.slot), change=i, cards=(card,))) is not None:
            yield node
        return
    if (cost := change.run.cost(card)) < CHEAP:
        yield opening.step(None, cost, changes=(i,))
    for other, cost in opening.candidates(i, UNKNOWN):
        swap = opening.state.rules.is_wild(card) and home_slot(other) == change.slot
        if other == card or swap or not other.is_known or not opening.is_lawful(i, other):
            continue
        old = 0.0 if change.fleeting or change.old is None else _misread(change.old, card, other)
        move = CorrectSlot(change.seat, change.slot, face_up(other))
        yield opening.step(move, cost + old + prior.reread, changes=(i,), mark=("reread", i, other.rank))


def _moved_wild(opening: Opening, i: int, change: Change) -> Iterator[Node]:
    """A wild on a slot that was face down, and gone from another slot of the same seat (R18)."""
    layout = opening.now.layouts[change.seat]
    if not isinstance(change.run.best, Card):
        return
    for j in opening.wilds:
        source = opening.puzzle.changes[j]
        if j == i or source.seat != change.seat:
            continue
        wild = layout.slot(source.slot)
        cost = change.run.cost(wild.card)
        if cost < opening.prior.misfit:
            emptied = not isinstance(source.run.best, Card)
            done = (i, j) if emptied else (i,)
            move = MoveWild(change.seat, source.slot, change.slot)
            node = opening.attempt(move, cost, changes=done, cards=(wild.card,))
            if node is not None:
                yield node


def _late(opening: Opening, i: int, change: Change) -> Iterator[Node]:
    """A card laid under a hand before its turn ended, seen only afterwards."""
    ended = opening.puzzle.ended[change.seat] if opening.puzzle.ended else float("-inf")
    if change.earliest >= ended or (change.seat == opening.now.turn and opening.now.stage is Stage.PLAY):
        return
    for card, cost in opening.candidates(i, UNKNOWN):
        if opening.is_lawful(i, card):
            move = CorrectSlot(change.seat, change.slot, face_up(card))
            mark = ("placed", change.seat, change.slot, card.rank)
            yield opening.step(move, cost + opening.prior.late, changes=(i,), mark=mark, late=True)
