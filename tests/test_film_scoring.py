"""Scoring a run against the truth of its film."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from companion.announce import state_event
from companion.cards import Card
from companion.events import Discarded, Drew, Event, Placed, RoundWon, StateEvent, TookWild, Turn
from companion.simulate import play_game
from vision.scoring import EventFileError, FilmScore, Tally, read_events, score, summary


def truth() -> list[Event]:
    steps = list(play_game(random.Random(8), ("Ann", "Ben"), sizes=(6, 6), rounds=2))
    events = [event for step in steps for event in step.events] + [state_event(steps[-1].after, 0)]
    return [replace(event, t=number * 1.0) for number, event in enumerate(events)]


def first(events: list[Event], kind: type) -> int:
    return next(i for i, event in enumerate(events) if isinstance(event, kind))


def test_a_perfect_run() -> None:
    true = truth()
    result = score(true, [replace(event, t=event.t + 0.25) for event in true])
    assert result.missed == result.invented == ()
    for tally in (result.turns, result.placed, result.discards, result.draws, result.winners, result.slots):
        assert tally.right == tally.total > 0
    assert set(result.delays) == {0.25}
    assert result.placed.total == sum(isinstance(event, (Placed, TookWild)) for event in true)
    assert "placed    " in summary(result) and "100.0%" in summary(result)


def test_a_delay_ends_when_the_event_is_told_not_when_it_was_seen() -> None:
    true = truth()
    seen = [replace(event, t=event.t + 0.25) for event in true]
    result = score(true, seen, told_at=[event.t + 0.5 for event in true])
    assert set(result.delays) == {0.5}
    assert result.invented == ()


def test_a_misread_card_is_missed_and_invented() -> None:
    true = truth()
    at = first(true, Placed)
    event = true[at]
    assert isinstance(event, Placed)
    wrong = replace(event, card=Card.parse("8C" if str(event.card) != "8C" else "8D"))
    result = score(true, [*true[:at], wrong, *true[at + 1 :]])
    assert result.placed == Tally(result.placed.total - 1, result.placed.total)
    assert result.missed == (event,)
    assert result.invented == (wrong,)
    assert result.turns.right == result.turns.total


def test_an_event_not_told_is_missed_only() -> None:
    true = truth()
    at = first(true, Discarded)
    result = score(true, true[:at] + true[at + 1 :])
    assert result.missed == (true[at],) and result.invented == ()
    assert result.discards.right == result.discards.total - 1


def test_a_move_from_nowhere_is_invented() -> None:
    true = truth()
    extra = Discarded(20.5, "Ann", Card.parse("KS"))
    result = score(true, [*true[:21], extra, *true[21:]])
    assert result.invented == (extra,) and result.missed == ()


def test_a_draw_from_the_wrong_pile_is_wrong_but_no_invention() -> None:
    true = truth()
    at = first(true, Drew)
    event = true[at]
    assert isinstance(event, Drew)
    other = replace(event, source="discard" if event.source == "stock" else "stock")
    result = score(true, [*true[:at], other, *true[at + 1 :]])
    assert result.draws.right == result.draws.total - 1 and result.invented == ()


def test_what_is_told_too_late_does_not_count() -> None:
    true = truth()
    late = [replace(event, t=event.t + 60) for event in true]
    result = score(true, late)
    assert result.placed.right == 0 and result.invented
    assert score(true, late, tolerance=61).placed.share == 1


def test_turns_skipped_and_a_winner_missed() -> None:
    true = truth()
    watched = [event for event in true if not isinstance(event, (Turn, RoundWon))]
    result = score(true, watched)
    assert result.turns.right == result.winners.right == 0
    assert result.turns.total == sum(isinstance(event, Turn) for event in true)
    assert result.winners.total == sum(isinstance(event, RoundWon) for event in true) == 2


def test_slots_of_the_final_state_are_compared() -> None:
    true = truth()
    end = true[-1]
    assert isinstance(end, StateEvent)
    ann = end.players[0]
    other = replace(ann, slots=("unseen", *ann.slots[1:]))
    result = score(true, [*true[:-1], replace(end, players=(other, *end.players[1:]))])
    assert result.slots == Tally(result.slots.total - 1, result.slots.total)
    assert score(true, true[:-1]).slots.right == 0


def test_scores_add_up() -> None:
    true = truth()
    both = score(true, true) + score(true, true[:10])
    assert both.turns.total == 2 * score(true, true).turns.total
    assert both.to_json()["missed"] == len(score(true, true[:10]).missed)
    assert FilmScore().turns.share == 1.0


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ('{"t": 1, "event": "turn", "player": "Ann"}\nnonsense\n', "line 2"),
        ('{"t": 1, "event": "flew"}\n', "line 1.*flew"),
    ],
)
def test_a_faulty_event_file_is_named(tmp_path: Path, text: str, cause: str) -> None:
    path = tmp_path / "events.jsonl"
    path.write_text(text)
    with pytest.raises(EventFileError, match=rf"events\.jsonl.*{cause}"):
        read_events(path)
    with pytest.raises(EventFileError, match="missing"):
        read_events(tmp_path / "missing.jsonl")
