"""`export`: a game from its ledger, to read or as one JSON document."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from companion.export import closing_state, record_to_json
from companion.files import cause
from companion.ledger import GameRecord, LedgerError, read_ledger
from companion.ledger_entries import Decided, Decision, Entry, Undone, step_of
from companion.moves import CorrectDiscard, CorrectSlot, CorrectTurn, ForgotCall, Move, VoidRound
from companion.table_text import format_slot
from ui.commands import UserError
from ui.commands.options import file_path, named
from ui.commands.telling import OnwardTime, clock, in_words
from ui.dates import written

HELP = "write out a game from its ledger, as text or as JSON"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("ledger", type=named, metavar="LEDGER", help="the file in which the app keeps a game")
    parser.add_argument("--json", action="store_true", help="one JSON document with everything in it")
    parser.add_argument(
        "--out", type=file_path, metavar="FILE", help="write there; an existing file stays as it is"
    )


def run(arguments: argparse.Namespace) -> int:
    try:
        record = read_ledger(arguments.ledger)
    except LedgerError as error:
        raise UserError(error) from None
    if arguments.json:
        text = json.dumps(record_to_json(record), ensure_ascii=False, indent=1) + "\n"
    else:
        text = "".join(f"{line}\n" for line in lines(record))
    if arguments.out is None:
        sys.stdout.write(text)
    else:
        write_new(arguments.out, text)
    if record.damage:
        raise UserError(f"{arguments.ledger}: {record.damage}; what was before that is written")
    return 0


def write_new(path: Path, text: str) -> None:
    """Write a new text file; raises UserError where there is one already or none can be written."""
    if not path.parent.is_dir():
        raise UserError(f"{path}: no such folder as {path.parent}")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise UserError(f"{path}: {cause(error)}") from None


def lines(record: GameRecord) -> Iterator[str]:
    """The game to read: who played, what happened, with what was taken back marked, and the last table."""
    header = record.header
    yield f"Trash, {written(header.began, '%Y-%m-%d %H:%M')}: {', '.join(header.players)}"
    rules = ", ".join(f"{name} {value}" for name, value in header.rules.to_json().items())
    yield f"House rules: {rules or 'none'}"
    yield ""
    standing, onward = set(record.timeline.steps), OnwardTime()
    for index, entry in enumerate(record.entries):
        gone = step_of(entry) == 1 and index not in standing
        for words in entry_in_words(entry, header.players, onward):
            yield f"{words}  (taken back)" if gone else words
    yield ""
    yield in_words(closing_state(record))


def entry_in_words(entry: Entry, players: tuple[str, ...], onward: OnwardTime) -> Iterator[str]:
    """A line for each happening of an entry."""
    if isinstance(entry, Undone):
        said = [f"Taken back: {entry.count} {'step' if entry.count == 1 else 'steps'}."]
    elif isinstance(entry, Decided):
        stands = entry.decision is Decision.STANDS
        said = ["The table lets it stand." if stands else "The table puts it right."]
    else:
        said = [words for move in entry.moves if (words := move_in_words(move, players))]
    for words in said:
        yield f"{clock(onward.at(entry.time))}  {words}"
    yield from filter(None, (in_words(onward.of(event), players) for event in entry.events))


def move_in_words(move: Move, players: tuple[str, ...]) -> str:
    """A move that no event tells; else empty."""
    match move:
        case CorrectSlot():
            content = format_slot(move.content).replace("##", "face down").replace("..", "empty")
            return f"Corrected: slot {move.slot} of {players[move.seat]} is {content}."
        case CorrectDiscard():
            return f"Corrected: the discard pile shows {move.card or 'nothing'}."
        case CorrectTurn():
            return f"Corrected: the turn is {players[move.seat]}'s."
        case ForgotCall():
            return f"{players[move.by]} objects: {players[move.seat]} did not call."
        case VoidRound():
            return "The round is void."
    return ""
