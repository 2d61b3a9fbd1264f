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
    assert named == set(README_PICTURES.iterdir())
    for path in named:
        image = cv2.imread(str(path))
        assert image is not None and image.shape == (800, 1280, 3), path
        assert path.stat().st_size <= LARGEST, path
