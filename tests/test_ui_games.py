"""Games in the real app without a screen: by touch and with a camera, what goes wrong, corrections, going on."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cards import Card
from companion.ledger import Ledger
from companion.observation import Phase
from companion.rules import PRESETS, HouseRules, NextDealer
from companion.table import Stage, face_up
from tests import ui_lobby
from tests.test_ui_worker import Table
from tests.ui_lobby import TABLES, begin_by_touch, deal, tap_card
from tests.uidriver import Driver, check_screen
from ui.faults import GAME_DAMAGED, Fault
from ui.i18n import LANGUAGES, tr
from ui.options import PlayOptions
from ui.view import Camera
from ui.widgets.sheets import CardButton
from ui.widgets.text import FitLabel, Words
from ui.words import NOT_KEPT

home, app, at_home = ui_lobby.home, ui_lobby.app, ui_lobby.at_home


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
    app.tap(screen.ids.undo)  # back over the deal, and over the win
    app.wait_for(lambda: screen.view.round_is_over, "the round that was won")
    app.tap(screen.ids.undo)
    app.wait_for(lambda: not screen.view.round_is_over, "the play before the win")
    tap_card(app, "AS")
    app.wait_for(lambda: screen.view.round_is_over, "the win again")
    app.tap(screen.ids.result.actions["dealt"])
    app.wait_for(lambda: screen.view.state.round.number == 2, "the next deal again")
    tap_card(app, "KS")
    app.wait_for(lambda: screen.view.player == 0, "Ann's turn")
    tap_card(app, "JD")
    app.wait_for(lambda: screen.view.state.round.stage is Stage.GAME_OVER, "the game to be won")
    assert screen.ids.result.headline == "The ranking"
    check_screen(app)
    app.tap(screen.ids.result.actions["export"])
    app.wait_for(lambda: screen.view.exported is not None, "the export")
    text = Path(screen.view.exported.path)
    assert text.parent == home and "Ann wins the game." in text.read_text("utf-8")
    app.tap(screen.ids.result.actions["home"])
    app.wait_for(lambda: app.app.manager.current == "home", "the first screen")
    assert app.app.home.saved is None, "the game is over"


def test_an_argument_is_settled_by_touch(app: Driver) -> None:
    begin_by_touch(app)
    deal(app)
    screen = app.app.screen
    # Once where the argument is judged, once on the notice.
    for settle in ("put_right", "accept"):
        app.tap(screen.ids.bar.ids.to_pile)
        tap_card(app, "7H")  # Ben throws away what he could have laid
        app.wait_for(lambda: screen.noticed, "the notice")
        assert "Ben discarded 7♥, which had a free slot." in [words.said for words in app.shown(Words)]
        check_screen(app)
        app.tap(screen.ids.ask)
        assert any("7♥" in words.said for words in app.shown(Words)), "who is right tells it, too"
        if settle == "put_right":
            app.tap(screen.sheet.settling["on_put_right"])
        app.tap(screen.sheet.ids.close)
        if settle == "accept":
            app.tap(screen.ids.notice.ids.accept)
        app.wait_for(lambda: not screen.noticed, "the notice to go")
        assert screen.view.player == (1 if settle == "put_right" else 0)
    tap_card(app, "3C")
    app.wait_for(lambda: screen.view.state.round.layouts[0].slot(3).is_up, "the game to go on")


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


@pytest.mark.parametrize("left", [True, False])
def test_another_language_opens_no_other_screen(app: Driver, left: bool) -> None:
    app.tap(app.app.home.ids.new)
    app.app.new_game.rules = PRESETS["quick"]
    app.tap(app.app.new_game.ids.camera)
    TABLES[-1].phase = Phase.TRACKING
    app.wait_for(lambda: app.app.manager.current == "play", "the deal to be found")
    if left:
        assert app.app.back() and app.app.manager.current == "home"
    app.app.go("settings")
    for language in ("fr", "nl", "en"):
        app.app.change("language", language)
        app.step(3)
        assert app.app.language == language and app.app.manager.current == "settings"


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_that_cannot_be_kept_says_so_where_it_is_played(
    app: Driver, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(options: PlayOptions) -> Ledger:
        raise PermissionError(13, "Permission denied", "games")

    monkeypatch.setattr("ui.lobby.begin", refused)
    app.app.change("language", language)
    begin_by_touch(app)
    deal(app)
    told = tr(NOT_KEPT, language)
    assert (told == NOT_KEPT) is (language == "en")
    for size in ((1280, 800), (800, 1280)):
        app.resize(*size)
        for by_touch in (True, False):
            app.app.screen.by_touch = by_touch
            app.step(3)
            assert len([words for words in app.shown(Words) if told in words.said]) == 1
            check_screen(app)
    app.app.lobby.notice = None


def test_a_game_that_cannot_be_read_any_more_is_told_of(app: Driver, home: Path) -> None:
    begin_by_touch(app)
    deal(app)
    app.app.leave()
    assert app.app.home.saved is not None and not app.app.home.notice
    for path in (home / "games").iterdir():
        path.write_bytes(b"no game")
    app.app.go("home")
    app.step()
    assert app.app.home.saved is None
    assert app.app.home.notice == Fault(GAME_DAMAGED) and GAME_DAMAGED in [words.said for words in app.shown(Words)]
    check_screen(app)


def test_chances_are_shown_when_wished(app: Driver) -> None:
    begin_by_touch(app)
    deal(app)
    assert all(seat.chance is None for seat in app.app.screen.view.seats)
    app.tap(app.app.screen.ids.menu)
    app.tap(app.app.screen.menu.ids.odds)
    app.wait_for(lambda: app.app.screen.view.seats[0].chance is not None, "the chances")
    app.tap(app.app.screen.menu.ids.head.ids.close)
    assert app.sheet is None
    assert any("best on" in words.said for words in app.shown(Words))
    app.app.change("odds", False)
