"""A process that goes on with the game of a ledger: `python -m tests.ledger_writer LEDGER ENTRIES.jsonl`.

It says how many entries are written, first as it found the ledger and then after each one.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from companion.ledger import Ledger
from companion.ledger_entries import GameHeader, entry_from_json


def write_on(path: Path, source: Path) -> None:
    """Append what the ledger lacks of the entries in `source`, whose first line is the header."""
    first, *lines = source.read_text("utf-8").splitlines()
    header = GameHeader.from_json(json.loads(first))
    with Ledger.open(path) if path.exists() else Ledger.create(path, header) as ledger:
        print(len(ledger.entries), flush=True)
        for n in range(len(ledger.entries), len(lines)):
            ledger.append(entry_from_json(json.loads(lines[n])))
            print(n + 1, flush=True)


if __name__ == "__main__":
    write_on(Path(sys.argv[1]), Path(sys.argv[2]))
