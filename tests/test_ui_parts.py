"""Small parts of the app that need no screen: voice, camera set-up, figures of a game, its export."""

from __future__ import annotations

import json
import random
import stat
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from companion.ledger import Ledger, read_ledger
from companion.ledger_entries import EntrySource, GameHeader, Recorded, Undone
from companion.observation import BACK, UNSEEN, Phase, TableView
from companion.rules import HouseRules
from companion.simulate import play_game
from companion.timeline import Timeline
from tests.ui_samples import sample_view
from ui.device import Computer, speaking_program
from ui.exporting import export_game
from ui.mirror import upright
from ui.setup import setup_of
from ui.setup_words import HINTS, hint_words, setup_words, stand_words
from ui.statistics import figures
from ui.turncaller import TurnCaller
from ui.view import Camera, Setup, Standing, play_view
from ui.voice import Voice
from vision.frames import Frame
from vision.layout import Hint, HintKind, LayoutFit, Place, SeatPlaces, TableLayout
from vision.metric import TablePlane

CAMERA = EntrySource.CAMERA


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script speaks here")
def test_the_voice_says_the_newest_in_the_language(tmp_path: Path) -> None:
    said = tmp_path / "said"
    speaker = tmp_path / "speaker"
    speaker.write_text(f'#!/bin/sh\necho "$@ $(cat)" >> "{said}"\n', "utf-8")
    speaker.chmod(speaker.stat().st_mode | stat.S_IXUSR)
    voice = Voice(speaking_program(str(speaker)))
    assert voice.can_speak
    voice.say("-f Ben, à toi.", "fr")
    end = time.monotonic() + 10
    while not said.exists() and time.monotonic() < end:
        time.sleep(0.02)
    voice.stop()
    assert said.read_text("utf-8") == "-v fr --stdin -f Ben, à toi.\n"


def test_without_speech_the_voice_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    voice = Voice(Computer().speech())
    assert not voice.can_speak
    voice.say("Ben", "en")
    voice.stop()


def test_a_voice_that_fails_is_silent_from_then_on(caplog: pytest.LogCaptureFixture) -> None:
    tried = threading.Event()

    def speak(words: str, language: str) -> None:
        tried.set()
        raise OSError("no sound card")

    voice = Voice(speak)
    voice.say("Ben", "en")
    assert tried.wait(10)
    voice.say("Ann", "en")
    voice.stop()
    assert caplog.text.count("no sound card") == 1


def frame() -> Frame:
    return Frame(np.zeros((100, 200, 3), np.uint8), 1.0, 0)


def test_the_set_up_tells_what_is_found_and_what_is_wrong() -> None:
    plane = TablePlane(np.eye(3))
    seats = tuple(
        SeatPlaces((Place(50.0, y, np.pi / 2), Place(120.0, y, np.pi / 2)), np.array([0.0, 1.0]))
        for y in (30, 70)
    )
    layout = TableLayout(plane, seats, None, None)
    hint = Hint(HintKind.HIDDEN_SLOT, 1, 1, 2)
    watcher = SimpleNamespace(fit=LayoutFit(layout, 0.9, (hint,)), layout=None)
    found = setup_of(watcher, frame(), TableView(1.0, Phase.CALIBRATING, ((), ())))
    assert found.seen == (2, 2) and found.hints == (hint,)
    assert [outline.seat for outline in found.outlines] == [0, 0, 1, 1]
    xs = [x for x, _ in found.outlines[0].corners]
    assert min(xs) < 50 / 200 < max(xs)
    watched = TableView(1.0, Phase.TRACKING, ((BACK, BACK), (BACK, UNSEEN)))
    assert setup_of(watcher, frame(), watched).seen == (2, 1)
    assert setup_of(object(), frame(), watched).outlines == ()


def test_every_hint_has_words_with_the_name() -> None:
    assert set(HINTS) == set(HintKind)
    assert hint_words(Hint(HintKind.HIDDEN_SLOT, 1, 9, 10), ("Ann", "Ben"), "en") == (
        "I see 9 of the 10 cards of Ben. Are some cut off, or covered?"
    )
    state = sample_view(3).state
    view = play_view(state, Camera.CALIBRATING, setup=Setup((10, 9, 10)))
    assert setup_words(view, "en") == "I see 10, 9 and 10 cards."
    assert setup_words(play_view(state, Camera.SEARCHING), "en") == "I look for the deal …"


def test_how_to_stand_the_tablet_is_told_until_the_deal_is_found() -> None:
    state, hint = sample_view().state, Hint(HintKind.NO_STOCK)
    for setup in (None, Setup(), Setup((8, 10), (hint,))):
        assert "half a metre" in stand_words(play_view(state, Camera.SEARCHING, setup=setup), "en")
    assert not stand_words(play_view(state, Camera.CALIBRATING, setup=Setup((8, 10))), "en")


def test_without_a_camera_the_set_up_looks_for_nothing() -> None:
    view = play_view(sample_view().state, Camera.FAILED, fault="camera 0: no such camera")
    assert setup_words(view, "en").startswith("Play on by touch") and not stand_words(view, "en")


def played() -> tuple[GameHeader, list[Recorded]]:
    """A whole short game, an entry every two seconds."""
    header = GameHeader(("Ann", "Ben"), HouseRules(start_size=2), "Ann", began=1.7e9)
    steps = play_game(random.Random(5), header.players, header.rules, rounds=None)
    return header, [Recorded(2.0 * n, CAMERA, (step.move,), step.events) for n, step in enumerate(steps)]


def test_the_figures_count_turns_chains_and_time_at_the_table() -> None:
    header, entries = played()
    timeline = Timeline(header.start())
    for entry in entries:
        timeline.add(entry)
    told = [event.name for entry in entries for event in entry.events]
    result = figures(timeline)
    assert result.turns == told.count("discarded") + told.count("round_won")
    assert result.seconds == pytest.approx(2.0 * (len(entries) - 1))
    assert result.longest >= 1 and result.longest_by in header.players
    timeline.add(Undone(9e9, EntrySource.PLAYER, 1))
    assert figures(timeline).seconds == pytest.approx(2.0 * (len(entries) - 2)), "what was undone counts not"


def test_an_export_is_a_text_and_a_document_and_never_overwrites(tmp_path: Path) -> None:
    header, entries = played()
    with Ledger.create(tmp_path / "game.ledger", header) as ledger:
        ledger.append(*entries)
    record = read_ledger(tmp_path / "game.ledger")
    first, second = (export_game(record, tmp_path / "out") for _ in range(2))
    assert first != second and first.read_text("utf-8") == second.read_text("utf-8")
    assert first.read_text("utf-8").startswith("Trash, ")
    document = json.loads(first.with_suffix(".json").read_text("utf-8"))
    assert len(document["entries"]) == len(entries)
    assert len(list((tmp_path / "out").iterdir())) == 4


def test_a_mirrored_camera_is_mirrored_back() -> None:
    closed: list[bool] = []

    class Pictures:
        name, fps, live = "camera 0", 30.0, True

        def __iter__(self) -> Iterator[Frame]:
            yield Frame(np.arange(24, dtype=np.uint8).reshape(2, 4, 3), 0.5, 3)

        def close(self) -> None:
            closed.append(True)

    plain = Pictures()
    assert upright(plain, False) is plain
    source = upright(plain, True)
    (frame,) = source
    assert (source.name, source.fps, source.live, frame.time, frame.index) == ("camera 0", 30.0, True, 0.5, 3)
    assert frame.image[0, 0].tolist() == [9, 10, 11] and frame.image.flags["C_CONTIGUOUS"]
    source.close()
    assert closed == [True]


def test_a_turn_is_called_once_and_only_where_it_is_wanted() -> None:
    said: list[tuple[str, str]] = []

    class Recorder(Voice):
        def say(self, words: str, language: str) -> None:
            said.append((words, language))

    caller = TurnCaller(Recorder(None))
    view = sample_view()
    assert view.standing is Standing.TURN
    other = replace(view, player=1 - view.player)
    caller.tell(view, "en", aloud=True)
    assert not said, "it stands so since the game was opened"
    caller.tell(other, "en", aloud=True)
    caller.tell(other, "fr", aloud=True)
    assert said == [(f"{other.seats[other.player].name}, it is your turn.", "en")]
    caller.tell(view, "en", aloud=False)
    caller.tell(replace(view, standing=Standing.ROUND_WON), "en", aloud=True)
    assert len(said) == 2 and said[-1][0].endswith("wins the round.")
    caller.new_game()
    caller.tell(other, "en", aloud=True)
    assert len(said) == 2
