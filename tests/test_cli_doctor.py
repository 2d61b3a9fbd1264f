"""`doctor` and the system libraries it looks for."""

from __future__ import annotations

import hashlib
import json
import subprocess
from pathlib import Path

import pytest

from ui import cli, system
from ui.commands import doctor
from vision import modelcard
from vision.modelcard import ModelCard, card_path


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of networks, whole by their cards."""
    monkeypatch.setattr(modelcard, "MODELS", tmp_path)
    data = bytes(1_500_000)
    for name, task in doctor.NETWORKS.items():
        (tmp_path / name).write_bytes(data)
        card = ModelCard(name, task, 96, 128, ("card",), hashlib.sha256(data).hexdigest())
        card_path(tmp_path / name).write_text(json.dumps(card.to_json()), "utf-8")
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
    assert "MISSING card-detector.onnx: " in capsys.readouterr().out


def test_missing_system_libraries_come_with_the_line_that_installs_them(
    models: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(system, "_loads", lambda library: library != "libEGL.so.1")
    monkeypatch.setattr(system, "_has_gl_driver", lambda: False)
    assert cli.main(["doctor"]) == 1
    assert (
        "MISSING system libraries: run apt-get install -y --no-install-recommends libegl1 libgl1-mesa-dri"
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
