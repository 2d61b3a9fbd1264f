"""Where games, settings and pictures lie on each system."""

from __future__ import annotations

from pathlib import Path

import pytest

from ui.places import data_folder, document_folder, picture_folder

VARIABLES = ("TRASH_COMPANION_HOME", "ANDROID_PRIVATE", "APPDATA", "XDG_DATA_HOME")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("system", "variable", "folder"),
    [
        ("linux", "", ".local/share/trash-companion"),
        ("linux", "XDG_DATA_HOME", "own/trash-companion"),
        ("linux", "ANDROID_PRIVATE", "own/trash-companion"),
        ("linux", "TRASH_COMPANION_HOME", "own"),
        ("darwin", "", "Library/Application Support/trash-companion"),
        ("darwin", "TRASH_COMPANION_HOME", "own"),
        ("win32", "APPDATA", "own/trash-companion"),
        ("win32", "TRASH_COMPANION_HOME", "own"),
    ],
)
def test_games_lie_where_the_system_has_it(
    system: str, variable: str, folder: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", system)
    if variable:
        monkeypatch.setenv(variable, str(home / "own"))
    assert data_folder() == home / folder


def test_files_for_people_lie_in_their_folders_or_at_home(home: Path) -> None:
    assert picture_folder() == document_folder() == home
    (home / "Pictures").mkdir()
    (home / "Documents").mkdir()
    assert (picture_folder(), document_folder()) == (home / "Pictures", home / "Documents")
