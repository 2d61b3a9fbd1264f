"""Eyes that know what is filmed, with the faults of real networks: for the tracking, without any network."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.cards import DECK_52, Card
from vision.corners import Outline
from vision.detector import Detection
from vision.eyes import Glimpse
from vision.frames import Frame
from vision.tabletop.film import Film
from vision.tabletop.lens import MARGIN
from vision.tabletop.still import turned_corners


@dataclass(frozen=True)
class Shown:
    """One card as it is in the picture: outline, which side, what it is, and how much of it can be seen."""

    quad: np.ndarray
    face_up: bool
    card: Card
    visible: float


class FilmEyes:
    """Sees the cards of a film as a good detector and reader would.

    `noise` is the corner error over a card's size, `missed` the chance to miss a card in a frame, `misread` that a
    reading names a wrong rank.
    """

    def __init__(
        self, film: Film, *, noise: float = 0.012, missed: float = 0.02, misread: float = 0.01
    ) -> None:
        self.film = film
        self.noise, self.missed, self.misread = noise, missed, misread
        self.rng = np.random.default_rng(film.settings.seed + 1)
        self.near_rng = np.random.default_rng(film.settings.seed + 2)
        self.time = 0.0
        self.finds = self.reads = 0
        self.knock = np.eye(3)
        self._moving: list = []
        paint = film._painter.paint

        def remembering(*args):
            self._moving = paint(*args)
            return self._moving

        film._painter.paint = remembering

    def frames(self) -> Iterator[Frame]:
        for frame in self.film.frames():
            self.time = frame.time
            yield frame

    def shown(self) -> list[Shown]:
        """Every card that is in the picture now, lowest first."""
        film = self.film
        camera = film._still.camera
        props = film._gestures.props
        shift = np.array(film._lens.shift_at(self.time)) - MARGIN
        cards: list[tuple[np.ndarray, bool, Card, bool]] = []
        if props.stock_height > 0:
            place = film._gestures.stage.stock
            top = turned_corners(place.at, place.angle, 0.0, props.stock_height)
            cards.append((camera.project(top), False, DECK_52[0], False))
        lying = [lain for key in props.lying_keys() if (lain := props.lying(key)) is not None]
        for lain in lying:
            corners = turned_corners(lain.place.at, lain.place.angle, 180.0 * lain.face_up, lain.lift)
            cards.append((camera.project(corners), lain.face_up, lain.card, False))
        for person in film.people:
            for hand in (person.left, person.right):
                if hand.carried is not None and not hand.is_home(self.time):
                    x, y, lift = hand.card_at(self.time)
                    angle, turn = hand.carried.posture.at(self.time)
                    corners = turned_corners((x, y), angle, turn, lift)
                    up = math.cos(math.radians(turn)) < 0
                    cards.append((camera.project(corners), up, hand.carried.card, True))
        shown = []
        size = (camera.height, camera.width)
        masks = [
            cv2.fillPoly(np.zeros(size, np.uint8), [np.round(q).astype(np.int32)], (1,)) for q, *_ in cards
        ]
        arms = np.zeros(size, np.uint8)
        for patch in self._moving:
            x0, y0, x1, y1 = patch.box
            arms[y0:y1, x0:x1] |= (patch.alpha > 128).astype(np.uint8)
        for i, (quad, up, card, carried) in enumerate(cards):
            area = max(1, cv2.countNonZero(masks[i]))
            over = arms.copy() if not carried else np.zeros_like(arms)
            for higher, other in zip(masks[i + 1 :], cards[i + 1 :], strict=True):
                if not other[3]:
                    over |= higher
            hidden = cv2.countNonZero(over & masks[i]) / area + (0.45 if carried else 0.0)
            # of what lies beyond the picture's edge nothing is seen
            hidden += max(0.0, 1 - area / max(1.0, cv2.contourArea(quad.astype(np.float32))))
            moved = cv2.perspectiveTransform((quad + shift)[None].astype(np.float64), self.knock)[0]
            shown.append(Shown(moved.astype(np.float32), up, card, 1 - hidden))
        return shown

    def find(self, image: np.ndarray, closely: bool = False) -> list[Detection]:
        self.finds += 1
        return self._found(self.rng)

    def find_near(self, image: np.ndarray, quad: np.ndarray, surroundings: float) -> list[Detection]:
        reach = surroundings / 2 * float(np.ptp(quad, axis=0).max())
        near = self._found(self.near_rng)
        return [d for d in near if np.abs(d.quad.mean(0) - quad.mean(0)).max() < reach]

    def _found(self, rng: np.random.Generator) -> list[Detection]:
        found = []
        for item in self.shown():
            if item.visible < rng.uniform(0.3, 0.6) or rng.random() < self.missed:
                continue
            up = 0.97 if item.face_up else 0.03
            rough = self._noisy(item.quad, 3 * self.noise, rng)
            found.append(Detection(rough, item.face_up, 0.5 + 0.45 * item.visible, up))
        return found

    def refine(self, image: np.ndarray, quads: Sequence[np.ndarray]) -> list[Outline]:
        shown = self.shown()
        refined = []
        for quad in quads:
            near = min(shown, key=lambda item: float(np.abs(_like(item.quad, quad) - quad).sum()))
            error = self.noise if near.visible > 0.98 else 0.05
            refined.append(Outline(self._noisy(_like(near.quad, quad), self.noise, self.rng), error, 0.5))
        return refined

    def read(self, image: np.ndarray, quads: Sequence[np.ndarray]) -> list[Glimpse]:
        shown = self.shown()
        glimpses = []
        for quad in quads:
            self.reads += 1
            size = math.sqrt(cv2.contourArea(quad))
            here = [
                i
                for i in shown
                if np.linalg.norm(i.quad.mean(0) - quad.mean(0)) < 0.2 * size and i.visible > 0.3
            ]
            if not here:
                glimpses.append(Glimpse(0.95, 0.5, ((DECK_52[0], 0.2),)))
                continue
            item = max(here, key=lambda i: i.visible)
            wrong = self.rng.random() < self.misread + 0.5 * (1 - item.visible)
            card = DECK_52[int(self.rng.integers(52))] if wrong else item.card
            other = DECK_52[int(self.rng.integers(52))]
            sure = float(self.rng.uniform(0.5, 0.9) if wrong else self.rng.uniform(0.85, 0.999))
            reading = ((card, sure), (other, 1 - sure)) if other != card else ((card, 1.0),)
            glimpses.append(Glimpse(0.01, 0.02 if item.face_up else 0.98, reading))
        return glimpses

    def _noisy(self, quad: np.ndarray, share: float, rng: np.random.Generator) -> np.ndarray:
        size = math.sqrt(cv2.contourArea(quad.astype(np.float32)))
        noisy = quad + rng.normal(0, share * size, (4, 2))
        return np.roll(noisy, rng.integers(4), axis=0).astype(np.float32)


def _like(quad: np.ndarray, other: np.ndarray) -> np.ndarray:
    turns = [np.roll(quad, -k, axis=0) for k in range(4)]
    return min(turns, key=lambda q: float(np.abs(q - other).sum()))
