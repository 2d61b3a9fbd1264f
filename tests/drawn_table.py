"""A table drawn with plain shapes, moved by the test, and eyes that know what lies on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray
from simulated_table import deal

from companion.cards import DECK_52, Card
from companion.observation import TableView
from vision.corners import Outline
from vision.detector import Detection
from vision.eyes import Glimpse
from vision.frames import Frame
from vision.metric import card_corners
from vision.watcher import Watcher

SIZE = (640, 360)
FPS = 20
SEVEN, QUEEN, JACK = Card.parse("7H"), Card.parse("QC"), Card.parse("JS")
Pose = NDArray[np.float64]


@dataclass(eq=False)
class Lying:
    """A card on the table: (x, y, angle), which one if its face shows, and how much larger it looks than it is."""

    pose: Pose
    card: Card | None = None
    swollen: float = 1.0


@dataclass
class DrawnTable:
    """The picture of a table, and everything on it.

    Attributes:
        cards: what lies on the table, lowest first.
        arm: a still arm from one point to another in pixels, or None.
        knock: homography of the pictures, for a camera that moves.
        light: factor on the brightness.
    """

    rng: np.random.Generator
    to_picture: NDArray[np.float64]
    cards: list[Lying] = field(default_factory=list)
    arm: tuple[tuple[int, int], tuple[int, int]] | None = None
    knock: NDArray[np.float64] = field(default_factory=lambda: np.eye(3))
    light: float = 1.0
    cloth: NDArray[np.uint8] = field(init=False)
    grain: list[NDArray[np.uint8]] = field(init=False)

    def __post_init__(self) -> None:
        blobs = self.rng.integers(60, 120, (40, 70, 3), dtype=np.uint8)
        self.cloth = np.asarray(cv2.resize(blobs, (SIZE[0] + 200, SIZE[1] + 200)), np.uint8)
        shape = (SIZE[1], SIZE[0], 3)
        self.grain = [self.rng.normal(20, 2, shape).clip(0, 40).astype(np.uint8) for _ in range(4)]

    def quad(self, pose: Pose) -> NDArray[np.float32]:
        corners = card_corners(pose[None, :2], pose[2:3])
        return cv2.perspectiveTransform(corners, self.knock @ self.to_picture)[0].astype(np.float32)

    def picture(self) -> NDArray[np.uint8]:
        shift = self.knock @ np.array([[1.0, 0, -100], [0, 1, -100], [0, 0, 1]])
        image = cv2.warpPerspective(self.cloth, shift, SIZE, borderMode=cv2.BORDER_REPLICATE)
        for lying in self.cards:
            quad = self.quad(lying.pose)
            colour = (60, 40, 150) if lying.card is None else (230, 230, 230)
            cv2.fillConvexPoly(image, np.round(quad).astype(np.int32), colour)
            middle = quad.mean(axis=0)
            for k in range(DECK_52.index(lying.card) + 2 if lying.card else 0):
                x, y = middle + (quad[k % 4] - middle) * (0.2 + 0.5 * (k // 4) / 14)
                cv2.circle(image, (round(float(x)), round(float(y))), 2, (20, 20, 30 + 4 * k), -1)
        if self.arm is not None:
            cv2.line(image, *self.arm, (110, 150, 200), 46)
        lit = cv2.convertScaleAbs(image, alpha=self.light)
        grain = self.grain[int(self.rng.integers(len(self.grain)))]
        return np.asarray(cv2.addWeighted(lit, 1.0, grain, 1.0, -20), np.uint8)

    def hidden(self, quad: NDArray[np.float32], above: Sequence[Lying]) -> float:
        """Share of an outline that an arm or higher cards cover."""
        mask = cv2.fillConvexPoly(np.zeros(SIZE[::-1], np.uint8), np.round(quad).astype(np.int32), 1)
        whole = max(1, cv2.countNonZero(mask))
        if self.arm is not None:
            cv2.line(mask, *self.arm, 0, 46)
        for lying in above:
            cv2.fillConvexPoly(mask, np.round(self.quad(lying.pose)).astype(np.int32), 0)
        return 1 - cv2.countNonZero(mask) / whole


def _swollen(quad: NDArray[np.float32], by: float) -> NDArray[np.float32]:
    middle = quad.mean(axis=0)
    return (middle + by * (quad - middle)).astype(np.float32)


class DrawnEyes:
    """Finds and names what lies on a `DrawnTable`, with noisy corners."""

    def __init__(self, table: DrawnTable) -> None:
        self.table = table
        self.finds = self.reads = 0
        self.blind: list[Lying] = []
        self.misread: dict[Card, Card] = {}

    def find(self, image: NDArray[np.uint8], closely: bool = False) -> list[Detection]:
        self.finds += 1
        found = []
        for i, lying in enumerate(self.table.cards):
            quad = self.table.quad(lying.pose)
            seen = lying not in self.blind and self.table.hidden(quad, self.table.cards[i + 1 :]) < 0.5
            if seen and self.table.light > 0.2:
                up = lying.card is not None
                found.append(Detection(self._noisy(quad, 1.5), up, 0.9, 0.97 if up else 0.03))
        return found

    def find_near(
        self, image: NDArray[np.uint8], quad: NDArray[np.float32], surroundings: float
    ) -> list[Detection]:
        reach = surroundings / 2 * float(np.ptp(quad, axis=0).max())
        return [d for d in self.find(image) if np.abs(d.quad.mean(0) - quad.mean(0)).max() < reach]

    def refine(self, image: NDArray[np.uint8], quads: Sequence[NDArray[np.float32]]) -> list[Outline]:
        refined = []
        for quad in quads:
            outlines = [_swollen(self.table.quad(lying.pose), lying.swollen) for lying in self.table.cards]
            off = [float(np.linalg.norm(outline.mean(axis=0) - quad.mean(axis=0))) for outline in outlines]
            nearest = int(np.argmin(off))
            if off[nearest] > 30:
                refined.append(Outline(quad, 0.2, 0.5))
                continue
            covered = self.table.hidden(outlines[nearest], self.table.cards[nearest + 1 :]) > 0.02
            refined.append(Outline(self._noisy(outlines[nearest], 0.5), 0.05 if covered else 0.01, 0.5))
        return refined

    def read(self, image: NDArray[np.uint8], quads: Sequence[NDArray[np.float32]]) -> list[Glimpse]:
        glimpses = []
        for quad in quads:
            self.reads += 1
            glimpses.append(self._glimpse(quad))
        return glimpses

    def _glimpse(self, quad: NDArray[np.float32]) -> Glimpse:
        for i, lying in reversed(list(enumerate(self.table.cards))):
            outline = self.table.quad(lying.pose)
            if np.linalg.norm(outline.mean(axis=0) - quad.mean(axis=0)) < 12:
                if self.table.hidden(outline, self.table.cards[i + 1 :]) > 0.6:
                    break
                card = self.misread.get(lying.card, lying.card) if lying.card else DECK_52[0]
                return Glimpse(0.01, 0.98 if lying.card is None else 0.02, ((card, 0.97),))
        return Glimpse(0.97, 0.5, ((DECK_52[0], 0.1),))

    def _noisy(self, quad: NDArray[np.float32], pixels: float) -> NDArray[np.float32]:
        noisy = quad + self.table.rng.normal(0, pixels, (4, 2))
        # any corner comes first, but one of a short side where the picture is small
        return np.roll(noisy, 1 + 2 * self.table.rng.integers(2), axis=0).astype(np.float32)


@dataclass
class Scene:
    """A dealt table being watched: `run` lets time pass."""

    table: DrawnTable
    eyes: DrawnEyes
    watcher: Watcher
    slots: list[list[Lying]]
    stock: Lying
    discard_pose: Pose
    time: float = 0.0
    view: TableView | None = None
    views: list[TableView] = field(default_factory=list)

    def frame(self) -> Frame:
        self.time += 1 / FPS
        return Frame(self.table.picture(), self.time, round(self.time * FPS))

    def run(self, seconds: float) -> TableView:
        """Watch for so long; the last view."""
        for _ in range(round(seconds * FPS)):
            view = self.watcher.process(self.frame())
            if view is not None:
                self.view = view
                self.views.append(view)
        assert self.view is not None
        return self.view

    def wave(self, seconds: float, spot: Pose) -> TableView:
        """A hand moves about over a spot, then is gone."""
        x, y = self.table.quad(spot).mean(axis=0)
        for k in range(round(seconds * FPS)):
            end = (round(float(x)) + 6 * (k % 3), round(float(y)) - 4 * (k % 2))
            self.table.arm = ((end[0] - 10, SIZE[1] + 60), end)
            view = self.watcher.process(self.frame())
            if view is not None:
                self.view = view
                self.views.append(view)
        self.table.arm = None
        assert self.view is not None
        return self.view

    def turn(self, seat: int, slot: int, card: Card, off: tuple[float, float, float] = (0, 0, 0)) -> None:
        """Put another card on a slot, so far off (mm, mm, radians) the old one."""
        lying = self.slots[seat][slot]
        lying.card = card
        lying.pose = lying.pose + np.array(off)

    def discard(self, card: Card) -> None:
        self.table.cards.append(Lying(self.discard_pose + self.table.rng.normal(0, [3, 3, 0.1]), card))


def scene(sizes: list[int], seed: int = 1, told: list[int] | None = None, tilt: float = 25.0) -> Scene:
    """A fresh deal; the watcher is told the sizes `told` (by default the true ones)."""
    rng = np.random.default_rng(seed)
    # sloppiness of the deal itself is the layout tests' affair
    dealt = deal(rng, sizes, tilt=tilt, sloppy=0.5)
    scale = np.diag([SIZE[0] / dealt.size[0], SIZE[1] / dealt.size[1], 1.0])
    table = DrawnTable(rng, scale @ dealt.to_picture)
    slots = [[Lying(pose) for pose in seat] for seat in dealt.slots]
    stock = Lying(dealt.stock)
    table.cards = [card for seat in slots for card in seat] + [stock]
    eyes = DrawnEyes(table)
    names = ["Ann", "Ben", "Cleo", "Dan"][: len(sizes)]
    watcher = Watcher(names, sizes=told or sizes, eyes=eyes)
    return Scene(table, eyes, watcher, slots, stock, dealt.discard_place)
