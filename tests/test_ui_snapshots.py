"""Pictures of the plays: none unless the players want them, and gone with the next game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import pytest

from companion.cards import UNKNOWN
from companion.events import Discarded
from tests.test_ui_keeper import path, run  # noqa: F401  (fixtures)
from tests.test_ui_worker import Pictures, Table, wait_for
from ui.lobby import Lobby
from ui.options import PlayOptions
from ui.snapshots import FOLDER, Snapshots
from ui.view import Picture, Standing
from ui.worker import Worker


def pictured(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.rglob("*.jpg"))


@pytest.mark.parametrize("wanted", [False, True])
def test_pictures_are_kept_only_when_wished(
    path: Path,  # noqa: F811
    run: Callable[..., Worker],  # noqa: F811
    wanted: bool,
) -> None:
    table = Table()
    worker = run(Pictures(), table)
    worker.keep_pictures(wanted)
    wait_for(worker, lambda view: view.standing is Standing.TURN, "the deal")
    table.ann_plays()
    view = wait_for(worker, lambda view: view.state.round.turns == 1, "Ben's turn")
    worker.stop()
    if not wanted:
        assert pictured(path.parent) == [] and view.snapshots == ()
        return
    play = next(shot for shot in view.snapshots if shot.time == view.history[-2].t)
    assert isinstance(view.history[-2], Discarded)
    image = cv2.imread(str(play.before))
    assert image is not None and image.shape == (72, 128, 3)
    assert play.after.is_file()
    again = Snapshots.of(path)
    assert [shot.after for shot in again.taken] == [shot.after for shot in view.snapshots], (
        "after a restart, too"
    )


def test_the_picture_before_is_older_than_the_play(tmp_path: Path) -> None:
    shots = Snapshots(tmp_path / "game.pictures")
    shots.on = True
    for second in range(8):
        shots.see(float(second), Picture(1, 1, bytes((second * 30,) * 3)))
    shots.keep([Discarded(6.5, "Ann", UNKNOWN)])
    (shot,) = shots.taken
    grey = [int(cv2.imread(str(file))[0, 0, 0]) for file in (shot.before, shot.after)]
    assert abs(grey[0] - 150) <= 3 and abs(grey[1] - 210) <= 3


def test_the_next_game_and_the_switch_delete_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRASH_COMPANION_HOME", str(tmp_path))

    class Still:
        def start(self) -> None:
            """Nothing runs."""

        show_odds = keep_pictures = lambda self, on: None

    def make(options: PlayOptions, ledger: object) -> Still:
        ledger.close()  # type: ignore[attr-defined]
        return Still()

    def picture() -> Path:
        folder = tmp_path / "games" / f"game-1.ledger{FOLDER}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "000000001.000-before.jpg").write_bytes(b"a picture")
        return folder

    lobby = Lobby(make)  # type: ignore[arg-type]
    folder = picture()
    lobby.change(pictures=True)
    assert folder.exists()
    lobby.begin(PlayOptions(touch=True))
    assert not folder.exists()
    picture()
    lobby.change(pictures=False)
    assert not folder.exists()
