"""`replay`: the events of a game that was played, from its ledger."""

from __future__ import annotations

import argparse

from companion.export import replay
from companion.ledger import LedgerError, read_ledger
from ui.commands import UserError
from ui.commands.options import named
from ui.commands.telling import tell

HELP = "tell a game again from its ledger"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("ledger", type=named, metavar="LEDGER", help="the file in which the app keeps a game")
    parser.add_argument("--json", action="store_true", help="one line of JSON for each event")


def run(arguments: argparse.Namespace) -> int:
    try:
        record = read_ledger(arguments.ledger)
        tell(replay(record), as_json=arguments.json, players=record.header.players)
    except LedgerError as error:
        raise UserError(error) from None
    if record.damage:
        raise UserError(f"{arguments.ledger}: {record.damage}; what was before that is told")
    return 0
