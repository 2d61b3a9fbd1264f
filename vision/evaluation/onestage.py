"""The usual way as a reader of pictures: one network that finds and names cards at once."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from vision.backends import load_backend
from vision.detector import DetectorConfig, decode, letterbox, suppress
from vision.images import Image
from vision.judging import ReadCard
from vision.modelcard import Task
from vision.quads import as_quad, upright
from vision.reader import JOKER, CardReading


class OneStageReader:
    """Reads a picture with a network whose classes are the names of cards.

    Args:
        path: an ONNX file with its card beside it, as `vision.training.train_onestage` writes it; ModelError where it
            cannot be used.
        size: pixels of a picture's longer side as the network sees it.
    """

    def __init__(self, path: Path, size: int) -> None:
        self._card, self._backend = load_backend(path, Task.DETECT)
        self._size = size
        self._config = DetectorConfig()

    def __call__(self, image: Image) -> list[ReadCard]:
        """The cards in a BGR picture (H, W, 3) uint8, best first."""
        batch, scale = letterbox(image, self._size)
        quads, named = decode(self._backend.run(batch), batch.shape[2:], self._config)
        quads /= np.array(scale, np.float32)
        best = named.max(axis=1)
        cards = []
        for i in suppress(quads, best, self._config):
            shares = named[i] / max(float(named[i].sum()), 1e-9)
            reading = CardReading(dict(zip(self._card.classes, map(float, shares), strict=True)))
            name = reading.card
            rank, suit = (None, None) if name == JOKER else (name[:-1], name[-1])
            cards.append(ReadCard(upright(as_quad(quads[i])), name, rank, suit, float(best[i]), reading))
        return cards
