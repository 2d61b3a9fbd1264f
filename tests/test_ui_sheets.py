"""What opens over the screens: a name to write, what a plate means, a card to put right, the words of a rule."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from kivy.metrics import dp

from companion.cards import Card
from companion.rulings import Question
from companion.table import face_up
from tests import ui_still_game
from tests.ui_samples import FixedGame, sample_view
from tests.ui_still_game import ids, show
from tests.uidriver import FINGER, Driver, check_screen
from ui.fonts import STAND_INS, marked_up
from ui.i18n import LANGUAGES, tr
from ui.rule_texts import RULES
from ui.view import Camera
from ui.widgets.deckpad import DeckPad
from ui.widgets.page import Scroll
from ui.widgets.plate import Plate
from ui.widgets.player import FigureRow, figures
from ui.widgets.rules import SentenceRow
from ui.widgets.text import Words

app, game = ui_still_game.app, ui_still_game.game

SIZES = [(1280, 800), (1920, 1200), (800, 1280)]


def close(app: Driver) -> None:
    while app.sheet is not None:
        app.sheet.dismiss(animation=False)
        app.step(1)


def new_game(app: Driver) -> None:
    app.app.new_game.names = ["Ann", "Ben", "Cleo"]
    app.app.manager.current = "new"
    app.step()


@pytest.fixture(autouse=True)
def at_the_table(app: Driver) -> None:
    app.app.manager.current = "play"


def test_a_name_may_be_left_as_it_was(app: Driver, game: FixedGame) -> None:
    new_game(app)
    for size in SIZES:
        app.resize(*size)
        sheet = app.app.new_game.write_name(1)
        sheet.ids.name.text = "Bartholomew"
        app.step(3)
        check_screen(app)
        app.tap(sheet.ids.cancel)
        assert app.sheet is None and app.app.new_game.names == ["Ann", "Ben", "Cleo"]
    sheet = app.app.new_game.write_name(1)
    sheet.ids.name.text = " Bart  the Bear "
    app.step(3)
    app.tap(sheet.ids.done)
    assert app.app.new_game.names == ["Ann", "Bart the Bear", "Cleo"]


@pytest.mark.parametrize("name", ["🦊 Fuchs", "דניאל", "Ольга", "👩\u200d🚀"])
def test_a_name_is_drawn_as_it_is_written(app: Driver, game: FixedGame, name: str, tmp_path: Path) -> None:
    new_game(app)
    sheet = app.app.new_game.write_name(0)
    line = sheet.ids.name
    line.text = ""
    app.step()
    empty = app.picture(tmp_path).astype(int)
    line.text = name
    app.step()
    assert not sheet.ids.hint.said
    drawn = np.abs(app.picture(tmp_path).astype(int) - empty)
    x, y = line.to_window(*line.pos)
    top = drawn.shape[0] - round(y + line.height)
    inked = np.flatnonzero(drawn[top : top + round(line.height), round(x) :].max(axis=(0, 2)) > 60)
    width = line._get_text_width(name, 4, None)
    assert inked.size and abs(inked.max() - (line.padding[0] + width)) < 0.5 * line.font_size
    assert line._get_text_width("", 4, None) == 0
    close(app)


def test_a_name_that_is_taken_is_told_of(app: Driver, game: FixedGame) -> None:
    new_game(app)
    sheet = app.app.new_game.write_name(0)
    for written, good in ((" Ben ", False), ("", False), ("Benno", True), ("Ann", True)):
        sheet.ids.name.text = written
        app.step(3)
        assert sheet.ids.done.disabled is not good
        assert sheet.ids.hint.said == ("Somebody else has this name." if "Ben" in written and not good else "")
        check_screen(app)
    sheet.ids.name.text = "Ben"
    sheet.ids.name.dispatch("on_text_validate")
    assert app.sheet is sheet and app.app.new_game.names[0] == "Ann", "it stays to be changed"
    close(app)


def test_a_name_that_is_not_drawn_is_told_what_stands_for_it(app: Driver, game: FixedGame) -> None:
    new_game(app)
    sheet = app.app.new_game.write_name(0)
    before = sheet.height
    sheet.ids.name.text = "李雷"
    app.step(3)
    assert sheet.ids.hint.said.endswith("李雷") and any(sign in sheet.ids.hint.text for sign in STAND_INS)
    assert marked_up("李雷") in sheet.ids.hint.text and sheet.height > before
    check_screen(app)
    sheet.ids.name.text = "Li"
    app.step(3)
    assert not sheet.ids.hint.said and sheet.height == before
    close(app)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 6])
def test_a_plate_tells_what_its_figures_mean(app: Driver, game: FixedGame, players: int, language: str) -> None:
    app.app.language = language
    view = sample_view(players, odds=True)
    show(app, game, state=view.state, seats=view.seats)
    for size in SIZES:
        app.resize(*size)
        plate = next(w for w in app.shown(Plate) if w.seat.index == 1)
        app.tap(plate)
        assert app.sheet is app.app.screen.player and app.sheet.seat is view.seats[1]
        told = {row.said: row.figure for row in app.shown(FigureRow)}
        assert told[tr("Cards of the next layout, after a win", language)] == str(view.seats[1].next_size)
        assert told[tr("Rounds won", language)] == str(view.seats[1].rounds_won)
        assert [figure for figure in told.values() if figure.endswith("%")]
        check_screen(app)
        app.tap(app.sheet.ids.close)
        assert app.sheet is None


def test_a_plate_on_one_card_tells_that_a_win_is_the_game() -> None:
    seat = sample_view(odds=False).seats[0]
    told = figures(replace(seat, size=1, next_size=0), "en")
    assert ("→", "A win of this round wins the game", "♛") in told
    assert not any(sign == "⚄" for sign, _, _ in told), "no chance is reckoned"


def test_what_is_darker_in_the_picker_is_explained(app: Driver, game: FixedGame) -> None:
    for size in SIZES:
        app.resize(*size)
        app.app.screen.tap_slot(0, 3)
        app.step(3)
        assert any("darker" in words.said for words in app.shown(Words))
        check_screen(app)
        close(app)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("jokers", [False, True])
def test_cards_to_tap_are_drawn_as_large_as_a_finger(
    app: Driver, game: FixedGame, size: tuple[int, int], jokers: bool
) -> None:
    app.resize(*size)
    show(app, game, camera=Camera.TOUCH, picture=None)
    app.app.screen.by_touch = True
    app.step(3)
    deck = next(pad for pad in app.shown(DeckPad))
    deck.jokers = jokers
    app.step(3)
    for card, box in deck.cells():
        assert min(box.width, box.height) >= dp(FINGER) - (2 if jokers else 0), (card, box)
    check_screen(app)
    deck.jokers = False


def test_a_rule_is_shown_where_its_number_is_tapped(app: Driver, game: FixedGame) -> None:
    app.tap(ids(app)["ask"])
    sheet = app.sheet
    for size in SIZES:
        app.resize(*size)
        for language in LANGUAGES:
            app.app.language = language
            app.step(2)
            row = next(row for row in app.shown(SentenceRow) if row.rule == "R12")
            assert row.height >= dp(FINGER)
            app.tap(row)
            assert app.sheet is sheet.rules
            said = [row.said for row in app.shown(SentenceRow)]
            assert said == [tr(RULES["R12"], language)] and (language == "en") == (said == [RULES["R12"]])
            check_screen(app)
            app.tap(app.sheet.ids.head.ids.close)
            assert app.sheet is sheet
    sheet.question = Question.WHICH_WILD
    app.step(2)
    app.tap(next(row for row in app.shown(SentenceRow) if len(row.rule.split()) > 2))
    assert [row.rule for row in app.shown(SentenceRow)] == ["H1", "R10", "R12"]
    close(app)


@pytest.mark.parametrize("number", RULES)
def test_every_rule_can_be_shown(app: Driver, game: FixedGame, number: str) -> None:
    app.tap(ids(app)["ask"])
    app.sheet.explain(number)
    app.step(3)
    assert any(row.said == RULES[number] for row in app.shown(SentenceRow))
    check_screen(app)
    close(app)


def test_what_is_cut_at_the_edge_of_a_list_fades(app: Driver, game: FixedGame, tmp_path: Path) -> None:
    """A golden button that is half cut off looked like one to tap, above the one that begins the game."""
    new_game(app)
    app.resize(800, 1280)
    scroll: Scroll = app.app.new_game.ids.scroll
    assert scroll.more_below and not scroll.more_above
    screen = app.picture(tmp_path).astype(int)
    x, y = scroll.to_window(*scroll.pos)
    row = screen[round(screen.shape[0] - y) - 2, round(x) : round(x + scroll.width) - 20]
    ground = np.round(np.array(app.app.palette.surface[:3]) * 255)
    assert np.abs(row - ground).max() < 40
    scroll.scroll_y = 0
    app.step(2)
    assert scroll.more_above and not scroll.more_below
    app.app.manager.current = "licences"
    app.resize(1920, 1200)
    app.step(2)
    short = next(w for w in app.shown(Scroll))
    assert short.children[0].height > short.height or not (short.more_below or short.more_above)


def test_a_device_without_a_voice_says_so_and_offers_no_switch(app: Driver, game: FixedGame) -> None:
    settings = app.app.settings_screen
    app.app.manager.current = "settings"
    app.step()
    row = settings.ids.voice
    changed: list[object] = []
    settings.bind(on_change=lambda _, name, value: changed.append(name))
    for can_speak in (False, True):
        settings.can_speak = can_speak
        app.step(2)
        changed.clear()
        app.tap(row)
        assert changed == (["voice"] if can_speak else [])
        assert ("no voice" in row.line) is not can_speak
    app.app.change("voice", False)


def test_a_card_may_be_put_right_by_its_place_in_the_deck(app: Driver, game: FixedGame) -> None:
    app.app.screen.tap_slot(0, 3)
    app.step(3)
    deck = app.sheet.ids.deck
    box = next(box for card, box in deck.cells() if card == Card.parse("3D"))
    app.touch(*deck.to_window(box.x + box.width / 2, box.y + box.height / 2))
    assert app.sheet is None and game.taps == [(0, 3, face_up(Card.parse("3D")))]
