"""Following one deal: which places changed, when to look at them, and what the looks say."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.observation import UNSEEN, Sight, SlotView
from vision.areas import Area, Areas, Measure, area_of, share
from vision.detector import Detection
from vision.eyes import Eyes
from vision.frames import Image
from vision.layout import Place, TableLayout
from vision.lying import NO_CARD, Cards, cards_on, top_of_pile
from vision.metric import Poses, TablePlane
from vision.motion import Gate, Mask, MotionGate
from vision.quads import Quad, area
from vision.question import Question
from vision.steady import Belief, Look
from vision.tracking import TrackingConfig

_MIDDLE = 220.0  # mm from the stock within which the discard pile comes
_BEYOND = 30.0  # mm a discard pile may lie farther out than a player's cards
_APART = 50.0  # mm from the discard pile to a player's cards
_RIM = 1.0  # pixels of the picture's edge an outline may not touch
_SEVERAL = 4  # cards that must agree on a drift
_FORGET_EVERY = 10  # glances


class Follower:
    """Tracks the places of one layout from frame to frame.

    Attributes:
        layout: the places; the discard pile is added when its first card is seen.
        slots: beliefs of each seat's slots.
        stock, discard: beliefs of the piles.
        drift: how far the cards found last lay off where they were, as a share of a card's size.
        strays: how many backs lay beside all places in the last look.
        astray: for how many looks most cards have lain beside most places: they are not where they are looked for.
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
        self.strays = self.astray = 0
        self.last_find = -np.inf
        self.found = 0
        self._plane = layout.plane
        self._areas = Areas(gate, layout.plane, config.surroundings)
        self._free: Area | None = None
        self._measures: tuple[Measure, Measure, Measure] | None = None
        self._order: list[Belief] = []
        self._kept = self._areas.mask([])
        self._least_change = np.zeros(0)
        self._glances = 0

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

    @property
    def _no_pile(self) -> bool:
        return self.discard is None or self.discard.view.sight is not Sight.FACE

    def _reach(self, belief: Belief) -> float:
        pile = belief is self.stock or belief is self.discard
        return self._config.pile_reach if pile else self._config.slot_reach

    def _area(self, belief: Belief) -> Area:
        if belief is self._middle:
            if self._free is None:
                self._free = self._areas.disc(
                    belief.place, _MIDDLE, [b.card or b.place for b in self.beliefs]
                )
            return self._free
        return self._areas.of(belief.card or belief.place)

    def _measured(self) -> tuple[Measure, Measure, Measure]:
        """Where motion of a card, motion around it and change count, in the order of `_order`."""
        if self._measures is None:
            self._order = [*self.beliefs, self._middle] if self._no_pile else self.beliefs
            areas = [self._area(belief) for belief in self._order]
            kinds = [a.core for a in areas], [a.around for a in areas], [a.inside for a in areas]
            self._measures = Measure(kinds[0]), Measure(kinds[1]), Measure(kinds[2])
            self._kept = self._areas.mask([self._area(belief).inside for belief in self.beliefs])
            self._least_change = np.full(len(areas), self._config.changed_share)
            if self._no_pile and len(areas) > 1:
                # in the middle a card is a small part of the whole
                card = np.median([len(area.inside) for area in areas[:-1]])
                self._least_change[-1] = 0.2 * card / max(1, len(areas[-1].inside))
        return self._measures

    def known_cards(self) -> Poses:
        """Where cards lie as far as is known, mm."""
        known = [b.card or b.place for b in self.beliefs if b.view.sight is not Sight.EMPTY]
        centres = np.array([place.centre for place in known]).reshape(-1, 2)
        return Poses(centres, np.array([place.angle for place in known]))

    def moved_to(self, plane: TablePlane) -> None:
        """The camera was knocked: go on with the same places on a new plane, and look at all anew."""
        self.layout = self.layout.on(plane)
        self._plane = plane
        self._areas = Areas(self._gate, plane, self._config.surroundings)
        self._measures, self._free = None, None
        self.drift, self.astray = 0.0, 0
        for belief in (*self.beliefs, self._middle):
            belief.doubt()

    # ── the motion gate ──

    def glance(self, time: float, gate: Gate) -> float:
        """Take in a look of the motion gate; returns the share of places that differ from their reference."""
        self._plane = self.layout.plane.moved(
            np.array([[1.0, 0, gate.shift[0]], [0, 1.0, gate.shift[1]], [0, 0, 1.0]])
        )
        core, around, inside = self._measured()
        self._glances += 1
        if self._glances % _FORGET_EVERY == 0:
            self._gate.forget(self._kept, round(self._config.scenery_s / self._config.gate_s))
        moving = core.shares(gate.moving) > self._config.moving_share
        stirred = around.shares(gate.moving) > self._config.moving_share
        changed = inside.shares(gate.changed) > self._least_change
        for belief, moves, stirs, differs in zip(self._order, moving, stirred, changed, strict=True):
            belief.glance(time, bool(moves), bool(differs), bool(stirs))
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
        lying = self._areas.mask([self._areas.of(cards.at(int(i))).edged for i in self._on_table(cards)])
        taken = self._matched(cards)
        self._note_drift(cards, taken)
        self._note_astray(cards, taken)
        self._compare(cards, taken, due)
        solid = gate.solid_motion, gate.solid_change
        asked: list[Question] = []
        for belief in due:
            if belief is self._middle:
                continue
            mine = next((i for i, other in taken.items() if other is belief), NO_CARD)
            crossed = belief.is_stirred(time) or not self._is_clear(self._area(belief), lying, solid)
            if not crossed or cards.is_plain(mine, self._config):
                asked.append(Question(belief, cards, mine, crossed))
            else:
                belief.look(Look(time, Sight.UNSEEN))
        pile = None
        if self._no_pile:
            pile = self._new_pile(cards, taken, lying, solid)
            asked += [pile] if pile is not None else []
        asked = self._overlooked(image, asked)
        quads = [self._bare(q.belief) if q.card == NO_CARD else q.cards.quads[q.card] for q in asked]
        glimpses = self._eyes.read(image, quads) if quads else []
        for question, glimpse in zip(asked, glimpses, strict=True):
            belief, before = question.belief, self._area(question.belief)
            arm = area_of(self._gate.unsure, before.ring) > self._config.finger_mm2 * before.pixels_per_mm2
            belief.look(question.answer(time, glimpse, arm))
            if not belief.covered:
                after = self._area(belief)
                # what crosses the surroundings must not become a part of the table
                seen = after.inside if question.crossed else np.union1d(before.edged, after.edged)
                self._gate.accept(seen[gate.moving.reshape(-1)[seen] == 0])
        if self.discard is not None and self.discard in due and self.discard.seen.sight is Sight.EMPTY:
            self._middle.doubt()
        if pile is not None and pile.belief.view.sight is Sight.FACE:
            self.discard = pile.belief
            self.layout = replace(self.layout, discard=pile.belief.place)
        elif self._middle in due:
            self._look_at_middle(time, gate)
        self._measures, self._free = None, None

    def _on_table(self, cards: Cards) -> NDArray[np.intp]:
        """Whole cards that lie on the table."""
        config = self._config
        largest = np.full(len(cards), config.held_size)
        for pile in (self.stock, self.discard):
            if pile is not None:
                off = np.linalg.norm(cards.poses.centres - pile.place.centre, axis=1)
                largest[off < config.pile_reach] = config.pile_size
        return np.flatnonzero((cards.size >= config.part_size) & (cards.size <= largest))

    def _sharpened(
        self, image: Image, cards: Cards, detections: Sequence[Detection], due: Sequence[Belief]
    ) -> Cards:
        """Exact outlines for the cards near the places in question."""
        if not len(cards):
            return cards
        asked = [*due, self._middle] if self._no_pile else due
        spots = np.array([belief.place.centre for belief in asked]).reshape(-1, 2)
        reach = np.array(
            [_MIDDLE if belief is self._middle else self._reach(belief) + 25 for belief in asked]
        )
        distance = np.linalg.norm(cards.poses.centres[:, None] - spots[None], axis=2)
        face_up = cards.face_up > 0.5
        close = distance < reach
        if self._no_pile:
            close[:, -1] &= face_up
        near = np.flatnonzero(close.any(axis=1))
        quads: list[Quad] = [detection.quad for detection in detections]
        errors = {}
        for i, outline in zip(near.tolist(), self._eyes.refine(image, [quads[i] for i in near]), strict=True):
            quads[i], errors[i] = outline.quad, outline.error
        cards = cards_on(self._plane, quads, detections, errors)
        pile = self._middle if self._no_pile or self.discard is None else self.discard
        radius = _MIDDLE if pile is self._middle else self._config.pile_reach
        off = np.linalg.norm(cards.poses.centres - pile.place.centre, axis=1)
        wide = face_up & (off < radius) & (cards.size > self._config.pile_size)
        spread = np.flatnonzero(wide) if pile in due else np.zeros(0, np.intp)
        for i in spread.tolist():
            if (top := top_of_pile(self._eyes, image, self._plane, cards.at(i), self._config)) is not None:
                quads[i], errors[i] = top.quad, top.error
        return cards_on(self._plane, quads, detections, errors) if len(spread) else cards

    def _overlooked(self, image: Image, asked: list[Question]) -> list[Question]:
        """Look for the edges of cards where the detector found none: it may not know such cards."""
        lost = [question for question in asked if question.card == NO_CARD]
        if not lost:
            return asked
        outlines = self._eyes.refine(image, [self._bare(question.belief) for question in lost])
        unknown = [Detection(outline.quad, False, 0.5, 0.5) for outline in outlines]
        errors = {i: outline.error for i, outline in enumerate(outlines)}
        cards = cards_on(self._plane, [outline.quad for outline in outlines], unknown, errors)
        found = [question for question in asked if question.card != NO_CARD]
        for i, question in enumerate(lost):
            place, belief = cards.at(i), question.belief
            near = math.dist(place.centre, (belief.card or belief.place).centre) < self._config.slot_reach
            straight = np.cos(2 * (place.angle - belief.place.angle)) > np.cos(
                2 * np.radians(self._config.slot_turn)
            )
            there = near and straight and cards.is_outlined(i, self._config)
            found.append(replace(question, cards=cards, card=i, overlooked=True) if there else question)
        return found

    def _matched(self, cards: Cards) -> dict[int, Belief]:
        """Which card lies on which place: pairs of nearest first, each card and each place once."""
        pairs = []
        whole = np.isin(np.arange(len(cards)), self._on_table(cards))
        # of a card that reaches beyond the picture nobody sees whether it lies there or is held
        inside = np.array([self._is_inside(quad) for quad in cards.quads], dtype=bool)
        for belief in self.beliefs:
            offset = np.linalg.norm(cards.poses.centres - belief.place.centre, axis=1)
            turned = np.abs((cards.poses.angles - belief.place.angle + np.pi / 2) % np.pi - np.pi / 2)
            reach = self._reach(belief)
            pile = belief is self.stock or belief is self.discard
            good = (
                whole
                & (offset < reach)
                & (inside | ~self._is_inside(self._plane.pixels(belief.place.corners())))
            )
            if not pile:
                straight = turned < np.radians(self._config.slot_turn)
                good &= (straight | (offset < self._config.across_reach)) & (
                    cards.size < self._config.slot_size
                )
                offset = offset + np.where(straight, 0.0, self._config.across_reach)
            # of several cards of a pile the whole one is the surest
            rank = offset / reach + (1 - cards.confidence) * (2.0 if pile else 0.5)
            pairs += [(float(rank[i]), int(i), belief) for i in np.flatnonzero(good)]
        taken: dict[int, Belief] = {}
        for _, i, belief in sorted(pairs, key=lambda pair: pair[0]):
            if i not in taken and belief not in taken.values():
                taken[i] = belief
        return taken

    def _is_inside(self, quad: NDArray[np.floating]) -> bool:
        """Whether all of an outline is in the picture."""
        size = np.array(self._gate.size) / self._gate.scale
        return bool((quad > _RIM).all() and (quad < size - 1 - _RIM).all())

    def _note_drift(self, cards: Cards, taken: dict[int, Belief]) -> None:
        # face-down cards stay where they lie
        settled = [(i, b.card) for i, b in taken.items() if b.card and b.seen.sight is Sight.BACK]
        if len(settled) >= _SEVERAL:
            there = self._plane.pixels(np.array([card.centre for _, card in settled]))
            here = np.array([cards.quads[i].mean(axis=0) for i, _ in settled])
            size = np.mean([np.sqrt(area(cards.quads[i])) for i, _ in settled])
            self.drift = float(np.abs(np.median(here - there, axis=0)).max() / size)
        self.strays = sum(i not in taken and self._is_stray(cards, i) for i in range(len(cards)))

    def _note_astray(self, cards: Cards, taken: dict[int, Belief]) -> None:
        sure = cards.confidence >= self._config.stray_confidence
        known = sum(belief.view.sight is not Sight.EMPTY for belief in self.beliefs)
        matched = sum(bool(sure[i]) for i in taken)
        lost = sure.sum() >= _SEVERAL and 2 * matched < sure.sum() and 2 * matched < known
        self.astray = self.astray + 1 if lost else 0

    def _is_stray(self, cards: Cards, i: int) -> bool:
        """Whether a card is surely a back that lies beside all places, not one held over a layout."""
        if cards.face_up[i] > 0.5 or cards.confidence[i] < self._config.stray_confidence:
            return False
        return all(math.dist(cards.poses.centres[i], belief.place.centre) > _APART for belief in self.beliefs)

    def _compare(self, cards: Cards, taken: dict[int, Belief], due: Sequence[Belief]) -> None:
        """Doubt what is believed of places nobody asked about where the detector sees otherwise."""
        for i, belief in taken.items():
            if belief in due or belief.covered:
                continue
            side = Sight.FACE if cards.face_up[i] > 0.5 else Sight.BACK
            sure = abs(float(cards.face_up[i]) - 0.5) > 0.3 and cards.confidence[i] > 0.5
            if sure and belief.view.sight is not side:
                belief.doubt()

    def _is_clear(self, area: Area, lying: Mask, solid: tuple[Mask, Mask]) -> bool:
        """Whether nothing crosses the surroundings of a place: an arm that reaches over it would.

        The pixels of cards that lie on the table, `lying`, do not count: they may be new. `solid`: motion and change.
        """
        ring = area.ring
        ring = ring[lying.reshape(-1)[ring] == 0]
        config = self._config
        finger = min(config.finger_mm2 * area.pixels_per_mm2, max(2.0, config.crossed_share * len(ring)))
        return all(area_of(mask, ring) < finger for mask in solid)

    def _bare(self, belief: Belief) -> Quad:
        """The outline a card would have on a place where none was found."""
        place = belief.card or belief.place
        return np.roll(self._plane.pixels(place.corners()), 1, axis=0).astype(np.float32)

    def _new_pile(
        self, cards: Cards, taken: dict[int, Belief], lying: Mask, solid: tuple[Mask, Mask]
    ) -> Question | None:
        """A face that lies in the middle and belongs to no place is the beginning of the discard pile."""
        for i in self._on_table(cards):
            place = cards.at(int(i))
            new = cards.face_up[i] > 0.5 and int(i) not in taken and self._is_in_middle(place)
            if new and self._is_clear(self._areas.of(place), lying, solid):
                return Question(Belief(place, self._config), cards, int(i))
        return None

    def _is_in_middle(self, place: Place) -> bool:
        """Near the stock, and neither above a player's cards nor before him, where he looks at the card he took."""
        if np.linalg.norm(place.centre - self._middle.place.centre) > _MIDDLE:
            return False
        for seat in self.layout.seats:
            if min(math.dist(place.centre, slot.centre) for slot in seat.slots) < _APART:
                return False
            outermost = max(float(slot.centre @ seat.outward) for slot in seat.slots)
            if place.centre @ seat.outward > outermost + _BEYOND:
                return False
        return True

    def _look_at_middle(self, time: float, gate: Gate) -> None:
        """No new pile is seen in the middle: what is there is in the way, until it is known as a part of the table."""
        free = self._area(self._middle).inside
        bare = share(gate.changed, free) <= self._least_change[-1]
        self._middle.look(Look(time, Sight.BACK if bare else Sight.UNSEEN))

    # ── what is known ──

    def piles(self) -> tuple[SlotView, bool | None]:
        """The discard pile's top, and whether there is a stock."""
        stock = self.stock.seen if self.stock is not None else UNSEEN
        discard = self.discard.seen if self.discard is not None else self._no_discard()
        if stock.sight is Sight.EMPTY and discard.sight is Sight.BACK:
            # a family that turns the pile over where it lies: the two have changed places
            self.stock, self.discard = self.discard, self.stock
            self._measures = None
            stock, discard = discard, stock
        there = {Sight.BACK: True, Sight.FACE: True, Sight.EMPTY: False}.get(stock.sight)
        return (UNSEEN if discard.sight is Sight.BACK else discard), there

    def _no_discard(self) -> SlotView:
        return UNSEEN if self._middle.covered else SlotView(Sight.EMPTY)


def gone(beliefs: Sequence[Belief]) -> float:
    """Share of places that show no card."""
    absent = [belief.seen.sight in (Sight.EMPTY, Sight.UNSEEN) for belief in beliefs]
    return float(np.mean(absent)) if absent else 0.0
