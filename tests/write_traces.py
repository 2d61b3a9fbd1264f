"""`python tests/write_traces.py` writes the files in tests/traces anew."""

from __future__ import annotations

import importlib
import json
from pathlib import Path

from trace_scenarios import SCENARIOS

from companion.trace import trace_line

for part in ("trace_plain", "trace_house_rules", "trace_irregular", "trace_camera", "trace_habits", "trace_hands"):
    importlib.import_module(part)  # its scenarios register themselves

FOLDER = Path(__file__).parent / "traces"


def write_all(folder: Path = FOLDER) -> None:
    """Write every trace with its events and forbidden events."""
    folder.mkdir(exist_ok=True)
    for name, make in SCENARIOS.items():
        script = make()
        with (folder / f"{name}.jsonl").open("w", encoding="utf-8") as file:
            file.writelines(map(trace_line, (script.header, *script.views)))
        for kind, lines in (("events", script.events), ("forbidden", script.forbidden)):
            text = "".join(json.dumps(line) + "\n" for line in lines)
            (folder / f"{name}.{kind}.jsonl").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_all()
