"""A hostile world: names, sizes, disks and second instances. Told clearly, and nothing is lost."""

from __future__ import annotations

import errno
import json
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.ledger import Ledger, read_ledger
from companion.ledger_entries import EntrySource, GameHeader, Recorded
from companion.moves import CorrectSlot
from companion.table import FACE_DOWN
from tests.ledger_games import HEADER, disturbed, game
from ui import cli
from ui.commands import printable
from ui.exporting import export_game
from ui.lobby import Lobby
from ui.options import PlayOptions
from ui.settings import Settings, load, save
from ui.wiring import make_worker
from vision.tabletop.demo import demo_source

ROOT = Path(__file__).parent.parent
NAMES = ("\u202eאבא", "🂡👨\u200d👩\u200d👧", "A" * 200, "a/b\\c..", "-f <b>[x]", "%s{0}")
"""Right to left, emoji, long, a path, an option and markup, places to fill."""


# Names


def test_names_of_any_kind_are_players(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.ledger"
    with Ledger.create(path, GameHeader(NAMES, began=1_700_000_000.0)) as ledger:
        ledger.append(*game(40, players=NAMES))
        text = export_game(ledger.record, tmp_path / "out")
    assert sorted(file.parent for file in tmp_path.rglob("*.txt")) == [tmp_path / "out"], "no name is a path"
    document = json.loads(text.with_suffix(".json").read_text("utf-8"))
    assert all(json.dumps(name) in json.dumps(document) for name in NAMES)
    assert cli.main(["replay", str(path)]) == 0
    told = capsys.readouterr().out
    assert all(name in told for name in NAMES)


@pytest.mark.parametrize("name", ["\x1b[31mred.jpg", "a\u202eb.jpg", "a\tb\x07.jpg", "\u2028.jpg"])
def test_no_file_name_commands_the_terminal(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["read", name]) == 2
    told = capsys.readouterr().err.removesuffix("\n")
    assert told.isprintable() and told.endswith(".jpg: no such file")


def test_a_picture_of_any_name_is_told_by_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "\x1b[31m🂡\u202e.png"
    data = cv2.imencode(".png", np.full((40, 60, 3), 90, np.uint8))[1]
    path.write_bytes(data.tobytes())
    assert cli.main(["read", str(path)]) == 0
    told = capsys.readouterr().out.removesuffix("\n")
    assert told.isprintable() and "🂡" in told
    assert cli.main(["read", "--json", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["image"] == str(path)


def test_what_cannot_be_printed_is_spelt_out() -> None:
    assert printable("Zoé 🂡\u202e\x1b") == "Zoé 🂡\\u202e\\x1b"


# Sizes


@pytest.mark.parametrize("size", [(2, 2), (63, 47), (1600, 4)], ids=str)
def test_a_film_of_any_size_can_be_watched(
    size: tuple[int, int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, size)
    for _ in range(3):
        writer.write(np.full((size[1], size[0], 3), 90, np.uint8))
    writer.release()
    assert cli.main(["watch", str(path), "--players", "Ann,Ben", "--json"]) == 2
    told = capsys.readouterr()
    assert json.loads(told.out.splitlines()[-1])["event"] == "state"
    assert told.err == f"trash-companion: {path}: no deal was found: the picture is blank\n"


def test_a_film_without_a_picture_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "film.avi"
    cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48)).release()
    assert cli.main(["watch", str(path), "--players", "Ann,Ben", "--json"]) == 2
    told = capsys.readouterr()
    assert json.loads(told.out.splitlines()[-1])["event"] == "state", "what was known"
    assert str(path) in told.err and told.err.count("\n") == 1


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_a_picture_of_fifty_megapixels_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = next(iter(demo_source(sizes=(3, 3), tilt=10))).image
    path = tmp_path / "large.jpg"
    assert cv2.imwrite(str(path), cv2.resize(table, (8660, 5773), interpolation=cv2.INTER_CUBIC))
    code = (
        "import sys\n"
        "from ui import cli\n"
        "status = cli.main(['read', '--json', sys.argv[1]])\n"
        # Not getrusage: what that calls the most a program had begins with what the one that started it had.
        "peak = next(line for line in open('/proc/self/status') if line.startswith('VmHWM'))\n"
        "print(status, peak.split()[1])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    line, end = done.stdout.splitlines()
    assert [card["card"] for card in json.loads(line)["cards"]] == ["back"] * 7
    status, kilobytes = map(int, end.split())
    assert status == 0 and kilobytes < 1_500_000


@pytest.mark.slow
def test_ten_thousand_entries_are_one_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.ledger"
    header = GameHeader(("Ann", "Ben", "Cleo", "Dan"), dealer="Ann")
    entries = list(game(2000, players=header.players))
    for number in range(8000):
        move = CorrectSlot(number % 4, 1, FACE_DOWN)
        entries.append(Recorded(600.0 + number / 4, EntrySource.PLAYER, (move,)))
    with Ledger.create(path, header) as ledger:
        ledger.append(*entries)
        state = ledger.state
    assert path.stat().st_size < 5_000_000
    with Ledger.open(path) as ledger:
        assert len(ledger.entries) == 10_000 and ledger.state == state
        before = ledger.steps
        ledger.undo(5000, time=5000.0)
        assert ledger.steps == before - 5000
    for command in (["replay", str(path), "--json"], ["export", str(path)]):
        assert cli.main(command) == 0
    assert len(capsys.readouterr().out.splitlines()) > 2000


# Disks


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home in which nothing can be made, for root neither."""
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "home"
    monkeypatch.setenv("TRASH_COMPANION_HOME", str(folder))
    return folder


def test_without_a_home_the_game_is_played_and_that_is_said(home: Path) -> None:
    lobby = Lobby(lambda options, ledger: make_worker(options, ledger=ledger))
    assert lobby.saved() is None
    worker = lobby.begin(PlayOptions(touch=True, players=("Ann", "Ben")))
    try:
        assert worker.latest().seats[0].name == "Ann" and str(home) in lobby.notice.told
        lobby.notice = None
        assert lobby.change(voice=True).voice, "it holds until the app ends"
        assert str(home) in lobby.notice.told
    finally:
        worker.stop()


def full_disk(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_settings_on_a_full_disk_stay_as_they_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "settings.json"
    save(path, Settings(theme="light"))
    monkeypatch.setattr("os.fsync", full_disk)
    with pytest.raises(OSError, match="No space"):
        save(path, Settings(theme="dark"))
    assert load(path)[0].theme == "light" and list(tmp_path.iterdir()) == [path]


def test_an_export_on_a_full_disk_leaves_no_half(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = tmp_path / "game.ledger"
    with Ledger.create(ledger, HEADER) as made:
        made.append(*disturbed(10, seed=2))
    write = Path.write_text

    def fills_up(path: Path, text: str, encoding: str) -> int:
        if path.suffix == ".json":
            write(path, text[:10], encoding)
            full_disk()
        return write(path, text, encoding)

    monkeypatch.setattr(Path, "write_text", fills_up)
    with pytest.raises(OSError, match="No space"):
        export_game(read_ledger(ledger), tmp_path / "out")
    assert list((tmp_path / "out").iterdir()) == []


# A second instance


def test_a_game_open_in_another_instance_is_left_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRASH_COMPANION_HOME", str(tmp_path))
    games = tmp_path / "games"
    games.mkdir()
    path = games / "game-2026-11-30-20.14.05.ledger"
    with Ledger.create(path, HEADER) as mine:
        mine.append(*disturbed(10, seed=2))
        code = "from ui import cli; raise SystemExit(cli.main(['play', '--resume']))"
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert done.returncode == 2 and done.stderr.count("\n") == 1
        assert path.name in done.stderr and "in use by another run" in done.stderr
        mine.append(Recorded(99.0, EntrySource.PLAYER, (CorrectSlot(0, 1, FACE_DOWN),)))
    assert read_ledger(path).entries[-1].time == 99.0


def test_two_instances_keep_two_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRASH_COMPANION_HOME", str(tmp_path))
    lobbies = [Lobby(lambda options, ledger: make_worker(options, ledger=ledger)) for _ in range(2)]
    workers = [lobby.begin(PlayOptions(touch=True, players=("Ann", "Ben"))) for lobby in lobbies]
    try:
        assert not any(lobby.notice for lobby in lobbies)
        assert len(list((tmp_path / "games").glob("*.ledger"))) == 2
    finally:
        for worker in workers:
            worker.stop()
