"""From the game's state to what is drawn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.cards import Card
from companion.observation import BACK, EMPTY, UNSEEN, Phase, TableView
from companion.rules import HouseRules, WildRanks
from companion.table import GameState, Stage, face_up
from tests.ui_samples import sample_state, sample_view
from ui.view import Camera, Picture, SlotLook, Standing, play_view
from ui.words import names_words, spoken_words, standing_words


def looks(seat: int, state: GameState) -> str:
    letters = {"empty": ".", "down": "#", "up": "U", "wild": "W", "unread": "?"}
    return "".join(letters[slot.look] for slot in play_view(state, Camera.TRACKING).seats[seat].slots)


def test_slots_are_down_up_or_wild() -> None:
    assert looks(0, sample_state()) == "U##U##WU"
    assert looks(1, sample_state()) == "#U##U####U"


def test_H1_what_is_wild_follows_the_house_rules() -> None:
    state = replace(sample_state(), rules=HouseRules(wild=WildRanks.KINGS))
    assert looks(0, state) == "U##U##UU"


def test_a_face_nobody_could_read_is_marked() -> None:
    state = sample_state()
    layout = state.round.layouts[0].with_slot(2, face_up(Card()))
    state = replace(state, round=replace(state.round, layouts=(layout, state.round.layouts[1])))
    assert looks(0, state) == "U?#U##WU"


def test_before_the_deal_the_places_are_empty() -> None:
    state = GameState.new(["Ann", "Ben"], HouseRules(start_size=5), dealer=1)
    view = play_view(state, Camera.SEARCHING)
    assert view.standing is Standing.DEAL and view.player == 1
    assert [slot.look for slot in view.seats[0].slots] == [SlotLook.EMPTY] * 5
    assert view.largest == 5


def test_the_player_on_turn() -> None:
    view = sample_view(state=sample_state(3, turn=2, stage=Stage.PLAY))
    assert view.standing is Standing.TURN and view.player == 2
    assert [seat.on_turn for seat in view.seats] == [False, False, True]


def test_R15_next_sizes_during_the_round_and_after_it() -> None:
    during = sample_view()
    assert [(seat.size, seat.next_size, seat.rounds_won) for seat in during.seats] == [(8, 7, 2), (10, 9, 0)]
    after = sample_view(state=sample_state(stage=Stage.ROUND_OVER, completed=(0,)))
    assert after.standing is Standing.ROUND_WON and after.player == 0 and after.round_is_over
    assert [(seat.next_size, seat.rounds_won, seat.won) for seat in after.seats] == [
        (7, 3, True),
        (10, 0, False),
    ]
    assert not any(seat.on_turn for seat in after.seats)


def test_R16_H8_the_winner_of_the_game_is_told_not_who_completed_first() -> None:
    state = sample_state(stage=Stage.GAME_OVER, completed=(0, 1))
    ben_finishes = replace(state, seats=(state.seats[0], replace(state.seats[1], size=1)))
    view = play_view(ben_finishes, Camera.TOUCH)
    assert (view.standing, view.player, view.told) == (Standing.GAME_WON, 1, (1,))
    assert names_words(view, "en") == "Ben" and standing_words(view, "en") == "wins the game"


@pytest.mark.parametrize(
    ("language", "names", "standing"),
    [
        ("en", "Ann, Chloé and Ben", "win the round"),
        ("fr", "Ann, Chloé et Ben", "gagnent la manche"),
        ("it", "Ann, Chloé e Ben", "vincono la mano"),
        ("nl", "Ann, Chloé en Ben", "winnen de ronde"),
        ("pt", "Ann, Chloé e Ben", "vencem a rodada"),
    ],
)
def test_H8_all_who_win_a_round_are_told(language: str, names: str, standing: str) -> None:
    view = sample_view(state=sample_state(3, stage=Stage.ROUND_OVER, completed=(0, 2, 1)))
    assert names_words(view, language) == names and standing_words(view, language) == standing
    assert spoken_words(view, language) == f"{names} {standing}."
    alone = sample_view(state=sample_state(3, stage=Stage.ROUND_OVER, completed=(2,)))
    assert names_words(alone, language) == "Chloé" and standing_words(alone, language) != standing


def test_a_hand_over_the_table_veils_what_it_covers() -> None:
    state = sample_state()
    seats = ((BACK,) * 6 + (UNSEEN, BACK), (BACK,) * 10)
    table = TableView(3.0, Phase.OCCLUDED, seats, discard=UNSEEN)
    view = play_view(state, Camera.OCCLUDED, table=table)
    assert [slot.number for slot in view.seats[0].slots if slot.covered] == [7]
    assert view.seats[0].slots[6].look is SlotLook.WILD
    assert view.discard_covered
    assert not play_view(state, Camera.TRACKING, table=replace(table, discard=EMPTY)).discard_covered


def test_odds_are_reckoned_only_when_wished() -> None:
    plain, odds = (play_view(sample_state(), Camera.TRACKING, odds=on) for on in (False, True))
    assert all(seat.chance is None for seat in plain.seats) and plain.wild_slot is None
    assert all(seat.chance is not None and 0 < seat.chance < 1 for seat in odds.seats)
    assert odds.wild_slot in sample_state().round.layout.face_down()


@pytest.mark.parametrize("phase", Phase)
def test_every_phase_is_a_camera_state(phase: Phase) -> None:
    assert Camera.of(phase).value == phase.value


def test_a_picture_has_the_bytes_its_size_asks_for() -> None:
    with pytest.raises(ValueError, match="2 × 2"):
        Picture(2, 2, b"too few")


def test_the_view_keeps_the_state_for_rulings() -> None:
    state = sample_state()
    assert play_view(state, Camera.TRACKING).state is state


def test_a_view_is_written_out_in_a_line() -> None:
    """Kivy does so for every rule that uses it, thirty times a second."""
    view = sample_view(6)
    assert view.picture is not None
    assert len(repr(view)) < 100 and len(repr(view.picture)) < 100
