"""Hebrew and Arabic words in the order and the forms in which they are drawn. Nothing here imports Kivy.

Kivy sets every text from left to right, sign by sign. So that a name reads right all the same, its letters are put
into the order in which they stand, and Arabic ones get the forms in which they join their neighbours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from unicodedata import bidirectional, category, combining, decomposition

_RIGHT_TO_LEFT = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
_MARKS = "\u0300-\u036f"
# Words of such letters with what stands between them.
_WORDS = re.compile(
    rf"[{_RIGHT_TO_LEFT}](?:[{_RIGHT_TO_LEFT}{_MARKS} \u00a0\u200c\u200d'’.-]*[{_RIGHT_TO_LEFT}{_MARKS}])?"
)
_PRESENTED = (*range(0xFB50, 0xFE00), *range(0xFE70, 0xFEFD))
"""Where Unicode has each form of an Arabic letter as a character of its own."""
_KINDS = ("<isolated>", "<final>", "<initial>", "<medial>")
_TATWEEL = "\u0640"
"""A stroke that joins to both sides and has one form."""


def in_drawing_order(text: str) -> str:
    """The text with each word that runs from right to left as it stands, read from left to right."""
    return _WORDS.sub(lambda match: _turned(match.group()), text)


def clusters(text: str) -> list[str]:
    """Letters with the marks that stand on them."""
    found: list[str] = []
    for sign in text:
        if found and (combining(sign) or category(sign) in ("Mn", "Me")):
            found[-1] += sign
        else:
            found.append(sign)
    return found


def _turned(words: str) -> str:
    # Numbers run from left to right here, too.
    parts = re.split(r"(\d+)", _joined(words))
    return "".join(
        part if number % 2 else "".join(reversed(clusters(part)))
        for number, part in reversed(list(enumerate(parts)))
    )


def _joined(words: str) -> str:
    """Arabic letters in the forms in which they join; all else as it is."""
    forms = _forms()
    letters = list(_with_ligatures(words))
    if not any(letter in forms for letter in letters):
        return words
    shaped = []
    for before, letter, after in _with_neighbours(letters):
        joins_before = _joins(before, onward=True) and _joins(letter, onward=False)
        joins_after = _joins(letter, onward=True) and _joins(after, onward=False)
        kind = _KINDS[joins_before + 2 * joins_after]
        shaped.append(forms.get(letter, {}).get(kind, letter))
    return "".join(shaped)


def _with_ligatures(words: str) -> Iterator[str]:
    """The letters; lam and alef after it are one."""
    forms, skip = _forms(), False
    for letter, after in pairwise((*words, "")):
        if skip:
            skip = False
        elif letter == "\u0644" and after and letter + after in forms:
            skip = True
            yield letter + after
        else:
            yield letter


def _with_neighbours(letters: list[str]) -> Iterator[tuple[str, str, str]]:
    """Each letter between those beside it; marks stand on one and part none."""
    plain = [n for n, letter in enumerate(letters) if bidirectional(letter[0]) != "NSM"]
    beside = {n: (before, after) for before, n, after in zip((-1, *plain), plain, (*plain[1:], -1), strict=False)}
    for n, letter in enumerate(letters):
        before, after = beside.get(n, (-1, -1))
        yield letters[before] if before >= 0 else "", letter, letters[after] if after >= 0 else ""


def _joins(letter: str, *, onward: bool) -> bool:
    """Whether a letter joins the next one, or the one before it."""
    kinds = _forms().get(letter, {})
    return letter == _TATWEEL or ("<initial>" in kinds if onward else "<final>" in kinds)


@cache
def _forms() -> dict[str, dict[str, str]]:
    """The forms of each Arabic letter, and of lam with alef."""
    forms: dict[str, dict[str, str]] = {}
    for code in _PRESENTED:
        kind, *codes = decomposition(chr(code)).split() or [""]
        letters = "".join(chr(int(number, 16)) for number in codes)
        if kind in _KINDS and (len(letters) == 1 or (len(letters) == 2 and code >= 0xFEF5)):
            forms.setdefault(letters, {})[kind] = chr(code)
    return forms
