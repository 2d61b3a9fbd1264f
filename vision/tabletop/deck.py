"""What the table renderer asks of a deck of cards."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

from companion.cards import Card

Rgba = npt.NDArray[np.uint8]
"""An image of shape (height, width, 4) in the order red, green, blue, alpha."""

CARD_MM = (63.0, 88.0)
"""Width and height of a poker-size card in millimetres."""

DEFAULT_SIZE = (500, 700)
"""Width and height in pixels of a drawn card: about 8 pixels a millimetre."""


class DeckError(Exception):
    """A deck cannot be used; the message is one line that names the place and the cause."""


class Deck(Protocol):
    """Fifty-two faces, jokers and backs as pictures of the aspect 63:88 with transparent rounded corners.

    The arrays belong to the deck and may be shared between calls: copy before writing into one.
    """

    @property
    def name(self) -> str:
        """Names the deck in truth files and messages."""
        ...

    def face(self, card: Card) -> Rgba:
        """The face of a card that has a rank and a suit; `JOKER` gives ``joker(0)``, anything else
        ValueError.
        """
        ...

    def joker(self, index: int = 0) -> Rgba:
        """A joker; a deck has at least one, and any index is taken modulo their number."""
        ...

    def back(self) -> Rgba:
        """The back that all cards of this deck share."""
        ...
