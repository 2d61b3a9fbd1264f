"""What the cards nobody has seen may bring: by rank, for each player's next card, for the place of a wild.

Every card nobody has seen is equally likely to lie at every place nobody has looked at, as play never
depends on a face-down card (R7). After a shuffle of the discard pile (R13) the stock is known card by card,
though not its order; `stock_cards` finds it from what was told. The figures help players, so they are off
unless wished.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from companion.cards import Card
from companion.events import Discarded, Drew, Event, Placed, Reshuffled, RoundStarted, TookWild
from companion.position import known_cards
from companion.rules import home_slot
from companion.table import GameState, Layout, Side


def unseen(state: GameState) -> Counter[Card]:
    """The cards of the decks (R2, H2, H9) that nobody has seen in this round; they lie in the stock, face
    down, or unread.

    A card seen more often than the decks hold it counts as seen, never as fewer than none.
    """
    rest = Counter(state.rules.deck(len(state.seats)))
    rest.subtract(known_cards(state))
    return +rest


def stock_cards(told: Iterable[Event]) -> Counter[Card] | None:
    """The cards of a stock that was shuffled from the discard pile in the round told last (R13).

    None where the pile was never shuffled, or where what was told does not add up: `unseen` is all there is.
    """
    pile: list[Card] = []
    stock: Counter[Card] | None = None
    drawn = False
    for event in told:
        match event:
            case RoundStarted():
                pile, stock, drawn = [], None, False
            case Drew(source="discard"):
                drawn = False
                if pile:
                    pile.pop()
            case Drew():
                drawn = True
            case Reshuffled():
                stock, pile = Counter(pile[:-1]), pile[-1:]
            case Placed() | TookWild() | Discarded():
                if drawn and stock is not None:
                    if not stock[event.card]:
                        return None
                    stock[event.card] -= 1
                drawn = False
                if isinstance(event, Discarded):
                    pile.append(event.card)
    return stock if stock is None or all(card.is_known for card in stock) else None


@dataclass(frozen=True, slots=True)
class Chance:
    """What the next stock card is to one player, if it were theirs.

    Attributes:
        placed: chance that it may go on a face-down slot (R9, R10).
        swapped: chance that it is the natural of a slot where a wild lies (R11).
    """

    placed: Fraction
    swapped: Fraction

    @property
    def played(self) -> Fraction:
        """Chance that the turn does not end with this card (R12)."""
        return self.placed + self.swapped


@dataclass(frozen=True, slots=True)
class WildPlace:
    """A face-down slot a wild may go on, and the chance that its natural card is still to come."""

    slot: int
    natural: Fraction


class Odds:
    """The figures of one table.

    Args:
        state: the table as all players know it.
        told: what was told of the round, oldest first; it tells a shuffled stock apart. Without it all unseen
            cards are taken to be mixed.
    """

    def __init__(self, state: GameState, told: Sequence[Event] = ()) -> None:
        self._state = state
        self.unseen = unseen(state)
        self._stock = self._known_stock(told)

    def _known_stock(self, told: Sequence[Event]) -> Counter[Card] | None:
        now = self._state.round
        if not now.stock:
            # Whoever wants a card shuffles the pile first; its top stays (R13).
            cards = now.discard[:-1]
            return Counter(cards) if all(card.is_known for card in cards) else None
        cards_told = stock_cards(told)
        # A card taken and still in hand has left the stock, but nobody knows which it was.
        if cards_told is None or cards_told.total() != now.stock or cards_told - self.unseen:
            return None
        return cards_told

    @property
    def next_cards(self) -> Counter[Card]:
        """The cards of which the next stock card is one, all equally likely; empty: none is left to take."""
        if self._stock is not None:
            return self._stock
        return self.unseen if self._state.round.stock else Counter()

    def next_stock_card(self, seat: int) -> Chance | None:
        """What the next stock card is to this seat; None where no card is left to take (R13)."""
        cards = self.next_cards
        if not cards.total():
            return None
        layout = self._state.round.layouts[seat]
        placed = sum(count for card, count in cards.items() if self._fits(card, layout))
        swapped = sum(count for card, count in cards.items() if self._swaps(card, layout))
        return Chance(Fraction(placed, cards.total()), Fraction(swapped, cards.total()))

    def wild_places(self, seat: int) -> tuple[WildPlace, ...]:
        """The slots a wild may go on (R10), best first: where the natural card is least likely to come.

        A natural still comes to a player from the stock or from under an own face-down slot; under another
        player's slots it does not count. Slots alike come in the order of their numbers.
        """
        layout = self._state.round.layouts[seat]
        places = [WildPlace(slot, self._natural_comes(layout, slot)) for slot in layout.face_down()]
        return tuple(sorted(places, key=lambda place: place.natural))

    def _natural_comes(self, layout: Layout, slot: int) -> Fraction:
        down = [layout.slot(number).card for number in layout.face_down()]
        if any(home_slot(card) == slot for card in down):
            return Fraction(1)
        draws = sum(not card.is_known for card in down)
        cards = self.unseen
        if self._stock is not None:
            if any(count and home_slot(card) == slot for card, count in self._stock.items()):
                return Fraction(1)
            # An empty stock is shuffled from cards that lie open; the face-down ones are still to be seen.
            cards = cards - self._stock if self._state.round.stock else cards
        else:
            draws += self._state.round.stock
        naturals = sum(count for card, count in cards.items() if home_slot(card) == slot)
        return _at_least_one(naturals, cards.total(), draws)

    def _fits(self, card: Card, layout: Layout) -> bool:
        down = layout.face_down()
        return bool(down) if self._state.rules.is_wild(card) else home_slot(card) in down

    def _swaps(self, card: Card, layout: Layout) -> bool:
        home = home_slot(card)
        if home is None or not layout.has(home) or layout.is_complete:
            return False
        slot = layout.slot(home)
        return slot.side is Side.UP and self._state.rules.is_wild(slot.card)


def _at_least_one(wanted: int, cards: int, draws: int) -> Fraction:
    """Chance of a wanted card among so many drawn without putting back (hypergeometric)."""
    draws = min(draws, cards)
    if not cards:
        return Fraction(0)
    return 1 - Fraction(comb(cards - wanted, draws), comb(cards, draws))
