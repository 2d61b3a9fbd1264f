"""The Android package: what goes into it is all that runs there, and its settings fit the recipes."""

from __future__ import annotations

import ast
import configparser
import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

import companion
from ui.android import stage as staging
from ui.places import data_folder, is_android

ROOT = Path(__file__).parent.parent
SOURCES_OF = {"cv2": "opencv", "jnius": "pyjnius"}
"""Recipe that brings a module, where they are not named alike."""
ELSEWHERE = {"onnxruntime", "torch", "ultralytics", "onnx", "onnxslim"}
"""What is imported where it is installed, which it is not on Android."""
RECIPES = {
    "android": "",
    "kivy": "2.3.1",
    "numpy": "2.3.0",
    "opencv": "4.12.0",
    "pyjnius": "1.7.0",
    "python3": "3.14.2",
    "sqlite3": "3.50.4",
}
"""What python-for-android 2026.5.9 builds; `android` is its own."""
MOST = 30_000_000
"""Bytes of the packages: networks, fonts and code."""


@pytest.fixture(scope="module")
def spec() -> configparser.SectionProxy:
    parser = configparser.ConfigParser()
    parser.read(staging.SPEC, "utf-8")
    return parser["app"]


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return staging.stage(tmp_path_factory.mktemp("android"))


def words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",")]


def requirements(spec: configparser.SectionProxy) -> dict[str, str]:
    return {name: version for name, _, version in (w.partition("==") for w in words(spec["requirements"]))}


def imported(app: Path) -> Iterator[str]:
    for path in app.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                yield from (alias.name.partition(".")[0] for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                yield (node.module or "").partition(".")[0]


def test_the_camera_is_all_that_is_asked_for(spec: configparser.SectionProxy) -> None:
    assert words(spec["android.permissions"]) == ["android.permission.CAMERA"]
    assert not spec.getboolean("android.allow_backup")


def test_the_tool_chain_is_pinned(spec: configparser.SectionProxy) -> None:
    assert re.fullmatch(r"[0-9a-f]{40}", spec["p4a.commit"])
    assert int(spec["android.api"]) == 34 and spec["fullscreen"] == "1"
    assert spec["android.ndk_api"] == spec["android.minapi"] and int(spec["android.minapi"]) >= 24


def test_the_icon_lies_beside_the_settings(spec: configparser.SectionProxy, staged: Path) -> None:
    for name in ("icon.filename", "presplash.filename"):
        assert (staged / spec[name]).read_bytes().startswith(b"\x89PNG")


def test_the_tablet_s_speech_may_be_looked_for(spec: configparser.SectionProxy, staged: Path) -> None:
    text = (staged / spec["android.extra_manifest_xml"]).read_text("utf-8")
    manifest = f'<manifest xmlns:android="http://schemas.android.com/apk/res/android">{text}</manifest>'
    (action,) = ElementTree.fromstring(manifest).iterfind("queries/intent/action")
    assert "android.intent.action.TTS_SERVICE" in action.attrib.values()


def test_the_version_is_the_project_s(spec: configparser.SectionProxy, staged: Path) -> None:
    file = staged / spec["version.filename"]
    found = re.search(spec["version.regex"], file.read_text("utf-8"))
    assert found and found[1] == companion.__version__


def test_every_library_has_a_recipe(spec: configparser.SectionProxy, staged: Path) -> None:
    own = {path.stem for path in (staged / "app").iterdir()}
    needed = {SOURCES_OF.get(name, name) for name in set(imported(staged / "app")) - own - ELSEWHERE}
    foreign = needed - set(sys.stdlib_module_names) - {"__future__"}
    # Python's own module, but of a library that python-for-android builds only where it is named.
    assert foreign | {"python3", "sqlite3"} == set(requirements(spec))


def test_the_recipes_are_those_of_the_pinned_commit(spec: configparser.SectionProxy) -> None:
    wanted = requirements(spec)
    assert set(wanted) == set(RECIPES)
    assert all(version in ("", RECIPES[name]) for name, version in wanted.items())


@pytest.mark.skipif(importlib.util.find_spec("pythonforandroid") is None, reason="no python-for-android")
def test_the_recipes_are_as_python_for_android_has_them(spec: configparser.SectionProxy) -> None:
    package = importlib.util.find_spec("pythonforandroid")
    assert package is not None and package.origin is not None
    folder = Path(package.origin).parent / "recipes"
    texts = {name: (folder / name / "__init__.py").read_text("utf-8") for name in RECIPES}
    for name, version in RECIPES.items():
        assert re.search(rf"version = ['\"]v?{re.escape(version)}['\"]", texts[name]) or not version, name
    needs = re.search(r"min_ndk_api_support = (\d+)", texts["numpy"])
    assert needs and int(spec["android.ndk_api"]) >= int(needs[1])
    assert "libopencv_dnn.so" in texts["opencv"]
    assert not (folder / "onnxruntime").exists(), "there is one now: it is twice as fast"


@pytest.mark.skipif(importlib.util.find_spec("buildozer") is None, reason="no Buildozer")
def test_buildozer_takes_the_settings_and_every_file(staged: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from buildozer import Buildozer

    monkeypatch.chdir(staged)
    builder = Buildozer(str(staged / "buildozer.spec"))
    builder.check_configuration_tokens()
    assert builder.get_version() == companion.__version__
    builder.set_target("android")
    Path(builder.app_dir).mkdir(parents=True, exist_ok=True)
    builder._copy_application_sources()

    def files(folder: Path) -> set[str]:
        return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}

    assert files(Path(builder.app_dir)) == files(staged / "app")


def test_all_that_the_app_reads_is_packaged(staged: Path) -> None:
    held = {path.relative_to(staged / "app").as_posix() for path in (staged / "app").rglob("*")}
    tracked = [path for package in staging.SUFFIXES for path in (ROOT / package).rglob("*") if path.is_file()]
    tracked = [path for path in tracked if path not in (staging.ICON, staging.QUERIES)]
    data = {
        path.relative_to(ROOT).as_posix()
        for path in tracked
        if path.suffix not in {".py", ".pyc", ".md", ".pt", ".spec", ".svg"}
    }
    # Pictures that are there for people who read about the project.
    for page in (ROOT / "README.md", *(path for path in tracked if path.suffix == ".md")):
        shown = re.findall(r"\]\(([^)]+)\)", page.read_text("utf-8"))
        data -= {
            (page.parent / link).relative_to(ROOT).as_posix()
            for link in shown
            if "/" in link and ".." not in link and ":" not in link
        }
    assert data and data <= held
    assert {"main.py", "LICENSE", "models/card-reader.onnx", "models/card-reader.json"} <= held
    assert not any(name.endswith(".pt") or name.startswith("vision/training") for name in held)
    assert sum(path.stat().st_size for path in (staged / "app").rglob("*") if path.is_file()) < MOST


def test_staging_again_leaves_nothing_of_before(tmp_path: Path) -> None:
    folder = staging.stage(tmp_path)
    (folder / "app" / "ui" / "gone.py").touch()
    (folder / ".buildozer").mkdir()
    staging.stage(tmp_path)
    assert not (folder / "app" / "ui" / "gone.py").exists()
    assert (folder / ".buildozer").exists(), "what Buildozer has built is kept"


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    command = [sys.executable, "-m", "ui.android.stage", str(tmp_path / "file" / "below")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "file" in done.stderr and "Traceback" not in done.stderr


LIKE_ANDROID = """
import importlib, importlib.util, pathlib, sys
# The project may be installed here, too: nothing of it but what was staged can be imported.
sys.path[1:] = [folder for folder in sys.path[1:] if not pathlib.Path(folder, "vision").exists()]
sys.meta_path[:] = [finder for finder in sys.meta_path if "editable" not in repr(finder)]
absent = {"onnxruntime", "torch", "ultralytics", "onnx", "babel", "_multiprocessing", "_bz2", "_lzma", "_ssl"}
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name in absent else find(name, *rest)
for name in absent:
    sys.modules[name] = None
assert False, "asserts are gone, as in the package"
from ui.kivyenv import prepare
prepare(offscreen=True)
for path in sorted(pathlib.Path(".").rglob("*.py")):
    name = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
    if name != "main":
        importlib.import_module(name)
from vision.read import Networks, read_picture
from vision.tabletop.demo import demo_source
networks = Networks.load()
image = next(iter(demo_source(sizes=(2, 2)))).image
print(networks.detector.backend.name, *(card.card for card in read_picture(image, networks)))
"""


def test_the_package_runs_by_itself_without_asserts_and_docstrings(staged: Path, tmp_path: Path) -> None:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    done = subprocess.run(
        [sys.executable, "-OO", "-c", LIKE_ANDROID],
        cwd=staged / "app",
        env={**environment, "KIVY_HOME": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    backend, *cards = done.stdout.split()
    assert backend == "opencv" and cards == ["back"] * 5, "two layouts of two, and the stock"


def test_games_lie_in_the_app_s_private_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("TRASH_COMPANION_HOME")
    assert not is_android()
    monkeypatch.setenv("ANDROID_ARGUMENT", str(tmp_path))
    monkeypatch.setenv("ANDROID_PRIVATE", str(tmp_path))
    assert is_android() and data_folder().parent == tmp_path
