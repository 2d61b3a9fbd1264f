"""Names in pictures and in scripts that run from right to left: drawn as they are read, and never as empty boxes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import ui_still_game
from tests.ui_samples import FixedGame, sample_state, sample_view
from tests.ui_still_game import ids, show
from tests.uidriver import Driver, check_screen
from ui.coverage import characters, kivy_font
from ui.fonts import EMOJI, FONT_FILES, STAND_INS, SYMBOLS, is_drawn, marked_up
from ui.ink import ink
from ui.scripts import in_drawing_order
from ui.widgets.plate import Plate

app, game = ui_still_game.app, ui_still_game.game


def test_a_typeface_tells_what_it_draws(tmp_path: Path) -> None:
    dejavu = kivy_font("DejaVuSans.ttf")
    assert dejavu is not None
    assert {ord(sign) for sign in "AЖא♥⚖ﻣ" + STAND_INS} <= characters(dejavu)
    assert ord("🦊") not in characters(dejavu) and ord("🦊") in characters(FONT_FILES[EMOJI])
    for number, broken in enumerate((b"", b"no font at all", dejavu.read_bytes()[:400])):
        path = tmp_path / f"{number}.ttf"
        path.write_bytes(broken)
        assert characters(path) == frozenset()


@pytest.mark.parametrize("picture", ["🦊", "👩\u200d🚀", "👍🏽", "🇫🇷", "❤\ufe0f"])
def test_a_picture_is_one_sign_of_the_emoji(app: Driver, picture: str) -> None:
    assert marked_up(f"{picture} plays.") == f"[font={EMOJI}]{picture}[/font] plays."
    assert is_drawn(picture)
    width = ink(picture, EMOJI, 64).width
    assert width < 90, "its parts stand side by side"


def test_a_heart_that_is_a_suit_stays_one() -> None:
    assert marked_up("7♥") == f"7[font={SYMBOLS}]♥[/font]"


@pytest.mark.parametrize(
    ("written", "drawn"),
    [
        ("Ann", "Ann"),
        ("\u05d3\u05df", "\u05df\u05d3"),
        ("It is \u05d3\u05df.", "It is \u05df\u05d3."),
        ("\u05d3\u05df 2", "\u05df\u05d3 2"),
        ("\u05d0\u05b8\u05d1", "\u05d1\u05d0\u05b8"),  # the vowel stays on its letter
        ("\u05d0\u05d1 \u05d2\u05d3", "\u05d3\u05d2 \u05d1\u05d0"),
        # Muhammad: begins, goes on twice, ends.
        ("\u0645\u062d\u0645\u062f", "\ufeaa\ufee4\ufea4\ufee3"),
        # Salam: lam and alef are one letter; nothing joins the meem that follows an alef.
        ("\u0633\u0644\u0627\u0645", "\ufee1\ufefc\ufeb3"),
    ],
)
def test_words_from_right_to_left_are_drawn_as_they_are_read(written: str, drawn: str) -> None:
    assert in_drawing_order(written) == drawn


def test_letters_that_are_written_in_two_parts_are_drawn_as_one() -> None:
    assert marked_up("Zoe\u0308") == "Zoë"


def test_a_script_no_typeface_draws_is_stood_in_for() -> None:
    """A sign for each name, always the same one, and not the same for all."""
    told = marked_up("李雷 laid 7♥.")
    sign = told.removeprefix(f"[font={SYMBOLS}]")[0]
    assert sign in STAND_INS and told == f"[font={SYMBOLS}]{sign}[/font] laid 7[font={SYMBOLS}]♥.[/font]"
    assert sign in marked_up("It is the turn of 李雷.")
    assert not is_drawn("李雷") and is_drawn("Ольга")
    assert len({marked_up(name) for name in ("李雷", "दीपिका", "สมชาย", "さくら", "지우")}) > 2


def test_a_line_ends_where_it_ended() -> None:
    told = marked_up("Cards: 2\nA♦ 5♦\n\nWritten to 李雷")
    assert [line[:1] for line in told.split("\n")] == ["C", "A", "", "W"]
    assert sum(told.count(sign) for sign in STAND_INS) == 1, "it stands for the name alone"


@pytest.mark.parametrize("names", [("🦊", "👩\u200d🚀", "李雷", "दीपिका"), ("דניאל", "محمد", "🦊 Fuchs", "Ольга")])
def test_such_names_stand_on_the_table(app: Driver, game: FixedGame, names: tuple[str, ...]) -> None:
    view = sample_view(state=sample_state(4, names=names))
    show(app, game, state=view.state, seats=view.seats)
    for size in ((1280, 800), (800, 1280)):
        app.resize(*size)
        check_screen(app)
        assert ids(app)["banner"].ids.name.text == marked_up(names[0])
        told = {plate.seat.name for plate in app.shown(Plate)}
        assert told == set(names)
    app.tap(ids(app)["ask"])
    check_screen(app)
    app.sheet.dismiss(animation=False)
