"""Following one deal: which places changed, when to look at them, and what the looks say."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.observation import UNSEEN, Sight, SlotView
from vision.areas import Area, Areas, Measure, area_of, is_clear, share
from vision.detector import Detection
from vision.eyes import Eyes
from vision.images import Image
from vision.layout import Place, TableLayout
from vision.lying import NO_CARD, Cards, cards_on
from vision.metric import Poses, TablePlane
from vision.motion import Gate, Mask, MotionGate
from vision.order import APART, Order
from vision.outlining import drawn_again, is_seen_near, outlined_closer, overlooked, seen_from_beside
from vision.pile import Beginning, top_of_pile, unnamed
from vision.quads import Quad
from vision.question import Question
from vision.steady import Belief, Look
from vision.tracking import TrackingConfig

_MIDDLE = 220.0  # mm from the stock within which the discard pile comes
_BEYOND = 30.0  # mm a discard pile may lie farther out than a player's cards
_RIM = 1.0  # pixels of the picture's edge an outline may not touch
_FORGET_EVERY = 10  # glances


class Follower:
    """Tracks the places of one layout from frame to frame.

    Attributes:
        layout: the places; the discard pile is added when its first card is seen.
        slots: beliefs of each seat's slots.
        stock, discard: beliefs of the piles.
        order: how well the cards found last agree with where they are known to lie.
    """

    def __init__(self, layout: TableLayout, gate: MotionGate, eyes: Eyes, config: TrackingConfig) -> None:
        self.layout = layout
        self._gate, self._eyes, self._config = gate, eyes, config
        self.slots = [[Belief(slot, config) for slot in seat.slots] for seat in layout.seats]
        self.stock = Belief(layout.stock, config) if layout.stock else None
        self.discard = Belief(layout.discard, config) if layout.discard else None
        x, y = np.mean([seat.centre for seat in layout.seats], axis=0).tolist()
        self._middle = Belief(layout.stock or Place(x, y, 0.0), config)
        self.order = Order(config)
        self.last_find = -np.inf
        self.found = 0
        self._plane = layout.plane
        self._areas = Areas(gate, layout.plane, config.surroundings)
        self._free: Area | None = None
        self._measures: tuple[Measure, Measure, Measure] | None = None
        self._order: list[Belief] = []
        self._held: list[int] = []
        self._kept = self._areas.mask([])
        self._least_change = np.zeros(0)
        self._glances = 0
        self._start = Beginning()
        self._put_off: list[int] = []
        self._lying = self._areas.mask([])
        self._last_seen: dict[int, tuple[Detection, float]] = {}

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
        self._measures, self._free, self._held = None, None, []
        self.order.restart()
        self._last_seen = {}
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
            self._gate.forget(self._kept, self._config.scenery_s)
        moving = core.shares(gate.moving) > self._config.moving_share
        stirred = around.shares(gate.moving) > self._config.moving_share
        changed = inside.shares(gate.changed) > self._least_change
        for belief, moves, stirs, differs in zip(self._order, moving, stirred, changed, strict=True):
            belief.glance(time, bool(moves), bool(differs), bool(stirs), gate.since)
        self._hold()
        return float(changed.mean()) if len(changed) else 0.0

    def _hold(self) -> None:
        """What lies covered keeps its reference: followed, what covers it would come to look like what it covers."""
        covered = [belief for belief in self._order if belief.covered and belief is not self._middle]
        numbers = [id(belief) for belief in covered]
        if numbers != self._held:
            self._held = numbers
            areas = [self._area(belief).inside for belief in covered]
            self._gate.hold(np.unique(np.concatenate(areas)) if areas else np.zeros(0, np.intp))

    def due(self, time: float) -> list[Belief]:
        """The places the networks should look at now."""
        self._measured()
        return [belief for belief in self._order if belief.wants_look(time)]

    def knows(self, due: Sequence[Belief]) -> bool:
        """Whether the cards in `due` were found and are only to be named once more, which costs little."""
        return bool(due) and not any(belief.covered or id(belief) not in self._last_seen for belief in due)

    # ── looks ──

    def look(self, image: Image, time: float, gate: Gate, due: Sequence[Belief]) -> None:
        """Let the networks look at the places in `due`."""
        shift = gate.shift.astype(np.float32)
        self._put_off = []
        again = self._known_already(due, shift)
        if again:  # nothing has moved there since: no need to search the picture
            cards = drawn_again(self._eyes, image, self._plane, again, self._config)
            taken = dict(enumerate(due))
        else:
            cards = self._found_anew(image, time, due)
            taken = self._matched(cards, time)
            self.order.note(cards, taken, self.beliefs, self._plane)
            self._compare(cards, taken, due)
            self._remember(cards, taken, shift)
        lying = self._lying
        solid = gate.solid_motion, gate.solid_change
        asked: list[Question] = []
        for belief in due:
            if belief is self._middle:
                continue
            mine = next((i for i, other in taken.items() if other is belief), NO_CARD)
            crossed = belief.is_stirred(time) or not is_clear(self._area(belief), lying, solid, self._config)
            if mine not in self._put_off and (not crossed or cards.is_plain(mine, self._config)):
                asked.append(Question(belief, cards, mine, crossed))
            else:
                belief.look(Look(time, Sight.UNSEEN))
        pile = None
        if self._no_pile and not again:
            pile = self._new_pile(image, cards, taken, lying, solid)
            asked += [pile] if pile is not None else []
        asked = overlooked(self._eyes, image, self._plane, asked, self._config)
        begun = pile.belief if pile is not None else None
        quads = [question.quad(self._plane) for question in asked]
        glimpses = self._eyes.read(image, quads) if quads else []
        for question, glimpse in zip(asked, glimpses, strict=True):
            belief, before = question.belief, self._area(question.belief)
            arm = area_of(self._gate.unsure, before.ring) > self._config.finger_mm2 * before.pixels_per_mm2
            belief.look(question.answer(time, glimpse, arm))
            if question.belief is begun and begun.view.sight is Sight.FACE and not self._start.is_sure(begun):
                begun = None
            elif not belief.covered:
                after = self._area(belief)
                # what crosses the surroundings must not become a part of the table
                seen = after.inside if question.crossed else np.union1d(before.edged, after.edged)
                self._gate.accept(seen[gate.moving.reshape(-1)[seen] == 0])
        if self.discard is not None and self.discard in due and self.discard.seen.sight is Sight.EMPTY:
            self._middle.doubt()
        if begun is not None and begun.view.sight is Sight.FACE:
            self.discard = begun
            self.layout = replace(self.layout, discard=begun.place)
        elif self._middle in due:
            self._look_at_middle(time, gate)
        self._measures, self._free = None, None

    def _found_anew(self, image: Image, time: float, due: Sequence[Belief]) -> Cards:
        """The cards of a picture, those near the places in `due` with exact outlines."""
        detections = [d for d in self._eyes.find(image) if d.confidence >= self._config.least_confidence]
        self.last_find, self.found = time, len(detections)
        cards = cards_on(self._plane, [d.quad for d in detections], detections)
        return self._sharpened(image, time, cards, detections, due)

    def _remember(self, cards: Cards, taken: dict[int, Belief], shift: NDArray[np.float32]) -> None:
        """Keep in mind what was found, the outlines as they lie without the camera's present shake."""
        on_table = [self._areas.of(cards.at(int(i))) for i in self._on_table(cards)]
        self._lying = self._areas.mask([area.edged for area in on_table])
        up, sure = cards.face_up.tolist(), cards.confidence.tolist()
        self._last_seen = {
            id(belief): (Detection(cards.quads[i] - shift, up[i] > 0.5, sure[i], up[i]), float(cards.error[i]))
            for i, belief in taken.items()
        }

    def _known_already(
        self, due: Sequence[Belief], shift: NDArray[np.float32]
    ) -> list[tuple[Detection, float]]:
        """The cards in `due`, with their outlines' errors, if all are known and only to be named once more; else none."""
        if not self.knows(due):
            return []
        seen = [self._last_seen[id(belief)] for belief in due]
        return [(replace(card, quad=card.quad + shift), error) for card, error in seen]

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
        self, image: Image, time: float, cards: Cards, detections: Sequence[Detection], due: Sequence[Belief]
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
        clearer = outlined_closer(self._eyes, image, self._plane, cards, near.tolist(), self._config)
        for i, outline in clearer.items():
            quads[i], errors[i] = outline.quad, outline.error
        cards = cards_on(self._plane, quads, detections, errors) if clearer else cards
        spread = self._spread(image, time, cards, due)
        self._put_off = spread if self.discard and self.discard.is_stirred(time, self._config.calm_s) else []
        for i in spread if not self._put_off else ():
            top = seen_from_beside(self._eyes, image, self._plane, cards.quads[i], self._config)
            top = top or top_of_pile(self._eyes, image, self._plane, cards.at(i), self._config)
            if top is not None:
                quads[i], errors[i] = top.quad, top.error
        return cards_on(self._plane, quads, detections, errors) if spread else cards

    def _spread(self, image: Image, time: float, cards: Cards, due: Sequence[Belief]) -> list[int]:
        """What may be several cards of the discard pile, found as one that cannot be named."""
        pile = self._middle if self._no_pile or self.discard is None else self.discard
        if pile not in due or (pile is not self._middle and pile.is_stirred(time)):
            return []
        off = np.linalg.norm(cards.poses.centres - pile.place.centre, axis=1)
        if pile is self._middle:
            near = (cards.face_up > 0.5) & (off < _MIDDLE) & (cards.size > self._config.pile_size)
        else:
            # a heap of faces may look like a back
            up = (cards.face_up > 0.5) | (off < self._config.pile_reach / 2)
            near = up & (off < self._config.pile_reach)
        return unnamed(self._eyes, image, cards, np.flatnonzero(near).tolist(), self._config)

    def _matched(self, cards: Cards, time: float) -> dict[int, Belief]:
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
                & (inside | (not self._is_inside(self._plane.pixels(belief.place.corners()))))
            )
            if not pile:
                straight = turned < np.radians(self._config.slot_turn)
                rests = belief.lay_still(time) >= self._config.resting_s
                largest = self._config.held_size if rests else self._config.slot_size * belief.scale
                good &= (straight | (offset < self._config.across_reach)) & (cards.size < largest)
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

    def _compare(self, cards: Cards, taken: dict[int, Belief], due: Sequence[Belief]) -> None:
        """Doubt what is believed of places nobody asked about where the detector sees otherwise."""
        for i, belief in taken.items():
            if belief in due or belief.covered:
                continue
            side = Sight.FACE if cards.face_up[i] > 0.5 else Sight.BACK
            sure = abs(float(cards.face_up[i]) - 0.5) > 0.3 and cards.confidence[i] > 0.5
            if sure and belief.view.sight is not side:
                belief.doubt()

    def _new_pile(
        self, image: Image, cards: Cards, taken: dict[int, Belief], lying: Mask, solid: tuple[Mask, Mask]
    ) -> Question | None:
        """A face that lies in the middle and belongs to no place is the beginning of the discard pile."""
        for i in self._on_table(cards):
            place = cards.at(int(i))
            new = cards.face_up[i] > 0.5 and int(i) not in taken and self._is_in_middle(place)
            clear = new and is_clear(self._areas.of(place), lying, solid, self._config)
            if clear and is_seen_near(self._eyes, image, cards.quads[i]):
                return Question(Belief(place, self._config), cards, int(i))
        return None

    def _is_in_middle(self, place: Place) -> bool:
        """Near the stock, and neither above a player's cards nor before him, where he looks at the card he took."""
        if np.linalg.norm(place.centre - self._middle.place.centre) > _MIDDLE:
            return False
        for seat in self.layout.seats:
            if min(math.dist(place.centre, slot.centre) for slot in seat.slots) < APART:
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
        nothing = UNSEEN if self._middle.covered else SlotView(Sight.EMPTY)
        discard = self.discard.seen if self.discard is not None else nothing
        if stock.sight is Sight.EMPTY and discard.sight is Sight.BACK:
            # a family that turns the pile over where it lies: the two have changed places
            self.stock, self.discard = self.discard, self.stock
            self._measures = None
            stock, discard = discard, stock
        there = {Sight.BACK: True, Sight.FACE: True, Sight.EMPTY: False}.get(stock.sight)
        return (UNSEEN if discard.sight is Sight.BACK else discard), there
