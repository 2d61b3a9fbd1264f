"""What may have happened at the piles: cards taken, cards discarded, turns that left nothing to see."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.cards import UNKNOWN, Card
from companion.evidence import CHEAP, Content
from companion.irregularities import Kind
from companion.moves import (
    CorrectDiscard,
    CorrectTurn,
    Discard,
    Place,
    Reshuffle,
    TakeDiscard,
    TakeStock,
    TakeWild,
)
from companion.observation import Sight
from companion.opening import Opening
from companion.puzzle import Node
from companion.rules import home_slot
from companion.table import Stage


def takes(opening: Opening, seat: int) -> Iterator[Node]:
    if opening.puzzle.shuffled is not None and not opening.node.shuffled:
        yield opening.step(Reshuffle(), 0.0, shuffled=True)
    elif not opening.now.stock and len(opening.now.discard) > 1 and not opening.node.shuffled:
        yield opening.step(Reshuffle(), opening.prior.other_reshuffle, shuffled=True)
    if (stock := opening.attempt(TakeStock(seat))) is not None:
        yield stock
    wanted = opening.of(seat)
    pile = opening.now.discard
    if pile:
        below: Content = pile[-2] if len(pile) > 1 else Sight.EMPTY
        fits = any(opening.card_cost(i, pile[-1]) < CHEAP for i in wanted)
        mark = ("from discard", seat)
        useless = 0.0 if _is_useful(opening, seat, pile[-1]) else opening.prior.useless_take
        for top, cost in _matches(opening, below):
            cost += useless - opening.prior.coincidence * opening.puzzle.again[top]
            if (node := opening.attempt(TakeDiscard(seat), cost, top=top, mark=mark)) is not None:
                yield node
        if (fits or not wanted) and (
            node := opening.attempt(TakeDiscard(seat), useless, mark=mark, covered=True)
        ) is not None:
            yield node
    for depth, card in enumerate(reversed(pile)):
        if depth and card.is_known and any(opening.card_cost(i, card) < opening.prior.misfit for i in wanted):
            node = opening.attempt(TakeDiscard(seat, depth), mark=("deeper", seat))
            if node is not None:
                yield node


def _is_useful(opening: Opening, seat: int, card: Card) -> bool:
    """Whether a player could lay this card on the layout, as far as known."""
    rules, layout = opening.state.rules, opening.now.layouts[seat]
    home = home_slot(card)
    if home is None:
        return not card.is_known or rules.is_wild(card)
    return layout.has(home) and (not layout.slot(home).is_up or rules.is_wild(layout.slot(home).card))


def discards(opening: Opening) -> Iterator[Node]:
    seat, hand = opening.now.turn, opening.now.hand or UNKNOWN
    accused = (
        opening.took_unseen() and opening.node.steps is not None and opening.node.steps[1].irregularities
    )
    for top in range(opening.node.top + 1, len(opening.puzzle.tops)):
        run = opening.puzzle.tops[top]
        skipped = opening.skipping(top)
        if skipped > 2 * CHEAP:
            continue
        if accused and not opening.puzzle.only_reached(seat, top):
            # Who laid a card on the pile is not to be seen: without more nobody is accused of it.
            continue
        if opening.puzzle.reached_over(seat, top):
            skipped += opening.prior.reached_over[len(opening.puzzle.reached[top]) == 1]
        cards = [hand] if hand.is_known else [card for card, _ in run.candidates]
        for card in cards:
            cost = run.cost(card) if card.is_known else run.cost_of_unknown
            if card.is_known and not hand.is_known and card in opening.now.discard[-1:]:
                cost += opening.prior.look_alike
            if opening.state.rules.is_wild(card) and not (
                opening.now.is_over or seat in opening.now.completed
            ):
                cost += opening.prior.wild_discard
            if (
                cost < 2 * CHEAP
                and (node := opening.attempt(Discard(seat, card), cost + skipped, top=top)) is not None
            ):
                yield node
    if not accused:
        yield from _unseen_discards(opening, seat, hand)


def _unseen_discards(opening: Opening, seat: int, hand: Card) -> Iterator[Node]:
    """Discards that no view shows: covered at once, under a hand now, or the same card as the top."""
    prior, puzzle = opening.prior, opening.puzzle
    shown = opening.shown
    ways: list[tuple[Discard, float, float | None]] = [
        (Discard(seat, hand), prior.unseen(puzzle.blind_s), puzzle.covered_from)
    ]
    if hand.is_known and _just_took(opening):
        ways = [(Discard(seat, hand), prior.put_back, None)]
    elif shown.is_known and not hand.is_known and opening.may_be_another(shown):
        cost = prior.look_alike + _hurry(opening, _had_time(opening)) + _by_hand(opening, seat)
        ways.append((Discard(seat, shown), cost, puzzle.covered_from))
    if puzzle.hidden_since is not None:
        ways.append((Discard(seat, hand), prior.hidden_discard, puzzle.hidden_since))
    for move, cost, since in ways:
        node = opening.attempt(move, cost, covered=True, since=since)
        if node is not None:
            yield node


def _had_time(opening: Opening) -> bool:
    """Whether a card may have been laid on the pile unseen: a turn of which cards were seen to be laid needs no pause
    for it, only a hand over the pile.
    """
    puzzle, steps = opening.puzzle, opening.node.steps
    laid = steps is None or isinstance(steps[1].move, (Place, TakeWild))
    return puzzle.paused or (laid and puzzle.may_cover)


def not_taken(opening: Opening) -> Iterator[Node]:
    """The pile's top, thought to have come to light under a card taken, was laid down: the same card
    again.
    """
    hand, pile = opening.now.hand, opening.now.discard
    if not (opening.puzzle.just_took and opening.node.steps is None and hand is not None and pile):
        return
    before = replace(opening.now, discard=(*pile, hand), hand=UNKNOWN)
    node = replace(opening.node, start=replace(opening.state, round=before))
    move = Discard(opening.now.turn, pile[-1])
    discarded = Opening(opening.puzzle, opening.prior, node).attempt(move, opening.prior.coincidence)
    if discarded is not None:
        yield discarded


def _just_took(opening: Opening) -> bool:
    return opening.node.steps is not None and isinstance(opening.node.steps[1].move, TakeDiscard)


def _matches(opening: Opening, content: Content) -> list[tuple[int, float]]:
    """Later runs of the discard pile that may show this content, with their costs."""
    found = []
    for top in range(opening.node.top + 1, len(opening.puzzle.tops)):
        cost = opening.top_cost(top, content)
        run = opening.puzzle.tops[top]
        other_suit = isinstance(content, Card) and isinstance(run.best, Card) and run.best.rank is content.rank
        if other_suit and run.best != content:
            if opening.puzzle.laid_later[top]:
                cost += opening.prior.coincidence
            else:
                cost = min(cost, opening.prior.misread_suit)
        cost += opening.skipping(top)
        if cost < CHEAP:
            found.append((top, cost))
    return found


def missed_turn(opening: Opening) -> Iterator[Node]:
    """The player on turn, or one before, has had a turn that left nothing to see."""
    if opening.now.stage is not Stage.TAKE or not (
        opening.open or opening.node.top + 1 < len(opening.puzzle.tops)
    ):
        return
    prior, missed = opening.prior, opening.now.turn
    one_deck = opening.state.rules.deck_count(len(opening.state.seats)) == 1
    cost = prior.put_back if one_deck else prior.missed_turn
    cost += _no_time(opening) + _by_hand(opening, missed)
    if opening.node.steps is None and missed in opening.puzzle.laid_by:
        # The last discard may have been this player's, who was not on turn.
        cost = min(cost, prior.irregular[Kind.OUT_OF_TURN])
    yield opening.step(CorrectTurn(opening.state.left_of(missed)), cost, mark=("missed turn", missed))


def _no_time(opening: Opening) -> float:
    """The cost of a turn unseen when there was no time for it: it may have been one of those before."""
    puzzle, prior = opening.puzzle, opening.prior
    if puzzle.paused:
        return 0.0
    return prior.earlier_turn if puzzle.paused_lately else prior.hurried


def _by_hand(opening: Opening, seat: int) -> float:
    """What the hands seen over the pile say about a turn of this seat that left nothing else to see."""
    hands = opening.puzzle.hands
    if not hands:
        return 0.0
    return -opening.prior.own_hand if seat in hands else opening.prior.own_hand


def _hurry(opening: Opening, paused: bool) -> float:
    return 0.0 if paused else opening.prior.hurried


def upcard(opening: Opening) -> Iterator[Node]:
    """A card turned up on the pile before anybody played (R6 knows none)."""
    if opening.now.turns or opening.now.discard or opening.now.stage is not Stage.TAKE:
        return
    for top in range(opening.node.top + 1, len(opening.puzzle.tops)):
        for card, cost in opening.puzzle.tops[top].candidates:
            if card.is_known:
                cost += opening.prior.upcard + opening.skipping(top)
                yield opening.step(CorrectDiscard(card), cost, top=top, mark=("upcard",))
