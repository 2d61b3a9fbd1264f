"""Every rule has a test that bears its number."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

NAMES = {
    number
    for file in Path(__file__).parent.glob("test_rules_*.py")
    for number in re.findall(r"^def test_([RH]\d+)_", file.read_text(encoding="utf-8"), re.MULTILINE)
}


@pytest.mark.parametrize("rule", [*(f"R{n}" for n in range(1, 19)), *(f"H{n}" for n in range(1, 10))])
def test_every_rule_has_a_test(rule: str) -> None:
    assert rule in NAMES
