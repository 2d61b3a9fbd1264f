"""Following one deal: which places changed, when to look at them, and what the looks say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.observation import UNSEEN, Sight, SlotView
from vision.detector import Detection
from vision.eyes import Eyes, Glimpse
from vision.frames import Image
from vision.layout import Place, TableLayout
from vision.metric import CARD_HEIGHT_MM, CARD_WIDTH_MM, Array, Poses, TablePlane, card_corners, poses_on
from vision.motion import Gate, Mask, MotionGate, Regions
from vision.quads import Quad, area
from vision.steady import Belief, Look
from vision.tracking import TrackingConfig

_NOTHING = 0.6  # the reader's probability of "no card" that is believed
_MIDDLE = 220.0  # mm from the stock within which the discard pile comes
_SEVERAL = 4  # cards that must agree on a drift
_CARD_AREA = CARD_WIDTH_MM * CARD_HEIGHT_MM


@dataclass(frozen=True, slots=True, eq=False)
class Cards:
    """Cards found in one frame, on the table plane.

    Attributes:
        quads: outlines in pixels, sides 0–1 short.
        poses: centres (n, 2) in mm and angles (n,).
        size: (n,) length against that of a card lying on the table; above 1 it is held up.
        face_up: (n,) the detector's probability that a face shows.
        confidence: (n,) that there is a card.
    """

    quads: list[Quad]
    poses: Poses
    size: Array
    face_up: Array
    confidence: Array

    def __len__(self) -> int:
        return len(self.quads)

    def at(self, i: int) -> Place:
        x, y = self.poses.centres[i]
        return Place(float(x), float(y), float(self.poses.angles[i]))


def cards_on(plane: TablePlane, quads: Sequence[Quad], detections: Sequence[Detection]) -> Cards:
    """Lay outlines on the plane and turn them so that a short side comes first."""
    outlines = np.asarray(quads, np.float64).reshape(-1, 4, 2)
    poses = poses_on(plane, outlines)
    mm = plane.mm(outlines)
    x, y = mm[..., 0], mm[..., 1]
    areas = 0.5 * np.abs((x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1))
    sides = np.linalg.norm(np.roll(mm, -1, axis=1) - mm, axis=2)
    long_first = sides[:, 0] + sides[:, 2] > sides[:, 1] + sides[:, 3]
    turned = [np.roll(q, -1, axis=0) if long else q for q, long in zip(outlines, long_first, strict=True)]
    return Cards(
        [quad.astype(np.float32) for quad in turned],
        poses,
        np.sqrt(areas / _CARD_AREA),
        np.array([detection.face_up_probability for detection in detections]),
        np.array([detection.confidence for detection in detections]),
    )


class Follower:
    """Tracks the places of one layout from frame to frame.

    Attributes:
        layout: the places; the discard pile is added when its first card is seen.
        slots: beliefs of each seat's slots.
        stock, discard: beliefs of the piles.
        drift: how far the cards found last lay off where they were, as a share of a card's size.
        strays: how many backs lay beside all places in the last look.
    """

    def __init__(self, layout: TableLayout, gate: MotionGate, eyes: Eyes, config: TrackingConfig) -> None:
        self.layout = layout
        self._gate, self._eyes, self._config = gate, eyes, config
        self.slots = [[Belief(slot, config) for slot in seat.slots] for seat in layout.seats]
        self.stock = Belief(layout.stock, config) if layout.stock else None
        self.discard = Belief(layout.discard, config) if layout.discard else None
        x, y = np.mean([seat.centre for seat in layout.seats], axis=0).tolist()
        self._middle = Belief(layout.stock or Place(x, y, 0.0), config)
        self.drift = 0.0
        self.strays = 0
        self.last_find = -np.inf
        self.found = 0
        self._plane = layout.plane
        self._regions: tuple[Regions, Regions] | None = None
        self._order: list[Belief] = []
        self._kept: Mask = np.zeros(gate.size[::-1], np.uint8)

    # ── places ──

    @property
    def beliefs(self) -> list[Belief]:
        """All places: slots, stock, discard pile."""
        piles = [pile for pile in (self.stock, self.discard) if pile is not None]
        return [belief for seat in self.slots for belief in seat] + piles

    @property
    def plane(self) -> TablePlane:
        """The table plane in the latest frame."""
        return self._plane

    def _reach(self, belief: Belief) -> float:
        pile = belief is self.stock or belief is self.discard
        return self._config.pile_reach if pile else self._config.slot_reach

    def _region(self, belief: Belief, margin: float) -> Mask:
        place = belief.card or belief.place
        return self._gate.pixels_in(self.layout.quad(place, margin))

    def _measured(self) -> tuple[Regions, Regions]:
        """Regions in which motion and change count, in the order of `_order`."""
        if self._regions is None:
            self._order = self.beliefs
            near = [self._region(belief, self._config.surroundings / 2) for belief in self._order]
            inside = [self._region(belief, 2.0) for belief in self._order]
            if self.discard is None or self.discard.view.sight is not Sight.FACE:
                self._order = [*self._order, self._middle]
                middle = self._middle_mask()
                near.append(middle)
                inside.append(middle)
            self._regions = Regions(near), Regions(inside)
            self._kept = np.bitwise_or.reduce(inside)
        return self._regions

    def _middle_mask(self) -> Mask:
        """The free room around the stock, where the discard pile will come."""
        around = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        disc = self._middle.place.centre + _MIDDLE * np.stack([np.cos(around), np.sin(around)], axis=1)
        mask = self._gate.pixels_in(self.layout.plane.pixels(disc))
        for belief in self.beliefs:
            mask &= 1 - self._region(belief, 4.0)
        return mask

    def known_cards(self) -> Poses:
        """Where cards lie as far as is known, mm."""
        known = [b.card or b.place for b in self.beliefs if b.view.sight is not Sight.EMPTY]
        centres = np.array([place.centre for place in known]).reshape(-1, 2)
        return Poses(centres, np.array([place.angle for place in known]))

    def moved_to(self, plane: TablePlane) -> None:
        """The camera was knocked: go on with the same places on a new plane, and look at all anew."""
        self.layout = self.layout.on(plane)
        self._plane = plane
        self._regions = None
        self.drift = 0.0
        for belief in (*self.beliefs, self._middle):
            belief.doubt()

    # ── the motion gate ──

    def glance(self, time: float, gate: Gate) -> float:
        """Take in a look of the motion gate; returns the share of places that differ from their reference."""
        self._plane = self.layout.plane.moved(
            np.array([[1.0, 0, gate.shift[0]], [0, 1.0, gate.shift[1]], [0, 0, 1.0]])
        )
        near, inside = self._measured()
        self._gate.forget(self._kept, round(self._config.scenery_s / self._config.gate_s))
        moving = near.shares(gate.moving) > self._config.moving_share
        changed = inside.shares(gate.changed) > self._config.changed_share
        for belief, moves, differs in zip(self._order, moving, changed, strict=True):
            belief.glance(time, bool(moves), bool(differs))
        return float(changed.mean()) if len(changed) else 0.0

    def due(self, time: float) -> list[Belief]:
        """The places the networks should look at now."""
        self._measured()
        return [belief for belief in self._order if belief.wants_look(time)]

    # ── looks ──

    def look(self, image: Image, time: float, gate: Gate, due: Sequence[Belief]) -> None:
        """Let the networks look at the places in `due`."""
        detections = [d for d in self._eyes.find(image) if d.confidence >= self._config.least_confidence]
        self.last_find, self.found = time, len(detections)
        cards = cards_on(self._plane, [d.quad for d in detections], detections)
        cards = self._sharpened(image, cards, detections, due)
        on_table = self._masks(cards)
        taken = self._matched(cards)
        self._note_drift(cards, taken)
        self._compare(cards, taken, due)
        clear: list[tuple[Belief, int]] = []
        for belief in due:
            if belief is self._middle:
                continue
            mine = next((i for i, other in taken.items() if other is belief), -1)
            if self._is_clear(belief, mine, on_table, gate):
                clear.append((belief, mine))
            else:
                belief.look(Look(time, Sight.UNSEEN))
        pile = None
        if self._middle in due:
            pile = self._new_pile(cards, taken, on_table, gate)
            clear += [pile] if pile is not None else []
        quads = [cards.quads[mine] if mine >= 0 else self._bare(belief) for belief, mine in clear]
        glimpses = self._eyes.read(image, quads) if quads else []
        for (belief, mine), glimpse in zip(clear, glimpses, strict=True):
            self._conclude(belief, time, cards, mine, glimpse)
        if pile is not None and pile[0].view.sight is Sight.FACE:
            self.discard = pile[0]
            self.layout = replace(self.layout, discard=pile[0].place)
        elif self._middle in due:
            self._look_at_middle(time, gate)
        for belief, _ in clear:
            if not belief.covered:
                ring = self._region(belief, self._config.surroundings)
                self._gate.accept(np.flatnonzero(ring & (1 - gate.moving)))
        self._regions = None

    def _sharpened(
        self, image: Image, cards: Cards, detections: Sequence[Detection], due: Sequence[Belief]
    ) -> Cards:
        """Exact outlines for the cards near the places in question."""
        if not len(cards):
            return cards
        spots = np.array([belief.place.centre for belief in due]).reshape(-1, 2)
        reach = np.array([_MIDDLE if belief is self._middle else self._reach(belief) + 25 for belief in due])
        distance = np.linalg.norm(cards.poses.centres[:, None] - spots[None], axis=2)
        near = np.flatnonzero((distance < reach).any(axis=1))
        quads: list[Quad] = [detection.quad for detection in detections]
        for i, quad in zip(near, self._eyes.refine(image, [quads[i] for i in near]), strict=True):
            quads[i] = quad
        return cards_on(self._plane, quads, detections)

    def _masks(self, cards: Cards) -> list[Mask | None]:
        """Where each card lies in the gate's picture; None for cards held up."""
        corners = (
            card_corners(cards.poses.centres, cards.poses.angles, 3.0) if len(cards) else np.zeros((0, 4, 2))
        )
        quads = self.layout.plane.pixels(corners) if len(cards) else corners
        held = cards.size > self._config.held_size
        return [None if up else self._gate.pixels_in(quad) for quad, up in zip(quads, held, strict=True)]

    def _matched(self, cards: Cards) -> dict[int, Belief]:
        """Which card lies on which place: pairs of nearest first, each card and each place once."""
        pairs = []
        for belief in self.beliefs:
            offset = np.linalg.norm(cards.poses.centres - belief.place.centre, axis=1)
            turned = np.abs((cards.poses.angles - belief.place.angle + np.pi / 2) % np.pi - np.pi / 2)
            reach = self._reach(belief)
            pile = belief is self.stock or belief is self.discard
            good = (offset < reach) & (cards.size < self._config.held_size)
            if not pile:
                good &= turned < np.radians(self._config.slot_turn)
            # of several cards of a pile the whole one is the surest
            rank = offset / reach + (1 - cards.confidence) * (2.0 if pile else 0.5)
            pairs += [(float(rank[i]), int(i), belief) for i in np.flatnonzero(good)]
        taken: dict[int, Belief] = {}
        for _, i, belief in sorted(pairs, key=lambda pair: pair[0]):
            if i not in taken and belief not in taken.values():
                taken[i] = belief
        return taken

    def _note_drift(self, cards: Cards, taken: dict[int, Belief]) -> None:
        # face-down cards stay where they lie
        settled = [(i, b.card) for i, b in taken.items() if b.card and b.seen.sight is Sight.BACK]
        if len(settled) >= _SEVERAL:
            there = self._plane.pixels(np.array([card.centre for _, card in settled]))
            here = np.array([cards.quads[i].mean(axis=0) for i, _ in settled])
            size = np.mean([np.sqrt(area(cards.quads[i])) for i, _ in settled])
            self.drift = float(np.abs(np.median(here - there, axis=0)).max() / size)
        on_table = cards.size < self._config.held_size
        self.strays = sum(
            1 for i in range(len(cards)) if i not in taken and on_table[i] and cards.face_up[i] < 0.5
        )

    def _compare(self, cards: Cards, taken: dict[int, Belief], due: Sequence[Belief]) -> None:
        """Doubt what is believed of places nobody asked about where the detector sees otherwise."""
        for i, belief in taken.items():
            if belief in due or belief.covered:
                continue
            side = Sight.FACE if cards.face_up[i] > 0.5 else Sight.BACK
            sure = abs(float(cards.face_up[i]) - 0.5) > 0.3 and cards.confidence[i] > 0.5
            if sure and belief.view.sight is not side:
                belief.doubt()

    def _is_clear(self, belief: Belief, mine: int, on_table: list[Mask | None], gate: Gate) -> bool:
        """Whether nothing crosses the surroundings of a place: an arm that reaches over it would."""
        ring = self._region(belief, self._config.surroundings) & (1 - self._region(belief, 3.0))
        for mask in on_table:
            if mask is not None:
                ring &= 1 - mask
        pixels = np.flatnonzero(ring)
        if len(pixels) == 0:
            return True
        if gate.moving.reshape(-1)[pixels].mean() > self._config.moving_share:
            return False
        return bool(gate.changed.reshape(-1)[pixels].mean() < self._config.crossed_share)

    def _bare(self, belief: Belief) -> Quad:
        """The outline a card would have on a place where none was found."""
        place = belief.card or belief.place
        return np.roll(self._plane.pixels(place.corners()), 1, axis=0).astype(np.float32)

    def _conclude(self, belief: Belief, time: float, cards: Cards, card: int, glimpse: Glimpse) -> None:
        if card < 0:
            bare = glimpse.nothing > _NOTHING
            belief.look(Look(time, Sight.EMPTY if bare else Sight.UNSEEN))
            return
        if glimpse.nothing > _NOTHING:
            belief.look(Look(time, Sight.UNSEEN))
            return
        # Detector and reader judge the side from different views: a product of their odds.
        up = float(np.clip(cards.face_up[card], 0.02, 0.98))
        back = glimpse.back * (1 - up) / max(glimpse.back * (1 - up) + (1 - glimpse.back) * up, 1e-9)
        if back > 0.5:
            belief.look(Look(time, Sight.BACK, (), back, cards.at(card)))
        else:
            belief.look(Look(time, Sight.FACE, glimpse.reading, 1 - back, cards.at(card)))

    def _new_pile(
        self, cards: Cards, taken: dict[int, Belief], on_table: list[Mask | None], gate: Gate
    ) -> tuple[Belief, int] | None:
        """A face that lies in the middle and belongs to no place is the beginning of the discard pile."""
        centre = self._middle.place.centre
        for i in np.argsort(-cards.confidence):
            mask = on_table[i]
            near = np.linalg.norm(cards.poses.centres[i] - centre) < _MIDDLE
            if i in taken or mask is None or cards.face_up[i] < 0.5 or not near:
                continue
            pile = Belief(cards.at(int(i)), self._config)
            if self._is_clear(pile, int(i), on_table, gate):
                return pile, int(i)
        return None

    def _look_at_middle(self, time: float, gate: Gate) -> None:
        """Nothing new lies in the middle: remember how it looks, unless a hand moves there."""
        middle = self._middle_mask() > 0
        if gate.moving[middle].mean() > self._config.moving_share:
            self._middle.look(Look(time, Sight.UNSEEN))
        else:
            self._middle.look(Look(time, Sight.BACK))
            self._gate.accept(np.flatnonzero(middle))

    # ── what is known ──

    def piles(self) -> tuple[SlotView, bool | None]:
        """The discard pile's top, and whether there is a stock."""
        stock = self.stock.seen if self.stock is not None else UNSEEN
        discard = self.discard.seen if self.discard is not None else self._no_discard()
        if stock.sight is Sight.EMPTY and discard.sight is Sight.BACK:
            # a family that turns the pile over where it lies: the two have changed places
            self.stock, self.discard = self.discard, self.stock
            self._regions = None
            stock, discard = discard, stock
        there = {Sight.BACK: True, Sight.FACE: True, Sight.EMPTY: False}.get(stock.sight)
        return (UNSEEN if discard.sight is Sight.BACK else discard), there

    def _no_discard(self) -> SlotView:
        return UNSEEN if self._middle.covered else SlotView(Sight.EMPTY)


def gone(beliefs: Sequence[Belief]) -> float:
    """Share of places that show no card."""
    absent = [belief.seen.sight in (Sight.EMPTY, Sight.UNSEEN) for belief in beliefs]
    return float(np.mean(absent)) if absent else 0.0
