"""The tablet's own parts, with stand-ins for Android: leave, camera, speech, folders, pause, way back."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from kivy.core.window import Window

from tests.stand_ins import AppThread, module
from tests.ui_samples import FixedGame, sample_view
from tests.uidriver import Driver, running
from ui.android.speech import Speech
from ui.android.start import start
from ui.android.tablet import Tablet
from ui.companion_app import BACK_KEY
from ui.device import Computer
from ui.faults import CAMERA_REFUSED, Fault
from ui.lobby import Lobby
from ui.options import PlayOptions
from ui.places import data_folder

PATIENCE = 15.0


class Permissions:
    """What `android.permissions` does: the answer comes later, on another thread."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, given: bool) -> None:
        self.given, self.asked = given, []
        self.answer: Callable[[list[str], list[bool]], None] | None = None
        module(
            monkeypatch, "android.permissions", check_permission=self.check, request_permissions=self.request
        )
        module(monkeypatch, "android")

    def check(self, permission: str) -> bool:
        assert permission == "android.permission.CAMERA"
        return self.given

    def request(self, permissions: list[str], callback: Callable[[list[str], list[bool]], None]) -> None:
        self.asked.append(permissions)
        self.answer = callback

    def say(self, granted: list[bool]) -> None:
        assert self.answer is not None
        thread = threading.Thread(target=self.answer, args=(self.asked[-1], granted))
        thread.start()
        thread.join()


def test_leave_that_was_given_is_not_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    permissions, answers = Permissions(monkeypatch, given=True), []
    Tablet().ask_for_camera(answers.append)
    assert answers == [True] and not permissions.asked


@pytest.mark.parametrize(("granted", "allowed"), [([True], True), ([False], False), ([], False)])
def test_the_answer_comes_on_the_app_s_thread(
    granted: list[bool], allowed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    permissions, answers, threads = Permissions(monkeypatch, given=False), [], []
    clock = AppThread()
    monkeypatch.setattr("ui.android.tablet.Clock", clock)

    def answer(value: bool) -> None:
        answers.append(value)
        threads.append(threading.current_thread())

    Tablet().ask_for_camera(answer)
    permissions.say(granted)
    assert answers == [], "not on Android's thread"
    clock.tick()
    assert answers == [allowed] and threads == [threading.main_thread()]


# Speech and folders


class Java:
    """What `jnius` does with the few classes that are used."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path | None = None) -> None:
        self.said: list[tuple[object, ...]] = []
        self.listener: Any = None
        shared = None if folder is None else SimpleNamespace(getAbsolutePath=lambda: str(folder))
        self.classes = {
            "org.kivy.android.PythonActivity": SimpleNamespace(
                mActivity=SimpleNamespace(getExternalFilesDir=lambda kind: shared)
            ),
            "java.util.Locale": lambda language: f"locale {language}",
            "android.speech.tts.TextToSpeech": self.engine,
        }
        module(
            monkeypatch,
            "jnius",
            autoclass=self.classes.__getitem__,
            PythonJavaClass=object,
            java_method=lambda signature: lambda method: method,
        )

    def engine(self, activity: object, listener: object) -> SimpleNamespace:
        self.listener = listener
        return SimpleNamespace(
            setLanguage=lambda locale: self.said.append((locale,)),
            speak=lambda *words: self.said.append(words),
        )


def test_the_tablet_speaks_once_it_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    java = Java(monkeypatch)
    speak = Tablet().speech()
    assert speak is not None
    thread = threading.Thread(target=speak, args=("Ben, à toi.", "fr"))
    thread.start()
    assert not java.said
    java.listener.onInit(0)
    thread.join(PATIENCE)
    assert java.said == [("locale fr",), ("Ben, à toi.", 0, None, "turn")]


def test_speech_that_does_not_begin_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    java = Java(monkeypatch)
    monkeypatch.setattr("ui.android.speech.WAIT", 0.01)
    speech = Speech()
    java.listener.onInit(-1)
    with pytest.raises(RuntimeError, match="does not begin"):
        speech.speak("Ben", "en")


def test_exports_lie_where_a_cable_reaches(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    Java(monkeypatch, tmp_path)
    assert Tablet().documents() == Tablet().pictures() == tmp_path
    Java(monkeypatch, None)
    assert Tablet().documents() == data_folder()


# The app on a tablet


class FakeTablet(Computer):
    """A tablet whose player answers when the test says so."""

    leaves_by_back = True

    def __init__(self) -> None:
        self.asked: list[Callable[[bool], None]] = []

    def ask_for_camera(self, answer: Callable[[bool], None]) -> None:
        self.asked.append(answer)


@pytest.fixture
def tablet() -> FakeTablet:
    return FakeTablet()


@pytest.fixture
def begun() -> list[PlayOptions]:
    return []


@pytest.fixture
def app(
    tablet: FakeTablet, begun: list[PlayOptions], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[Driver]:
    monkeypatch.setenv("TRASH_COMPANION_HOME", str(tmp_path))

    class Started(FixedGame):
        def start(self) -> None:
            """It stands still."""

    def make(options: PlayOptions, ledger: object) -> Started:
        begun.append(options)
        if ledger is not None:
            ledger.close()  # type: ignore[attr-defined]
        return Started(sample_view())

    with running(lobby=Lobby(make), device=tablet) as driver:  # type: ignore[arg-type]
        yield driver


def test_the_game_waits_for_the_answer(app: Driver, tablet: FakeTablet, begun: list[PlayOptions]) -> None:
    app.app.change("rotate", 90)
    app.app.begin(PlayOptions(players=("Ann", "Ben")))
    assert len(tablet.asked) == 1 and not begun
    tablet.asked[0](True)
    assert (begun[0].camera, begun[0].rotate, begun[0].touch) == (0, 90, False)
    assert app.app.manager.current == "setup"


def test_without_leave_the_game_is_played_by_touch_and_told_why(
    app: Driver, tablet: FakeTablet, begun: list[PlayOptions]
) -> None:
    app.app.begin(PlayOptions(players=("Ann", "Ben")))
    tablet.asked[0](False)
    assert begun[0].touch and app.app.manager.current == "play"
    app.app.leave()
    assert app.app.home.notice == Fault(CAMERA_REFUSED)


def test_a_game_without_the_camera_asks_for_nothing(
    app: Driver, tablet: FakeTablet, begun: list[PlayOptions]
) -> None:
    for options in (PlayOptions(touch=True), PlayOptions(demo=True)):
        app.app.begin(options)
    assert len(begun) == 2 and not tablet.asked


def test_the_camera_is_let_go_in_the_background(app: Driver, begun: list[PlayOptions]) -> None:
    assert app.app.on_pause(), "the app lives on"
    app.app.on_resume()
    app.app.begin(PlayOptions(touch=True))
    assert app.app.on_pause()
    app.app.on_resume()
    assert [tap for tap in app.app.game.taps if tap in ("suspend", "wake")] == ["suspend", "wake"]


def test_the_screen_stays_awake_in_play_alone(app: Driver, tablet: FakeTablet) -> None:
    assert Window.allow_screensaver
    app.app.begin(PlayOptions(players=("Ann", "Ben")))
    tablet.asked[0](True)
    assert not Window.allow_screensaver, "setting up"
    app.app.go("play")
    assert not Window.allow_screensaver
    app.app.go("settings")
    assert Window.allow_screensaver
    app.app.leave()
    assert Window.allow_screensaver


def press_back() -> bool:
    return bool(Window.dispatch("on_keyboard", BACK_KEY, 0, None, []))


def test_the_way_back_leads_home_and_then_out(
    app: Driver, tablet: FakeTablet, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = []
    with monkeypatch.context() as patch:
        patch.setattr(app.app, "stop", lambda: left.append(True))
        app.app.go("settings")
        assert press_back() and app.app.manager.current == "home" and not left
        assert press_back() and left == [True]
        tablet.leaves_by_back = False
        assert not press_back() and left == [True], "on a computer the escape key ends nothing"


def test_the_app_starts_in_the_tablet_s_language_with_room_for_temporary_files(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("LANG", "TMPDIR", "TRASH_COMPANION_HOME"):
        # Set first, so that what the start sets is taken back.
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    monkeypatch.setenv("ANDROID_PRIVATE", str(tmp_path))
    locale = SimpleNamespace(getDefault=lambda: SimpleNamespace(getLanguage=lambda: "pt"))
    module(monkeypatch, "jnius", autoclass={"java.util.Locale": locale}.__getitem__)
    opened: list[PlayOptions] = []
    monkeypatch.setattr("ui.android.start.run_app", opened.append)
    start()
    assert opened == [PlayOptions()] and os.environ["LANG"] == "pt"
    assert Path(os.environ["TMPDIR"]).is_dir() and tmp_path in Path(os.environ["TMPDIR"]).parents
