"""The networks' files: what is shipped, what a fault says, and that all engines answer alike."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from companion.cards import DECK_52
from vision import backends
from vision.backends import OpenCvBackend, Tensor, load_backend
from vision.modelcard import MODELS, ModelCard, ModelError, Task, card_path, load_model
from vision.onnxfile import with_input_shape

SHIPPED = {
    "card-detector": (Task.DETECT, [(1, 3, 384, 640), (1, 3, 320, 320)]),
    "card-corners": (Task.CORNERS, [(1, 3, 64, 64), (5, 3, 64, 64)]),
    "card-reader": (Task.CLASSIFY, [(2, 3, 128, 192), (8, 3, 128, 192)]),
}
needs_onnxruntime = pytest.mark.skipif(
    importlib.util.find_spec("onnxruntime") is None, reason="the extra 'fast' is not installed"
)


def batch(shape: tuple[int, ...]) -> Tensor:
    """Smooth random pictures."""
    coarse = np.random.default_rng(0).random((shape[0], 3, shape[2] // 8, shape[3] // 8)).astype(np.float32)
    return np.ascontiguousarray(coarse.repeat(8, axis=2).repeat(8, axis=3))


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_network_is_whole_and_small(name: str) -> None:
    model = load_model(MODELS / f"{name}.onnx", SHIPPED[name][0])
    assert len(model.data) <= 6_000_000
    assert model.card.name == name
    assert model.card.training, "its card says what it was trained on"


def test_the_reader_knows_every_card() -> None:
    card = load_model(MODELS / "card-reader.onnx", Task.CLASSIFY).card
    assert sorted(card.classes) == sorted([*(str(c) for c in DECK_52), "JOKER", "back", "none"])


@needs_onnxruntime
@pytest.mark.parametrize("name", SHIPPED)
def test_the_engines_agree(name: str) -> None:
    task, shapes = SHIPPED[name]
    _, one = load_backend(MODELS / f"{name}.onnx", task, "onnxruntime")
    _, other = load_backend(MODELS / f"{name}.onnx", task, "opencv")
    for shape in shapes:
        a, b = one.run(batch(shape)), other.run(batch(shape))
        assert a.shape == b.shape and np.abs(a - b).max() < 1e-3


@pytest.mark.parametrize("name", SHIPPED)
def test_a_network_runs_with_its_shape_fixed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """OpenCV 4, as on Android, cannot take free sizes; the file is changed for it in memory."""
    task, shapes = SHIPPED[name]
    model = load_model(MODELS / f"{name}.onnx", task)
    free = OpenCvBackend(model)
    monkeypatch.setattr(backends, "_FIXED_SHAPES", True)
    fixed = OpenCvBackend(model)
    for shape in shapes:
        assert np.abs(free.run(batch(shape)) - fixed.run(batch(shape))).max() < 1e-4


@needs_onnxruntime
def test_the_fixed_shape_is_in_the_file() -> None:
    import onnxruntime

    data = with_input_shape((MODELS / "card-corners.onnx").read_bytes(), (3, 3, 64, 64))
    assert onnxruntime.InferenceSession(data).get_inputs()[0].shape == [3, 3, 64, 64]


@pytest.mark.parametrize("data", [b"", b"\x3a\x05abc", b"not a network", bytes(100), b"\xff" * 40])
def test_what_is_no_network_gets_no_shape(data: bytes) -> None:
    with pytest.raises(ValueError, match="ONNX"):
        with_input_shape(data, (1, 3, 64, 64))


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1000])


def rewritten(change: Callable[[dict], None]) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        card = json.loads(card_path(path).read_text("utf-8"))
        change(card)
        card_path(path).write_text(json.dumps(card), "utf-8")

    return write


FAULTS = {
    "no network": (lambda p: p.unlink(), "card-corners.onnx: no such file"),
    "no card": (lambda p: card_path(p).unlink(), "card-corners.json: no such file"),
    "cut off": (cut, "card-corners.onnx: damaged"),
    "empty": (lambda p: p.write_bytes(b""), "card-corners.onnx: damaged"),
    "foreign card": (lambda p: card_path(p).write_bytes(b"\xff\xfe"), "card-corners.json: not a model card"),
    "card of a list": (lambda p: card_path(p).write_text("[]"), "card-corners.json: not a model card"),
    "deep card": (lambda p: card_path(p).write_text("[" * 10**5), "card-corners.json: not a model card"),
    "other task": (rewritten(lambda c: c.update(task="detect")), "card-corners.json: a network for the task"),
    "no task": (rewritten(lambda c: c.pop("task")), "task: unknown"),
    "no size": (rewritten(lambda c: c["input"].update(width="64")), "input"),
    "no classes": (rewritten(lambda c: c.update(classes=[])), "classes"),
    "no name": (rewritten(lambda c: c.update(name=3)), "name and sha256"),
    "odd training": (rewritten(lambda c: c.update(training=3)), "training"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named_in_one_line(tmp_path: Path, fault: str) -> None:
    for suffix in (".onnx", ".json"):
        shutil.copy(MODELS / f"card-corners{suffix}", tmp_path)
    spoil, message = FAULTS[fault]
    spoil(tmp_path / "card-corners.onnx")
    with pytest.raises(ModelError) as caught:
        load_backend(tmp_path / "card-corners.onnx", Task.CORNERS)
    assert message in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("engine", ["opencv", pytest.param("onnxruntime", marks=needs_onnxruntime)])
def test_a_network_the_engine_cannot_load_is_named(
    tmp_path: Path, engine: str, capfd: pytest.CaptureFixture[str]
) -> None:
    import hashlib

    path = tmp_path / "odd.onnx"
    path.write_bytes(b"these are not the weights")
    card = ModelCard("odd", Task.CORNERS, 64, 64, ("x",), hashlib.sha256(path.read_bytes()).hexdigest())
    card_path(path).write_text(json.dumps(card.to_json()))
    with pytest.raises(ModelError, match=r"odd\.onnx: .* cannot load it"):
        load_backend(path, Task.CORNERS, engine)
    assert capfd.readouterr().err == ""


def test_an_unknown_engine_is_refused() -> None:
    with pytest.raises(ModelError, match="one of auto, onnxruntime, opencv"):
        load_backend(MODELS / "card-corners.onnx", Task.CORNERS, "tensorflow")


def test_a_card_reads_back() -> None:
    card = ModelCard("a", Task.CLASSIFY, 96, 128, ("AS", "back"), "00", {"epochs": 3})
    assert ModelCard.from_json(json.loads(json.dumps(card.to_json()))) == card


def test_onnxruntime_is_told_not_to_report_before_it_loads() -> None:
    code = (
        "import builtins, os, sys\n"
        "real = builtins.__import__\n"
        "def watching(name, *rest):\n"
        "    if name == 'onnxruntime' and os.environ.get('ORT_DISABLE_TELEMETRY') != '1':\n"
        "        sys.exit('imported with telemetry on')\n"
        "    return real(name, *rest)\n"
        "builtins.__import__ = watching\n"
        "os.environ.pop('ORT_DISABLE_TELEMETRY', None)\n"
        "from vision.corners import Corners\n"
        "assert 'onnxruntime' not in sys.modules\n"
        "Corners()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=MODELS.parent)
    assert done.returncode == 0, done.stderr


@needs_onnxruntime
@pytest.mark.parametrize("threads", [1, 2])
def test_an_engine_at_rest_leaves_the_processor_alone(threads: int) -> None:
    card, engine = load_backend(MODELS / "card-corners.onnx", Task.CORNERS, "onnxruntime", threads)
    at_rest = []
    for _ in range(7):
        engine.run(np.zeros((4, 3, card.height, card.width), np.float32))
        used = time.process_time()
        time.sleep(0.05)
        at_rest.append(time.process_time() - used)
    assert sorted(at_rest)[3] < 0.005
