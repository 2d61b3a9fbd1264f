"""Dealing, gathering and reshuffling; and which cards the stock and the discard pile hold."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from companion.cards import Card
from companion.moves import Deal
from vision.tabletop.actors import Carried, Hand, place_after, rest
from vision.tabletop.gestures import BACK_UP, FACE_UP, HOVER, Gestures
from vision.tabletop.props import THICKNESS, Lain, Packs

Known = tuple[Card, int]
"""A card and the pack it comes from."""


class Dealer:
    """Acts what is done to all the cards.

    Args:
        gestures: moves the hands.
        packs: tells which pack a card comes from.

    Attributes:
        discards: how many cards the discard pile holds; the card at height i lies under ("discard", i).
    """

    def __init__(self, gestures: Gestures, packs: Packs) -> None:
        self._do, self._packs = gestures, packs
        self._stock: list[Known] = []
        self.discards = 0

    def deal(self, move: Deal, stock: Sequence[Card], quick: bool) -> Iterator[float]:
        """Gather what lies on the table and deal; `quick` lets the deal lie there at once.

        `stock` is the stock afterwards, top card last.
        """
        do = self._do
        self._packs.shuffle()
        if do.props.lying_keys():
            yield from self._gather(move.dealer)
        self.discards = 0
        self._stock = [(card, self._packs.pick(card)) for card in stock]
        order = [
            (("slot", seat, number), (card, self._packs.pick(card)))
            for number in range(1, max(move.sizes) + 1)
            for seat in do.clockwise_from(move.starter)
            for card in move.cards[seat][number - 1 : number]
        ]
        if not quick:
            yield from self._deal_out(move, order)
            return
        for (_, seat, number), (card, pack) in order:
            place = do.slot(seat, number, move.sizes)
            do.props.lay(("slot", seat, number), Lain(card, pack, False, place))
        self._show_stock()

    def draw(self, hand: Hand) -> Iterator[float]:
        """Take the top card of the stock in hand."""
        do, place = self._do, self._do.stage.stock
        yield from do.reach(hand, place, do.props.stock_height)
        yield from do.wait(0.05, 0.15)
        card, pack = self._stock.pop()
        hand.carried = Carried(card, pack, rest(place.angle, BACK_UP))
        self._show_stock()

    def close_pile(self, depth: int) -> None:
        """A card so far below the top of the discard pile has been taken: those above it sink by one."""
        for index in range(self.discards - depth, self.discards):
            self._do.props.lay(("discard", index - 1), self._do.props.take(("discard", index)))
        self.discards -= 1

    def reshuffle(self, hand: Hand, other: Hand, stock: Sequence[Card]) -> Iterator[float]:
        """Take the discard pile from under its top card, shuffle it, and put it down as the stock."""
        do, pile = self._do, self._do.stage.discard
        person = next(p for p in do.people if hand in (p.right, p.left))
        yield from do.pick_up(other, ("discard", self.discards - 1))
        do.hold_at(other, do.beside(person, pile, -90.0, 60.0), HOVER)
        yield from do.reach(hand, pile, THICKNESS * self.discards)
        taken = [do.props.take(("discard", index)) for index in range(self.discards - 1)]
        hand.carried = Carried(taken[-1].card, taken[-1].pack, rest(pile.angle, FACE_UP), count=len(taken))
        do.send_home(hand)
        yield from do.lay_down(other, ("discard", 0), place_after(pile, 0, 0, do.rng.gauss(0, 6)))
        self.discards = 1
        do.send_home(other)
        yield from do.wait(1.5, 3.0)
        cards = [(lain.card, lain.pack) for lain in taken]
        self._stock = []
        for card in stock:
            known = next(known for known in cards if known[0] == card)
            cards.remove(known)
            self._stock.append(known)
        hand.carried.posture = rest(do.stage.stock.angle, BACK_UP)
        yield from do.reach(hand, do.stage.stock, THICKNESS * len(stock))
        hand.carried = None
        self._show_stock()
        do.send_home(hand)

    def _deal_out(self, move: Deal, order: Sequence[tuple[tuple[str, int, int], Known]]) -> Iterator[float]:
        """The dealer's hand lets one card after another slide to its place."""
        do, start = self._do, self._do.stage.stock
        packs = [pack for _, (_, pack) in order] + [self._stock[-1][1] if self._stock else 0]
        do.props.set_stock(len(self._stock) + len(order), start, packs[0])
        hand = do.people[move.dealer].right
        yield from do.reach(hand, start, do.props.stock_height + 4)
        for index, (key, (card, pack)) in enumerate(order):
            place = do.slot(key[1], key[2], move.sizes)
            do.props.set_stock(len(self._stock) + len(order) - index - 1, start, packs[index + 1])
            height = do.props.stock_height + 3
            do.slide(Lain(card, pack, False, start, height), place, 0.1, key, 0.6)
            beat = do.rng.uniform(0.10, 0.16) * do.pace
            swing = (start.x + (place.x - start.x) * 0.18, start.y + (place.y - start.y) * 0.18)
            hand.go(do.now, hand.pads_for(swing), height + 6, beat * 0.5)
            yield from do.let_pass(beat * 0.55)
            hand.go(do.now, hand.pads_for(start.at), height + 4, beat * 0.4)
            yield from do.let_pass(beat * 0.45)
        self._show_stock()
        do.send_home(hand)
        yield from do.let_pass(0.8 * do.pace)

    def _gather(self, dealer: int) -> Iterator[float]:
        """Everyone sweeps the own cards together, and the dealer takes them all to shuffle."""
        do, heap = self._do, self._do.stage.stock
        do.props.set_stock(0, heap, 0)
        count = 0
        for seat in do.clockwise_from(dealer):
            keys = self._keys("slot", seat) + (self._keys("discard") if seat == dealer else [])
            hand = do.people[seat].right
            for key in reversed(keys):
                lain = do.props.lying(key)
                assert lain is not None
                yield from do.sweep_to(hand, lain.place)
                do.props.take(key)
                count += 1
                spot = place_after(heap, do.rng.gauss(0, 6), do.rng.gauss(0, 6), do.rng.gauss(0, 15))
                do.slide(lain, spot, 1 + THICKNESS * count, ("heap", count), 0.7)
            do.send_home(hand)
        yield from do.let_pass(0.8 * do.pace)
        do.land(do.now)
        hand = do.people[dealer].right
        yield from do.reach(hand, heap, 6)
        taken = [do.props.take(key) for key in self._keys("heap")]
        hand.carried = Carried(taken[-1].card, taken[-1].pack, rest(heap.angle, BACK_UP), count=len(taken))
        do.send_home(hand)
        yield from do.wait(1.5, 3.0)  # shuffling goes on out of the picture
        hand.carried = None

    def _keys(self, *start: Hashable) -> list[Hashable]:
        """Keys of the lying cards that begin so, lowest first."""
        return [
            key
            for key in self._do.props.lying_keys()
            if isinstance(key, tuple) and key[: len(start)] == start
        ]

    def _show_stock(self) -> None:
        pack = self._stock[-1][1] if self._stock else 0
        self._do.props.set_stock(len(self._stock), self._do.stage.stock, pack)
