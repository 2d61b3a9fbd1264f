"""Every fault a table shows by itself, however it came about."""

from __future__ import annotations

from collections import Counter

from companion.cards import Card
from companion.irregularities import Irregularity, Kind
from companion.rules import home_slot
from companion.table import GameState


def known_cards(state: GameState) -> Counter[Card]:
    """How often each card is known to be in layouts, hand and discard pile."""
    now = state.round
    cards = [slot.card for layout in now.layouts for slot in layout.slots]
    cards += now.discard
    if now.hand is not None:
        cards.append(now.hand)
    return Counter(card for card in cards if card.is_known)


def status(state: GameState) -> tuple[Irregularity, ...]:
    """The table's faults: wrong sizes (R5, R15), wrong cards on slots (R9), cards seen too often (H9)."""
    now, rules = state.round, state.rules
    faults: list[Irregularity] = []
    for seat, layout in enumerate(now.layouts):
        if layout.slots and len(layout) != state.seats[seat].size:
            faults.append(Irregularity(Kind.WRONG_DEAL, seat, (), "R15" if now.number > 1 else "R5"))
        for number, slot in enumerate(layout.slots, 1):
            card = slot.card
            if slot.is_up and card.is_known and not rules.is_wild(card) and home_slot(card) != number:
                faults.append(Irregularity(Kind.WRONG_SLOT, seat, (card,), "R9"))
    copies = Counter(rules.deck(len(state.seats)))
    for card, count in known_cards(state).items():
        if count > copies[card]:
            faults.append(Irregularity(Kind.IMPOSSIBLE_COPY, None, (card,) * count, "H9"))
    return tuple(faults)
