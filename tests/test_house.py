"""The house is in order: no module too long to be read at once, nothing in it that nobody calls."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = ("companion", "vision", "ui")
LONGEST = 400
"""Lines."""
CALLED_BY_LIBRARIES = {
    *("_print_message", "get_dataloader", "get_dataset", "final_eval", "onInit"),
    *("_create_line_label", "_get_text_width"),
}
"""argparse, Ultralytics, Android and Kivy call them by these names; Kivy, too, what begins with `on_`."""
FOR_OTHERS = {
    "any_move": "a player for stress, beside the one of the films",
    "cut_for_deal": "R3; the app asks who deals",
    "seen_by_all": "what a simulated game shows",
    "text_pairs": "which colours a palette lays on which",
}
"""Parts of what a module offers that the app itself has no use for."""


def files(*kinds: str) -> list[Path]:
    return sorted(path for package in PACKAGES for kind in kinds for path in (ROOT / package).rglob(f"*.{kind}"))


def names() -> Iterator[str]:
    for path in files("py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                yield node.name


def test_no_module_is_too_long_to_be_read_at_once() -> None:
    modules = [*files("py"), *(ROOT / "tests").glob("*.py")]
    lengths = {path.name: len(path.read_text("utf-8").splitlines()) for path in modules}
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}


def test_whatever_has_a_name_is_used() -> None:
    used = Counter(word for path in files("py", "kv") for word in re.findall(r"\w+", path.read_text("utf-8")))
    unused = {name for name in names() if used[name] == 1 and not name.startswith(("__", "on_"))}
    assert unused == CALLED_BY_LIBRARIES | set(FOR_OTHERS)
