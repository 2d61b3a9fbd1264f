"""Training checkpoints as networks with the raw outputs the runtime reads (see `Task`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.glance import GLANCE_SIZE
from vision.modelcard import ModelCard, ModelError, Task

_DEFAULT_SIZE = {Task.DETECT: (640, 640), Task.CLASSIFY: GLANCE_SIZE, Task.CORNERS: (64, 64)}

CORNER_OUTPUTS = ("x1", "y1", "x2", "y2", "x3", "y3", "x4", "y4", "log error", "short side first")


@dataclass(frozen=True, slots=True, eq=False)
class Checkpoint:
    """A trained network in PyTorch.

    Attributes:
        card: without a checksum.
        module: a torch module in evaluation mode; input and output as in `Task`.
        path: the file it came from.
    """

    card: ModelCard
    module: Any
    path: Path


def load_checkpoint(path: str | Path, task: Task, size: tuple[int, int] | None = None) -> Checkpoint:
    """Load a .pt file that Ultralytics or `train_corners` wrote; only one you trust, since it may run code.

    Args:
        path: the file.
        task: what the network must do.
        size: width and height of the input to note on its card; by default what the runtime gives it.

    Raises:
        ModelError: the training extra is not installed, or the file is no such checkpoint.
    """
    path = Path(path)
    try:
        import torch
        import ultralytics  # noqa: F401  (its classes are named in the checkpoint)
    except ImportError as error:
        raise ModelError(f"{path}: a checkpoint needs the extra 'train' ({error})") from None
    if not path.is_file():
        raise ModelError(f"{path}: no such file")
    try:
        content = torch.load(path, map_location="cpu", weights_only=False)
        if task is Task.CORNERS:
            return Checkpoint(_card(path, task, size, CORNER_OUTPUTS), _corners(content["corners"]), path)
        network = content.get("ema") or content["model"]
    except Exception as error:  # a pickle may raise anything
        raise ModelError(f"{path}: not a checkpoint ({type(error).__name__})") from None
    kind = type(network.model[-1]).__name__
    found = Task.CLASSIFY if kind == "Classify" else Task.DETECT if kind.startswith("OBB") else None
    if found is not task:
        raise ModelError(f"{path}: its head is {kind}; a network to {task} was expected")
    classes = [network.names[i] for i in sorted(network.names)]
    return Checkpoint(_card(path, task, size, classes), _raw(network), path)


def _card(path: Path, task: Task, size: tuple[int, int] | None, classes: Sequence[str]) -> ModelCard:
    width, height = size or _DEFAULT_SIZE[task]
    return ModelCard(path.stem, task, width, height, tuple(classes))


def _corners(weights: Any) -> Any:
    from vision.training.train_corners import corner_network

    network = corner_network()
    network.load_state_dict(weights)
    network.eval().requires_grad_(False)
    return network


def _raw(network: Any) -> Any:
    """The network for inference: batch norms folded in, no decoding of boxes, no choice of the best."""
    network = network.float().eval().fuse(verbose=False)
    network.requires_grad_(False)
    head = network.model[-1]
    head.export = True
    head.dynamic = True
    if hasattr(head, "_get_decode_boxes"):
        # One answer an anchor and no anchors in the graph: the runtime takes any picture size that way.
        head.end2end = False
        head._get_decode_boxes = lambda raw: head.dfl(raw["boxes"])
    return network


class TorchBackend:
    """Runs a checkpoint, so that a network can be judged before it is exported."""

    name = "torch"

    def __init__(self, checkpoint: Checkpoint, threads: int = 1) -> None:
        import torch

        torch.set_num_threads(threads)
        self._module = checkpoint.module

    def run(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        import torch

        with torch.inference_mode():
            return np.asarray(self._module(torch.from_numpy(batch)).numpy(), np.float32)
