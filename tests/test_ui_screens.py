"""The real app without a screen, from its first screen on: every screen, a game by touch, resume, settings."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cards import Card
from companion.ledger import Ledger
from companion.ledger_entries import GameHeader
from companion.observation import Phase
from companion.referee import Referee
from companion.rules import PRESETS, HouseRules, NextDealer
from companion.table import Stage, face_up
from tests.test_ui_worker import Pictures, Table
from tests.uidriver import Driver, check_screen, running
from ui.games import first_dealer
from ui.i18n import LANGUAGES
from ui.lobby import Lobby
from ui.options import PlayOptions
from ui.photo import PhotoRead, PhotoReader
from ui.view import Camera, Picture
from ui.widgets.sheets import CardButton
from ui.widgets.text import FitLabel, Words
from ui.worker import Worker

SCREENS = ("home", "new", "setup", "play", "settings", "licences", "photo")


TABLES: list[Table] = []
"""The tables that were watched, the latest last."""


def make(options: PlayOptions, ledger: Ledger | None) -> Worker:
    """A worker as the app makes them; its camera looks at a table of the test."""
    header = ledger.header if ledger else GameHeader(options.players, options.rules, first_dealer(options))
    referee = Referee(header.players, dealer=header.dealer, rules=header.rules)
    TABLES.append(table := Table())
    table.phase = Phase.SEARCHING
    source = None if options.touch else lambda: Pictures(gap=0.05)
    return Worker(referee, source, lambda: table, ledger=ledger)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The app's folder; nothing may reach for a network."""
    folder = tmp_path_factory.mktemp("home")

    def refused(*_: object, **__: object) -> None:
        raise AssertionError("the app reaches for the network")

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TRASH_COMPANION_HOME", str(folder))
        patch.setenv("HOME", str(folder))
        patch.setattr(socket.socket, "connect", refused)
        patch.setattr(socket, "getaddrinfo", refused)
        yield folder


@pytest.fixture(scope="module")
def app(home: Path) -> Iterator[Driver]:
    with running(lobby=Lobby(make)) as driver:
        yield driver


@pytest.fixture(autouse=True)
def at_home(app: Driver) -> None:
    """Each test begins at the first screen, in English, without a game to go on with."""
    for sheet in [child for child in app.app.root.get_root_window().children if child is not app.app.root]:
        sheet.dismiss(animation=False)
    app.app.change("language", "en")
    app.app.change("players", ())
    app.app.change("rules", HouseRules())
    app.app.leave()
    for path in (Path(app.app.lobby.path).parent / "games").glob("*"):
        path.unlink()
    app.resize(1280, 800)
    app.app.go("home")
    app.step()


def begin_by_touch(app: Driver, rules: HouseRules | None = None) -> None:
    """Tap through the new game's screen."""
    app.tap(app.app.home.ids.new)
    app.app.new_game.rules = rules or HouseRules()
    app.tap(app.app.new_game.ids.touch)
    app.wait_for(lambda: app.app.manager.current == "play", "the table")


def tap_card(app: Driver, text: str) -> None:
    deck = app.app.screen.ids.bar.ids.deck
    box = next(box for card, box in deck.cells() if card == Card.parse(text))
    app.touch(*deck.to_window(*box.center))


def deal(app: Driver) -> None:
    app.tap(app.app.screen.ids.bar.ids.dealt)
    app.wait_for(lambda: app.app.screen.view.state.round.stage is Stage.TAKE, "the deal")


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
            check_screen(app)


def test_a_game_by_touch_from_start_to_end(app: Driver, home: Path) -> None:
    begin_by_touch(app, HouseRules(start_size=2, finish_size=None, next_dealer=NextDealer.FIXED))
    deal(app)
    screen = app.app.screen
    state = screen.view.state
    assert state.players[state.round.turn] == "Ben" and "Ann deals" not in screen.ids.bar.asked
    tap_card(app, "QS")  # Ben's queen ends the turn
    app.wait_for(lambda: screen.view.player == 0, "Ann's turn")
    for card in ("2H", "AS"):
        tap_card(app, card)
    app.wait_for(lambda: screen.view.state.round.stage is Stage.ROUND_OVER, "the round to be won")
    assert screen.ids.result.headline == "The next layouts"
    figures = {row.said: row.figure for row in screen.ids.result.ids.rows.children if hasattr(row, "figure")}
    assert figures == {"Ann": "1", "Ben": "2"}
    check_screen(app)
    app.tap(screen.ids.result.actions["dealt"])
    app.wait_for(lambda: screen.view.state.round.number == 2, "the next deal")
    tap_card(app, "KS")
    app.wait_for(lambda: screen.view.player == 0, "Ann's turn")
    tap_card(app, "JD")
    app.wait_for(lambda: screen.view.state.round.stage is Stage.GAME_OVER, "the game to be won")
    assert screen.ids.result.headline == "The ranking"
    check_screen(app)
    app.tap(screen.ids.result.actions["export"])
    app.wait_for(lambda: bool(screen.view.exported), "the export")
    text = Path(screen.view.exported)
    assert text.parent == home and "Ann wins the game." in text.read_text("utf-8")
    app.tap(screen.ids.result.actions["home"])
    app.wait_for(lambda: app.app.manager.current == "home", "the first screen")
    assert app.app.home.saved is None, "the game is over"


def test_a_game_with_the_camera_lost_and_found(app: Driver) -> None:
    app.tap(app.app.home.ids.new)
    app.app.new_game.rules = PRESETS["quick"]
    app.tap(app.app.new_game.ids.camera)
    assert app.app.manager.current == "setup"
    table = TABLES[-1]
    table.phase = Phase.TRACKING
    app.wait_for(lambda: app.app.manager.current == "play", "the deal to be found")
    screen = app.app.screen
    assert screen.view.camera is Camera.TRACKING and not screen.by_touch
    table.phase = Phase.LOST
    app.wait_for(lambda: screen.view.camera is Camera.LOST, "the table to be lost")
    assert "Table lost" in [label.said for label in app.shown(FitLabel)]
    app.tap(screen.ids.touch)
    dealt = screen.view.state.round.turn
    tap_card(app, "QS")
    app.wait_for(lambda: screen.view.player != dealt, "the game to go on by touch")
    table.phase = Phase.TRACKING
    app.wait_for(lambda: screen.view.camera is Camera.TRACKING, "the table to be found")
    app.tap(screen.ids.pause)
    app.wait_for(lambda: screen.view.camera is Camera.PAUSED, "the pause")
    app.tap(screen.ids.touch)
    assert not screen.by_touch and screen.ids.camera.texture is not None
    app.tap(screen.ids.pause)
    app.wait_for(lambda: screen.view.camera is Camera.TRACKING, "play to go on")
    app.tap(screen.ids.menu)
    app.tap(screen.menu.ids.setup)
    assert app.app.manager.current == "setup", "the tablet is set up anew in mid-game"
    app.step(3)
    assert app.app.manager.current == "setup" and app.app.setup.texture is not None
    assert app.app.back() and app.app.manager.current == "play"
    assert app.app.back() and app.app.manager.current == "home", "the back key leaves the game, which is kept"
    assert app.app.home.saved is not None


def test_corners_are_pointed_out_by_hand(app: Driver) -> None:
    app.tap(app.app.home.ids.new)
    app.app.new_game.rules = PRESETS["quick"]
    Table.first_phase = Phase.SEARCHING
    try:
        app.tap(app.app.new_game.ids.camera)
        setup = app.app.setup
        app.wait_for(lambda: setup.texture is not None, "the picture")
        table = TABLES[-1]
        app.tap(setup.ids.corners)
        assert setup.ids.ready.said == "Here they lie" and len(setup.corners) == 2
        handles = setup.ids.handles
        start, before = handles.place(0, 1), setup.corners
        app.drag(handles.to_window(*start), handles.to_window(start[0] + 30, start[1] + 20))
        moved = setup.corners[0][1]
        assert moved != before[0][1] and setup.corners[1] == before[1]
        assert moved[0] == pytest.approx(before[0][1][0] + 30 / handles.width)
        app.tap(setup.ids.ready)
        app.wait_for(lambda: bool(table.layouts), "the corners to come to the watcher")
        assert table.layouts[0].sizes == (5, 5) and not setup.corners
        table.phase = Phase.TRACKING
        app.wait_for(lambda: app.app.manager.current == "play", "the deal to be found")
    finally:
        Table.first_phase = Phase.TRACKING


def test_a_wild_waits_for_its_slot(app: Driver) -> None:
    begin_by_touch(app)
    deal(app)
    screen = app.app.screen
    tap_card(app, "JS")
    assert screen.wild == Card.parse("JS") and "J♠" in screen.ids.bar.asked
    slot = next(card for card in screen.ids.table._cards[1] if card.slot.number == 4)
    app.tap(slot)
    app.wait_for(lambda: screen.view.state.round.layouts[1].slot(4).is_up, "the wild on its slot")
    assert screen.wild is None


def test_a_wild_that_was_tapped_by_mistake_is_taken_back(app: Driver) -> None:
    begin_by_touch(app)
    deal(app)
    screen = app.app.screen
    before = screen.view.state
    tap_card(app, "JS")
    app.tap(screen.ids.undo)
    assert screen.wild is None and screen.view.state is before, "nothing else is taken back"
    for card in ("JS", "QH"):  # Ben throws the jack away, Ann a queen
        if card == "JS":
            app.tap(screen.ids.bar.ids.to_pile)
        turn = screen.view.player
        tap_card(app, card)
        app.wait_for(lambda turn=turn: screen.view.player != turn, "the next turn")
        if card == "JS":
            app.touch(*screen.ids.table._discard.to_window(*screen.ids.table._discard.center))
            app.wait_for(lambda: screen.wild == Card.parse("JS"), "the jack taken from the pile")
            app.tap(screen.ids.undo)
            app.wait_for(lambda: screen.view.state.round.stage is Stage.TAKE, "the undo")
            assert screen.wild is None


def test_a_slot_is_put_right_with_two_taps(app: Driver) -> None:
    begin_by_touch(app)
    deal(app)
    screen = app.app.screen
    tap_card(app, "7H")
    app.wait_for(lambda: screen.view.state.round.layouts[1].slot(7).is_up, "the seven")
    app.tap(next(card for card in screen.ids.table._cards[1] if card.slot.number == 7))
    likely = [w for w in screen.picker.walk() if isinstance(w, CardButton)]
    first = next(w for w in likely if w.slot.card == screen.picker.candidates[0])
    app.tap(first)
    seven = face_up(first.slot.card)
    assert seven.card.rank == 7 and seven.card != Card.parse("7H")
    app.wait_for(lambda: screen.view.state.round.layouts[1].slot(7) == seven, "the correction")
    app.tap(screen.ids.undo)
    app.wait_for(lambda: screen.view.state.round.layouts[1].slot(7) != seven, "the undo of it")


def test_a_game_left_is_gone_on_with(app: Driver) -> None:
    begin_by_touch(app)
    deal(app)
    tap_card(app, "3C")
    app.wait_for(lambda: app.app.screen.view.state.round.layouts[1].slot(3).is_up, "the three")
    before = app.app.screen.view.state
    app.tap(app.app.screen.ids.menu)
    app.tap(app.app.screen.menu.ids.home)
    app.wait_for(lambda: app.app.manager.current == "home", "the first screen")
    assert app.app.game is None
    app.step()
    assert "round 1" in app.app.home.ids.resume.line
    app.tap(app.app.home.ids.resume)
    app.wait_for(lambda: app.app.manager.current == "play", "the table")
    assert app.app.screen.view.state == before


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


def test_chances_are_shown_when_wished(app: Driver) -> None:
    begin_by_touch(app)
    deal(app)
    assert all(seat.chance is None for seat in app.app.screen.view.seats)
    app.tap(app.app.screen.ids.menu)
    app.tap(app.app.screen.menu.ids.odds)
    app.wait_for(lambda: app.app.screen.view.seats[0].chance is not None, "the chances")
    assert any("best on" in words.said for words in app.shown(Words))
    app.app.change("odds", False)


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
    assert photo.told == "1 cards face up, 2 face down.\n7♥"
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
