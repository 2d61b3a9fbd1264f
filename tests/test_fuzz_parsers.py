"""Whatever is read from outside, however broken: each parser gives a value or its own error, and no other."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from companion.cards import Card
from companion.events import event_from_json
from companion.ledger import Ledger, LedgerError, read_ledger
from companion.ledger_entries import GameHeader, entry_from_json, entry_to_json
from companion.move_json import move_from_json
from companion.observation import TableView
from companion.rules import HouseRules
from companion.table_text import format_table, parse_layout, parse_slot, parse_table
from companion.trace import TraceHeader, read_trace
from tests.ledger_games import HEADER, disturbed
from tests.ledger_games import fold as after_all
from ui.i18n import CatalogueError, _mo, parse_po, po_path
from ui.settings import Settings
from vision.frames import SourceError, load_image, open_source
from vision.modelcard import MODELS, ModelCard
from vision.onnxfile import with_input_shape
from vision.scoring import EventFileError, read_events
from vision.training.photos import read_labels

FUZZ = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
FEW = settings(FUZZ, max_examples=25)

names = st.sampled_from(
    ["", "Ann", "ann\u202e", "🂡", "a/b\\c", "\ud800", "A" * 200, "7H", "QC", "back", "1e999"]
)
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.sampled_from([0, 1, -1, 10**400, 2**63])
    | st.floats()
    | st.text(max_size=8)
    | names
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(names | st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=8,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], (*path, key))
    elif isinstance(value, list):
        for index in range(len(value)):
            yield from places(value[index], (*path, index))


@st.composite
def broken(draw: st.DrawFn, good: Any) -> Any:
    """A value like a good one, with up to three places put otherwise, left out or doubled."""
    value = deepcopy(good)
    for _ in range(draw(st.integers(1, 3))):
        *path, last = draw(st.sampled_from([place for place in places(value) if place] or [(None,)]))
        if last is None:
            return draw(values)
        holder = value
        for step in path:
            holder = holder[step]
        match draw(st.integers(0, 3)):
            case 0:
                del holder[last]
            case 1 if isinstance(holder, list):
                holder.insert(last, holder[last])
            case _:
                holder[last] = draw(values)
    return value


GAME = [json.loads(json.dumps(entry_to_json(entry))) for entry in disturbed(60, seed=5)]
VIEW = {
    "t": 3.2,
    "phase": "tracking",
    "seats": [["back", [["7H", 0.97], ["7D", 0.02]], "unseen", "empty"], ["back"] * 4],
    "discard": [["QC", 0.99]],
    "stock": True,
}
RULES = {"wild": "kings", "jokers": True, "start_size": 5, "next_dealer": "winner"}
HEADER_LINE = {"players": ["Ann", "Ben"], "dealer": "Ben", "sizes": [4, 4], "decks": 1, "rules": RULES}
CARD_OF_MODEL = json.loads((MODELS / "card-corners.json").read_text("utf-8"))

PARSERS: dict[str, tuple[Callable[[Any], object], list[Any]]] = {
    "settings": (Settings.from_json, [Settings(players=("Ann", "Ben")).to_json()]),
    "house rules": (HouseRules.from_json, [RULES]),
    "ledger header": (
        lambda v: GameHeader.from_json(v).start(),
        [GameHeader(("Ann", "Ben"), began=1.5).to_json()],
    ),
    "ledger entry": (entry_from_json, GAME),
    "move": (move_from_json, [move for entry in GAME for move in entry.get("moves", [])]),
    "event": (event_from_json, [event for entry in GAME for event in entry.get("events", [])]),
    "trace header": (lambda v: TraceHeader.from_json(v).referee(), [HEADER_LINE]),
    "table view": (TableView.from_json, [VIEW]),
    "model card": (ModelCard.from_json, [CARD_OF_MODEL]),
}


@pytest.mark.parametrize("name", PARSERS)
def test_json_that_is_not_what_was_expected_is_a_value_error(name: str) -> None:
    parse, good = PARSERS[name]

    @FUZZ
    @given(st.sampled_from(good).flatmap(broken) | values)
    def check(value: Any) -> None:
        try:
            parse(value)
        except ValueError as error:
            assert str(error)

    for value in good:
        parse(value)
    check()


# Texts


@FUZZ
@given(st.text(max_size=6) | st.sampled_from(["10h", "JOKERS", "1S", "??H", "\ud800", "７H", "¹S", "٣S"]))
def test_a_card_is_a_card_or_a_value_error(text: str) -> None:
    for parse in (Card.parse, parse_slot, parse_layout):
        try:
            parse(text)
        except ValueError as error:
            assert str(error)


@st.composite
def spoilt(draw: st.DrawFn, text: str) -> str:
    """A text with pieces left out, doubled, moved or made anew."""
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 12)))
        piece = draw(st.sampled_from(["", text[start:end] * 2]) | st.text(max_size=5) | names)
        text = text[:start] + piece + text[end:]
    return text


STATE = after_all(disturbed(40, seed=5))


@FUZZ
@given(spoilt(format_table(STATE)))
def test_a_table_is_a_table_or_a_value_error(text: str) -> None:
    try:
        state = parse_table(text)
    except ValueError as error:
        assert str(error)
    else:
        assert parse_table(format_table(state)) == state


PO = po_path("fr").read_text("utf-8")[:1500]


@FUZZ
@given(spoilt(PO) | st.text(alphabet='msgidtr "\\n#,fuzzy03x(){}[]\n', max_size=60))
@example('msgstr "without a message"\n')
@example('msgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\nmsgstr[1] "d"\n')
@example('msgid b"a"\nmsgstr "c"\n')
@example('msgid "\\ud800"\nmsgstr "c"\n')
@example('msgid "a"\nmsgstr ' + "(" * 300 + "\n")
@example('msgid "a"\nmsgstr "\\d"\n')
def test_a_catalogue_is_one_or_says_where_not(tmp_path: Path, text: str) -> None:
    path = tmp_path / "some.po"
    path.write_text(text, "utf-8", errors="surrogatepass")
    try:
        messages = parse_po(path)
    except CatalogueError as error:
        assert str(path) in str(error) and "\n" not in str(error)
    else:
        assert all(isinstance(word, str) for pair in messages.items() for word in pair)
        _mo(messages)


def test_an_escape_that_is_none_is_named(tmp_path: Path) -> None:
    """Python only warns of it."""
    path = tmp_path / "some.po"
    path.write_text('msgid "a"\nmsgstr "\\d"\n', "utf-8")
    with pytest.raises(CatalogueError, match="line 2 cannot be read"):
        parse_po(path)


# Files of lines


@pytest.mark.parametrize("kind", ["trace", "events", "labels"])
def test_files_of_lines_name_the_line(kind: str, tmp_path: Path) -> None:
    good = {
        "trace": [HEADER_LINE, VIEW],
        "events": [event for entry in GAME for event in entry.get("events", [])][:3],
        "labels": [
            {
                "image": "a/b.jpg",
                "width": 9,
                "height": 9,
                "region": "card",
                "complete": True,
                "objects": [{"card": "3S", "box": [1, 2, 3, 4]}],
            }
        ],
    }[kind]
    path = tmp_path / ("labels.jsonl" if kind == "labels" else "lines.jsonl")

    def read() -> None:
        if kind == "trace":
            header, views = read_trace(path)
            header.referee()
            list(views)
        elif kind == "events":
            read_events(path)
        else:
            read_labels(tmp_path)

    @FUZZ
    @given(
        st.lists(st.sampled_from(good).flatmap(broken) | st.just(good[-1]), min_size=1, max_size=3),
        st.binary(max_size=3),
    )
    def check(lines: list[Any], end: bytes) -> None:
        path.write_bytes("\n".join(json.dumps(line) for line in lines).encode() + end)
        try:
            read()
        except (ValueError, EventFileError) as error:
            assert str(path) in str(error) and "\n" not in str(error)

    path.write_text("\n".join(json.dumps(line) for line in good), "utf-8")
    read()
    check()


# Pictures and videos


def pictures() -> dict[str, bytes]:
    image = np.random.default_rng(1).integers(0, 255, (24, 32, 3), dtype=np.uint8)
    kinds = {
        kind: cv2.imencode(kind, image) for kind in (".png", ".jpg", ".bmp", ".webp", ".tiff", ".ppm", ".gif")
    }
    return {kind: data.tobytes() for kind, (made, data) in kinds.items() if made}


PICTURES = pictures()
STARTS = [
    *(data[:12] for data in PICTURES.values()),
    b"\0\0\0\x20ftypisom\0\0\2\0isomiso2avc1mp41",
    b"RIFF\xff\xff\xff\x7fAVI LIST",
    b"\x1aE\xdf\xa3\x01\0\0\0\0\0\0\x23B\x86\x81\x01",
    b"\0\0\1\xba\x44\0",
    b"GIF89a\xff\xff\xff\xff",
    b"II*\0\x08\0\0\0\xff\xff",
    b"#EXTM3U\nhttp://127.0.0.1:9/a.ts\n",
    b"ffconcat version 1.0\nfile /etc/passwd\n",
]


@st.composite
def damaged(draw: st.DrawFn, good: bytes) -> bytes:
    """Bytes cut off, overwritten or put in."""
    data = bytearray(good)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        match draw(st.integers(0, 2)):
            case 0:
                del data[at:]
            case 1:
                data[at : at + 4] = draw(st.binary(min_size=1, max_size=4))
            case _:
                data[at:at] = draw(st.binary(max_size=8))
    return bytes(data)


@FUZZ
@given(
    st.sampled_from(sorted(PICTURES)).flatmap(lambda kind: damaged(PICTURES[kind])) | st.binary(max_size=40)
)
def test_a_picture_is_one_or_is_named(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(data)
    try:
        image = load_image(path)
    except SourceError as error:
        assert str(path) in str(error) and "\n" not in str(error)
    else:
        assert image.ndim == 3 and image.shape[2] == 3 and image.dtype == np.uint8 and image.size


@FEW
@given(st.sampled_from(STARTS), st.binary(max_size=64))
def test_the_first_bytes_of_a_video_do_not_make_one(tmp_path: Path, start: bytes, rest: bytes) -> None:
    path = tmp_path / "film.mp4"
    path.write_bytes(start + rest)
    try:
        source = open_source(path)
        with source:  # type: ignore[attr-defined]
            for frame in source:
                assert frame.image.size
                break
    except SourceError as error:
        assert str(path) in str(error) and "\n" not in str(error)


@FUZZ
@given(damaged((MODELS / "card-corners.onnx").read_bytes()[:400]))
def test_a_network_s_file_gets_its_shape_or_is_none(data: bytes) -> None:
    try:
        assert isinstance(with_input_shape(data, (1, 3, 64, 64)), bytes)
    except ValueError as error:
        assert str(error)


# Ledgers of which the database is whole and the content is not


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("ledger") / "game.ledger"
    with Ledger.create(path, HEADER) as made:
        made.append(*disturbed(12, seed=5))
    return path


@FEW
@given(st.data())
def test_a_ledger_with_other_content_is_read_up_to_there_or_set_aside(
    tmp_path: Path, ledger: Path, data: st.DataObject
) -> None:
    path = tmp_path / "game.ledger"
    shutil.copy(ledger, path)
    with sqlite3.connect(path) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        table = data.draw(st.sampled_from(sorted(tables)))
        columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
        column = data.draw(st.sampled_from(columns))
        value = data.draw(
            st.none()
            | st.integers(-(2**63), 2**63 - 1)
            | st.binary(max_size=4)
            | st.text("ab{}[]", max_size=6)
        )
        try:
            database.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = 1", (value,))
        except sqlite3.IntegrityError:
            return
    database.close()
    before = path.read_bytes()
    try:
        record = read_ledger(path)
    except LedgerError as error:
        assert str(path) in str(error) and "\n" not in str(error)
    else:
        assert len(record.entries) <= 12
    assert path.read_bytes() == before
    try:
        Ledger.open(path).close()
    except LedgerError as error:
        assert error.set_aside is None or error.set_aside.exists()
        assert error.set_aside is not None or path.exists()
    for rest in tmp_path.iterdir():
        rest.unlink()
