"""What the project stands on: every library pinned with its hashes, under a licence that goes with its own."""

from __future__ import annotations

import importlib.metadata
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LOCKS = {"play": ("fast",), "test": ("fast", "test")}
"""Lock files, and the extras they are of."""
LICENCES = {
    "certifi": "MPL-2.0",
    "charset-normalizer": "MIT",
    "docutils": "public domain, BSD-2-Clause",
    "filetype": "MIT",
    "flatbuffers": "Apache-2.0",
    "idna": "BSD-3-Clause",
    "kivy": "MIT",
    "kivy-deps-angle": "MIT",
    "kivy-deps-glew": "MIT",
    "kivy-deps-sdl2": "MIT",
    "kivy-garden": "MIT",
    "numpy": "BSD-3-Clause",
    "onnxruntime": "MIT",
    "opencv-python": "Apache-2.0",
    "packaging": "Apache-2.0 or BSD-2-Clause",
    "protobuf": "BSD-3-Clause",
    "pygments": "BSD-2-Clause",
    "pypiwin32": "PSF-2.0",
    "pywin32": "PSF-2.0",
    "requests": "Apache-2.0",
    "setuptools": "MIT",
    "urllib3": "MIT",
}
"""Of everything that runs with the app. All of them may be part of a work under the AGPL-3.0."""
COPYLEFT = re.compile(r"\b(A|L)?GPL|\bGNU\b|SSPL|proprietary|commons clause", re.IGNORECASE)
FREE = re.compile(r"MIT|BSD|Apache|Public Domain|MPL|Mozilla|PSF|Python Software", re.IGNORECASE)


def pins(lock: str) -> dict[str, set[str]]:
    """Versions by library."""
    found: dict[str, set[str]] = {}
    for line in (ROOT / ".ci" / f"{lock}.lock").read_text("utf-8").splitlines():
        if match := re.match(r"([\w.-]+)==([\w.!+]+)", line):
            found.setdefault(match[1], set()).add(match[2])
    return found


def wanted(lock: str) -> Iterator[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    yield from project["dependencies"]
    for extra in LOCKS[lock]:
        yield from project["optional-dependencies"][extra]


@pytest.mark.parametrize("lock", LOCKS)
def test_every_library_is_pinned_with_its_hashes(lock: str) -> None:
    from packaging.requirements import Requirement

    pinned = pins(lock)
    for text in wanted(lock):
        requirement = Requirement(text)
        versions = pinned.get(requirement.name, set())
        assert versions and all(version in requirement.specifier for version in versions), text
    text = (ROOT / ".ci" / f"{lock}.lock").read_text("utf-8")
    entries = re.split(r"^(?=[\w.-]+==)", text, flags=re.MULTILINE)[1:]
    assert len(entries) >= len(pinned) and all("--hash=sha256:" in entry for entry in entries)


@pytest.mark.parametrize("lock", LOCKS)
def test_all_pythons_get_the_same_version_of_a_library(lock: str) -> None:
    """Another numpy has other types, and `make test` failed on a Python that the developers did not use."""
    assert {name: versions for name, versions in pins(lock).items() if len(versions) > 1} == {}


def test_what_is_tested_is_what_is_played() -> None:
    play, test = pins("play"), pins("test")
    assert {name: test.get(name) for name in play} == play


def test_an_audit_that_gets_no_answer_does_not_pass() -> None:
    """pip-audit says "No known vulnerabilities found" of libraries, too, that it could not ask for."""
    recipe = (ROOT / "Makefile").read_text("utf-8").partition("\naudit:")[2]
    assert re.search(r"pip-audit --strict .*-r \.ci/play\.lock", recipe)


def test_every_library_s_licence_is_known() -> None:
    assert set(LICENCES) == set(pins("play"))


@pytest.mark.parametrize("name", LICENCES)
def test_a_library_s_licence_is_as_it_says_itself(name: str) -> None:
    try:
        told = importlib.metadata.metadata(name)
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("not installed here")
    classifiers = [text for text in told.get_all("Classifier") or [] if text.startswith("License")]
    own = " ".join([told.get("License-Expression") or "", (told.get("License") or "")[:80], *classifiers])
    assert FREE.search(own), own
    # Docutils has a mode for Emacs under the GPL, which nothing here uses.
    assert name == "docutils" or not COPYLEFT.search(own), own


def test_every_font_is_our_own_or_has_its_licence_beside_it_and_in_the_readme() -> None:
    fonts = ROOT / "ui" / "assets" / "fonts"
    rows = re.findall(r"^\| `(ui/assets/fonts/[^`]+)` \|", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    named = {path for row in rows for path in ROOT.glob(row)}
    assert {path for path in fonts.glob("*.ttf") if path.name != "TrashSigns.ttf"} == named
    for font in named:
        text = (fonts / f"OFL-{font.stem.partition('-')[0]}.txt").read_text("utf-8")
        assert "SIL OPEN FONT LICENSE Version 1.1" in text, font
