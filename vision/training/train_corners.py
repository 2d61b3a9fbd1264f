"""Train the corner network (see `vision.corners`) on rendered scenes; a quarter of an hour on one core."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from vision.training.corners import Example, batches, read_examples
from vision.training.processor import has_bf16

_ERROR_FLOOR = 0.003  # of a side: finer than any label
_JUDGED = 32  # examples at a time


def corner_network() -> Any:
    """The bare network: (n, 3, 64, 64) to (n, 10), 0.4 million weights, 13 million multiplications a card."""
    from torch import nn

    def block(inputs: int, outputs: int, stride: int) -> Any:
        convolution = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        return nn.Sequential(convolution, nn.BatchNorm2d(outputs), nn.ReLU(inplace=True))

    return nn.Sequential(
        block(3, 16, 2),
        block(16, 24, 1),
        block(24, 32, 2),
        block(32, 32, 1),
        block(32, 64, 2),
        block(64, 64, 1),
        block(64, 128, 2),
        # No pooling: where things are is the answer.
        nn.Flatten(),
        nn.Linear(128 * 4 * 4, 96),
        nn.ReLU(inplace=True),
        nn.Linear(96, 10),
    )


def loss(answer: Any, offsets: Any, short: Any) -> Any:
    """Negative log likelihood of the corners under a Laplace density whose width the network gives, and of
    the first side's kind."""
    import torch
    from torch import nn

    distance = (answer[:, :8] - offsets).view(-1, 4, 2).norm(dim=2).mean(dim=1, keepdim=True)
    width = answer[:, 8:9].clamp(-6, 2)
    corners = ((distance + _ERROR_FLOOR) * torch.exp(-width) + width).mean()
    kind = nn.functional.binary_cross_entropy_with_logits(answer[:, 9:10], short)
    return corners + 0.3 * kind


def train(
    examples: list[Example],
    out: Path,
    *,
    start: Path | None = None,
    epochs: int = 30,
    batch: int = 64,
    rate: float = 2e-3,
    seed: int = 0,
) -> dict[str, float]:
    """Train and write out/corners.pt after every epoch; from weights written before when `start` is given.

    Raises ValueError where there are not enough examples to learn from and to judge by.

    Returns:
        On the last tenth of the examples, never trained on: the median and 95th percentile of the corner
        error, in sides of the rough outline, and the share of short sides told right.
    """
    import torch
    from torch import nn

    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    if len(examples) < (least := 10 * max(batch // 9 + 1, _JUDGED)):
        raise ValueError(f"{len(examples)} cards to learn from, {least} at least are needed: render more scenes")
    held = examples[len(examples) * 9 // 10 :]
    examples = examples[: len(examples) * 9 // 10]
    network = corner_network().to(memory_format=torch.channels_last)
    if start is not None:
        network.load_state_dict(torch.load(start, weights_only=True)["corners"])
    optimizer = torch.optim.AdamW(network.parameters(), rate, weight_decay=0.02)
    steps = epochs * (len(examples) // batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps, pct_start=0.1)
    result: dict[str, float] = {}
    out.mkdir(parents=True, exist_ok=True)
    for epoch in range(epochs):
        network.train()
        total = []
        for patches, offsets, short in batches(examples, rng, batch):
            with torch.autocast("cpu", torch.bfloat16, enabled=has_bf16()):
                answer = network(torch.from_numpy(patches).to(memory_format=torch.channels_last))
            value = loss(answer.float(), torch.from_numpy(offsets), torch.from_numpy(short))
            optimizer.zero_grad()
            value.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 5.0)
            optimizer.step()
            schedule.step()
            total.append(value.item())
        result = judge(network, held)
        torch.save({"corners": network.state_dict()}, out / "corners.pt")
        print(f"epoch {epoch}: loss {np.mean(total):.3f}", json.dumps(result), flush=True)
    return result


def judge(network: Any, examples: list[Example]) -> dict[str, float]:
    """How well the network does on examples it has not seen."""
    import torch

    network.eval()
    rng = np.random.default_rng(1)
    errors, kinds = [], []
    with torch.inference_mode():
        for patches, offsets, short in batches(examples, rng, _JUDGED):
            answer = network(torch.from_numpy(patches)).numpy()
            errors.append(np.linalg.norm((answer[:, :8] - offsets).reshape(-1, 4, 2), axis=2).max(axis=1))
            kinds.append((answer[:, 9:] > 0) == (short > 0.5))
    error = np.concatenate(errors)
    return {
        "median": round(float(np.median(error)), 4),
        "p95": round(float(np.percentile(error, 95)), 4),
        "short": round(float(np.concatenate(kinds).mean()), 4),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m vision.training.train_corners", description=__doc__)
    parser.add_argument("scenes", type=Path, help="a data set for the detector")
    parser.add_argument("out", type=Path, help="folder for the weights")
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--examples", type=int, default=15000)
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args(arguments)
    try:
        import torch

        torch.set_num_threads(options.threads)
        examples = read_examples(options.scenes, options.examples)
    except ImportError as error:
        parser.exit(2, f"training needs the extra 'train' ({error})\n")
    except OSError as error:
        parser.exit(2, f"{options.scenes}: no data set to train on ({error.strerror})\n")
    try:
        train(examples, options.out, start=options.start, epochs=options.epochs)
    except ValueError as error:
        parser.exit(2, f"{options.scenes}: {error}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
