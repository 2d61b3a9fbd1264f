"""Who may import what: companion the standard library alone, vision never the screen, only the app Kivy."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("companion", "vision", "ui")
# The command line has to start in a moment and on machines without a screen.
SCREENLESS = ("companion", "vision", "ui.cli", "ui.commands", "ui.system")
TRAINING = "vision.training"
HEAVY = {"torch", "ultralytics"}
NETWORK = {"ftplib", "http", "requests", "smtplib", "socket", "socketserver", "ssl", "urllib", "xmlrpc"}


def modules() -> Iterator[tuple[str, Path]]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def imported(path: Path, module: str) -> set[str]:
    """Full names of everything a file imports, wherever in it."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: imports are written in full"
            names.add(node.module or "")
    return names


def in_package(module: str, packages: tuple[str, ...]) -> bool:
    return any(module == package or module.startswith(package + ".") for package in packages)


@pytest.mark.parametrize(("module", "path"), [pytest.param(*pair, id=pair[0]) for pair in modules()])
def test_a_module_imports_only_what_its_layer_may(module: str, path: Path) -> None:
    roots = {name.partition(".")[0] for name in imported(path, module)}
    if module.startswith("companion"):
        foreign = roots - set(sys.stdlib_module_names) - {"companion", "__future__"}
        assert not foreign, f"{module} imports {foreign}"
    if module.startswith("vision"):
        assert not roots & {"ui", "kivy"}, f"{module} knows of the screen"
    if in_package(module, SCREENLESS):
        assert "kivy" not in roots, f"{module} imports kivy"
    if module.startswith("ui"):
        assert not roots & HEAVY, f"{module} imports a training library"
    assert not roots & NETWORK, f"{module} could send something away"


def loaded_after(code: str, *flags: str) -> set[str]:
    """Top-level modules a fresh interpreter holds after running the code."""
    environment = {k: v for k, v in os.environ.items() if k != "ORT_DISABLE_TELEMETRY"}
    done = subprocess.run(
        [sys.executable, *flags, "-c", f"{code}\nimport sys; print(*sorted(sys.modules))"],
        cwd=ROOT,
        env={**environment, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return {name.partition(".")[0] for name in done.stdout.split()}


def test_companion_runs_with_nothing_installed() -> None:
    names = [module for module, _ in modules() if module.startswith("companion")]
    loaded = loaded_after("import " + ", ".join(names), "-S")
    assert "companion" in loaded
    assert not loaded & {"vision", "ui", "numpy", "cv2", "kivy"}


def test_vision_never_loads_the_screen_nor_its_training_libraries() -> None:
    names = [m for m, _ in modules() if in_package(m, ("vision",)) and not in_package(m, (TRAINING,))]
    assert not loaded_after("import " + ", ".join(names)) & ({"ui", "kivy"} | HEAVY)


def test_the_command_line_starts_without_the_heavy_libraries() -> None:
    names = [module for module, _ in modules() if in_package(module, ("ui.cli", "ui.commands"))]
    loaded = loaded_after("import " + ", ".join(names))
    assert "ui" in loaded
    assert not loaded & ({"kivy", "cv2", "numpy", "onnxruntime"} | HEAVY)


def test_onnx_runtime_is_kept_from_reporting_its_use() -> None:
    """It reads the variable when it is imported, which only vision does."""
    users = {module for module, path in modules() if "onnxruntime" in imported(path, module)}
    assert users and all(in_package(module, ("vision",)) for module in users)
    loaded_after("import vision, os; assert os.environ['ORT_DISABLE_TELEMETRY'] == '1'")
