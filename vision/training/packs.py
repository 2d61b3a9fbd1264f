"""The packs of cards that training pictures show: deck art where there is any, drawn decks besides."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path

import cv2
import numpy as np

from companion.cards import DECK_52, Card, Rank
from vision.tabletop.artdeck import ArtDeck
from vision.tabletop.backs import draw_back
from vision.tabletop.deck import Deck, DeckError, Rgba
from vision.tabletop.drawn import DrawnDeck
from vision.tabletop.indices import RelabelledDeck
from vision.tabletop.style import LANGUAGES, DeckStyle, is_ambiguous

Random = np.random.Generator

HELD_OUT_DECKS = frozenset({"cardsJS--aguilar", "gnome-cards-data--bellot", "svg-cards--bellot-htdebeer"})
"""Decks kept for test films. The two Bellot ones carry the same art, so both stay out."""


RECOLOURED_SHARE = 0.4
"""How many backs in one get another colour: the garish ones of real packs are more than anybody draws."""
BORDERLESS_SHARE = 0.2
"""How many backs in one are printed to the very edge: without a pale border they stand out far less."""
_BORDER = 0.08
"""The part of a back's width at each side (and of its height above and below) that is cut off for that."""
LETTERED = (Rank.ACE, Rank.JACK, Rank.QUEEN, Rank.KING)
OTHER_LETTERS_SHARE = 0.4
"""How many packs of card art in one get another language's letters."""
MOST_BACKS, MOST_DRAWN_DECKS, MOST_RELABELLED = 250, 60, 48
"""A shelf keeps no more than this many of each: making one costs more than the scene it lies in."""


class MixedPack:
    """The faces of one deck with a back of its own or another one."""

    def __init__(self, deck: Deck, back: Rgba, joker: int, language: str = "english") -> None:
        self._deck, self._back, self._joker, self._language = deck, back, joker, language

    def face(self, card: Card) -> Rgba:
        return self._deck.joker(self._joker) if card.is_joker else self._deck.face(card)

    def back(self) -> Rgba:
        return self._back

    def is_ambiguous(self, card: Card) -> bool:
        """Whether only the figure tells the card's rank, because its letter is another rank's elsewhere."""
        return card.rank is not None and is_ambiguous(card.rank, self._language)


def recoloured(rng: Random, picture: Rgba) -> Rgba:
    """The same pattern in other colours, from pale to garish."""
    hsv = cv2.cvtColor(np.ascontiguousarray(picture[:, :, :3]), cv2.COLOR_RGB2HSV).astype(np.float32)
    hsv[:, :, 0] = (hsv[:, :, 0] + rng.uniform(0, 180)) % 180  # OpenCV counts hue in steps of two degrees
    hsv[:, :, 1] *= rng.uniform(0.2, 2.0)
    hsv[:, :, 2] = 255 * (hsv[:, :, 2] / 255) ** rng.uniform(0.3, 1.6)
    changed = picture.copy()
    changed[:, :, :3] = cv2.cvtColor(np.clip(hsv, 0, 255).astype(np.uint8), cv2.COLOR_HSV2RGB)
    return changed


def borderless(picture: Rgba) -> Rgba:
    """The middle of a back at the size of the whole: a back printed to its edges."""
    height, width = picture.shape[:2]
    across, down = round(_BORDER * width), round(_BORDER * height)
    inner = cv2.resize(picture[down : height - down, across : width - across], (width, height))
    middle = picture.copy()
    middle[:, :, :3] = inner[:, :, :3]
    return middle


class PackShelf:
    """Draws packs at random.

    Args:
        art: folder with a folder `decks` in it, one folder of pictures a deck; None for drawn decks only.
        held_out: whether to take the decks kept for tests instead of the ones for training.
        drawn_share: how many packs in one are drawn by program although there is art.
    """

    def __init__(self, art: Path | None, held_out: bool = False, drawn_share: float = 0.25) -> None:
        names = sorted(p for p in (art / "decks").iterdir() if p.is_dir()) if art else []
        self._decks = [ArtDeck(path) for path in names if (path.name in HELD_OUT_DECKS) == held_out]
        self._drawn_share = drawn_share if self._decks else 1.0
        self._relabelled: OrderedDict[tuple[str, str], Deck] = OrderedDict()
        self._letters_found: dict[str, bool] = {}
        self._backs: list[Rgba] = []
        self._drawn: list[DrawnDeck] = []

    def pick(self, rng: Random) -> MixedPack:
        """A pack: mostly art, some with another language's letters, its own back in one case of three."""
        language = "english"
        if rng.random() < self._drawn_share:
            deck: Deck = (drawn := self._drawn_deck(rng))
            language = drawn.style.language
        else:
            deck = self._decks[int(rng.integers(len(self._decks)))]
            if rng.random() < OTHER_LETTERS_SHARE:
                deck, language = self._in_other_letters(rng, deck)
        back = deck.back() if rng.random() < 0.3 else self._drawn_back(rng)
        if rng.random() < BORDERLESS_SHARE:
            back = borderless(back)
        if rng.random() < RECOLOURED_SHARE:
            back = recoloured(rng, back)
        return MixedPack(deck, back, int(rng.integers(8)), language)

    def _in_other_letters(self, rng: Random, deck: Deck) -> tuple[Deck, str]:
        """The deck with some language's letters, and which; as it is where its own letters cannot be found."""
        language = list(LANGUAGES)[int(rng.integers(len(LANGUAGES)))]
        if not self._has_letters(deck):
            return deck, "english"
        key = (deck.name, language)
        relabelled = self._relabelled.pop(key, None) or RelabelledDeck(deck, language, keep=8)
        self._relabelled[key] = relabelled
        if len(self._relabelled) > MOST_RELABELLED:
            self._relabelled.popitem(last=False)
        return relabelled, language

    def _has_letters(self, deck: Deck) -> bool:
        """Whether the letters on all of a deck's aces and courts can be found."""
        if deck.name not in self._letters_found:
            try:
                relabelled = RelabelledDeck(deck, "french", keep=1)
                for card in DECK_52:
                    if card.rank in LETTERED:
                        relabelled.face(card)
                self._letters_found[deck.name] = True
            except DeckError:
                self._letters_found[deck.name] = False
        return self._letters_found[deck.name]

    def _drawn_back(self, rng: Random) -> Rgba:
        if len(self._backs) < MOST_BACKS and (not self._backs or rng.random() < 0.5):
            self._backs.append(draw_back(rng, (360, 504)))
        return self._backs[int(rng.integers(len(self._backs)))]

    def _drawn_deck(self, rng: Random) -> DrawnDeck:
        if len(self._drawn) < MOST_DRAWN_DECKS and (not self._drawn or rng.random() < 0.4):
            self._drawn.append(DrawnDeck(DeckStyle.random(rng), (360, 504)))
        return self._drawn[int(rng.integers(len(self._drawn)))]
