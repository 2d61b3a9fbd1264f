"""The real app without a screen: what it shows, what a finger does, sizes, languages, themes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cards import Card
from companion.events import Discarded, Drew, Irregular, Placed, Turn
from companion.irregularities import Kind
from companion.rulings import Question
from companion.table import Stage
from tests.ui_samples import NAMES, FixedGame, sample_state, sample_view
from tests.uidriver import Driver, Image, running
from ui.fonts import CAP_HEIGHT, name_size
from ui.i18n import LANGUAGES
from ui.snapshots import Snapshot
from ui.theme import ON_PLAYER, PLAYER_STYLES, THEMES
from ui.view import Camera, Choice, SlotLook
from ui.widgets.button import TouchButton
from ui.widgets.card import CardView
from ui.widgets.mark import Mark
from ui.widgets.plate import Plate
from ui.widgets.ruling import HistoryRow, QuestionRow
from ui.widgets.text import FitLabel, Words
from ui.words import CAMERA

SIZES = [(1280, 800), (1920, 1200), (800, 1280)]
TEN_INCHES = {(1280, 800): 149.0, (1920, 1200): 226.0, (800, 1280): 149.0}
"""Dots an inch of a ten-inch screen of this many dots."""
IRREGULAR = Irregular(16.0, "Ben", Kind.PLAYABLE_DISCARDED, "R9", (Card.parse("7H"),))


@pytest.fixture(scope="module")
def app() -> Iterator[Driver]:
    with running(FixedGame(sample_view())) as driver:
        yield driver


@pytest.fixture
def game(app: Driver) -> FixedGame:
    """A fresh game in the running app, at the usual size, in English, dark."""
    app.app.game = game = FixedGame(sample_view())
    app.app.language, app.app.theme, app.app.to_players = "en", "dark", False
    app.app.screen.new_game()
    app.app._refresh(0.0)
    app.resize(1280, 800)
    return game


def show(app: Driver, game: FixedGame, **changes: object) -> None:
    game.view = replace(game.view, **changes)  # type: ignore[arg-type]
    app.app._refresh(0.0)
    app.step(2)


def shown_texts(app: Driver) -> list[str]:
    return [w.said for w in app.app.root.walk() if isinstance(w, (FitLabel, Words)) and w.said]


def ids(app: Driver) -> dict:
    return app.app.screen.ids


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_name_can_be_read_from_two_metres(app: Driver, game: FixedGame, size: tuple[int, int]) -> None:
    app.resize(*size)
    name = ids(app)["banner"].ids.name
    assert name.said == "Ann"
    caps = name.font_size * CAP_HEIGHT
    assert caps / TEN_INCHES[size] * 25.4 >= 15.0


@pytest.mark.parametrize("name", ["Wilhelmina-Konstantina", "Ольга", "Åsa 🙂"])
def test_a_long_or_foreign_name_keeps_its_size(app: Driver, game: FixedGame, name: str) -> None:
    state = sample_state(names=(name, "Ben"))
    show(app, game, seats=sample_view(state=state).seats)
    label = ids(app)["banner"].ids.name
    assert label.font_size == int(name_size(app.app.u))
    assert label.texture_size[0] <= label.width + 1
    assert label.right <= ids(app)["banner"].width


def test_the_turn_is_told_by_name_colour_and_shape(app: Driver, game: FixedGame) -> None:
    for player in range(2):
        show(app, game, **{"player": player, "seats": sample_view(state=sample_state(turn=player)).seats})
        banner = ids(app)["banner"]
        mark = next(w for w in banner.walk() if isinstance(w, Mark))
        assert banner.ids.name.said == NAMES[player]
        assert banner.style == PLAYER_STYLES[player] and mark.shape == PLAYER_STYLES[player].shape
        lit = [w.seat.name for w in ids(app)["table"].children if isinstance(w, Plate) and w.active]
        assert lit == [NAMES[player]]
    assert "is on turn" in shown_texts(app)


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_slot_lies_on_the_table(
    app: Driver, game: FixedGame, size: tuple[int, int], players: int
) -> None:
    game.view = sample_view(players)
    app.app._refresh(0.0)
    app.resize(*size)
    table = ids(app)["table"]
    cards = [w for w in table.children if isinstance(w, CardView)]
    assert len(cards) == sum(seat.size for seat in game.view.seats) + 2
    for card in cards:
        assert table.x <= card.x and card.right <= table.right
        assert table.y <= card.y and card.top <= table.top


def test_rounds_won_and_next_layouts_are_in_sight(app: Driver, game: FixedGame) -> None:
    texts = shown_texts(app)
    assert {"8 → 7", "10 → 9", "2", "0"} <= set(texts)
    over = sample_view(state=sample_state(stage=Stage.ROUND_OVER, completed=(0,)))
    show(app, game, seats=over.seats, standing=over.standing)
    assert {"8 → 7", "10 → 10", "3", "wins the round"} <= set(shown_texts(app))


def test_buttons_do_what_they_say(app: Driver, game: FixedGame) -> None:
    for name in ("undo", "next_player", "pause"):
        app.tap(ids(app)[name])
    show(app, game, camera=Camera.PAUSED)
    assert ids(app)["pause"].said == "Go on"
    app.tap(ids(app)["pause"])
    assert game.taps == ["undo", "next player", "pause True", "pause False"]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_buttons_are_large_enough_and_in_the_window(
    app: Driver, game: FixedGame, size: tuple[int, int]
) -> None:
    show(app, game, irregular=IRREGULAR)
    app.resize(*size)
    buttons = app.shown(TouchButton)
    assert len(buttons) >= 7
    for button in buttons:
        x, y = button.to_window(*button.pos)
        assert button.width >= 48 and button.height >= 48
        assert x >= 0 and y >= 0 and x + button.width <= size[0] and y + button.height <= size[1]


def test_an_irregularity_is_told_and_let_stand(app: Driver, game: FixedGame) -> None:
    table = ids(app)["table"]
    before = table.height
    show(app, game, irregular=IRREGULAR)
    notice = ids(app)["notice"]
    assert "Ben discarded 7♥, which had a free slot." in shown_texts(app)
    assert notice.top <= table.y and table.height < before, "the notice hides cards"
    app.tap(notice.ids.accept)
    assert game.taps == ["accept"]
    show(app, game, irregular=None)
    assert table.height == before and notice.opacity == 0


def test_what_happened_can_be_chosen(app: Driver, game: FixedGame) -> None:
    queen = Card.parse("QC")
    choices = (Choice((Discarded(0.0, "Ann", queen), Turn(0.0, "Ben"))), Choice(()))
    show(app, game, camera=Camera.DESYNC, choices=choices, irregular=IRREGULAR)
    rows = [w for w in ids(app)["choices"].walk() if isinstance(w, TouchButton)]
    assert sorted(row.said for row in rows) == [
        "Ann discarded Q♣. It is the turn of Ben.",
        "Nobody played.",
    ]
    assert all(row.height >= 48 for row in rows)
    app.tap(next(row for row in rows if row.said == "Nobody played."))
    assert game.taps == ["choose 1"]


@pytest.mark.parametrize("camera", Camera)
def test_every_camera_state_is_said_with_what_to_do(app: Driver, game: FixedGame, camera: Camera) -> None:
    fault = "camera 0: no such camera" if camera is Camera.FAILED else ""
    show(app, game, camera=camera, camera_fault=fault)
    texts = shown_texts(app)
    words = CAMERA[camera]
    assert words.label in texts
    assert any(words.advice in text and fault in text for text in texts)
    advice = next(w for w in ids(app)["camera"].walk() if isinstance(w, Words))
    assert advice.texture_size[1] <= advice.height, "the advice is cut off"


def test_the_camera_picture_is_drawn_the_right_way_up(app: Driver, game: FixedGame, tmp_path: Path) -> None:
    picture = game.view.picture
    assert picture is not None
    red, blue = bytes((220, 20, 20)), bytes((20, 20, 220))
    half = picture.width * picture.height // 2
    show(app, game, picture=replace(picture, pixels=red * half + blue * half))
    tile = ids(app)["camera"]
    screen = app.picture(tmp_path)
    x = int(tile.center_x)
    top = screen.shape[0] - int(tile.top)
    assert screen[top + 12, x, 0] > 150 > screen[top + 12, x, 2]
    below = top + int(tile.picture_height) - 30
    assert screen[below, x, 2] > 150 > screen[below, x, 0]


def test_who_is_right_tells_the_turn_the_rule_and_the_evidence(app: Driver, game: FixedGame) -> None:
    app.tap(ids(app)["ask"])
    sheet = app.app.screen.sheet

    def said() -> list[str]:
        return [w.said for w in sheet.walk() if isinstance(w, (FitLabel, Words))]

    assert "R12" in said() and "R3" in said()
    assert any("Ben discarded Q♥ at" in text and "ends the turn" in text for text in said())
    assert "Ann laid 8♣ on slot 8." in said()
    rows = [w for w in sheet.walk() if isinstance(w, QuestionRow)]
    assert len(rows) == len(Question) and all(row.height >= 48 for row in rows)
    app.tap(rows[2])
    assert sheet.question is Question.WHICH_WILD and "H1 R10 R12" in said()
    app.app.language = "fr"
    app.step()
    assert any("Valet" in text for text in said())
    app.tap(sheet.ids.close)
    assert sheet.parent is None


def test_a_play_that_was_pictured_can_be_looked_at(app: Driver, game: FixedGame, tmp_path: Path) -> None:
    files = [tmp_path / f"{name}.jpg" for name in ("before", "after")]
    for file in files:
        assert cv2.imwrite(str(file), np.full((36, 64, 3), 120, np.uint8))
    show(app, game, snapshots=(Snapshot(13.0, *files),))
    app.tap(ids(app)["ask"])
    sheet = app.app.screen.sheet
    rows = [w for w in sheet.walk() if isinstance(w, HistoryRow)]
    pictured = [row.said for row in rows if row.pictured]
    assert pictured == ["Ben discarded Q♥.", "Ben laid 2♥ on slot 2."], "what was told with the play"
    app.tap(next(w for w in rows[1].walk() if isinstance(w, TouchButton)))
    images = [w for w in sheet.pictures.walk() if isinstance(w, Image)]
    assert [w.source for w in images] == [str(file) for file in files]
    assert all(w.texture is not None and w.texture.size == (64, 36) for w in images)
    app.tap(sheet.pictures.ids.close)
    app.tap(sheet.ids.close)


def test_a_card_just_laid_is_lit_for_a_moment(app: Driver, game: FixedGame) -> None:
    table = ids(app)["table"]
    slots = list(game.view.seats[1].slots)
    slots[2] = replace(slots[2], look=SlotLook.UP, card=Card.parse("3S"))
    seats = (game.view.seats[0], replace(game.view.seats[1], slots=tuple(slots)))
    show(app, game, seats=seats)
    lit = [w for w in table.children if isinstance(w, CardView) and w.glow]
    assert [w.slot.card for w in lit] == [Card.parse("3S")]


def test_a_chain_comes_card_by_card_from_its_pile(app: Driver, game: FixedGame) -> None:
    """Ben's three comes from the discard pile, his ten from the slot of the three, his queen from the ten's."""
    three, four, queen = (Card.parse(name) for name in ("3S", "4S", "QS"))
    slots = list(game.view.seats[1].slots)
    for number, card in ((3, three), (4, four)):
        slots[number - 1] = replace(slots[number - 1], look=SlotLook.UP, card=card)
    seats = (game.view.seats[0], replace(game.view.seats[1], slots=tuple(slots)))
    played = (Drew(20.0, "Ben", "discard"), Placed(21.0, "Ben", three, 3), Placed(21.0, "Ben", four, 4))
    told = (*game.view.history, *played, Discarded(22.0, "Ben", queen), Turn(22.0, "Ann"))
    table = ids(app)["table"]
    laid = {3: table._cards[1][2], 4: table._cards[1][3], 0: table._discard}
    show(app, game, seats=seats, history=told, discard=queen)
    pile, ways = table._discard, {number: list(card.shift) for number, card in laid.items()}
    assert all(card.glow for card in laid.values())

    def reaches(number: int, source: CardView) -> bool:
        """Whether the card is still on the straight way from there."""
        way = np.array([source.center_x - laid[number].center_x, source.center_y - laid[number].center_y])
        gone = np.array(ways[number])
        return bool(
            np.abs(gone - way * (gone @ way) / (way @ way)).max() < 1 and 0 < gone @ way <= way @ way + 1
        )

    assert reaches(3, pile) and reaches(4, laid[3]) and reaches(0, laid[4])
    app.wait_for(lambda: all(card.shift == [0, 0] for card in laid.values()), "the cards to lie")
    app.resize(800, 1280)
    assert all(card.shift == [0, 0] for card in laid.values())


def test_a_game_that_is_opened_lies_still(app: Driver, game: FixedGame) -> None:
    app.app.game = FixedGame(sample_view(state=sample_state(turn=1)))
    for card in ids(app)["table"].children:
        if isinstance(card, CardView):
            card.light_up((40, 0))
    app.app.screen.new_game()
    state = sample_state()
    other = replace(state.round, layouts=tuple(reversed(state.round.layouts)), discard=(Card.parse("KD"),))
    game.view = sample_view(state=replace(state, round=other))
    app.app.game = game
    app.app._refresh(0.0)
    cards = [w for w in ids(app)["table"].children if isinstance(w, CardView)]
    assert all(card.shift == [0, 0] and not card.glow for card in cards)


def test_what_is_put_right_by_hand_comes_from_nowhere(app: Driver, game: FixedGame) -> None:
    slots = list(game.view.seats[1].slots)
    slots[1] = replace(slots[1], card=Card.parse("2C"))
    show(app, game, seats=(game.view.seats[0], replace(game.view.seats[1], slots=tuple(slots))))
    card = ids(app)["table"]._cards[1][1]
    assert card.glow and card.shift == [0, 0]


def test_cards_may_be_turned_to_their_players(app: Driver, game: FixedGame) -> None:
    game.view = sample_view(4)
    app.app._refresh(0.0)
    table = ids(app)["table"]
    angles = lambda: [cards[0].angle for cards in table._cards]  # noqa: E731
    app.step()
    assert angles() == [0, 0, 0, 0]
    app.app.to_players = True
    app.step()
    assert angles() == [0, 270, 180, 90]
    card = table._cards[1][0]
    assert card.width > card.height and card.drawn[2] < card.drawn[3], (
        "drawn upright, then turned by a quarter"
    )
    assert (card.drawn[0] + card.drawn[2] / 2, card.drawn[1] + card.drawn[3] / 2) == pytest.approx(
        card.center
    )


@pytest.mark.parametrize("demo", [False, True])
def test_one_button_is_golden_when_a_round_is_won(app: Driver, game: FixedGame, demo: bool) -> None:
    game.view = sample_view(state=sample_state(stage=Stage.ROUND_OVER, completed=(0,)), demo=demo)
    app.app._refresh(0.0)
    app.step(3)
    golden = [button.said for button in app.shown(TouchButton) if button.primary and not button.disabled]
    assert golden == (["New game"] if demo else ["The cards are dealt"])
    assert ids(app)["next_player"].disabled


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_language_changes_live(app: Driver, game: FixedGame, language: str) -> None:
    app.app.language = language
    show(app, game, irregular=IRREGULAR)
    undo = {"en": "Undo", "fr": "Annuler", "it": "Annulla", "nl": "Ongedaan", "pt": "Desfazer"}
    assert ids(app)["undo"].said == undo[language]
    for button in app.shown(TouchButton):
        label = next(w for w in button.walk() if isinstance(w, FitLabel))
        assert not label.shorten, f"{button.said!r} is cut off"


@pytest.mark.parametrize("theme", THEMES)
def test_the_theme_changes_live(app: Driver, game: FixedGame, theme: str, tmp_path: Path) -> None:
    app.app.theme = theme
    screen = app.picture(tmp_path)
    expected = np.round(np.array(THEMES[theme].surface[:3]) * 255)
    assert np.abs(screen[2, 2] - expected).max() <= 2
    palette = THEMES[theme]
    assert tuple(ids(app)["banner"].ids.name.color) == ON_PLAYER
    label = {w.said: tuple(w.color) for w in app.app.root.walk() if isinstance(w, FitLabel)}
    assert label["Next player"] == palette.on_accent
    assert label["Undo"] == palette.text and label["Following"] == palette.on_state


def test_text_of_the_far_side_can_be_turned_round(app: Driver, game: FixedGame, tmp_path: Path) -> None:
    plain = app.picture(tmp_path).astype(int)
    app.app.to_players = True
    turned = app.picture(tmp_path).astype(int)
    table = ids(app)["table"]
    far, near = (
        next(w for w in table.children if isinstance(w, Plate) and w.seat.index == i) for i in (1, 0)
    )

    def cut(screen: np.ndarray, widget: Plate) -> np.ndarray:
        top = screen.shape[0] - int(widget.top)
        inset = 16  # the plate's own rim and shadow do not turn
        return screen[
            top + inset : top + int(widget.height) - inset, int(widget.x) + inset : int(widget.right) - inset
        ]

    assert np.abs(cut(turned, near) - cut(plain, near)).max() == 0
    assert np.abs(cut(turned, far) - cut(plain, far)).mean() > 5
    assert np.abs(cut(turned, far) - cut(plain, far)[::-1, ::-1]).mean() < 3


def test_a_card_is_drawn_anew_only_when_it_changes(app: Driver, game: FixedGame) -> None:
    table = ids(app)["table"]
    before = [w for w in table.children if isinstance(w, CardView)]
    show(app, game, picture=replace(game.view.picture))
    assert [w for w in table.children if isinstance(w, CardView)] == before
