"""Naming cards: a network that classifies a card cut out of the picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.cards import Card
from companion.observation import Reading
from vision.backends import load_backend
from vision.glance import GLANCE_SIZE, glance
from vision.images import Image
from vision.modelcard import MODELS, ModelError, Task
from vision.plane import CROP_SIZE

BACK, NONE, JOKER = "back", "none", "JOKER"
# Crops at a time: more would not be faster and would need more memory.
_BATCH = 16
# From here on a second look changes nothing: on the test photos no name, and no rank among the confident ones.
_NO_DOUBT = 0.99


@dataclass(frozen=True, slots=True, eq=False)
class CardReading:
    """What a crop shows.

    Attributes:
        probabilities: by name: the 52 cards ("10H"), "JOKER", "back" and "none" (no card, or several).
    """

    probabilities: dict[str, float]

    @property
    def card(self) -> str:
        """The most likely name."""
        return max(self.probabilities, key=self.probabilities.__getitem__)

    @property
    def confidence(self) -> float:
        """Probability of `card`."""
        return self.probabilities[self.card]

    @property
    def rank_confidence(self) -> float:
        """Probability that the rank of `card` is right, whatever its suit."""
        if self.card in (BACK, NONE, JOKER):
            return self.confidence
        rank = self.card[:-1]
        return sum(
            p for name, p in self.probabilities.items() if name not in (BACK, NONE) and name[:-1] == rank
        )

    def candidates(self, limit: int = 5, least: float = 0.005) -> Reading:
        """The faces it may be, given that a face shows, most likely first; never empty."""
        faces = {name: p for name, p in self.probabilities.items() if name not in (BACK, NONE)}
        total = max(sum(faces.values()), 1e-9)
        ranked = sorted(faces, key=lambda name: -faces[name])[:limit]
        chosen = [name for name in ranked if faces[name] / total >= least] or ranked[:1]
        return tuple((Card.parse(name), min(1.0, faces[name] / total)) for name in chosen)


class Reader:
    """Names cards."""

    def __init__(
        self, model_path: str | Path | None = None, backend: str = "auto", *, threads: int = 1
    ) -> None:
        """Load the network; arguments and ModelError as for `Detector`."""
        path = model_path or MODELS / "card-reader.onnx"
        self.card, self.backend = load_backend(path, Task.CLASSIFY, backend, threads)
        if (self.card.width, self.card.height) != GLANCE_SIZE:
            raise ModelError(
                f"{path}: takes {self.card.width} × {self.card.height}, not {GLANCE_SIZE[0]} × {GLANCE_SIZE[1]}"
            )
        for name in self.card.classes:
            if name in (BACK, NONE):
                continue
            try:
                known = Card.parse(name).is_known
            except ValueError:
                known = False
            if not known:
                raise ModelError(f"{path}: its class {name!r} is no card")

    def read(self, crops: Sequence[Image]) -> list[CardReading]:
        """Name the cards in these crops, BGR uint8 (256, 192, 3), either way up.

        Where the first look leaves a doubt the card is looked at the other way up, too, and the two answers are
        averaged: most cards look the same, and for the others the network need not know which way is up.
        """
        if not crops:
            return []
        probabilities = self._looks(crops)
        doubtful = np.flatnonzero(probabilities.max(axis=1) < _NO_DOUBT)
        if len(doubtful):
            second = self._looks([crops[i][::-1, ::-1] for i in doubtful.tolist()])
            probabilities[doubtful] = (probabilities[doubtful] + second) / 2
        names = self.card.classes
        return [CardReading(dict(zip(names, map(float, row), strict=True))) for row in probabilities]

    def _looks(self, crops: Sequence[Image]) -> NDArray[np.float32]:
        """What the network says of each crop, (n, classes)."""
        return np.concatenate([self._batch(crops[i : i + _BATCH]) for i in range(0, len(crops), _BATCH)])

    def _batch(self, crops: Sequence[Image]) -> NDArray[np.float32]:
        for crop in crops:
            if crop.shape != (CROP_SIZE[1], CROP_SIZE[0], 3):
                raise ValueError(f"a crop of {CROP_SIZE[0]} × {CROP_SIZE[1]} was expected, not {crop.shape}")
        seen = np.stack([glance(crop) for crop in crops])
        batch = np.ascontiguousarray(seen[..., ::-1].transpose(0, 3, 1, 2), np.float32)
        batch /= 255
        return np.array(self.backend.run(batch), np.float32)
