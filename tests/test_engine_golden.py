"""Golden playthroughs: games told as text, one for each preset and each house rule.

`python tests/test_engine_golden.py` writes them anew after a change that is meant; read the difference.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from pathlib import Path

import pytest
from engine_tables import NAMES

from companion.events import event_to_json
from companion.move_json import move_to_json
from companion.moves import Deal
from companion.ranking import ranking
from companion.rules import PRESETS, HouseRules, NextDealer, WildRanks
from companion.simulate import play_game
from companion.table import GameState, Stage
from companion.table_text import format_table

GOLDEN = Path(__file__).parent / "golden"


@dataclass(frozen=True)
class Playthrough:
    """What is played: a preset's first round, or a whole game from small layouts."""

    rules: HouseRules
    players: int
    seed: int
    rounds: int | None = None


PLAYTHROUGHS: Mapping[str, Playthrough] = {
    **{f"preset-{name}": Playthrough(rules, 2, 1, rounds=1) for name, rules in PRESETS.items()},
    "H1-kings": Playthrough(HouseRules(wild=WildRanks.KINGS, start_size=3), 2, 2),
    "H1-faces": Playthrough(HouseRules(wild=WildRanks.FACES, start_size=3), 2, 3),
    "H2-jokers": Playthrough(HouseRules(jokers=True, start_size=3), 2, 4),
    "H3-call-trash": Playthrough(HouseRules(call_trash=True, start_size=3), 3, 4),
    "H4-last-round-bonus": Playthrough(HouseRules(last_round_bonus=True, start_size=3), 4, 238),
    "H5-start-size": Playthrough(HouseRules(start_size=2), 2, 7),
    "H6-finish-size": Playthrough(HouseRules(finish_size=2, start_size=4), 3, 8),
    "H7-winner-deals": Playthrough(HouseRules(next_dealer=NextDealer.WINNER, start_size=3), 3, 1),
    "H7-loser-deals": Playthrough(HouseRules(next_dealer=NextDealer.LOSER, start_size=3), 3, 7),
    "H7-fixed-dealer": Playthrough(HouseRules(next_dealer=NextDealer.FIXED, start_size=3), 3, 2),
    "H7-winner-starts": Playthrough(HouseRules(winner_starts=True, start_size=3), 3, 4),
    "H8-last-turn": Playthrough(HouseRules(last_turn=True, start_size=3), 3, 6),
    "H9-two-decks": Playthrough(HouseRules(decks=2, start_size=3), 2, 14),
    "R1-six-players": Playthrough(HouseRules(start_size=2), 6, 15),
    "R13-reshuffle": Playthrough(HouseRules(decks=1), 4, 2, rounds=1),
}


def lines_of(played: Playthrough) -> Iterator[str]:
    """The game move by move, its table at the end of each round, the ranking at the end of the game."""
    names = NAMES[: played.players]
    state = GameState.new(names, played.rules)
    steps = play_game(random.Random(played.seed), names, played.rules, rounds=played.rounds)
    for number, step in enumerate(steps):
        if isinstance(step.move, Deal) and state.round.number:
            yield from [*format_table(state).splitlines(), ""]
        for line in [event_to_json(event) for event in step.events] or [move_to_json(step.move)]:
            line.pop("t", None)
            yield f"{number:3} {json.dumps(line)}"
        state = step.after
    yield from format_table(state).splitlines()
    if state.round.stage is Stage.GAME_OVER:
        for standing in ranking(state):
            name = names[standing.seat]
            yield f"{standing.place}. {name}: {standing.rounds_won} won, {standing.face_down} face down"


def text_of(played: Playthrough) -> str:
    return "".join(line + "\n" for line in lines_of(played))


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_golden_playthrough(name: str) -> None:
    assert text_of(PLAYTHROUGHS[name]) == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


def test_no_playthrough_is_missing() -> None:
    assert {file.stem for file in GOLDEN.glob("*.txt")} == set(PLAYTHROUGHS)
    assert {f"preset-{name}" for name in PRESETS} <= set(PLAYTHROUGHS)
    single = {
        (name, value)
        for played in PLAYTHROUGHS.values()
        for name, value in played.rules.to_json().items()
        if set(played.rules.to_json()) <= {name, "start_size"}
    }
    for field in fields(HouseRules):
        values = [value for name, value in single if name == field.name]
        assert values, f"no playthrough of {field.name}"
        if isinstance(field.default, StrEnum):
            assert {*values, field.default.value} == {choice.value for choice in type(field.default)}


if __name__ == "__main__":
    for name, played in PLAYTHROUGHS.items():
        (GOLDEN / f"{name}.txt").write_text(text_of(played), encoding="utf-8")
