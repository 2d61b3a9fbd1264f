"""What the pages tell to run can be run, and what they lead to is there."""

from __future__ import annotations

import argparse
import importlib.util
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from ui.cli import COMMANDS, PROGRAM, parser

ROOT = Path(__file__).parent.parent
FOLDERS = ("companion", "vision", "ui", "models", "tests", "datasets", ".ci")
PAGES = sorted([*ROOT.glob("*.md"), *(page for folder in FOLDERS for page in (ROOT / folder).rglob("*.md"))])
PATH = re.compile(rf"(?<![\w./])(?:{'|'.join(map(re.escape, FOLDERS))})/[\w./*-]*\w")
BLOCK = re.compile(r"^```\w*\n(.*?)^```", re.MULTILINE | re.DOTALL)
pages = pytest.mark.parametrize("page", PAGES, ids=[path.relative_to(ROOT).as_posix() for path in PAGES])


def blocks(text: str) -> Iterator[str]:
    """Lines of code in blocks; one that ends in a backslash goes on."""
    for block in BLOCK.findall(text):
        yield from (line.strip() for line in block.replace("\\\n", " ").splitlines())


def words(text: str) -> list[str]:
    """Code in sentences."""
    return re.findall(r"(?<!`)`([^`\n]+)`(?!`)", BLOCK.sub("", text))


@pages
def test_every_link_leads_to_a_file(page: Path) -> None:
    text = BLOCK.sub("", page.read_text("utf-8"))
    targets = [target for target in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in target]
    assert [target for target in targets if not (page.parent / target.partition("#")[0]).exists()] == []


@pages
def test_every_file_that_is_named_is_there(page: Path) -> None:
    text = page.read_text("utf-8")
    named = {path for line in (*blocks(text), *words(text)) for path in PATH.findall(line) if "NAME" not in path}
    assert sorted(path for path in named if not any(ROOT.glob(path))) == []


@pages
def test_every_command_can_be_run_as_it_is_written(page: Path) -> None:
    text = page.read_text("utf-8")
    for line in blocks(text):
        if line.startswith(f"{PROGRAM} "):
            parser().parse_args(shlex.split(line.split(" > ")[0])[1:])
    for line in words(text):
        if (found := re.match(rf"(?:\S+/)?{PROGRAM} (\w+)(.*)", line)) and found[1] != "COMMAND":
            assert set(re.findall(r"--[a-z-]+", found[2])) <= options(commands()[found[1]]), line
    for line in (*blocks(text), *words(text)):
        if found := re.search(r"python3? -m (pytest|[a-z]+\.[\w.]+)", line):
            assert importlib.util.find_spec(found[1]), line


def commands() -> dict[str, argparse.ArgumentParser]:
    (found,) = (action.choices for action in parser()._actions if isinstance(action.choices, dict))
    return found


def options(command: argparse.ArgumentParser) -> set[str]:
    return {name for action in command._actions for name in action.option_strings if name[:2] == "--"} - {"--help"}


def test_the_readme_names_the_commands_with_their_options() -> None:
    rows = re.findall(r"^\| `(\w+)(?: ([^`]*))?` \|", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    table = {name: told for name, told in rows if name in COMMANDS}
    assert set(table) == set(COMMANDS)
    for name, told in table.items():
        named, there = set(re.findall(r"--[a-z-]+", told)), options(commands()[name])
        assert named <= there, name
        assert named == there or "…" in told, f"{name} has {sorted(there - named)}, too"
