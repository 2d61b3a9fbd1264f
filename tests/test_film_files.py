"""Films as files, and the demo table as a source of frames."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from film_maker import SMALL, small_film

from companion.events import RoundStarted
from vision.frames import Frame, open_source
from vision.scoring import read_events
from vision.tabletop.demo import DemoTable, demo_source
from vision.tabletop.film import FilmError, write_film


@pytest.mark.parametrize("name", ["game.mp4", "game.avi", "game"])
def test_a_film_plays_back(tmp_path: Path, name: str) -> None:
    film = small_film(seed=1, sizes=(1, 1), rounds=1, pace=0.3)
    count = write_film(film, tmp_path / name, tmp_path / "truth.jsonl")
    frames = list(open_source(tmp_path / name))
    assert len(frames) == count > 10
    assert frames[0].image.shape == (180, 320, 3)
    assert read_events(tmp_path / "truth.jsonl") == film.truth


@pytest.mark.parametrize("name", ["game.mp4", "game"])
@pytest.mark.parametrize("before", [b"an older film", None], ids=["over another", "new"])
def test_a_film_that_is_broken_off_leaves_nothing_behind(
    tmp_path: Path, name: str, before: bytes | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if before is not None:
        (tmp_path / name).write_bytes(before)
        if name == "game":
            (tmp_path / name).unlink()
            (tmp_path / name).mkdir()
    film = small_film(seed=1, sizes=(1, 1), rounds=1, pace=0.3)
    frames = list(itertools.islice(film.frames(), 3))

    def interrupted() -> Iterator[Frame]:
        yield from frames
        raise KeyboardInterrupt

    monkeypatch.setattr(film, "frames", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_film(film, tmp_path / name, tmp_path / "truth.jsonl")
    left = {path.name for path in tmp_path.iterdir()}
    assert left == ({name} if before is not None else set())
    assert name == "game" or before is None or (tmp_path / name).read_bytes() == before


@pytest.mark.parametrize("name", ["missing/game.mp4", "game.txt", "taken/pictures"])
def test_where_a_film_cannot_go_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(FilmError, match=name):
        write_film(small_film(sizes=(1, 1)), tmp_path / name)


def test_a_folder_takes_one_film_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "film"
    truth = folder / "truth.jsonl"
    folder.mkdir()
    for number in range(900):
        (folder / f"frame_{number:06d}.jpg").write_bytes(b"an earlier film's")
    film = small_film(seed=1, sizes=(1, 1), rounds=1, pace=0.3, fps=4)
    for _ in range(2):
        count = write_film(film, folder, truth)
        assert 0 < count < 900
        assert sorted(path.name for path in folder.glob("*.jpg")) == [
            f"frame_{n:06d}.jpg" for n in range(count)
        ]
        assert len(list(open_source(folder))) == count and read_events(truth) == film.truth
        film = small_film(seed=1, sizes=(1, 1), rounds=1, pace=0.2, fps=4)
    (folder / "holiday.jpg").write_bytes(b"precious")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(FilmError, match=r"holds other files, such as holiday\.jpg"):
        write_film(small_film(sizes=(1, 1)), folder, truth)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert list(tmp_path.iterdir()) == [folder]


@pytest.mark.parametrize("name", ["game.mp4", "game"])
def test_why_a_film_cannot_be_written_is_said(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    for write in ("touch", "mkdir"):
        monkeypatch.setattr(Path, write, refused)
    with pytest.raises(FilmError, match=rf"{name}: cannot be written \(permission denied\)"):
        write_film(small_film(sizes=(1, 1)), tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_the_demo_table_plays_game_after_game() -> None:
    table = demo_source(seed=3, sizes=(1, 1), size=(160, 90), fps=2, pace=0.2, live=False)
    for frame in table:
        deals = [event for event in table.truth if isinstance(event, RoundStarted)]
        if len(deals) == 3:
            break
        assert frame.index < 2000
    assert frame.image.shape == (90, 160, 3)
    assert [event.sizes for event in deals] == [(1, 1), (10, 10), deals[2].sizes]


def test_a_live_demo_keeps_time_and_can_be_closed() -> None:
    table = DemoTable(SMALL, live=True)
    frames: list[Frame] = []
    enough = threading.Event()
    began = time.monotonic()

    def watch() -> None:
        for frame in table:
            assert frame.time <= time.monotonic() - began
            frames.append(frame)
            time.sleep(0.45)  # a slow reader: frames are left out
            if len(frames) == 3:
                enough.set()

    reader = threading.Thread(target=watch)
    reader.start()
    assert enough.wait(timeout=90)
    table.close()
    table.close()
    reader.join(timeout=20)
    assert not reader.is_alive()
    assert [frame.index for frame in frames] == sorted({frame.index for frame in frames})
    assert frames[2].index > 3
