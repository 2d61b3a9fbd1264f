"""From a checkpoint to the files the app runs. Needs the extra `train`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("ultralytics")
pytest.importorskip("onnxslim")

from vision.backends import load_backend  # noqa: E402
from vision.modelcard import ModelError, Task, card_path, load_model  # noqa: E402
from vision.training import export as exporting  # noqa: E402
from vision.training.checkpoint import load_checkpoint  # noqa: E402
from vision.training.export import TOLERANCE, export, sample_batches  # noqa: E402
from vision.training.legs import write_without_paths  # noqa: E402

pytestmark = pytest.mark.slow


def checkpoint(path: Path, task: Task) -> Path:
    """An untrained network as the training would leave it."""
    torch.manual_seed(0)
    content: dict[str, Any]
    if task is Task.CORNERS:
        from vision.training.train_corners import corner_network

        content = {"corners": corner_network().state_dict()}
    else:
        from ultralytics.nn.tasks import ClassificationModel, OBBModel

        if task is Task.DETECT:
            network = OBBModel("yolo26n-obb.yaml", nc=2, verbose=False)
            network.names = {0: "face up", 1: "face down"}
        else:
            network = ClassificationModel("yolo26n-cls.yaml", nc=55, verbose=False)
            network.names = {i: f"class {i}" for i in range(55)}
        content = {"model": network.half()}
    torch.save(content, path)
    return path


@pytest.mark.parametrize("task", list(Task))
def test_the_file_answers_as_the_checkpoint_does(tmp_path: Path, task: Task) -> None:
    weights = checkpoint(tmp_path / "last.pt", task)
    out = tmp_path / "network.onnx"
    differences = export(weights, out, task, training={"epochs": 0})
    assert max(differences["onnxruntime"], differences["opencv"]) <= TOLERANCE
    model = load_model(out, task)
    assert model.card.training == {"epochs": 0} and model.card.name == "network"
    assert len(model.data) < 6_000_000 and sorted(p.name for p in tmp_path.iterdir()) == [
        "last.pt",
        "network.json",
        "network.onnx",
    ]
    # Before the weights were halved
    _, exact = load_backend(weights, task)
    _, shipped = load_backend(out, task)
    for batch in sample_batches(load_checkpoint(weights, task)):
        assert np.abs(exact.run(batch) - shipped.run(batch)).max() < 0.01


def test_engines_that_differ_stop_the_export(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    weights = checkpoint(tmp_path / "last.pt", Task.CORNERS)
    monkeypatch.setattr(exporting, "compare", lambda *_: {"onnxruntime": 0.0, "opencv": 0.2})
    with pytest.raises(ModelError, match="differ"):
        export(weights, tmp_path / "network.onnx", Task.CORNERS)
    assert not (tmp_path / "network.onnx").exists() and not card_path(tmp_path / "network.onnx").exists()


def test_what_is_no_checkpoint_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"none\.pt: no such file"):
        load_checkpoint(tmp_path / "none.pt", Task.DETECT)
    (tmp_path / "text.pt").write_text("not weights")
    with pytest.raises(ModelError, match=r"text\.pt: not a checkpoint"):
        load_checkpoint(tmp_path / "text.pt", Task.DETECT)
    reader = checkpoint(tmp_path / "reader.pt", Task.CLASSIFY)
    with pytest.raises(ModelError, match="its head is Classify"):
        load_checkpoint(reader, Task.DETECT)
    with pytest.raises(ModelError, match="55 classes, not 2"):
        export(reader, tmp_path / "x.onnx", Task.CLASSIFY, classes=["a", "b"])


def test_weights_to_go_on_from_tell_nothing_of_the_machine(tmp_path: Path) -> None:
    weights = checkpoint(tmp_path / "last.pt", Task.CLASSIFY)
    content = torch.load(weights, map_location="cpu", weights_only=False)
    content["train_args"] = {
        "project": str(tmp_path / "runs"),
        "save_dir": tmp_path,
        "epochs": 3,
        "data": "crops",
    }
    content["git"] = {"root": str(tmp_path), "commit": "0123abc"}
    torch.save(content, weights)
    out = tmp_path / "kept.pt"
    write_without_paths(weights, out)
    assert str(tmp_path).encode() in weights.read_bytes() and str(tmp_path).encode() not in out.read_bytes()
    kept = torch.load(out, map_location="cpu", weights_only=False)
    assert kept["train_args"] == {"epochs": 3, "data": "crops"} and kept["git"] == {}
    before, after = (load_checkpoint(path, Task.CLASSIFY).module for path in (weights, out))
    views = torch.zeros(1, 3, 128, 192)
    assert torch.equal(before(views), after(views))
