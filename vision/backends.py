"""What runs the networks: OpenCV's engine, ONNX Runtime where it is installed, PyTorch for checkpoints."""

from __future__ import annotations

import importlib.util
import threading
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.modelcard import Model, ModelCard, ModelError, Task, load_model
from vision.onnxfile import with_input_shape

Tensor = NDArray[np.float32]

BACKENDS = ("auto", "onnxruntime", "opencv")

# Up to version 4 OpenCV works out every shape while it loads a network.
_FIXED_SHAPES = int(cv2.__version__.split(".")[0]) < 5


class Backend(Protocol):
    """Runs one network.

    Attributes:
        name: of the engine, as in `BACKENDS`.
    """

    name: str

    def run(self, batch: Tensor) -> Tensor:
        """The network's output for a contiguous float32 batch, shapes as in `Task`. Safe from any thread."""


def load_backend(
    path: str | Path, task: Task, backend: str = "auto", threads: int = 1
) -> tuple[ModelCard, Backend]:
    """Load a network and an engine to run it.

    Args:
        path: an ONNX file with its card beside it, or a training checkpoint (.pt; needs the extra `train`).
        task: what it must do.
        backend: "onnxruntime", "opencv", or "auto" for the first of these that is installed.
        threads: threads one run may use.

    Raises:
        ModelError: the file is missing, damaged or made for something else, or the engine is not there.
    """
    if Path(path).suffix == ".pt":
        from vision.training.checkpoint import TorchBackend, load_checkpoint

        checkpoint = load_checkpoint(path, task)
        return checkpoint.card, TorchBackend(checkpoint, threads)
    model = load_model(path, task)
    return model.card, engine(model, backend, threads)


def engine(model: Model, backend: str = "auto", threads: int = 1) -> Backend:
    """An engine to run a network that is already in memory; arguments and ModelError as for `load_backend`."""
    if backend == "auto":
        backend = "onnxruntime" if importlib.util.find_spec("onnxruntime") else "opencv"
    if backend == "onnxruntime":
        return OnnxRuntimeBackend(model, threads)
    if backend == "opencv":
        return OpenCvBackend(model, threads)
    raise ModelError(f"unknown back end {backend!r} (one of {', '.join(BACKENDS)})")


class OpenCvBackend:
    """OpenCV's DNN module: always there, on Android too."""

    name = "opencv"

    def __init__(self, model: Model, threads: int = 1) -> None:
        # OpenCV has one number of threads for the whole process.
        cv2.setNumThreads(threads)
        self._model = model
        self._nets: dict[tuple[int, ...], cv2.dnn.Net] = {}
        # A net keeps its input between setInput and forward.
        self._lock = threading.Lock()
        if not _FIXED_SHAPES:
            self._nets[()] = self._load(model.data)

    def run(self, batch: Tensor) -> Tensor:
        with self._lock:
            net = self._net(batch.shape)
            net.setInput(batch)
            return np.array(net.forward(), np.float32)

    def _net(self, shape: tuple[int, ...]) -> cv2.dnn.Net:
        if not _FIXED_SHAPES:
            return self._nets[()]
        # The batch may still vary there, the picture's size may not.
        key = shape[2:]
        if key not in self._nets:
            self._nets[key] = self._load(with_input_shape(self._model.data, (1, *shape[1:])))
        return self._nets[key]

    def _load(self, data: bytes) -> cv2.dnn.Net:
        try:
            return cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))
        except cv2.error as error:
            raise ModelError(f"{self._model.path}: OpenCV cannot load it ({_first_line(error)})") from None


class OnnxRuntimeBackend:
    """ONNX Runtime on the processor; twice as fast as OpenCV."""

    name = "onnxruntime"

    def __init__(self, model: Model, threads: int = 1) -> None:
        try:
            import onnxruntime
        except ImportError as error:
            raise ModelError(f"ONNX Runtime cannot be used ({_first_line(error)})") from None
        # Its threads are apart from OpenCV's; together they would fight for the same cores.
        cv2.setNumThreads(1)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        # Several threads that wait for each other asleep are hardly faster than one. Awake they must not stay, or
        # they would keep the cores busy between frames.
        options.add_session_config_entry("session.intra_op.allow_spinning", "1" if threads > 1 else "0")
        options.add_session_config_entry("session.force_spinning_stop", "1")
        options.log_severity_level = 4
        try:
            self._session: Any = onnxruntime.InferenceSession(
                model.data, options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # its own exceptions have no common base
            raise ModelError(f"{model.path}: ONNX Runtime cannot load it ({_first_line(error)})") from None
        self._input: str = self._session.get_inputs()[0].name

    def run(self, batch: Tensor) -> Tensor:
        return np.asarray(self._session.run(None, {self._input: batch})[0], np.float32)


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)
