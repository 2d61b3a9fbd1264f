"""The written rules name every rule, house rule and kind of irregular play that the program knows."""

from __future__ import annotations

import re
from pathlib import Path

from companion.irregularities import Kind
from companion.texts import Text
from ui.rule_texts import RULES as RULE_TEXTS

ROOT = Path(__file__).parent.parent
RULES = (ROOT / "companion" / "RULES.md").read_text("utf-8")


def rows() -> dict[str, list[str]]:
    """The cells of each table row, by its first."""
    lines = [line.strip("|").split("|") for line in RULES.splitlines() if line.startswith("| ")]
    return {cells[0].strip().strip("`"): [cell.strip() for cell in cells[1:]] for cells in lines}


def test_every_number_that_the_program_cites_is_a_rule_written_down() -> None:
    cited = {
        number
        for folder in ("companion", "ui")
        for path in (ROOT / folder).rglob("*.py")
        for number in re.findall(r"\b[RH][1-9]\d?\b", path.read_text("utf-8"))
    }
    cited |= {number for text in Text for number in re.findall(r"\b[RH][1-9]\d?\b", text.value)}
    written = {name for name in rows() if re.fullmatch(r"[RH]\d+", name)}
    assert written == {f"R{n}" for n in range(1, 19)} | {f"H{n}" for n in range(1, 10)}
    assert cited <= written


def test_what_is_shown_of_a_rule_is_what_is_written_down() -> None:
    written = {name: cells for name, cells in rows().items() if re.fullmatch(r"[RH]\d+", name)}
    for name, cells in written.items():
        about, *choices = cells
        said = f"{about[0].upper()}{about[1:]}: {choices[0]}." if choices else about
        assert RULE_TEXTS[name] == said
    assert set(RULE_TEXTS) == set(written)


def test_every_kind_of_irregular_play_stands_with_its_rules() -> None:
    for kind in Kind:
        assert tuple(rows()[kind.value][1].split(", ")) == kind.rules
