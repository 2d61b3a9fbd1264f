"""Teach the reader what is no card, and leave alone how it tells cards apart.

Trained as a whole on things that are no cards a reader soon says so of half of them, and begins to mix up cards. So only
the last layer's row for "none" learns here: a logistic regression on what the network sees (its 1,280 features) against
the sum of all other answers, which stay as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.reader import NONE
from vision.training.crops import CLASS_OF
from vision.training.train_reader import varied

_BATCH = 64
_STEPS = 200
# Of the squared weights, each feature measured in its standard deviations.
_DECAY = 1e-4


@dataclass(frozen=True, slots=True)
class Material:
    """A file of crops (see `write_crops`).

    Attributes:
        weight: of a card in it taken for nothing, where nothing taken for a card counts 1.
        times: how often each crop is seen, each time otherwise.
    """

    file: Path
    weight: float
    times: int = 1


@dataclass(frozen=True, slots=True)
class Seen:
    """What the network makes of crops: features (n, 1280), the logarithm of the summed exponents of all other answers
    (n,), its own answer "none" (n,), and whether that is right (n,), with a weight (n,)."""

    features: NDArray[np.float32]
    others: NDArray[np.float32]
    nothing: NDArray[np.float32]
    right: NDArray[np.float32]
    weight: NDArray[np.float32]


def train_nothing(start: Path, materials: Sequence[Material], out: Path, seed: int) -> Path:
    """Train the row of a checkpoint of the reader; writes and returns the new checkpoint `out`."""
    import torch

    content = torch.load(start, map_location="cpu", weights_only=False)
    network = (content.get("ema") or content["model"]).float().eval()
    layer, row = network.model[-1].linear, CLASS_OF[NONE]
    weight, bias = fitted(seen_by(network, materials, seed))
    with torch.no_grad():
        layer.weight[row] += torch.from_numpy(weight)
        layer.bias[row] += bias
    content["model"], content["ema"] = network.half(), None
    torch.save(content, out)
    return out


def seen_by(network: Any, materials: Sequence[Material], seed: int) -> Seen:
    """Show a reader all crops, varied as in training."""
    import torch

    layer, row = network.model[-1].linear, CLASS_OF[NONE]
    caught: list[tuple[Any, Any]] = []
    hook = layer.register_forward_hook(lambda _, given, answer: caught.append((given[0], answer)))
    rng = np.random.default_rng(seed)
    columns: list[tuple[NDArray[np.float32], ...]] = []
    for material in materials:
        data = np.load(material.file)
        images, labels = data["images"], data["labels"]
        for first in [*range(0, len(images), _BATCH)] * material.times:
            views = np.stack([varied(rng, crop) for crop in images[first : first + _BATCH]])
            batch = np.ascontiguousarray(views[..., ::-1].transpose(0, 3, 1, 2))
            caught.clear()
            with torch.inference_mode():
                network(torch.from_numpy(batch).float() / 255)
            features, answers = (np.asarray(each.numpy(), np.float32) for each in caught[0])
            others = np.logaddexp.reduce(np.delete(answers, row, axis=1), axis=1)
            right = (labels[first : first + _BATCH] == row).astype(np.float32)
            columns.append(
                (
                    features,
                    others,
                    answers[:, row],
                    right,
                    np.where(right, 1, material.weight).astype(np.float32),
                )
            )
    hook.remove()
    return Seen(*(np.concatenate(column) for column in zip(*columns, strict=True)))


def fitted(seen: Seen) -> tuple[NDArray[np.float32], float]:
    """What to add to the row's weights (1280,) and bias."""
    import torch

    middle, spread = seen.features.mean(axis=0), seen.features.std(axis=0) + 1e-3
    features = torch.from_numpy((seen.features - middle) / spread)
    before = torch.from_numpy(seen.nothing - seen.others)
    right, weight = torch.from_numpy(seen.right), torch.from_numpy(seen.weight / seen.weight.mean())
    row = torch.zeros(features.shape[1], requires_grad=True)
    bias = torch.zeros(1, requires_grad=True)
    search = torch.optim.LBFGS([row, bias], max_iter=_STEPS, line_search_fn="strong_wolfe")

    def loss() -> Any:
        search.zero_grad()
        wrong = torch.nn.functional.binary_cross_entropy_with_logits(
            before + features @ row + bias, right, weight=weight
        )
        total = wrong + _DECAY * (row**2).sum()
        total.backward()
        return total

    search.step(loss)
    added = np.asarray(row.detach().numpy(), np.float32)
    return (added / spread).astype(np.float32), float(bias.item() - (added * middle / spread).sum())
