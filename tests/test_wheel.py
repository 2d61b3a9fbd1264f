"""The wheel is whole: what it installs reads cards, away from the project's own folder."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
PACKAGES = ("companion", "vision", "ui", "models")
PROJECT_FILES = ("pyproject.toml", "README.md", "LICENSE")


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy, because the build leaves its own files beside the sources."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    for package in PACKAGES:
        shutil.copytree(ROOT / package, source / package, ignore=shutil.ignore_patterns("__pycache__"))
    for name in PROJECT_FILES:
        shutil.copy(ROOT / name, source)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    run(*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, source, cwd=folder)
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """A folder with the wheel in it and nothing of the project besides."""
    target = wheel.parent / "installed"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    run(*pip, "install", "--no-deps", "--no-index", "--target", target, wheel, cwd=wheel.parent)
    return target


def test_the_wheel_holds_every_file_of_its_packages(wheel: Path) -> None:
    """All but the checkpoints: they serve training alone, which starts from the project's folder."""
    held = set(zipfile.ZipFile(wheel).namelist())
    wanted = {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pt"
    }
    assert wanted - held == set()
    assert any(name.endswith("licenses/LICENSE") for name in held)


def test_what_is_installed_reads_a_picture_of_its_own_table(installed: Path, tmp_path: Path) -> None:
    def companion(*words: str | Path) -> str:
        # Isolated from the folder it runs in: only what the wheel brought can be imported.
        command = [sys.executable, "-P", installed / "bin" / "trash-companion"]
        return run(*command, *words, cwd=tmp_path, PYTHONPATH=str(installed))

    game = ["--sizes", "2,2", "--fps", "1", "--seed", "4"]
    companion("film", "--out", "frames", "--truth", "truth.jsonl", *game)
    last = max((tmp_path / "frames").iterdir())
    line = json.loads(companion("read", "--json", last))
    assert (line["width"], line["height"]) == (1280, 720)
    state = json.loads((tmp_path / "truth.jsonl").read_text("utf-8").splitlines()[-1])
    slots = [slot for player in state["players"] for slot in player["slots"]]
    faces = [slot for slot in [*slots, state["discard"]] if slot != "back"]
    assert faces
    assert sorted(card["card"] for card in line["cards"] if card["card"] != "back") == sorted(faces)
