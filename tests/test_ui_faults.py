"""What goes wrong is said in the players' language, and without the paths of the files."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from companion.files import cause
from companion.ledger import Ledger, LedgerError
from companion.ledger_entries import GameHeader
from companion.table import Stage
from tests import ui_lobby
from tests.ui_samples import FixedGame, sample_state, sample_view
from tests.uidriver import Driver, check_screen, running
from ui import faults
from ui.exporting import Exported
from ui.faults import CAUSES, Fault, cause_words, fault_words, notice_words
from ui.i18n import LANGUAGES, tr
from ui.lobby import Lobby
from ui.options import PlayOptions
from ui.settings import load
from ui.widgets.text import Words
from ui.words import trouble_words
from vision.frames import SourceError, load_image, open_source

home, app, at_home = ui_lobby.home, ui_lobby.app, ui_lobby.at_home
OTHERS = [language for language in LANGUAGES if language != "en"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_camera_lacks_is_said_in_the_language_with_its_number_among_the_settings(language: str) -> None:
    with pytest.raises(SourceError) as missing:
        open_source(97)
    for fault in (str(missing.value), "camera 97: no more pictures come from it", "camera 97: cannot be opened (E 7)"):
        said = fault_words(fault, language)
        assert "98" in said and "97" not in said and said.endswith("(E 7)") is fault.endswith("(E 7)")
        assert (fault.split(": ")[1].split(" (")[0] in said) is (language == "en")


@pytest.mark.parametrize("language", OTHERS)
def test_every_cause_is_said_in_the_language_and_of_the_file_its_name(language: str) -> None:
    for told in CAUSES[4:]:
        for fault in (f"/home/ann/pictures/a.jpg: {told}", f"C:\\Users\\ann\\a.jpg: {told} (errno 7)"):
            assert fault_words(fault, language) == f"a.jpg: {tr(told, language)}"
            assert cause_words(fault, language) == tr(told, language) != told
    assert fault_words("a.jpg: cannot be read (permission denied)", language) == (
        f"a.jpg: {tr('permission denied', language)}"
    )
    assert fault_words("nobody knows: what", language) == "nobody knows: what"
    assert cause_words("/home/ann/games/a.ledger: what nobody knows", language) == "what nobody knows"


def test_what_files_tell_has_words(tmp_path: Path) -> None:
    """The causes are told elsewhere, in English: those met most are known here."""
    (tmp_path / "empty.png").touch()
    (tmp_path / "text.png").write_text("no picture")
    (tmp_path / "folder").mkdir()
    tellers = [lambda name=name: load_image(tmp_path / name) for name in ("empty.png", "text.png", "folder", "none.png")]
    tellers += [lambda: open_source(tmp_path / "none.mp4"), lambda: Ledger.open(tmp_path / "none.ledger")]
    for teller in tellers:
        with pytest.raises((SourceError, LedgerError)) as told:
            teller()
        assert cause_words(str(told.value), "fr") != cause_words(str(told.value), "en")
    for number in (errno.EACCES, errno.ENOSPC, errno.EROFS, errno.ENOENT):
        assert cause(OSError(number, os.strerror(number))) in CAUSES
    with Ledger.create(tmp_path / "a.ledger", GameHeader(("Ann", "Ben"))), pytest.raises(LedgerError) as told:
        Ledger.open(tmp_path / "a.ledger")
    assert cause_words(str(told.value), "en") == "open already in this run of the companion"


@pytest.mark.parametrize("language", LANGUAGES)
def test_bad_settings_are_told_of_on_the_first_screen_without_their_path(app: Driver, home: Path, language: str) -> None:
    path = home / "settings.json"
    path.write_text("no settings", "utf-8")
    _, fault = load(path)
    assert fault is not None and str(path) in fault.told
    app.app.language = language
    app.app.lobby.notice = fault
    app.app.go("home")
    for size in ((1280, 800), (800, 1280)):
        app.resize(*size)
        assert tr(faults.SETTINGS_DAMAGED, language) in [words.said for words in app.shown(Words)]
        assert not any(str(home) in words.said for words in app.shown(Words))
        check_screen(app)
    app.app.language = "en"
    app.step()
    assert faults.SETTINGS_DAMAGED in [words.said for words in app.shown(Words)], "the words follow the language"
    app.app.lobby.notice = None


def test_a_notice_tells_the_cause_where_there_are_words_for_it() -> None:
    full = Fault(faults.SETTINGS_UNWRITTEN, "/home/ann/settings.json: cannot be written (the disk is full)")
    assert notice_words(full, "en") == f"{faults.SETTINGS_UNWRITTEN} (the disk is full)"
    assert notice_words(full, "fr").endswith("(le disque est plein)")
    assert notice_words(Fault(faults.SETTINGS_UNWRITTEN, "/x: odd"), "en") == faults.SETTINGS_UNWRITTEN
    assert notice_words(None, "en") == ""


def test_the_path_is_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("TRASH_COMPANION_HOME", str(tmp_path))
    (tmp_path / "settings.json").write_text("{", "utf-8")

    def make(options: PlayOptions, ledger: Ledger | None) -> object:
        raise AssertionError("no game is begun here")

    Lobby(make)  # type: ignore[arg-type]
    assert str(tmp_path / "settings.json") in caplog.text


def test_a_game_that_is_not_saved_tells_why_and_no_path() -> None:
    view = sample_view(trouble="/home/ann/games/game.ledger: the disk is full")
    assert trouble_words(view, "en") == "The game is not being saved: the disk is full"
    assert trouble_words(view, "nl").endswith("de schijf is vol")


def test_a_game_that_cannot_be_written_out_is_not_said_to_be_written() -> None:
    over = sample_state(stage=Stage.GAME_OVER, completed=(0,))
    fault = Exported(fault="/home/ann/Documents: permission denied")
    with running(FixedGame(sample_view(state=over, exported=fault))) as app:
        told = app.app.screen.ids.result.line
        assert "could not be written: permission denied" in told and "Written to" not in told
        check_screen(app)
