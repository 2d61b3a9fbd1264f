"""The tablet's own parts, with stand-ins for Android: leave, camera, speech, folders, pause, way back."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
from kivy.clock import Clock
from kivy.core.window import Window

from tests.ui_samples import FixedGame, sample_view
from tests.uidriver import Driver, running
from ui.android import camera as android_camera
from ui.android.camera import PreviewSource, decode_nv21
from ui.android.speech import Speech
from ui.android.tablet import Tablet
from ui.companion_app import BACK_KEY
from ui.device import Computer
from ui.lobby import Lobby
from ui.options import PlayOptions
from ui.places import data_folder
from vision.frames import SourceError

PATIENCE = 15.0


def module(monkeypatch: pytest.MonkeyPatch, name: str, **content: object) -> None:
    made = ModuleType(name)
    vars(made).update(content)
    monkeypatch.setitem(sys.modules, name, made)


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

    def answer(value: bool) -> None:
        answers.append(value)
        threads.append(threading.current_thread())

    Tablet().ask_for_camera(answer)
    permissions.say(granted)
    assert answers == [], "not on Android's thread"
    Clock.tick()
    assert answers == [allowed] and threads == [threading.main_thread()]


# The camera


def nv21(picture: np.ndarray) -> bytes:
    """A BGR picture as the camera gives it: luma, then V before U for every 2 × 2 pixels."""
    height, width = picture.shape[:2]
    planar = cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420)
    luma, chroma = planar[:height], planar[height:].reshape(2, height // 2, width // 2)
    return luma.tobytes() + np.stack([chroma[1], chroma[0]], axis=-1).tobytes()


def halves(width: int = 64, height: int = 48) -> np.ndarray:
    """Red on the left, blue on the right, a white top."""
    picture = np.zeros((height, width, 3), np.uint8)
    picture[:, : width // 2] = (0, 0, 255)
    picture[:, width // 2 :] = (255, 0, 0)
    picture[: height // 4] = 255
    return picture


def test_nv21_becomes_the_picture_it_was() -> None:
    picture = halves()
    decoded = decode_nv21(nv21(picture), 64, 48)
    assert decoded.shape == picture.shape
    inner = np.abs(decoded.astype(int) - picture)[16:, 4:28]
    assert inner.max() < 8 and np.abs(decoded.astype(int) - picture)[16:, 36:].max() < 8


def test_nv21_of_another_length_is_cut_or_refused() -> None:
    data = nv21(halves())
    assert (decode_nv21(data + b"rest", 64, 48) == decode_nv21(data, 64, 48)).all()
    with pytest.raises(SourceError, match="64 × 48"):
        decode_nv21(data[:-1], 64, 48)


class Provider:
    """Kivy's camera provider for Android."""

    made: list[Provider] = []  # noqa: RUF012
    sizes: set[tuple[int, int]] = {(64, 48)}  # noqa: RUF012

    def __init__(self, *, index: int, resolution: tuple[int, int], stopped: bool) -> None:
        assert stopped and threading.current_thread() is threading.main_thread()
        if resolution not in self.sizes:
            raise RuntimeError(f"setParameters failed\nfor {resolution}")
        self.index, self.size, self.running, self.released = index, resolution, False, False
        self.data: bytes | None = None
        self.made.append(self)

    def start(self) -> None:
        self.running = True

    def stop(self) -> None:
        self.running = False

    def _release_camera(self) -> None:
        assert threading.current_thread() is threading.main_thread()
        self.released = True

    def grab_frame(self) -> bytes | None:
        return self.data


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> type[Provider]:
    monkeypatch.setattr(Provider, "made", [])
    monkeypatch.setattr(Provider, "sizes", {(64, 48)})
    monkeypatch.setattr(android_camera, "SIZES", ((1920, 1080), (64, 48)))
    module(monkeypatch, "kivy.core.camera.camera_android", CameraAndroid=Provider)
    return Provider


class Reading:
    """Takes frames of a source on another thread, as the app does."""

    def __init__(self, source: PreviewSource) -> None:
        self.frames: list[Any] = []
        self.fault = ""
        self._source = source
        self.thread = threading.Thread(target=self._read)
        self.thread.start()

    def _read(self) -> None:
        try:
            for frame in self._source:
                self.frames.append(frame)
        except SourceError as error:
            self.fault = str(error)

    def wait(self, condition: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, self.fault
            Clock.tick()
            time.sleep(0.005)

    def end(self) -> None:
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()


def test_the_largest_pictures_the_camera_has_are_read_once_each_and_turned(provider: type[Provider]) -> None:
    source = PreviewSource(1, rotate=90)
    reading = Reading(source)
    reading.wait(lambda: bool(provider.made))
    (camera,) = provider.made
    assert (camera.index, camera.size, camera.running) == (1, (64, 48), True)
    camera.data = nv21(halves())
    reading.wait(lambda: len(reading.frames) == 1)
    time.sleep(0.1)
    assert len(reading.frames) == 1, "the same picture is not a new one"
    camera.data = nv21(255 - halves())
    reading.wait(lambda: len(reading.frames) == 2)
    source.close()
    assert camera.released and not camera.running, "at once: the app may be left now"
    source.close()
    reading.end()
    first, second = reading.frames
    assert first.image.shape == (64, 48, 3) and (first.index, second.index) == (0, 1)
    assert first.time < second.time
    assert first.image[4, 40].min() > 240, "the white top is at the right"


def test_a_camera_closed_on_another_thread_is_let_go_on_the_app_s(provider: type[Provider]) -> None:
    source = PreviewSource(0)
    Clock.tick()
    (camera,) = provider.made
    thread = threading.Thread(target=source.close)
    thread.start()
    thread.join()
    assert not camera.released
    Clock.tick()
    assert camera.released


def test_a_camera_closed_before_it_was_opened_stays_closed(provider: type[Provider]) -> None:
    PreviewSource(0).close()
    Clock.tick()
    assert not provider.made


def test_a_camera_that_cannot_be_opened_is_named_with_the_cause(
    provider: type[Provider], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(provider, "sizes", set())
    reading = Reading(PreviewSource(0))
    reading.wait(lambda: not reading.thread.is_alive())
    assert reading.fault == "camera 0: cannot be opened (setParameters failed)"


def test_a_camera_that_falls_silent_is_named(
    provider: type[Provider], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(android_camera, "SILENCE", 0.2)
    source = PreviewSource(0)
    reading = Reading(source)
    reading.wait(lambda: not reading.thread.is_alive())
    assert reading.fault == "camera 0: no more pictures come from it"
    source.close()


def test_where_opencv_opens_no_camera_the_older_one_is_used(
    provider: type[Provider], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(number: int, *, rotate: int) -> None:
        raise SourceError("camera 0: no such camera")

    monkeypatch.setattr("ui.android.tablet.CameraSource", refuse)
    source = Tablet().open_camera(0, 180)
    assert isinstance(source, PreviewSource)
    source.close()
    monkeypatch.setattr("ui.android.tablet.CameraSource", lambda number, rotate: (number, rotate))
    assert Tablet().open_camera(2, 270) == (2, 270)


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
    assert app.app.home.notice.startswith("The camera may not be used")


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
