"""Settings: kept whole, and a bad file told, set aside and replaced by defaults."""

from __future__ import annotations

import json
import os
from dataclasses import fields
from pathlib import Path

import pytest

from companion.ledger import Ledger
from companion.rules import HouseRules
from ui.faults import SETTINGS_DAMAGED
from ui.lobby import Lobby
from ui.options import PlayOptions
from ui.settings import Settings, load, save


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "settings.json"


def test_settings_come_back_as_they_were(path: Path) -> None:
    settings = Settings(
        language="fr",
        theme="light",
        four_colours=True,
        to_players=True,
        voice=True,
        odds=True,
        pictures=True,
        camera=1,
        rotate=90,
        mirror=True,
        touch=True,
        players=("Zoë", "Ben"),
        rules=HouseRules(jokers=True),
    )
    assert all(getattr(settings, field.name) != field.default for field in fields(settings))
    save(path, settings)
    assert load(path) == (settings, None)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_byte_order_mark_is_passed_over(path: Path) -> None:
    path.write_text('\ufeff{"theme": "light"}', "utf-8")
    assert load(path) == (Settings(theme="light"), None)


def test_without_a_file_the_defaults_hold(path: Path) -> None:
    assert load(path) == (Settings(), None)


def test_a_newer_or_older_file_keeps_what_is_known(path: Path) -> None:
    path.write_text('{"theme": "light", "confetti": 3}', "utf-8")
    assert load(path) == (Settings(theme="light"), None)


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("{", "damaged"),
        ("[]", "settings are an object"),
        ("\x00\x00", "damaged"),
        ('{"theme": "pink"}', "theme: 'pink' is no setting"),
        ('{"language": "xx"}', "language"),
        ('{"rotate": 45}', "rotate"),
        ('{"camera": true}', "camera"),
        ('{"voice": "yes"}', "voice"),
        ('{"players": ["Ann"]}', "players"),
        ('{"players": ["Ann", "Ann"]}', "players"),
        ('{"players": [" Ann", "Ben"]}', "not a player's name"),
        ('{"players": ["A\\nB", "Ben"]}', "not a player's name"),
        ('{"rules": {"start_size": 99}}', "start_size"),
        ("[" * 100_000, "damaged"),
    ],
)
def test_a_bad_file_is_told_and_set_aside(path: Path, text: str, cause: str) -> None:
    path.write_text(text, "utf-8")
    settings, fault = load(path)
    assert settings == Settings() and fault is not None and fault.said == SETTINGS_DAMAGED
    notice = fault.told
    assert cause in notice and str(path) in notice and "\n" not in notice
    aside = path.with_name("settings.json.set-aside-1")
    assert aside.name in notice and aside.read_text("utf-8") == text and not path.exists()


def test_bytes_that_are_no_text_are_set_aside(path: Path) -> None:
    path.write_bytes(b"\xff\xfe\x80")
    assert load(path)[1].told.count("set aside") == 1


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() == 0, reason="root may write everywhere")
def test_a_file_that_cannot_be_written_is_told(path: Path) -> None:
    path.parent.chmod(0o500)
    with pytest.raises(OSError):
        save(path, Settings())


def test_the_lobby_keeps_what_was_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRASH_COMPANION_HOME", str(tmp_path))
    (tmp_path / "settings.json").write_text("no settings", "utf-8")

    def make(options: PlayOptions, ledger: Ledger | None) -> object:
        raise AssertionError("no game is begun here")

    lobby = Lobby(make)  # type: ignore[arg-type]
    assert lobby.notice is not None and "set aside" in lobby.notice.told
    lobby.change(theme="light", odds=True)
    assert Lobby(make).settings == Settings(theme="light", odds=True)  # type: ignore[arg-type]
    assert json.loads((tmp_path / "settings.json").read_text("utf-8"))["theme"] == "light"
