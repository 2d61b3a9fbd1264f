"""A game by touch: the card that came to hand, tapped, and what is usually done with it. No Kivy here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.cards import Card
from companion.engine import force
from companion.moves import Deal, Discard, Move, Place, Reshuffle, TakeDiscard, TakeStock, TakeWild, VoidRound
from companion.observation import Sight, TableView
from companion.position import known_cards
from companion.rounds import next_dealer, next_sizes, next_starter
from companion.rules import home_slot
from companion.table import GameState, Side, Stage


def deal(state: GameState) -> tuple[Move, ...]:
    """The next round is dealt as the rules have it (R4, R15, H7)."""
    return (Deal(next_dealer(state), next_starter(state), next_sizes(state)),)


def tapped(state: GameState, card: Card, *, to_pile: bool = False) -> tuple[Move, ...] | None:
    """The usual play of the card that came to hand: from the stock, or from under the card laid before.

    Args:
        state: the table.
        card: what was tapped.
        to_pile: it is thrown away although it might go on a slot.

    None where the card is wild and may go on several slots: `laid_on` asks for one.
    """
    taken, state = _taken(state, card)
    if state.round.stage is not Stage.PLAY:
        return taken
    seat, layout = state.round.turn, state.round.layout
    if to_pile:
        return (*taken, Discard(seat, card))
    if state.rules.is_wild(card):
        free = layout.face_down()
        if len(free) > 1:
            return None
        return (*taken, Place(seat, card, free[0]) if free else Discard(seat, card))
    home = home_slot(card)
    if home is None or not layout.has(home):
        return (*taken, Discard(seat, card))
    slot = layout.slot(home)
    if slot.side is not Side.UP:
        return (*taken, Place(seat, card, home))
    if state.rules.is_wild(slot.card):
        return (*taken, TakeWild(seat, card, home))
    return (*taken, Discard(seat, card))


def laid_on(state: GameState, card: Card, slot: int) -> tuple[Move, ...]:
    """The card that came to hand goes on this slot of the player on turn."""
    taken, state = _taken(state, card)
    if state.round.stage is not Stage.PLAY:
        return taken
    return (*taken, Place(state.round.turn, card, slot))


def taken_from_pile(state: GameState) -> tuple[Move, ...]:
    """The top of the discard pile is taken (R8), and goes where it usually goes; a wild stays in hand."""
    now = state.round
    if now.stage is not Stage.TAKE or now.discard_top is None:
        return ()
    take = TakeDiscard(now.turn)
    then = tapped(force(state, take), now.discard_top) if now.discard_top.is_known else None
    return (take, *(then or ()))


def _taken(state: GameState, card: Card) -> tuple[tuple[Move, ...], GameState]:
    """What it took to have the card in hand. Without a card to take the round is void (R13)."""
    now = state.round
    if now.stage is not Stage.TAKE:
        return (), state
    moves: tuple[Move, ...] = (TakeStock(now.turn, card),)
    if not now.stock:
        moves = (Reshuffle(), *moves) if len(now.discard) > 1 else (VoidRound(),)
    for move in moves:
        state = force(state, move)
    return moves, state


def left(state: GameState) -> Counter[Card]:
    """Every card of the game with how many of it may still come to hand; 0 where all lie in sight.

    The discard pile's cards come back with a new stock (R13): one shuffled is not told apart here.
    """
    rest = Counter(state.rules.deck(len(state.seats)))
    rest.subtract(known_cards(state))
    return Counter({card: max(0, count) for card, count in rest.items()})


def candidates(
    state: GameState, seat: int, slot: int, table: TableView | None, most: int = 5
) -> Sequence[Card]:
    """What may really lie on a slot, likeliest first: what the camera reads there, then what belongs there.

    The card accepted there is left out: it is what is being put right.
    """
    accepted = state.round.layouts[seat].slot(slot).card
    found: list[Card] = []
    if table is not None and seat < len(table.seats) and slot <= len(table.seats[seat]):
        view = table.seats[seat][slot - 1]
        if view.sight is Sight.FACE:
            found += [card for card, _ in sorted(view.reading, key=lambda pair: -pair[1])]
    rest = left(state)
    likely = [card for card in rest if home_slot(card) == slot] + [c for c in rest if state.rules.is_wild(c)]
    found += sorted(likely, key=lambda card: not rest[card])
    unique = dict.fromkeys(card for card in found if card.is_known and card != accepted)
    return tuple(unique)[:most]


def pile_candidates(state: GameState, table: TableView | None, most: int = 5) -> Sequence[Card]:
    """What may really top the discard pile, likeliest first."""
    accepted = state.round.discard_top
    found: list[Card] = []
    if table is not None and table.discard.sight is Sight.FACE:
        found += [card for card, _ in sorted(table.discard.reading, key=lambda pair: -pair[1])]
    rest = left(state)
    found += sorted(
        (card for card in rest if state.rules.is_trash(card)), key=lambda card: (not rest[card], str(card))
    )
    unique = dict.fromkeys(card for card in found if card.is_known and card != accepted)
    return tuple(unique)[:most]
