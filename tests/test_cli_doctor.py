"""`doctor` and the system libraries it looks for."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.ledger import Ledger
from companion.ledger_entries import GameHeader
from tests.ledger_games import HEADER, disturbed
from ui import cli, findings, system
from ui.places import data_folder
from vision import modelcard
from vision.modelcard import ModelCard, card_path

MODELS = modelcard.MODELS


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of networks, whole by their cards."""
    monkeypatch.setattr(findings, "drawing", lambda: findings.Finding("OpenGL", True, "not tried"))
    monkeypatch.setattr(modelcard, "MODELS", tmp_path)
    data = bytes(1_500_000)
    for name, task in findings.NETWORKS.items():
        (tmp_path / name).write_bytes(data)
        card = ModelCard(name, task, 96, 128, ("card",), hashlib.sha256(data).hexdigest())
        card_path(tmp_path / name).write_text(json.dumps(card.to_json()), "utf-8")
    # This one is run.
    for end in (".onnx", ".json"):
        shutil.copy(MODELS / f"card-corners{end}", tmp_path)
    return tmp_path


def test_where_all_is_there_it_says_so(models: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["doctor"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "ok      card-detector.onnx: 1.5 MB" in lines
    assert not [line for line in lines if line.startswith("MISSING")]


def test_a_missing_model_is_named(models: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (models / "card-reader.onnx").unlink()
    assert cli.main(["doctor"]) == 1
    path = models / "card-reader.onnx"
    assert f"MISSING card-reader.onnx: {path}: no such file" in capsys.readouterr().out


def test_a_damaged_model_is_named(models: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (models / "card-detector.onnx").write_bytes(b"half of it")
    assert cli.main(["doctor"]) == 1
    assert "BAD     card-detector.onnx: " in capsys.readouterr().out


def test_missing_system_libraries_come_with_the_line_that_installs_them(
    models: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(system, "_loads", lambda library: library != "libEGL.so.1")
    monkeypatch.setattr(system, "_has_gl_driver", lambda: False)
    assert cli.main(["doctor"]) == 1
    assert (
        "MISSING system libraries: libegl1, libgl1-mesa-dri\n"
        "        → run sudo apt-get install -y --no-install-recommends libegl1 libgl1-mesa-dri"
        in capsys.readouterr().out
    )


class FakeMachine:
    """A Debian where some libraries are missing until apt-get installs them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, uid: int, apt: bool = True, works: bool = True):
        self.missing = True
        self.calls: list[list[str]] = []
        self.works = works
        monkeypatch.setattr(system, "_loads", lambda library: library != "libGL.so.1" or not self.missing)
        monkeypatch.setattr(system, "_has_gl_driver", lambda: True)
        monkeypatch.setattr(system.shutil, "which", lambda name: "/usr/bin/apt-get" if apt else None)
        monkeypatch.setattr(system.os, "geteuid", lambda: uid)
        monkeypatch.setattr(system.subprocess, "run", self.run)

    def run(self, command: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        self.calls.append(command)
        if command[1] == "install" and self.works:
            self.missing = False
        return subprocess.CompletedProcess(command, 0 if self.works else 100)


INSTALL = ["apt-get", "install", "-y", "--no-install-recommends", "libgl1"]


def test_root_on_debian_gets_the_libraries_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = FakeMachine(monkeypatch, uid=0)
    assert system.main() == 0
    assert machine.calls[-1] == INSTALL
    machine.calls.clear()
    assert system.main() == 0
    assert machine.calls == []


def test_an_install_that_fails_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    FakeMachine(monkeypatch, uid=0, works=False)
    assert system.main() == 1
    assert capsys.readouterr().err == "Still missing: libgl1\n"


def test_others_get_the_line_to_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    machine = FakeMachine(monkeypatch, uid=1000)
    assert system.main() == 1
    assert machine.calls == []
    assert "    sudo " + " ".join(INSTALL) in capsys.readouterr().err


def test_other_systems_get_the_names(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    FakeMachine(monkeypatch, uid=0, apt=False)
    assert system.main() == 1
    assert "libgl1" in capsys.readouterr().err


def test_drawing_is_tried_for_good() -> None:
    found = findings.drawing()
    assert found.fine, found
    assert "," in found.detail, "version and renderer"


@pytest.mark.parametrize(
    ("code", "cause"),
    [
        ("import sys; print('no display', file=sys.stderr); sys.exit(3)", "no display"),
        ("import os; os.abort()", "status"),
        ("import time; time.sleep(60)", "TimeoutExpired"),
        ("pass", "status 0"),
    ],
)
def test_a_driver_that_fails_is_told(code: str, cause: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(findings, "DRAW", code)
    monkeypatch.setattr(findings, "DRAWING", 2.0)
    found = findings.drawing()
    assert not found.fine and found.needed and cause in found.detail and "driver" in str(found)


def test_an_engine_that_cannot_run_is_told(models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    by_name = {found.what: found for found in findings.back_ends()}
    assert by_name["reading by opencv"].fine
    absent = by_name["reading by onnxruntime"]
    assert not absent.fine and not absent.needed and "ONNX Runtime cannot be used" in absent.detail


class Devices:
    """What lies in /dev, and whether it may be opened."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path, *, may: bool) -> None:
        monkeypatch.setattr(findings, "ON_LINUX", True)
        monkeypatch.setattr(findings, "DEVICES", folder)
        monkeypatch.setattr("os.access", lambda path, mode: may)


def test_a_camera_is_found_without_opening_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    Devices(monkeypatch, tmp_path, may=True)
    assert "plug one in" in str(findings.camera())
    (tmp_path / "video0").touch()
    assert findings.camera().detail == str(tmp_path / "video0")
    Devices(monkeypatch, tmp_path, may=False)
    assert "usermod -aG video" in str(findings.camera())


def test_on_other_systems_the_camera_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(findings, "ON_LINUX", False)
    closed = []

    class Source:
        def close(self) -> None:
            closed.append(True)

    monkeypatch.setattr("vision.frames.open_source", lambda number: Source())
    assert findings.camera().fine and closed == [True]


def test_speech_is_named_or_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    assert findings.speech().detail == "/usr/bin/espeak-ng"
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert "apt-get install espeak-ng" in str(findings.speech())


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TRASH_COMPANION_HOME", str(tmp_path / "new" / "home"))
    return data_folder()


def test_looking_at_the_games_makes_nothing(home: Path, tmp_path: Path) -> None:
    assert findings.games().fine and findings.settings().fine
    assert list(tmp_path.iterdir()) == []


def test_games_are_opened_to_see_whether_they_can_be_read(home: Path) -> None:
    folder = home / "games"
    folder.mkdir(parents=True)
    path = folder / "game-1.ledger"
    Ledger.create(path, GameHeader(("Ann", "Ben"), began=time.time())).close()
    assert findings.games().fine and "newest 1" in findings.games().detail
    path.write_bytes(b"SQLite format 3\0 of another world")
    found = findings.games()
    assert not found.fine and str(found).count("game-1.ledger") == 1 and "sets it aside" in str(found)
    assert str(found).startswith("BAD ") and "nothing of it can be read" in str(found)
    assert path.exists(), "only looked at"


def test_of_a_game_that_breaks_off_export_writes_what_doctor_says_it_does(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = home / "games"
    folder.mkdir(parents=True)
    path = folder / "game-1.ledger"
    with Ledger.create(path, HEADER) as ledger:
        ledger.append(*disturbed(150, seed=2))
    path.write_bytes(path.read_bytes()[:30_000])
    found = findings.games()
    (folder / "game-2.ledger").write_bytes(path.read_bytes()[:5000])
    found = findings.games()
    assert str(found).startswith("BAD ") and "export writes that out" in str(found)
    assert "game-1.ledger: damaged: entry" in str(found) and "game-2.ledger: damaged: the game's" in str(found)
    assert cli.main(["export", str(path)]) == 2
    out, err = capsys.readouterr()
    assert len(out.splitlines()) > 20 and "damaged: entry" in err and err.count("\n") == 1


@pytest.mark.parametrize("cause", ["full", "read-only"])
def test_a_folder_that_takes_no_game_is_told(cause: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home.mkdir(parents=True)
    if cause == "full":
        monkeypatch.setattr("shutil.disk_usage", lambda path: shutil._ntuple_diskusage(10, 10, 0))
    else:

        def refuse(**_: object) -> None:
            raise OSError(30, "Read-only file system")

        monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    found = findings.games()
    assert not found.fine and str(home) in found.detail and "TRASH_COMPANION_HOME" in str(found)
    assert found.needed and str(found).startswith("BAD ")


@pytest.mark.parametrize("text", ["{", "[]", '{"theme": "pink"}', "[" * 100_000])
def test_damaged_settings_are_told_and_left(text: str, home: Path) -> None:
    home.mkdir(parents=True)
    (home / "settings.json").write_text(text, "utf-8")
    found = findings.settings()
    assert not found.fine and "settings.json" in found.detail and "\n" not in found.detail
    assert str(found).startswith("BAD ")
    assert (home / "settings.json").read_text("utf-8") == text
