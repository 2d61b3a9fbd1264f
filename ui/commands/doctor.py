"""`doctor`: is everything there that the companion needs on this machine?"""

from __future__ import annotations

import argparse
import importlib.metadata
import os
import platform
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from vision import modelcard
from vision.modelcard import Task, load_model

HELP = "check this machine: libraries, models, camera"

NETWORKS = {
    "card-detector.onnx": Task.DETECT,
    "card-corners.onnx": Task.CORNERS,
    "card-reader.onnx": Task.CLASSIFY,
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: `fine`, or what to do about it; `needed` if nothing works without it."""

    what: str
    fine: bool
    detail: str
    needed: bool = True

    def __str__(self) -> str:
        mark = "ok" if self.fine else "MISSING" if self.needed else "none"
        return f"{mark:8}{self.what}: {self.detail}"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It takes no arguments."""


def run(arguments: argparse.Namespace) -> int:
    findings = list(examine())
    for finding in findings:
        print(finding)
    return 0 if all(finding.fine for finding in findings if finding.needed) else 1


def examine() -> Iterator[Finding]:
    supported = (3, 11) <= sys.version_info < (3, 14)
    yield Finding("Python", supported, f"{platform.python_version()}, 3.11 to 3.13 are supported")
    yield from _packages()
    yield _system_libraries()
    yield from _networks()
    yield _camera()


def _packages() -> Iterator[Finding]:
    for name, needed, why in (
        ("numpy", True, ""),
        ("opencv-python", True, ""),
        ("kivy", True, "the app's screen"),
        ("onnxruntime", False, "not installed: reading is slower (extra: fast)"),
        ("ultralytics", False, "not installed: only training needs it (extra: train)"),
    ):
        try:
            yield Finding(name, True, importlib.metadata.version(name), needed)
        except importlib.metadata.PackageNotFoundError:
            yield Finding(name, False, why or "not installed", needed)


def _system_libraries() -> Finding:
    from ui.system import install_command, missing_packages

    missing = missing_packages()
    detail = f"run {' '.join(install_command(missing))}" if missing else "OpenGL and the rest load"
    return Finding("system libraries", not missing, detail)


def _networks() -> Iterator[Finding]:
    for name, task in NETWORKS.items():
        try:
            size = len(load_model(modelcard.MODELS / name, task).data)
        except modelcard.ModelError as error:
            yield Finding(name, False, str(error))
        else:
            yield Finding(name, True, f"{size / 1e6:.1f} MB")


def _camera() -> Finding:
    """Only looks for devices: opening one would switch its light on."""
    devices = sorted(Path("/dev").glob("video*"))
    usable = [str(device) for device in devices if os.access(device, os.R_OK | os.W_OK)]
    if usable:
        return Finding("camera", True, ", ".join(usable), needed=False)
    if devices:
        return Finding("camera", False, f"{devices[0]} may not be opened; join the group video", needed=False)
    return Finding("camera", False, "the companion works by touch, or from a video", needed=False)
