"""`referee`: table views in, events out; the referee without a camera."""

from __future__ import annotations

import argparse

from companion.trace import TraceError, run_trace
from ui.commands import UserError
from ui.commands.options import named
from ui.commands.telling import tell

HELP = "tell what happened in a recorded trace of table views"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("trace", type=named, metavar="TRACE.jsonl", help="written by watch --trace")
    parser.add_argument("--json", action="store_true", help="one line of JSON for each event")


def run(arguments: argparse.Namespace) -> int:
    try:
        tell(run_trace(arguments.trace), as_json=arguments.json)
    except TraceError as error:
        raise UserError(error) from None
    return 0
