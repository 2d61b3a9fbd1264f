"""The reader's answer "none" learns by itself: in a process of its own, for PyTorch's threads do not go with all others."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.parallel import in_processes
from vision.training.crops import CLASS_OF, KEPT_SIZE

torch = pytest.importorskip("torch")
pytest.importorskip("ultralytics")

NONE = CLASS_OF["none"]


def test_what_is_fitted_tells_nothing_from_cards_and_minds_the_weights() -> None:
    """Two heaps of features that overlap: where cards count more, fewer of them are taken for nothing."""
    from vision.training.train_nothing import Seen, fitted

    rng = np.random.default_rng(0)
    right = np.repeat([0.0, 1.0], 400).astype(np.float32)
    features = rng.normal(0, 1, (800, 6)).astype(np.float32)
    features[:, 0] += 2 * right
    zeros = np.zeros(800, np.float32)
    lost, seen = [], []
    for weight in (1.0, 20.0):
        weights = np.where(right, 1, weight).astype(np.float32)
        ((row, bias),) = in_processes(fitted, [(Seen(features, zeros, zeros, right, weights),)], 2)
        said = features @ row + bias > 0
        lost.append(said[right == 0].mean())
        seen.append(said[right == 1].mean())
    assert lost[0] < 0.25 and seen[0] > 0.75
    assert lost[1] < lost[0] / 3 and 0 < seen[1] < seen[0]


def test_only_the_row_for_nothing_changes(tmp_path: Path) -> None:
    from ultralytics.nn.tasks import ClassificationModel

    from vision.training.train_nothing import Material, train_nothing

    torch.manual_seed(0)
    network = ClassificationModel("yolo26n-cls.yaml", nc=len(CLASS_OF), verbose=False)
    before = {name: value.half().float() for name, value in network.state_dict().items()}
    torch.save({"model": network, "ema": None}, tmp_path / "start.pt")
    rng = np.random.default_rng(1)
    images = rng.integers(0, 256, (24, KEPT_SIZE[1], KEPT_SIZE[0], 3), dtype=np.uint8)
    images[::2] //= 8  # what is none is dark here
    labels = np.where(np.arange(24) % 2, CLASS_OF["7H"], NONE)
    np.savez(tmp_path / "crops.npz", images=images, labels=labels)
    job = (tmp_path / "start.pt", [Material(tmp_path / "crops.npz", 1.0, 2)], tmp_path / "new.pt", 0)
    (weights,) = in_processes(train_nothing, [job], 2)
    after = torch.load(weights, weights_only=False)["model"].float().state_dict()
    changed = [
        name for name, value in after.items() if not torch.allclose(value.float(), before[name], atol=1e-3)
    ]
    head = [name for name in after if "linear" in name]
    assert set(changed) <= set(head) and changed
    for name in head:
        rows = (after[name] - before[name]).abs().reshape(len(CLASS_OF), -1).max(dim=1).values
        assert rows.argmax() == NONE and (np.delete(rows.numpy(), NONE) < 1e-3).all()


def test_a_reader_to_begin_with_is_needed(tmp_path: Path) -> None:
    from vision.training.legs import Leg, nothing_leg

    with pytest.raises(ValueError, match="--start"):
        nothing_leg(Leg(tmp_path, None, None, 4, 1, 1e-3))
