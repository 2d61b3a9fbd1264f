"""A game as files for people: a text to read, and one JSON document with everything in it."""

from __future__ import annotations

import json
from pathlib import Path

from companion.export import record_to_json
from companion.ledger import GameRecord
from ui.commands.export import lines
from ui.dates import UNKNOWN, written


def export_game(record: GameRecord, folder: Path) -> Path:
    """Write both into new files of a folder; the text's path. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    day = written(record.header.began, "%Y-%m-%d-%H.%M")
    stem = "trash" if day == UNKNOWN else f"trash-{day}"
    number = 1
    while any((folder / f"{stem}{end}").exists() for end in (".txt", ".json")):
        number += 1
        stem = f"{stem.partition(' ')[0]} {number}"
    text = folder / f"{stem}.txt"
    text.write_text("".join(f"{line}\n" for line in lines(record)), "utf-8")
    document = json.dumps(record_to_json(record), ensure_ascii=False, indent=1)
    (folder / f"{stem}.json").write_text(document + "\n", "utf-8")
    return text
