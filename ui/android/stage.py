"""Lays out what goes into the Android package: `python -m ui.android.stage [FOLDER]`.

In the folder (`build/android` where none is named) come `app/`, with the packages the app runs on and the file
Android starts, and the settings of the build.
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
HERE = Path(__file__).parent
SPEC = HERE / "buildozer.spec"
ICON = HERE / "icon.png"
QUERIES = HERE / "queries.xml"
START = HERE / "main.py"
FOLDER = Path("build/android")

SUFFIXES = {
    "companion": {".py"},
    "vision": {".py"},
    "ui": {".py", ".kv", ".po", ".ttf", ".txt"},
    "models": {".onnx", ".json"},
}
"""Packages, and what the app needs of them; .txt are the fonts' licences."""
LEFT_OUT = (
    "vision/training/",
    "vision/evaluation/",
    "vision/bench",
    "vision/parallel.py",
    "ui/android/stage.py",
    "ui/android/main.py",
)
"""What only a computer uses."""


def packaged() -> Iterator[Path]:
    """The files of the packages, relative to the project."""
    for package, suffixes in SUFFIXES.items():
        for path in sorted((ROOT / package).rglob("*")):
            name = path.relative_to(ROOT)
            if path.suffix in suffixes and not name.as_posix().startswith(LEFT_OUT):
                yield name


def stage(folder: Path) -> Path:
    """Lay everything out anew; returns the folder with the spec. Raises OSError."""
    app = folder / "app"
    shutil.rmtree(app, ignore_errors=True)
    for name in packaged():
        (app / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, app / name)
    shutil.copyfile(START, app / "main.py")
    shutil.copyfile(ROOT / "LICENSE", app / "LICENSE")
    for beside in (SPEC, ICON, QUERIES):
        shutil.copyfile(beside, folder / beside.name)
    return folder


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m ui.android.stage", description="Lays out the Android app."
    )
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER, help=f"where ({FOLDER})")
    try:
        folder = stage(parser.parse_args().folder)
    except OSError as error:
        parser.error(f"{error.filename}: {error.strerror}")
    print(f"Next: cd {folder} && buildozer android debug")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
