"""The pictures of the README: there, small, and made by the program."""

from __future__ import annotations

import re
from pathlib import Path

import cv2

from ui.screenshots import README_PICTURES

ROOT = Path(__file__).parent.parent
LARGEST = 150_000
"""Bytes."""


def test_every_picture_of_the_readme_is_there_and_small() -> None:
    named = {
        ROOT / path for path in re.findall(r"!\[[^]]+]\(([^)]+)\)", (ROOT / "README.md").read_text("utf-8"))
    }
    assert set(README_PICTURES.iterdir()) <= named
    for path in named:
        assert path.is_file() and path.stat().st_size <= LARGEST, path
    for path in README_PICTURES.iterdir():
        image = cv2.imread(str(path))
        assert image is not None and image.shape == (800, 1280, 3), path
