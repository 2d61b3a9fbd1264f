"""The banner: whose turn it is, to be read from two metres, however long the name."""

from __future__ import annotations

from math import hypot
from pathlib import Path

import numpy as np
import pytest

from companion.table import Stage
from tests import ui_still_game
from tests.ui_samples import NAMES, FixedGame, sample_state, sample_view
from tests.ui_still_game import ids, show
from tests.uidriver import Driver, check_screen
from ui.fonts import CAP_HEIGHT, name_size
from ui.theme import PLAYER_STYLES
from ui.widgets.mark import Mark
from ui.widgets.plate import Plate
from ui.widgets.text import FitLabel, Words

app, game = ui_still_game.app, ui_still_game.game

SIZES = [(1280, 800), (1920, 1200), (800, 1280)]


def millimetres(label: FitLabel, size: tuple[int, int]) -> float:
    """Height of its capitals on a ten-inch screen of this many dots."""
    return label.font_size * CAP_HEIGHT / (hypot(*size) / 10) * 25.4


def shown_texts(app: Driver) -> list[str]:
    return [w.said for w in app.app.root.walk() if isinstance(w, (FitLabel, Words)) and w.said]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_name_can_be_read_from_two_metres(app: Driver, game: FixedGame, size: tuple[int, int]) -> None:
    app.resize(*size)
    name = ids(app)["banner"].ids.name
    assert name.said == "Ann"
    assert millimetres(name, size) >= 15.0


@pytest.mark.parametrize("name", ["Ольга", "Åsa 🙂"])
def test_a_foreign_name_keeps_its_size(app: Driver, game: FixedGame, name: str) -> None:
    state = sample_state(names=(name, "Ben"))
    show(app, game, seats=sample_view(state=state).seats)
    label = ids(app)["banner"].ids.name
    assert label.font_size == int(name_size(app.app.u))
    assert label.texture_size[0] * label.squeeze <= label.width + 1
    assert label.right <= ids(app)["banner"].width


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", ["Bartholomew", "Konstantina", "Maximiliane"])
def test_a_name_of_eleven_letters_is_told_whole_in_narrower_letters(
    app: Driver, game: FixedGame, name: str, size: tuple[int, int], tmp_path: Path
) -> None:
    app.resize(*size)
    show(app, game, seats=sample_view(state=sample_state(names=("Ann", name))).seats, player=1)
    label = ids(app)["banner"].ids.name
    assert not label.is_shortened and millimetres(label, size) >= 15.0
    x, y = label.to_window(*label.pos)
    screen = app.picture(tmp_path).astype(int)
    letters = screen[round(screen.shape[0] - y - label.height) : round(screen.shape[0] - y)].min(axis=2) > 215
    ends = np.flatnonzero(letters[:, round(x) :].any(axis=0)) + round(x)
    ends = ends[ends < x + label.width + 10]
    assert x + 0.9 * label.width < ends.max() < x + label.width, "the letters end where the label does"
    plate = next(w for w in ids(app)["table"].children if isinstance(w, Plate) and w.active)
    on_plate = next(w for w in plate.walk() if isinstance(w, FitLabel) and w.said == name)
    assert not on_plate.is_shortened and on_plate.font_size >= 16 * app.app.u


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", ["Oma Wilhelmina", "Grand-mère Léa", "Wilhelmina-Konstantina", "W" * 40, "דניאל" * 5])
def test_a_name_too_long_for_that_is_cut_rather_than_small(
    app: Driver, game: FixedGame, name: str, size: tuple[int, int]
) -> None:
    """Read from two metres it has to be; all of it stands on the player's plate."""
    app.resize(*size)
    for chances in (False, True):
        view = sample_view(state=sample_state(names=(name, "Ben")), odds=chances)
        show(app, game, state=view.state, seats=view.seats, wild_slot=view.wild_slot)
        banner = ids(app)["banner"]
        label = banner.ids.name
        assert label.said == banner.shown != name and label.said.endswith("…") and len(label.said) > 4
        assert name.startswith(label.said.removesuffix("…")) and " …" not in label.said
        assert millimetres(label, size) >= 15.0 and not label.is_shortened
        assert label.texture_size[0] * label.squeeze <= label.width + 1
        assert label.right <= (banner.width if banner.under else banner.ids.aside.x)
        plate = next(w for w in ids(app)["table"].children if isinstance(w, Plate) and w.active)
        assert any(w.said == name for w in plate.walk() if isinstance(w, FitLabel))
        if len(name) < 20:
            check_screen(app)


def test_a_name_has_the_room_of_the_words_beside_it_before_it_is_cut(app: Driver, game: FixedGame) -> None:
    name = "Bartholomäus"
    show(app, game, seats=sample_view(state=sample_state(names=(name, "Ben"))).seats)
    banner = ids(app)["banner"]
    assert banner.tight and banner.ids.name.said == name
    assert millimetres(banner.ids.name, (1280, 800)) >= 15.0 and not banner.ids.name.is_shortened
    check_screen(app)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_H8_both_who_win_a_round_stand_in_the_banner(
    app: Driver, game: FixedGame, size: tuple[int, int]
) -> None:
    app.resize(*size)
    names = ("Oma Wilhelmina", "Grand-mère Léa")
    game.view = sample_view(state=sample_state(stage=Stage.ROUND_OVER, completed=(1, 0), names=names))
    app.app._refresh(0.0)
    app.step(2)
    label = ids(app)["banner"].ids.name
    assert label.said == "Grand-mère Léa and Oma Wilhelmina" and not label.is_shortened
    assert "win the round" in shown_texts(app)
    check_screen(app)


@pytest.mark.parametrize(("name", "below"), [("Domenico", False), ("Wilhelmina", True), ("Grandmère", True)])
def test_a_name_has_the_upright_banner_to_itself_where_it_needs_it(
    app: Driver, game: FixedGame, name: str, below: bool
) -> None:
    app.resize(800, 1280)
    show(app, game, seats=sample_view(state=sample_state(names=(name, "Ben"))).seats)
    banner = ids(app)["banner"]
    assert banner.mark_below is below and not banner.ids.name.is_shortened
    mark = next(w for w in banner.walk() if isinstance(w, Mark))
    standing = next(w for w in banner.ids.aside.children if isinstance(w, FitLabel))
    letters = banner.ids.name.center_y - banner.ids.name.font_size * CAP_HEIGHT / 2
    assert mark.top <= letters if below else mark.right <= banner.ids.name.x
    assert not below or mark.right <= standing.x


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
