"""The real app without a screen, from its first screen on: every screen, new games, settings, photos, rules."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.rules import PRESETS, HouseRules
from tests import ui_lobby
from tests.ui_lobby import begin_by_touch, deal, make
from tests.uidriver import Driver, check_screen, check_scrolled
from ui.i18n import LANGUAGES
from ui.lobby import Lobby
from ui.photo import PhotoRead, PhotoReader
from ui.view import Camera, Picture
from ui.widgets.text import Words

home, app, at_home = ui_lobby.home, ui_lobby.app, ui_lobby.at_home

SCREENS = ("home", "new", "setup", "play", "settings", "licences", "photo")


@pytest.mark.parametrize(
    "language",
    # Its words are the longest; the others are drawn with the slow tests.
    [pytest.param(name, marks=() if name == "fr" else pytest.mark.slow) for name in LANGUAGES],
)
def test_every_screen_in_every_language(app: Driver, language: str) -> None:
    app.app.change("language", language)
    begin_by_touch(app)
    for upright in (False, True):
        app.resize(*((800, 1280) if upright else (1280, 800)))
        for name in SCREENS:
            app.app.manager.current = name
            app.step(2)
            check_scrolled(app)


@pytest.mark.parametrize("language", LANGUAGES)
def test_choices_beside_each_other_are_told_in_letters_to_be_read(app: Driver, language: str) -> None:
    app.app.change("language", language)
    app.tap(app.app.home.ids.new)
    for size in ((1280, 800), (800, 1280)):
        app.resize(*size)
        app.step(2)
        for name, segments in app.app.new_game._segments.items():
            for choice in segments.children:
                word = choice.ids.word
                assert not word.is_shortened and word.font_size >= 17, f"{name}: {word.said!r} {word.font_size}"


def test_without_a_camera_the_set_up_leads_to_touch(app: Driver) -> None:
    begin_by_touch(app)
    setup = app.app.setup
    failed = replace(app.app.screen.view, camera=Camera.FAILED, camera_fault="camera 0: no such camera")
    setup.view = failed
    app.app.go("setup")
    for size in ((1280, 800), (800, 1280)):
        app.resize(*size)
        app.step(2)
        assert setup.ids.touch.primary and not setup.ids.ready.primary and setup.ids.ready.disabled
        said = [words.said for words in app.shown(Words)]
        assert "Camera 1: no such camera" in said and not any("I look for" in words for words in said)
        check_screen(app)
    setup.view = replace(failed, camera=Camera.SEARCHING, camera_fault="")
    app.step(2)
    assert setup.ids.ready.primary and not setup.ids.touch.primary


def test_names_and_seats(app: Driver) -> None:
    app.tap(app.app.home.ids.new)
    new = app.app.new_game
    app.tap(new.ids.add)
    app.tap(new.ids.add)
    assert list(new.names) == ["Ann", "Ben", "Cleo", "Dan"] and new.dealer == 0
    app.step()
    app.drag(new.ids.table.place(0), new.ids.table.place(2))
    assert list(new.names) == ["Cleo", "Ben", "Ann", "Dan"]
    assert new.names[new.dealer] == "Ann", "the dealer stays the same person"
    sheet = new.write_name(1)
    app.step()
    sheet.ids.name.text = "  Zoë "
    app.tap(sheet.ids.done)
    assert new.names[1] == "Zoë"
    sheet = new.write_name(3)
    app.step()
    app.tap(sheet.ids.gone)
    assert list(new.names) == ["Cleo", "Zoë", "Ann"]
    new.rename(0, "Ann")
    assert new.names[0] == "Cleo", "two players of one name are none"
    app.app.new_game.rules = HouseRules(decks=1)
    for _ in range(2):
        new.add_player()
    assert "(R1)" in new.ids.advice.said and new.ids.camera.disabled


def test_rules_are_chosen_by_preset_and_one_by_one(app: Driver) -> None:
    app.tap(app.app.home.ids.new)
    new = app.app.new_game
    app.tap(new._presets["family"])
    assert new.rules == PRESETS["family"]
    new._switches["jokers"].dispatch("on_release")
    new._segments["start_size"].dispatch("on_pick", 5)
    assert new.rules == HouseRules(last_turn=True, jokers=True, start_size=5)
    assert not any(row.chosen for row in new._presets.values())


def test_settings_change_live_and_are_kept(app: Driver) -> None:
    app.tap(app.app.home.ids.settings)
    screen = app.app.settings_screen
    french = next(row for row in screen.ids.language.children if row.said == "Français")
    app.tap(french)
    assert app.app.language == "fr" and app.app.home.ids.new.said == "Nouvelle partie"
    screen.ids.odds.dispatch("on_release")
    screen.ids.four_colours.dispatch("on_release")
    app.step()
    assert app.app.odds and app.app.palette.card_diamonds != app.app.palette.card_red
    kept = Lobby(make).settings
    assert (kept.language, kept.odds, kept.four_colours) == ("fr", True, True)
    for name in ("odds", "four_colours"):
        app.app.change(name, False)
    assert app.app.back() and app.app.manager.current == "home"
    assert not app.app.back()


def test_a_photo_is_read_beside_the_screen(app: Driver, home: Path) -> None:
    (home / "table.jpg").write_bytes(b"a picture")
    photo = app.app.photo
    photo.folder = home
    read = PhotoRead(Picture(2, 1, bytes(6)), ("7H", "back", "back"))
    photo.reader = PhotoReader(lambda source, rotate, mirror: read)
    app.tap(app.app.home.ids.photo)
    row = next(row for row in photo.ids.rows.children if row.said == "table.jpg")
    app.tap(row)
    app.wait_for(lambda: photo.texture is not None and not photo.busy, "the photo")
    assert photo.told == "Cards face up: 1. Face down: 2.\n7♥"
    photo.reader = PhotoReader(lambda source, rotate, mirror: PhotoRead(None, fault="table.jpg: no picture"))
    photo.read(home / "table.jpg")
    app.wait_for(lambda: photo.told == "table.jpg: no picture", "the fault")


def test_the_rules_are_asked_without_a_game(app: Driver) -> None:
    app.tap(app.app.home.ids.rules)
    sheet = app.app.rules_sheet
    assert any("Jacks are wild" in w.said for w in sheet.walk() if isinstance(w, Words))
    app.tap(sheet.ids.close)
    assert sheet.parent is None


def test_nothing_but_games_settings_and_exports_is_stored(app: Driver, home: Path) -> None:
    begin_by_touch(app)
    deal(app)
    app.app.leave()
    kinds = {path.suffix for path in home.rglob("*") if path.is_file()}
    assert kinds <= {".ledger", ".json", ".txt", ".jpg"}  # the picture is the test's own
    assert not list((home / "games").glob("*.jpg"))
