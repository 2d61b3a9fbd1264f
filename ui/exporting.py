"""A game as files for people: a text to read, and one JSON document with everything in it."""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass
from pathlib import Path

from companion.export import record_to_json
from companion.ledger import GameRecord
from ui.commands.export import lines
from ui.dates import UNKNOWN, written


@dataclass(frozen=True, slots=True)
class Exported:
    """Where a game was written to, or why it was not."""

    path: str = ""
    fault: str = ""


def export_game(record: GameRecord, folder: Path) -> Path:
    """Write both into new files of a folder; the text's path. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    day = written(record.header.began, "%Y-%m-%d-%H.%M")
    stem = "trash" if day == UNKNOWN else f"trash-{day}"
    number = 1
    while any((folder / f"{stem}{end}").exists() for end in (".txt", ".json")):
        number += 1
        stem = f"{stem.partition(' ')[0]} {number}"
    text, document = folder / f"{stem}.txt", folder / f"{stem}.json"
    whole = json.dumps(record_to_json(record), ensure_ascii=False, indent=1)
    try:
        text.write_text("".join(f"{line}\n" for line in lines(record)), "utf-8")
        document.write_text(whole + "\n", "utf-8")
    except OSError:
        for half in (text, document):
            with contextlib.suppress(OSError):
                half.unlink(missing_ok=True)
        raise
    return text
