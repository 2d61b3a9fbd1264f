"""Which characters a typeface draws, read from its file. Nothing here imports Kivy."""

from __future__ import annotations

import importlib.util
import struct
from functools import cache
from itertools import chain
from pathlib import Path

_UNICODE = {(0, 3), (0, 4), (0, 6), (3, 1), (3, 10)}
"""Platform and encoding of the tables that go by Unicode's numbers (OpenType specification, "cmap")."""
_MISSING = 0xFFFF


def kivy_font(name: str) -> Path | None:
    """A typeface that comes with Kivy; None where Kivy does not lie in a folder."""
    spec = importlib.util.find_spec("kivy")
    folders = spec.submodule_search_locations if spec is not None else None
    return next((path for folder in folders or () if (path := Path(folder, "data", "fonts", name)).is_file()), None)


@cache
def characters(path: Path) -> frozenset[int]:
    """The numbers of the characters that the TrueType file draws; none where it cannot be read."""
    try:
        data = path.read_bytes()
        (count,) = struct.unpack_from(">H", data, 4)
        records = (struct.unpack_from(">4sIII", data, 12 + 16 * n) for n in range(count))
        start = next(offset for tag, _, offset, _ in records if tag == b"cmap")
        (tables,) = struct.unpack_from(">H", data, start + 2)
        found: set[int] = set()
        for n in range(tables):
            platform, encoding, offset = struct.unpack_from(">HHI", data, start + 4 + 8 * n)
            if (platform, encoding) in _UNICODE:
                found.update(chain.from_iterable(_ranges(data, start + offset)))
    except (OSError, StopIteration, struct.error):
        return frozenset()
    return frozenset(found)


def _ranges(data: bytes, at: int) -> list[range]:
    """The characters of a table in one of the two forms that are in use for Unicode."""
    (form,) = struct.unpack_from(">H", data, at)
    if form == 12:
        (groups,) = struct.unpack_from(">I", data, at + 12)
        found = (struct.unpack_from(">II", data, at + 16 + 12 * n) for n in range(groups))
        return [range(first, last + 1) for first, last in found]
    if form != 4:
        return []
    (twice,) = struct.unpack_from(">H", data, at + 6)
    lasts = struct.unpack_from(f">{twice // 2}H", data, at + 14)
    firsts = struct.unpack_from(f">{twice // 2}H", data, at + 16 + twice)
    pairs = zip(firsts, lasts, strict=True)
    return [range(first, last + 1) for first, last in pairs if first != _MISSING]
