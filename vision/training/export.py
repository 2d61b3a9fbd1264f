"""From a training checkpoint to an ONNX file of at most 6 MB, checked on every engine.

The weights are rounded to half precision before the export and stored so; a Cast widens each when the file is
loaded, so all engines compute in single precision with the very same numbers.
"""

from __future__ import annotations

import argparse
import dataclasses
import hashlib
import json
import tempfile
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from vision.backends import Tensor, load_backend
from vision.modelcard import MODELS, ModelError, Task, card_path
from vision.training.checkpoint import Checkpoint, TorchBackend, load_checkpoint

OPSET = 17
TOLERANCE = 1e-3
_FILES = {
    Task.DETECT: "card-detector.onnx",
    Task.CLASSIFY: "card-reader.onnx",
    Task.CORNERS: "card-corners.onnx",
}
_MAX_BYTES = 6_000_000
# Small tensors (biases, shapes) are kept exactly: they cost nothing.
_SMALLEST_HALVED = 256


def export(
    checkpoint: Path,
    out: Path,
    task: Task,
    *,
    classes: Sequence[str] | None = None,
    size: tuple[int, int] | None = None,
    training: Mapping[str, Any] | None = None,
) -> dict[str, float]:
    """Write `out` (.onnx) and its card (.json), after checking that all engines agree with PyTorch.

    Args:
        checkpoint: weights of the Ultralytics training.
        out: the ONNX file to write; its stem becomes the network's name.
        task: detector or reader.
        classes: names to put on the card instead of the checkpoint's.
        size: width and height of the input, as in `load_checkpoint`.
        training: a summary for the card.

    Returns:
        Largest difference from PyTorch for each engine, and "half precision": that of the rounded weights
        from the unrounded, all on the same pictures.

    Raises:
        ModelError: no such checkpoint, an engine is missing or differs by more than `TOLERANCE`, or the file
            is too large.
    """
    exact = load_checkpoint(checkpoint, task, size)
    rounded = load_checkpoint(checkpoint, task, size)
    _round_weights(rounded)
    if classes is not None:
        if len(classes) != len(rounded.card.classes):
            raise ModelError(f"{checkpoint}: has {len(rounded.card.classes)} classes, not {len(classes)}")
        rounded = dataclasses.replace(rounded, card=dataclasses.replace(rounded.card, classes=tuple(classes)))
    with tempfile.TemporaryDirectory(dir=out.parent) as folder:
        draft = Path(folder) / out.name
        data = _to_onnx(rounded)
        if len(data) > _MAX_BYTES:
            raise ModelError(f"{out}: {len(data)} bytes, more than {_MAX_BYTES}")
        draft.write_bytes(data)
        card = dataclasses.replace(
            rounded.card,
            name=out.stem,
            sha256=hashlib.sha256(data).hexdigest(),
            training=dict(training or {}),
        )
        card_path(draft).write_text(json.dumps(card.to_json(), indent=2, ensure_ascii=False) + "\n", "utf-8")
        differences = compare(rounded, draft)
        worst = max(differences.values())
        if not worst <= TOLERANCE:
            raise ModelError(f"{out}: the engines differ from PyTorch by {worst:.2g}")
        batches = sample_batches(rounded)
        reference, judged = TorchBackend(exact), TorchBackend(rounded)
        differences["half precision"] = max(
            _difference(task, reference.run(b), judged.run(b)) for b in batches
        )
        card_path(draft).replace(card_path(out))
        draft.replace(out)
    return differences


def compare(checkpoint: Checkpoint, model: Path) -> dict[str, float]:
    """Largest difference of an ONNX file's outputs from the checkpoint's, by engine, on sample pictures."""
    task = checkpoint.card.task
    batches = sample_batches(checkpoint)
    reference = TorchBackend(checkpoint)
    wanted = [reference.run(batch) for batch in batches]
    differences = {}
    for engine in ("onnxruntime", "opencv"):
        _, backend = load_backend(model, task, engine)
        differences[engine] = max(
            _difference(task, backend.run(b), w) for b, w in zip(batches, wanted, strict=True)
        )
    return differences


def sample_batches(checkpoint: Checkpoint) -> list[Tensor]:
    """Random smooth pictures in the shapes the runtime uses: (batch, 3, height, width), 0 to 1."""
    import cv2

    card = checkpoint.card
    if card.task is Task.DETECT:
        shapes = [(1, card.height, card.width), (1, 320, 256)]
    else:
        shapes = [(1, card.height, card.width), (6, card.height, card.width)]
    generator = np.random.default_rng(0)
    batches = []
    for count, height, width in shapes:
        coarse = generator.random((count, height // 8, width // 8, 3)).astype(np.float32)
        pictures = [cv2.resize(c, (width, height), interpolation=cv2.INTER_CUBIC).clip(0, 1) for c in coarse]
        batches.append(np.ascontiguousarray(np.stack(pictures).transpose(0, 3, 1, 2), np.float32))
    return batches


def _difference(task: Task, a: Tensor, b: Tensor) -> float:
    """Largest difference; of distances relative to their size, since they are no probabilities."""
    if a.shape != b.shape:
        return float("inf")
    gap = np.abs(a - b)
    if task is Task.DETECT:
        gap[:, :4] /= np.maximum(np.abs(b[:, :4]), 1)
    return float(gap.max())


def _round_weights(checkpoint: Checkpoint) -> None:
    import torch

    for parameter in checkpoint.module.parameters():
        if parameter.numel() >= _SMALLEST_HALVED:
            parameter.data = parameter.data.to(torch.float16).to(torch.float32)


def _to_onnx(checkpoint: Checkpoint) -> bytes:
    import onnx
    import onnxslim
    import torch

    card = checkpoint.card
    if card.task is Task.DETECT:
        free = {"images": {2: "height", 3: "width"}, "raw": {2: "anchors"}}
    else:
        free = {"images": {0: "batch"}, "raw": {0: "batch"}}
    # Neither side a square nor one picture alone, so that nothing of the example is taken for fixed.
    example = (
        torch.zeros(1, 3, 256, 320)
        if card.task is Task.DETECT
        else torch.zeros(2, 3, card.height, card.width)
    )
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        draft = Path(folder) / "network.onnx"
        torch.onnx.export(
            checkpoint.module, (example,), draft, opset_version=OPSET, dynamo=False,
            input_names=["images"], output_names=["raw"], dynamic_axes=free,
        )  # fmt: skip
        network = onnxslim.slim(onnx.load(draft))
    del network.graph.value_info[:]
    _store_halved(network)
    onnx.checker.check_model(network)
    return bytes(network.SerializeToString())


def _store_halved(network: Any) -> None:
    """Store every large weight in half precision, with a Cast node under its old name that widens it."""
    from onnx import TensorProto, helper, numpy_helper

    graph = network.graph
    casts = []
    for position, tensor in enumerate(graph.initializer):
        if tensor.data_type != TensorProto.FLOAT or int(np.prod(tensor.dims)) < _SMALLEST_HALVED:
            continue
        full = numpy_helper.to_array(tensor)
        half = full.astype(np.float16)
        if not np.array_equal(half.astype(np.float32), full):
            continue  # not one of the rounded weights
        name = tensor.name
        casts.append(helper.make_node("Cast", [name + ".half"], [name], to=TensorProto.FLOAT))
        graph.initializer[position].CopyFrom(numpy_helper.from_array(half, name + ".half"))
    nodes = list(graph.node)
    del graph.node[:]
    graph.node.extend(casts + nodes)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m vision.training.export", description=__doc__)
    parser.add_argument("task", choices=[task.value for task in Task])
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--out", type=Path, help="the ONNX file (default: the one the app uses)")
    parser.add_argument(
        "--training", type=Path, help="a JSON file with a summary of the training, for the card"
    )
    options = parser.parse_args(arguments)
    task = Task(options.task)
    out = options.out or MODELS / _FILES[task]
    try:
        training = json.loads(options.training.read_text("utf-8")) if options.training else None
        differences = export(options.checkpoint, out, task, training=training)
    except (ModelError, OSError, ValueError) as error:
        parser.exit(2, f"{error}\n")
    for engine, difference in differences.items():
        print(f"{engine}: {difference:.2g}")
    print(f"{out}: {out.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
