"""Words in the players' language: gettext catalogues, read straight from their .po files.

The files need no build step and no library: `parse_po` reads them, the standard library does the rest.
"""

from __future__ import annotations

import ast
import gettext
import io
import locale
import os
import struct
import warnings
from collections.abc import Mapping
from functools import cache
from pathlib import Path

LOCALE = Path(__file__).parent / "locale"
DOMAIN = "trash-companion"
SOURCE_LANGUAGE = "en"

LANGUAGES: Mapping[str, str] = {
    "en": "English",
    "fr": "Français",
    "it": "Italiano",
    "nl": "Nederlands",
    "pt": "Português",
}
"""The languages of the app, each under its own name."""


class CatalogueError(ValueError):
    """A .po file that cannot be read; the message names the file and the line."""


def tr(message: str, language: str, /, **values: object) -> str:
    """The message in a language, `{name}` places filled with the values."""
    text = catalogue(language).gettext(message)
    return text.format(**values) if values else text


def N_(message: str) -> str:
    """Marks a message for the catalogue where it is written down but translated elsewhere."""
    return message


def is_one(count: int, language: str) -> bool:
    """Whether so many of a thing are told in the singular (as `Plural-Forms` of the catalogues has it)."""
    return count == 1 or (count == 0 and language in ("fr", "pt"))


def system_language() -> str:
    """The language of this device where the app has it, else English."""
    wishes = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    wishes.append(locale.getlocale()[0] or "")
    for wish in wishes:
        if wish[:2].lower() in LANGUAGES:
            return wish[:2].lower()
    return SOURCE_LANGUAGE


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """The catalogue of a language; the source language needs none."""
    if language == SOURCE_LANGUAGE:
        return gettext.NullTranslations()
    return gettext.GNUTranslations(io.BytesIO(_mo(parse_po(po_path(language)))))


def po_path(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def parse_po(path: Path) -> dict[str, str]:
    """The translations of a .po file by message; "" holds the header. Raises CatalogueError.

    Entries marked fuzzy are left out, as msgfmt does.
    """
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CatalogueError(f"{path}: cannot be read ({error})") from None
    messages: dict[str, str] = {}
    fields: dict[str, str] = {}
    fuzzy, field = False, ""
    for number, line in enumerate([*lines, ""], 1):
        line = line.strip()
        if not line:
            if fields.get("msgstr") and not fuzzy:
                if "msgid" not in fields:
                    raise CatalogueError(f"{path}: line {number}: a translation of no message")
                messages[fields["msgid"]] = fields["msgstr"]
            fields, fuzzy, field = {}, False, ""
        elif line.startswith("#"):
            fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
        else:
            try:
                if not line.startswith('"'):
                    field, _, line = line.partition(" ")
                    fields[field] = ""
                word = _literal(line)
                word.encode()  # half of a surrogate pair is no text
                fields[field] += word
            except (
                SyntaxError,
                ValueError,
                KeyError,
                TypeError,
                AttributeError,
                MemoryError,
                RecursionError,
            ):
                raise CatalogueError(f"{path}: line {number} cannot be read") from None
    return messages


def _literal(text: str) -> str:
    """A string as Python writes it. What Python only warns of, such as an escape that is none, is a SyntaxError."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        word: str = ast.literal_eval(text)
        return word


def _mo(messages: dict[str, str]) -> bytes:
    """The binary form gettext reads (GNU gettext manual, "The Format of GNU MO Files")."""
    pairs = sorted((message.encode(), text.encode()) for message, text in messages.items())
    count = len(pairs)
    offset = 28 + 16 * count
    tables: list[bytes] = []
    body = b""
    for column in (0, 1):
        for pair in pairs:
            tables.append(struct.pack("<II", len(pair[column]), offset + len(body)))
            body += pair[column] + b"\0"
    header = struct.pack("<7I", 0x950412DE, 0, count, 28, 28 + 8 * count, 0, 0)
    return header + b"".join(tables) + body
