"""The real app without a screen: what it shows, what a finger does, sizes, languages, themes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.cards import Card
from companion.events import Discarded, Drew, Irregular, Placed, Turn
from companion.irregularities import Kind
from companion.table import Stage
from tests import ui_still_game
from tests.ui_samples import FixedGame, sample_state, sample_view
from tests.ui_still_game import ids, show
from tests.uidriver import Driver, check_screen
from ui.faults import fault_words
from ui.i18n import LANGUAGES
from ui.theme import ON_PLAYER, THEMES
from ui.view import Camera, Choice, SlotLook
from ui.widgets.button import TouchButton
from ui.widgets.card import CardView
from ui.widgets.choices import ChoiceButton
from ui.widgets.plate import Plate
from ui.widgets.text import FitLabel, Words
from ui.words import CAMERA

app, game = ui_still_game.app, ui_still_game.game

SIZES = [(1280, 800), (1920, 1200), (800, 1280)]
IRREGULAR = Irregular(16.0, "Ben", Kind.PLAYABLE_DISCARDED, "R9", (Card.parse("7H"),))


def shown_texts(app: Driver) -> list[str]:
    return [w.said for w in app.app.root.walk() if isinstance(w, (FitLabel, Words)) and w.said]


@pytest.mark.parametrize("camera", Camera)
def test_pause_can_be_tapped_where_something_is_followed(
    app: Driver, game: FixedGame, camera: Camera
) -> None:
    show(app, game, camera=camera)
    nothing = camera in (Camera.TOUCH, Camera.FAILED, Camera.ENDED)
    assert ids(app)["pause"].disabled is nothing
    over = sample_view(state=sample_state(stage=Stage.GAME_OVER, completed=(0,)))
    show(app, game, state=over.state, standing=over.standing)
    assert ids(app)["pause"].disabled is (camera is not Camera.PAUSED), "the game is over"


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_slot_lies_on_the_table(app: Driver, game: FixedGame, size: tuple[int, int]) -> None:
    app.resize(*size)
    table = ids(app)["table"]
    for players in range(2, 7):
        game.view = sample_view(players)
        app.app._refresh(0.0)
        app.step()
        cards = [w for w in table.children if isinstance(w, CardView)]
        assert len(cards) == sum(seat.size for seat in game.view.seats) + 2
        for card in cards:
            assert table.x <= card.x and card.right <= table.right
            assert table.y <= card.y and card.top <= table.top


def test_rounds_won_and_next_layouts_are_in_sight(app: Driver, game: FixedGame) -> None:
    texts = shown_texts(app)
    assert {"8 → 7", "10 → 9", "2", "0"} <= set(texts)
    assert texts.count("if you win") == 2, "the arrow is explained"
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
    assert game.taps == [("accept", IRREGULAR)]
    show(app, game, irregular=None)
    assert table.height == before and notice.opacity == 0


def test_what_happened_can_be_chosen(app: Driver, game: FixedGame) -> None:
    queen = Card.parse("QC")
    choices = (Choice((Discarded(0.0, "Ann", queen), Turn(0.0, "Ben"))), Choice(()))
    show(app, game, camera=Camera.DESYNC, choices=choices, irregular=IRREGULAR)
    rows = [w for w in ids(app)["choices"].walk() if isinstance(w, ChoiceButton)]
    assert sorted(row.words for row in rows) == [
        "Ann discarded Q♣. It is the turn of Ben.",
        "Nobody played.",
    ]
    assert all(row.height >= 48 for row in rows)
    app.tap(next(row for row in rows if row.words == "Nobody played."))
    assert game.taps == ["choose 1"]


def test_choices_leave_the_cards_room(app: Driver, game: FixedGame) -> None:
    """Beside each other on a wide screen: three of them take less than a third of the table's height."""
    table, six = ids(app)["table"], Card.parse("6C")
    free = table.height
    what = (Placed(0.0, "Domenico", six, 6), Discarded(0.0, "Domenico", Card.parse("QC")), Turn(0.0, "Ben"))
    show(app, game, camera=Camera.DESYNC, choices=(Choice(what), Choice(what[:1]), Choice(())))
    assert table.height > free * 2 / 3
    rows = [w for w in ids(app)["choices"].walk() if isinstance(w, ChoiceButton)]
    assert len({row.y for row in rows}) == 1 and len({row.x for row in rows}) == 3
    for row in rows:
        words = next(w for w in row.walk() if isinstance(w, Words))
        assert words.texture_size[1] <= words.height and words.shrink > 0.9
    app.resize(800, 1280)
    app.step(2)
    assert len({row.x for row in rows}) == 1 and len({row.y for row in rows}) == 3


@pytest.mark.parametrize("by_touch", [False, True], ids=["watched", "by touch"])
def test_what_goes_wrong_is_said_in_letters_as_large_as_the_rest(
    app: Driver, game: FixedGame, by_touch: bool
) -> None:
    """A game that is not written down, a camera that fails: by touch, too, where its picture is not shown."""
    cause, fault = "the disk is full", "camera 0: no such camera, or another program uses it"
    trouble = {"trouble": f"trash-companion/games/game.ledger: {cause}"}
    for changes in (trouble, {"camera": Camera.FAILED, "camera_fault": fault}):
        app.app.screen.new_game()
        show(app, game, **{"camera": Camera.TRACKING, "camera_fault": "", "trouble": "", **changes})
        app.app.screen.by_touch = by_touch
        app.step(3)
        told = [w for w in app.shown(Words) if cause in w.said or "Camera 1: no such camera" in w.said]
        assert len(told) == 1
        assert told[0].texture_size[1] <= told[0].height and told[0].font_size >= 16, told[0].font_size
    show(app, game, camera=Camera.TRACKING, camera_fault="")
    assert not [w for w in app.shown(Words) if "Camera 1" in w.said], "it goes when all is well"


def test_words_that_lose_room_are_fitted_anew(app: Driver, game: FixedGame) -> None:
    """The picture of the camera takes more of the panel as soon as all is well; the same words then have less."""
    words = next(w for w in ids(app)["camera"].walk() if isinstance(w, Words))
    for said in ("a b c d", "word " * 30, "another " * 19):
        words.said, words.height = said, 400
        app.step(2)
        before, words.height = words.texture_size[1], 0.8 * words.texture_size[1]
        app.step(2)
        assert words.texture_size[1] <= words.height < before, "less room"
        words.height = 400
        app.step(2)
        assert words.texture_size[1] == before, "room again"


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_warning_takes_no_room_from_the_cards_to_tap(
    app: Driver, game: FixedGame, size: tuple[int, int]
) -> None:
    app.resize(*size)
    show(app, game, camera=Camera.TOUCH)
    deck, free = ids(app)["bar"].ids.deck, ids(app)["table"].height
    before = tuple(deck.size)
    show(app, game, camera=Camera.FAILED, camera_fault="camera 0: no such camera", kept=False)
    assert tuple(deck.size) == before and ids(app)["table"].height < free
    check_screen(app)
    show(app, game, camera=Camera.TOUCH, camera_fault="", kept=True)
    assert ids(app)["table"].height == free


@pytest.mark.parametrize("camera", Camera)
def test_every_camera_state_is_said_with_what_to_do(app: Driver, game: FixedGame, camera: Camera) -> None:
    fault = "camera 0: no such camera" if camera is Camera.FAILED else ""
    show(app, game, camera=camera, camera_fault=fault)
    texts = shown_texts(app)
    words = CAMERA[camera]
    assert words.label in texts
    assert any(words.advice in text and fault_words(fault, "en") in text for text in texts)
    advice = next(w for w in ids(app)["camera"].walk() if isinstance(w, Words))
    assert advice.texture_size[1] <= advice.height, "the advice is cut off"


@pytest.mark.parametrize("camera", [Camera.TOUCH, Camera.TRACKING, Camera.OCCLUDED], ids=str)
def test_when_nobody_is_on_turn_nobody_is_told_to_play_on(
    app: Driver, game: FixedGame, camera: Camera
) -> None:
    for stage, told in ((Stage.ROUND_OVER, "Deal the next round"), (Stage.GAME_OVER, "The game is over.")):
        game.view = sample_view(state=sample_state(stage=stage, completed=(0,)), camera=camera)
        app.app._refresh(0.0)
        app.step(2)
        texts = shown_texts(app)
        assert any(told in text for text in texts)
        assert not any(CAMERA[camera].advice in text for text in texts)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("camera", [Camera.TRACKING, Camera.OCCLUDED], ids=str)
def test_the_demo_table_is_told_of_in_letters_to_be_read(
    app: Driver, game: FixedGame, camera: Camera, size: tuple[int, int]
) -> None:
    app.resize(*size)
    show(app, game, demo=True, camera=camera)
    advice = next(w for w in ids(app)["camera"].walk() if isinstance(w, Words))
    assert advice.texture_size[1] <= advice.height and advice.font_size >= 15 * app.app.u, advice.font_size


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
    assert "Next player" not in [button.said for button in app.shown(TouchButton)], "there is none now"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_language_changes_live(app: Driver, game: FixedGame, language: str) -> None:
    app.app.language = language
    show(app, game, irregular=IRREGULAR)
    undo = {"en": "Undo", "fr": "Annuler", "it": "Annulla", "nl": "Ongedaan", "pt": "Desfazer"}
    assert ids(app)["undo"].said == undo[language]
    for button in app.shown(TouchButton):
        label = next(w for w in button.walk() if isinstance(w, FitLabel))
        assert not label.shorten, f"{button.said!r} is cut off"
    beside = ("undo", "pause", "ask", "touch", "menu")
    assert len({ids(app)[name].ids.word.font_size for name in beside}) == 1, "words of many sizes"


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
