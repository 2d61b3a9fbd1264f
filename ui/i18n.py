"""Words in the players' language: gettext catalogues, read straight from their .po files.

The files need no build step and no library: `parse_po` reads them, and the standard library's gettext does the
rest, plural forms included.
"""

from __future__ import annotations

import ast
import gettext
import io
import locale
import os
import struct
from collections.abc import Mapping
from functools import lru_cache
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


def ntr(one: str, many: str, count: int, language: str, /, **values: object) -> str:
    """The form of a message that goes with a count; `{count}` is filled too."""
    return catalogue(language).ngettext(one, many, count).format(count=count, **values)


def N_(message: str) -> str:
    """Marks a message for the catalogue where it is written down but translated elsewhere."""
    return message


def system_language() -> str:
    """The language of this device where the app has it, else English."""
    wishes = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    wishes.append(locale.getlocale()[0] or "")
    for wish in wishes:
        if wish[:2].lower() in LANGUAGES:
            return wish[:2].lower()
    return SOURCE_LANGUAGE


@lru_cache(maxsize=None)
def catalogue(language: str) -> gettext.NullTranslations:
    """The catalogue of a language; the source language needs none."""
    if language == SOURCE_LANGUAGE:
        return gettext.NullTranslations()
    return gettext.GNUTranslations(io.BytesIO(_mo(parse_po(po_path(language)))))


def po_path(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


Messages = dict[tuple[str, str | None], tuple[str, ...]]
"""(message, its plural or None) -> its translations, one a plural form; ("", None) holds the header."""


def parse_po(path: Path) -> Messages:
    """Read a .po file; entries marked fuzzy are left out, as msgfmt does. Raises CatalogueError."""
    messages: Messages = {}
    fields: dict[str, str] = {}
    fuzzy, field = False, ""
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CatalogueError(f"{path}: cannot be read ({error})") from None

    def finish() -> None:
        if "msgid" not in fields:
            return
        forms = tuple(text for name, text in fields.items() if name.startswith("msgstr"))
        if not fuzzy and any(forms):
            messages[fields["msgid"], fields.get("msgid_plural")] = forms

    for number, line in enumerate([*lines, ""], 1):
        line = line.strip()
        if not line or (line.startswith("#") and "msgstr" in " ".join(fields)):
            finish()
            fields, fuzzy, field = {}, False, ""
        if line.startswith("#"):
            fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
            continue
        if not line:
            continue
        word, _, rest = line.partition(" ")
        try:
            if line.startswith('"'):
                fields[field] += ast.literal_eval(line)
            else:
                field = word
                fields[field] = ast.literal_eval(rest)
        except (SyntaxError, ValueError, KeyError):
            raise CatalogueError(f"{path}: line {number} cannot be read") from None
    return messages


def _mo(messages: Messages) -> bytes:
    """The binary form gettext reads (GNU gettext manual, "The Format of GNU MO Files")."""
    pairs = sorted(
        (
            (one if many is None else f"{one}\0{many}").encode(),
            "\0".join(forms).encode(),
        )
        for (one, many), forms in messages.items()
    )
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
