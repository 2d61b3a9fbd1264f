"""The usual way, for comparison: one network that finds and names cards at once in a large picture."""

from __future__ import annotations

import hashlib
import tempfile
import warnings
from pathlib import Path

from vision.modelcard import Model, ModelCard, ModelError, Task

CLASSES = 53
"""52 cards and the joker."""
SIZE = 1280
"""Pixels of the picture's longer side: below it the indices of a whole table are too small for one network."""
_OPSET = 17


def untrained(size: int = SIZE, classes: int = CLASSES) -> Model:
    """Ultralytics' YOLO26n for upright boxes with random weights: as fast as a trained one.

    Its input is (1, 3, H, W), multiples of 32; its output (1, 4 + classes, anchors). Raises ModelError without
    the extra 'train'.
    """
    try:
        import torch
        from ultralytics.nn.tasks import DetectionModel
    except ImportError as error:
        raise ModelError(f"the one-stage network needs the extra 'train' ({error})") from None
    torch.manual_seed(0)
    network = (
        DetectionModel("yolo26n.yaml", ch=3, nc=classes, verbose=False).float().eval().fuse(verbose=False)
    )
    network.requires_grad_(False)
    head = network.model[-1]
    head.export, head.dynamic, head.end2end = True, True, False
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        file = Path(folder) / "one-stage.onnx"
        torch.onnx.export(
            network, (torch.zeros(1, 3, 256, 320),), file, opset_version=_OPSET, dynamo=False,
            input_names=["images"], output_names=["raw"],
            dynamic_axes={"images": {2: "height", 3: "width"}, "raw": {2: "anchors"}},
        )  # fmt: skip
        data = file.read_bytes()
    names = tuple(str(number) for number in range(classes))
    card = ModelCard("one-stage", Task.DETECT, size, size, names, hashlib.sha256(data).hexdigest())
    return Model(card, data, Path("one-stage.onnx"))
