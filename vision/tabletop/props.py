"""The cards of a filmed game: which lie where, how they look, how many the stock still holds."""

from __future__ import annotations

import math
import random
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from companion.cards import Card
from vision.tabletop.actors import place_after
from vision.tabletop.patch import Sprite
from vision.tabletop.scene import Pack
from vision.tabletop.stage import Place
from vision.tabletop.still import SHADOW_GROWTH, StillLife, Thing, card_shadow, turned_corners

THICKNESS = 0.3
"""Millimetres of one card."""
_STOCK_LAYER = 4
"""The stock is painted as layers of so many cards."""


@dataclass(frozen=True, slots=True)
class Lain:
    """A card on the table: what it is, from which pack, which side is up, where."""

    card: Card
    pack: int
    face_up: bool
    place: Place
    lift: float = 0.1


class Wardrobe:
    """The sprites of all cards, made when first needed."""

    def __init__(self, packs: Sequence[Pack]) -> None:
        self._packs = packs
        self._faces: dict[tuple[Card, int], Sprite] = {}
        self._backs: dict[int, Sprite] = {}
        self.shadow = card_shadow(1.6)
        self.high_shadow = card_shadow(7.0)

    def back(self, pack: int) -> Sprite:
        """The back of a pack's cards."""
        pack %= len(self._packs)
        if pack not in self._backs:
            self._backs[pack] = Sprite(self._packs[pack].back())
        return self._backs[pack]

    def face(self, card: Card, pack: int) -> Sprite:
        """The face of a card."""
        pack %= len(self._packs)
        if (card, pack) not in self._faces:
            self._faces[card, pack] = Sprite(self._packs[pack].face(card))
        return self._faces[card, pack]

    def upper_side(self, card: Card, pack: int, turn: float) -> Sprite:
        """What shows of a card turned by so many degrees about its long axis, 0 back up, 180 face up."""
        return self.back(pack) if math.cos(math.radians(turn)) >= 0 else self.face(card, pack)


@dataclass(slots=True)
class Packs:
    """Which pack each card of a round comes from: copies of one card belong to different packs."""

    count: int
    rng: random.Random
    _left: dict[Card, list[int]] = field(default_factory=dict)

    def shuffle(self) -> None:
        """A new round: all packs are complete again."""
        self._left.clear()

    def pick(self, card: Card) -> int:
        """The pack of the next copy of a card to appear."""
        left = self._left.setdefault(card, [])
        if not left:
            left.extend(range(self.count))
            self.rng.shuffle(left)
        return left.pop()


class Props:
    """Everything made of cards on the table, kept in step with its picture."""

    def __init__(self, still: StillLife, wardrobe: Wardrobe, rng: random.Random) -> None:
        self.still, self.wardrobe = still, wardrobe
        self._rng = rng
        self._lying: dict[Hashable, Lain] = {}
        self._stock_layers = 0
        self._jitter: list[tuple[float, float, float]] = []
        self.stock_height = 0.0

    def lay(self, key: Hashable, lain: Lain) -> None:
        """Put a card on the table."""
        self._lying[key] = lain
        place = lain.place
        turn = 180.0 if lain.face_up else 0.0
        sprite = self.wardrobe.upper_side(lain.card, lain.pack, turn)
        corners = turned_corners(place.at, place.angle, turn, lain.lift)
        # Worn cards are not quite flat.
        corners[:, 2] += [self._rng.uniform(0, 0.8) for _ in range(4)]
        shade = (place.x + 0.8, place.y + 1.2)
        below = turned_corners(shade, place.angle, 0.0, max(0.0, lain.lift - 0.1), SHADOW_GROWTH)
        self.still.lay(key, Thing(sprite, corners, (self.wardrobe.shadow, below)))

    def take(self, key: Hashable) -> Lain:
        """Take a card off the table; raises KeyError where none lies."""
        lain = self._lying.pop(key)
        self.still.remove(key)
        return lain

    def lying(self, key: Hashable) -> Lain | None:
        return self._lying.get(key)

    def lying_keys(self) -> list[Hashable]:
        """Keys of all lying cards, lowest first, the stock apart."""
        return list(self._lying)

    def set_stock(self, count: int, place: Place, pack: int) -> None:
        """Show a stock of `count` cards whose uppermost belongs to this pack."""
        layers = -(-count // _STOCK_LAYER)
        for layer in range(max(0, layers - 1), self._stock_layers):
            self.still.remove(("stock", layer))
        for layer in range(max(0, min(self._stock_layers, layers) - 1), layers):
            while len(self._jitter) <= layer:
                self._jitter.append(
                    (self._rng.gauss(0, 0.7), self._rng.gauss(0, 0.7), self._rng.gauss(0, 0.8))
                )
            at = place_after(place, *self._jitter[layer])
            lift = THICKNESS * min(count, (layer + 1) * _STOCK_LAYER)
            corners = turned_corners(at.at, at.angle, 0.0, lift)
            cast = turned_corners((at.x + 2, at.y + 3), at.angle, 0.0, 0.0, SHADOW_GROWTH)
            # One shadow for the whole stock: a layer's own would darken the paper edges below it.
            shadow = (self.wardrobe.shadow, cast) if layer == 0 else None
            self.still.lay(("stock", layer), Thing(self.wardrobe.back(pack), corners, shadow))
        self._stock_layers = layers
        self.stock_height = THICKNESS * count
