"""Decks of card art kept as pictures in a folder."""

from __future__ import annotations

import zlib
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from companion.cards import DECK_52, Card
from vision.tabletop.backs import draw_back
from vision.tabletop.deck import CARD_MM, DeckError, Rgba
from vision.tabletop.drawn import DrawnDeck
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
        self, folder: str | Path, max_height: int | None = 500, back: int = 0, keep: int = 60
    ) -> None:
        self.folder = Path(folder)
        self.max_height = max_height
        self._keep = keep
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

    @property
    def back_count(self) -> int:
        """How many backs the folder holds; 0 where `back` is a drawn one."""
        return len(self._backs)

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
        place = self.folder / file
        try:
            data = np.fromfile(place, np.uint8)
        except OSError as error:
            raise DeckError(f"{place}: {error.strerror or 'cannot be read'}") from error
        image = cv2.imdecode(data, cv2.IMREAD_UNCHANGED) if data.size else None
        if image is None or image.ndim != 3 or image.dtype != np.uint8:
            raise DeckError(f"{place}: not a colour picture that can be decoded")
        if image.shape[2] == 3:
            image = cv2.cvtColor(image, cv2.COLOR_BGR2BGRA)
        rgba = cv2.cvtColor(image, cv2.COLOR_BGRA2RGBA)
        height = rgba.shape[0] if self.max_height is None else min(rgba.shape[0], self.max_height)
        size = round(height * CARD_MM[0] / CARD_MM[1]), height
        if size != (rgba.shape[1], rgba.shape[0]):
            way = cv2.INTER_AREA if height < rgba.shape[0] else cv2.INTER_CUBIC
            rgba = cv2.resize(rgba, size, interpolation=way)
        return np.asarray(rgba, np.uint8)
