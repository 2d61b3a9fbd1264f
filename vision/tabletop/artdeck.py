"""Decks of card art kept as pictures in a folder."""

from __future__ import annotations

import math
import zlib
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from statistics import median

import cv2
import numpy as np
import numpy.typing as npt

from companion.cards import DECK_52, Card
from companion.files import cause
from vision.tabletop.backs import draw_back
from vision.tabletop.deck import CARD_MM, DeckError, Rgba
from vision.tabletop.drawn import DrawnDeck
from vision.tabletop.pen import corner_alpha
from vision.tabletop.style import DeckStyle


class ArtDeck:
    """The deck in a folder of ``AC.webp`` … ``KS.webp``, with any ``joker*.webp`` and ``back*.webp`` beside
    them.

    Pictures are read when first asked for, stretched to the aspect 63:88 (bridge-size art becomes wider), no
    higher than max_height pixels, and at most `keep` of them stay in memory. back: which of several backs the
    deck wears. A folder without jokers or backs gets drawn ones, always the same for the same folder name.
    Raises DeckError when the folder or one of the 52 faces is missing; a picture that cannot be read raises
    it when asked for.
    """

    def __init__(
        self,
        folder: str | Path,
        max_height: int | None = 500,
        back: int = 0,
        keep: int = 60,
        trim: bool = True,
    ) -> None:
        self.folder = Path(folder)
        self.max_height = max_height
        self._keep = keep
        self._trim = trim
        self._outline: float | None = None
        self._pictures: OrderedDict[str, Rgba] = OrderedDict()
        if not self.folder.is_dir():
            raise DeckError(f"{self.folder}: no such folder of card art")
        files = {p.name for p in self.folder.glob("*.webp")}
        missing = [f"{card}.webp" for card in DECK_52 if f"{card}.webp" not in files]
        if missing:
            more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
            raise DeckError(f"{self.folder}: {missing[0]}{more} missing from the deck")
        self._jokers = sorted(f for f in files if f.startswith("joker"))
        self._backs = sorted(f for f in files if f.startswith("back"))
        self._back = back

    @property
    def name(self) -> str:
        return self.folder.name

    def face(self, card: Card) -> Rgba:
        """RGBA picture of a card; ValueError for a card nobody has seen."""
        if card.is_joker:
            return self.joker(0)
        if not card.is_known:
            raise ValueError(f"{card} has no face")
        return self._picture(f"{card}.webp")

    def joker(self, index: int = 0) -> Rgba:
        """A joker of the folder, or a drawn one where it has none."""
        if self._jokers:
            return self._picture(self._jokers[index % len(self._jokers)])
        return self._remember(f"joker{index % 2}", lambda: self._substitute(index % 2))

    def back(self) -> Rgba:
        """The back chosen at the start, or a drawn one where the folder has none."""
        if self._backs:
            return self._picture(self._backs[self._back % len(self._backs)])
        return self._remember("back", lambda: draw_back(np.random.default_rng(self._seed())))

    def _seed(self) -> int:
        return zlib.crc32(self.name.encode())

    def _substitute(self, index: int) -> Rgba:
        return DrawnDeck(DeckStyle(joker=self._seed() % 64), keep=1).joker(index)

    def _picture(self, file: str) -> Rgba:
        return self._remember(file, lambda: self._load(file))

    def _remember(self, key: str, make: Callable[[], Rgba]) -> Rgba:
        picture = self._pictures.pop(key, None)
        if picture is None:
            picture = make()
            picture.flags.writeable = False
        self._pictures[key] = picture
        if len(self._pictures) > self._keep:
            self._pictures.popitem(last=False)
        return picture

    def _load(self, file: str) -> Rgba:
        rgba = _read(self.folder / file)
        if self._outline is None:
            self._outline = self._measure_outline() if self._trim else 0.0
        rgba = _trimmed(rgba, math.ceil(self._outline * rgba.shape[0])) if self._outline else rgba
        height = rgba.shape[0] if self.max_height is None else min(rgba.shape[0], self.max_height)
        size = round(height * CARD_MM[0] / CARD_MM[1]), height
        if size != (rgba.shape[1], rgba.shape[0]):
            way = cv2.INTER_AREA if height < rgba.shape[0] else cv2.INTER_LINEAR
            rgba = np.asarray(cv2.resize(_bled(rgba), size, interpolation=way), np.uint8)
        return rgba

    def _measure_outline(self) -> float:
        """Thickness of the line drawn around number cards, as a part of the card's height."""
        found = [_outline(_read(self.folder / f"{rank}{suit}.webp")) for rank in (2, 3, 7) for suit in "CDHS"]
        return median(found)


def _read(place: Path) -> Rgba:
    try:
        data = np.fromfile(place, np.uint8)
    except OSError as error:
        raise DeckError(f"{place}: {cause(error)}") from error
    image = cv2.imdecode(data, cv2.IMREAD_UNCHANGED) if data.size else None
    if image is None or image.ndim != 3 or image.dtype != np.uint8:
        raise DeckError(f"{place}: not a colour picture that can be decoded")
    if image.shape[2] == 3:
        image = cv2.cvtColor(image, cv2.COLOR_BGR2BGRA)
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGRA2RGBA), np.uint8)


def _outline(rgba: Rgba) -> float:
    """How far a line along the card's sides reaches inward, as a part of the height; 0 without one."""
    h, w = rgba.shape[:2]
    rgb = rgba[..., :3].astype(np.int16)
    paper = np.median(rgb[h // 4 : h // 2, w // 12 : w // 4].reshape(-1, 3), 0)
    depth = int(0.03 * h)
    middle = rgb[h // 2, :], rgb[h // 2, ::-1], rgb[:, w // 3], rgb[::-1, w // 3]
    reach = []
    for line in middle:
        away = np.abs(line[:depth] - paper).max(1) > 40
        reach.append(int(np.flatnonzero(away).max()) + 1 if away.any() else 0)
    return median(reach) / h


def _trimmed(rgba: Rgba, edge: int) -> Rgba:
    """The card without its outermost `edge` pixels, its corners cut anew as round as they were."""
    h, w = rgba.shape[:2]
    inner = rgba[edge : h - edge, edge : w - edge]
    missing = float((rgba[..., 3] < 128).mean()) * w * h / 4
    # A corner of radius r leaves (1 - pi / 4) r² of its square empty. Printed cards have at least 3 mm.
    radius = max(math.sqrt(missing / (1 - math.pi / 4)) - edge, 0.034 * h)
    cut = inner.copy()
    cut[..., 3] = corner_alpha((inner.shape[1], inner.shape[0]), radius / inner.shape[0] * CARD_MM[1])
    # What is left of a round outline lies within a pixel of the new corners.
    solid = cv2.erode(np.pad(cut[..., 3], 2, mode="edge"), np.ones((3, 3), np.uint8))[2:-2, 2:-2]
    return _bled(cut, solid > 250)


def _bled(rgba: Rgba, solid: npt.NDArray[np.bool_] | None = None) -> Rgba:
    """The card with its own colours spread under the transparent corners, where later blending may reach."""
    if solid is None:
        solid = rgba[..., 3] > 250
    mask = solid.astype(np.float32)
    kernel = (15, 15)
    weight = cv2.blur(mask, kernel)
    spread = cv2.blur(rgba[..., :3].astype(np.float32) * mask[..., None], kernel)
    near = ~solid & (weight > 0.004)
    out = rgba.copy()
    out[near, :3] = np.clip(spread[near] / weight[near][:, None], 0, 255).astype(np.uint8)
    far = ~solid & ~near
    if far.any() and near.any():
        out[far, :3] = np.median(out[near, :3], 0).astype(np.uint8)
    return out
