"""Events: the JSON lines are those of the contract, and each move is told as it should be."""

from __future__ import annotations

from typing import Any

import pytest
from engine_tables import card, cards, table

from companion.announce import announce, announce_irregularity, state_event
from companion.cards import UNKNOWN
from companion.engine import apply, force, irregularity
from companion.events import (
    Discarded,
    Drew,
    Event,
    GameWon,
    Irregular,
    PhaseChanged,
    Placed,
    PlayerState,
    Reshuffled,
    RoundStarted,
    RoundWon,
    StateEvent,
    TookWild,
    Turn,
    event_from_json,
    event_to_json,
)
from companion.irregularities import Kind
from companion.moves import (
    CorrectTurn,
    Deal,
    Discard,
    ForgotCall,
    Move,
    Place,
    Reshuffle,
    TakeDiscard,
    TakeStock,
    TakeWild,
    VoidRound,
)
from companion.observation import Phase
from companion.rules import HouseRules
from companion.table import GameState

LINES: list[tuple[Event, dict[str, Any]]] = [
    (
        RoundStarted(0.5, (10, 9), "Ann", "Ben"),
        {"t": 0.5, "event": "round_started", "sizes": [10, 9], "dealer": "Ann", "starter": "Ben"},
    ),
    (Turn(1, "Ann"), {"t": 1, "event": "turn", "player": "Ann"}),
    (Drew(1, "Ann", "stock"), {"t": 1, "event": "drew", "player": "Ann", "from": "stock"}),
    (Drew(1, "Ann", "discard"), {"t": 1, "event": "drew", "player": "Ann", "from": "discard"}),
    (
        Placed(2, "Ann", card("7H"), 7),
        {"t": 2, "event": "placed", "player": "Ann", "card": "7H", "slot": 7},
    ),
    (
        TookWild(2, "Ann", card("10S"), 10),
        {"t": 2, "event": "took_wild", "player": "Ann", "card": "10S", "slot": 10},
    ),
    (
        Discarded(3, "Ann", card("JOKER")),
        {"t": 3, "event": "discarded", "player": "Ann", "card": "JOKER"},
    ),
    (Reshuffled(3), {"t": 3, "event": "reshuffled"}),
    (
        Irregular(4, "Ben", Kind.OUT_OF_TURN, "R3", cards("5H ??")),
        {
            "t": 4,
            "event": "irregular",
            "player": "Ben",
            "kind": "out_of_turn",
            "rule": "R3",
            "cards": ["5H", "??"],
        },
    ),
    (
        Irregular(4, None, Kind.IMPOSSIBLE_COPY, "H9", ()),
        {
            "t": 4,
            "event": "irregular",
            "player": None,
            "kind": "impossible_copy",
            "rule": "H9",
            "cards": [],
        },
    ),
    (
        RoundWon(5, "Ben", (10, 8)),
        {"t": 5, "event": "round_won", "player": "Ben", "next_sizes": [10, 8]},
    ),
    (GameWon(6, "Ben"), {"t": 6, "event": "game_won", "player": "Ben"}),
    (PhaseChanged(7, Phase.DESYNC), {"t": 7, "event": "phase", "phase": "desync"}),
    (
        StateEvent(8, "Ann", (PlayerState("Ann", 2, 8, ("back", "2H")),), card("QC"), True),
        {
            "t": 8,
            "event": "state",
            "turn": "Ann",
            "players": [{"name": "Ann", "size": 2, "rounds_won": 8, "slots": ["back", "2H"]}],
            "discard": "QC",
            "stock": True,
        },
    ),
    (
        StateEvent(8, None, (), None, False),
        {"t": 8, "event": "state", "turn": None, "players": [], "discard": None, "stock": False},
    ),
]


@pytest.mark.parametrize(("event", "line"), LINES)
def test_event_lines_are_those_of_the_contract(event: Event, line: dict[str, Any]) -> None:
    assert event_to_json(event) == line
    assert list(event_to_json(event)) == list(line)
    assert event_from_json(line) == event


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ([], "an event is an object"),
        ({"t": 1}, "event: unknown None"),
        ({"t": 1, "event": "shuffled"}, "event: unknown 'shuffled'"),
        ({"t": 1, "event": "turn"}, "turn: player is missing"),
        ({"t": "1", "event": "reshuffled"}, "t: a number was expected, not '1'"),
        ({"t": float("nan"), "event": "reshuffled"}, "t: a number was expected"),
        ({"t": 1, "event": "turn", "player": None}, "player: a text was expected, not None"),
        ({"t": 1, "event": "drew", "player": "A", "from": "hand"}, "from: stock or discard"),
        ({"t": 1, "event": "placed", "player": "A", "card": "1X", "slot": 1}, "card: not a card"),
        ({"t": 1, "event": "placed", "player": "A", "card": "AH", "slot": 1.5}, "slot: a whole number"),
        ({"t": 1, "event": "round_won", "player": "A", "next_sizes": 9}, "next_sizes: a list"),
        ({"t": 1, "event": "phase", "phase": "asleep"}, "phase: 'asleep'"),
        (
            {"t": 1, "event": "state", "turn": None, "players": ["Ann"], "discard": None, "stock": True},
            "players: an object was expected, not 'Ann'",
        ),
        (
            {"t": 1, "event": "state", "turn": None, "players": [], "discard": None, "stock": 3},
            "stock: true or false was expected, not 3",
        ),
    ],
)
def test_a_bad_event_is_named(line: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        event_from_json(line)


def told(state: GameState, *moves: Move) -> list[Event]:
    events = []
    for move in moves:
        after = apply(state, move)
        events += announce(state, move, after, 1.0)
        state = after
    return events


def test_a_round_starts_with_the_starters_turn() -> None:
    state = GameState.new(["Ann", "Ben"], dealer=0)
    assert told(state, Deal(0, 1, (10, 10))) == [
        RoundStarted(1.0, (10, 10), "Ann", "Ben"),
        Turn(1.0, "Ben"),
    ]


def test_a_turn_told_in_full() -> None:
    state = table("## JC ##", "##")
    moves = (
        TakeStock(0),
        TakeWild(0, card("2H"), 2),
        Place(0, card("JC"), 3),
        Discard(0, card("QC")),
        TakeDiscard(1),
    )
    assert told(state, *moves) == [
        Drew(1.0, "Ann", "stock"),
        TookWild(1.0, "Ann", card("2H"), 2),
        Placed(1.0, "Ann", card("JC"), 3),
        Discarded(1.0, "Ann", card("QC")),
        Turn(1.0, "Ben"),
        Drew(1.0, "Ben", "discard"),
    ]


def test_an_unnamed_card_is_told_as_the_one_in_hand() -> None:
    assert told(table("## ##", "##", hand="2H"), Place(0, UNKNOWN, 2)) == [Placed(1.0, "Ann", card("2H"), 2)]


def test_a_shuffle_is_told_before_the_card_taken() -> None:
    state = table("##", "##", stock=0, discard="5C QC")
    assert told(state, Reshuffle(), TakeStock(0)) == [Reshuffled(1.0), Drew(1.0, "Ann", "stock")]


def test_the_winner_is_told_once_and_laying_aside_not_at_all() -> None:
    state = table("AH ##", "##", hand="2H", rules=HouseRules(call_trash=True))
    moves = (Place(0, card("2H"), 2), Discard(0, UNKNOWN), ForgotCall(0, 1))
    assert told(state, *moves) == [Placed(1.0, "Ann", card("2H"), 2), RoundWon(1.0, "Ann", (1, 1))]


def test_the_game_winner_wins_the_round_too() -> None:
    assert told(table("##", "##", hand="AH"), Place(0, card("AH"), 1)) == [
        Placed(1.0, "Ann", card("AH"), 1),
        RoundWon(1.0, "Ann", (0, 1)),
        GameWon(1.0, "Ann"),
    ]


def test_last_turns_are_told_and_then_all_winners() -> None:
    state = table("AH ##", "AC ##", hand="2H", rules=HouseRules(last_turn=True))
    moves = (Place(0, card("2H"), 2), Discard(0, card("2C")), TakeDiscard(1), Place(1, card("2C"), 2))
    assert told(state, *moves)[1:] == [
        Discarded(1.0, "Ann", card("2C")),
        Turn(1.0, "Ben"),
        Drew(1.0, "Ben", "discard"),
        Placed(1.0, "Ben", card("2C"), 2),
        RoundWon(1.0, "Ann", (1, 1)),
        RoundWon(1.0, "Ben", (1, 1)),
    ]


def test_a_corrected_turn_is_told_and_a_void_round_is_not() -> None:
    assert told(table("##", "##"), CorrectTurn(1)) == [Turn(1.0, "Ben")]
    assert told(table("##", "##", stock=0), VoidRound()) == []


def test_an_irregularity_is_told_with_player_and_cards() -> None:
    state = table("##", "##")
    move = TakeStock(1, card("5H"))
    found = irregularity(state, move)
    assert found is not None
    assert announce_irregularity(state, found, 2.0) == Irregular(
        2.0, "Ben", Kind.OUT_OF_TURN, "R3", cards("5H")
    )
    assert announce(state, move, force(state, move), 2.0) == [Drew(2.0, "Ben", "stock")]


def test_the_state_shows_the_table_and_the_score() -> None:
    state = table("#5H .. ?? JC", "##", discard="5C QC", turn=1, won=[6, 9], stock=0)
    assert state_event(state, 9.0) == StateEvent(
        9.0,
        "Ben",
        (PlayerState("Ann", 4, 6, ("back", "empty", "unseen", "JC")), PlayerState("Ben", 1, 9, ("back",))),
        card("QC"),
        False,
    )


def test_the_state_has_nobody_on_turn_when_no_round_is_on() -> None:
    won = apply(table("AH ##", "##", hand="2H"), Place(0, card("2H"), 2))
    after = state_event(won, 1.0)
    assert (after.turn, after.players[0].rounds_won, after.players[0].size) == (None, 1, 2)
    before = state_event(GameState.new(["Ann", "Ben"], sizes=[10, 9]), 0.0)
    assert before.turn is None
    assert before.players == (PlayerState("Ann", 10, 0, ()), PlayerState("Ben", 9, 1, ()))
