"""The networks' files: each ONNX file has a JSON card beside it that says what goes in and what comes out."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from companion.files import cause

MODELS = Path(__file__).resolve().parent.parent / "models"


class ModelError(Exception):
    """A network's file or card that cannot be used. The message names the file and the cause in one line."""


class Task(StrEnum):
    """What a network does, and so what its output is.

    DETECT: input (1, 3, H, W) with H and W multiples of 32; output (1, 4 + classes + 1, anchors): distances
    from the anchor to the left, top, right and bottom side in the frame of the card and in strides, class
    probabilities, angle in radians; anchors row by row at strides 8, 16, 32.
    CLASSIFY: input (N, 3, H, W); output (N, classes): probabilities.
    CORNERS: input (N, 3, H, W); output (N, 10): x and y offsets of the four corners, logarithm of their
    expected error, logit that the first side is a short one (see `vision.corners`).
    Pixels are RGB divided by 255 for all.
    """

    DETECT = "detect"
    CLASSIFY = "classify"
    CORNERS = "corners"


@dataclass(frozen=True, slots=True)
class ModelCard:
    """What a network is.

    Attributes:
        name: such as "card-detector".
        task: see `Task`.
        width, height: the input in pixels; for DETECT the longest side a picture is scaled to by default.
        classes: names by index.
        sha256: of the ONNX file, in hexadecimal.
        training: what it was trained on and how well it did, for people.
    """

    name: str
    task: Task
    width: int
    height: int
    classes: tuple[str, ...]
    sha256: str = ""
    training: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "task": self.task.value,
            "input": {"width": self.width, "height": self.height, "colour": "RGB", "divided by": 255},
            "classes": list(self.classes),
            "sha256": self.sha256,
            "training": dict(self.training),
        }

    @classmethod
    def from_json(cls, value: Any) -> ModelCard:
        """Read a card; raises ValueError naming the field that is wrong."""
        if not isinstance(value, dict):
            raise ValueError("an object was expected")
        try:
            task = Task(str(value.get("task")))
        except ValueError:
            raise ValueError(f"task: unknown {value.get('task')!r}") from None
        size = value.get("input")
        if not isinstance(size, dict) or not all(_is_size(size.get(side)) for side in ("width", "height")):
            raise ValueError("input: a width and a height in pixels were expected")
        classes = value.get("classes")
        if not isinstance(classes, list) or not classes or not all(isinstance(c, str) for c in classes):
            raise ValueError("classes: a list of names was expected")
        name, sha256, training = value.get("name"), value.get("sha256"), value.get("training", {})
        if not isinstance(name, str) or not isinstance(sha256, str):
            raise ValueError("name and sha256: words were expected")
        if not isinstance(training, dict):
            raise ValueError("training: an object was expected")
        return cls(name, task, size["width"], size["height"], tuple(classes), sha256, training)


@dataclass(frozen=True, slots=True)
class Model:
    """A network ready to be given to a back end: its card, its ONNX bytes, and the file they came from."""

    card: ModelCard
    data: bytes = field(repr=False)
    path: Path


def card_path(model: Path) -> Path:
    """Where the card of an ONNX file lies."""
    return model.with_suffix(".json")


def load_model(path: str | Path, task: Task) -> Model:
    """Load an ONNX file and its card, and check that the one belongs to the other.

    Raises ModelError when a file is missing, damaged, or made for another task.
    """
    path = Path(path)
    card_file = card_path(path)
    text, data = _read(card_file), _read(path)
    try:
        card = ModelCard.from_json(json.loads(text))
    except (ValueError, RecursionError) as error:
        raise ModelError(f"{card_file}: not a model card ({str(error).splitlines()[0]})") from None
    if card.task is not task:
        raise ModelError(f"{card_file}: a network for the task {card.task}, where {task} was expected")
    if hashlib.sha256(data).hexdigest() != card.sha256:
        raise ModelError(f"{path}: damaged, or not the network its card {card_file.name} describes")
    return Model(card, data, path)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise ModelError(f"{path}: no such file") from None
    except OSError as error:
        raise ModelError(f"{path}: cannot be read ({cause(error)})") from None


def _is_size(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value <= 4096
