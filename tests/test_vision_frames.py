"""Pictures, videos, folders and cameras as frames, whatever is wrong with them."""

from __future__ import annotations

import struct
import subprocess
import sys
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.frames import CameraSource, Frame, SourceError, load_image, open_source
from vision.images import Image

ROOT = Path(__file__).parent.parent


def picture(height: int = 60, width: int = 80, seed: int = 0) -> Image:
    noise = np.random.default_rng(seed).integers(0, 256, (height, width, 3)).astype(np.uint8)
    return np.asarray(cv2.GaussianBlur(noise, (0, 0), 3), np.uint8)


def write(path: Path, image: Image | np.ndarray) -> Path:
    ok, data = cv2.imencode(path.suffix, image)
    assert ok
    path.write_bytes(data.tobytes())
    return path


def video(path: Path, frames: int = 40, fourcc: str = "MJPG", fps: float = 20) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*fourcc), fps, (80, 60))
    assert writer.isOpened()
    for index in range(frames):
        writer.write(np.full((60, 80, 3), index * 5, np.uint8))
    writer.release()
    return path


def with_orientation(jpeg: bytes, orientation: int) -> bytes:
    """A JPEG with an EXIF block that holds the orientation alone."""
    tiff = b"MM\x00*" + struct.pack(">IH", 8, 1) + struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0)
    exif = b"Exif\x00\x00" + tiff + struct.pack(">I", 0)
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:]


# Where the red top left corner of the stored picture must come out, by EXIF orientation
UPRIGHT_CORNER = dict(
    enumerate([(0, 0), (0, -1), (-1, -1), (-1, 0), (0, 0), (0, -1), (-1, -1), (-1, 0)], start=1)
)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_picture_is_turned_upright(tmp_path: Path, orientation: int) -> None:
    stored = np.zeros((32, 64, 3), np.uint8)
    stored[:16, :16] = (0, 0, 255)
    path = tmp_path / "phone.jpg"
    path.write_bytes(with_orientation(cv2.imencode(".jpg", stored)[1].tobytes(), orientation))
    image = load_image(path)
    assert image.shape == ((32, 64, 3) if orientation <= 4 else (64, 32, 3))
    assert image[UPRIGHT_CORNER[orientation]][2] > 200


@pytest.mark.parametrize("name", ["übung ♠ карта.png", "with %d spaces.jpg", "UPPER.JPG"])
def test_any_file_name_will_do(tmp_path: Path, name: str) -> None:
    write(tmp_path / name, picture())
    assert load_image(tmp_path / name).shape == (60, 80, 3)


@pytest.mark.parametrize(
    "stored",
    [
        picture()[:, :, 0],
        picture().astype(np.uint16) * 257,
        picture()[:, :, 0].astype(np.uint16) * 257,
        np.dstack([picture(), np.full((60, 80), 255, np.uint8)]),
    ],
    ids=["grey", "16 bits", "grey of 16 bits", "with alpha"],
)
def test_every_pixel_format_becomes_three_bytes(tmp_path: Path, stored: np.ndarray) -> None:
    image = load_image(write(tmp_path / "odd.png", stored))
    assert image.dtype == np.uint8
    wanted = picture() if stored.ndim == 3 else np.dstack([picture()[:, :, 0]] * 3)
    assert np.abs(image.astype(int) - wanted).max() <= 1


def bomb() -> bytes:
    """A small PNG that claims four hundred million pixels: what is decoded would take more than a tablet has left."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 20_000, 20_000, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


BROKEN = {
    "text.jpg": (b"ace of spades\n" * 40, "not a picture"),
    "empty.png": (b"", "empty"),
    "cut.jpg": (cv2.imencode(".jpg", picture(300, 400))[1].tobytes()[:-3000], "damaged"),
    "cut.png": (cv2.imencode(".png", picture(300, 400))[1].tobytes()[:-3000], "cut off"),
    "huge.png": (bomb(), "too many pixels"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_picture_is_named_with_its_cause(
    tmp_path: Path, name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    data, cause = BROKEN[name]
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(SourceError) as caught:
        load_image(path)
    message = str(caught.value)
    assert name in message and cause in message and "\n" not in message
    assert capfd.readouterr().err == "", "the libraries' own complaints stay out of the terminal"


def test_the_app_too_decodes_no_picture_that_fills_the_memory(tmp_path: Path) -> None:
    """Whichever of its modules loads OpenCV first."""
    path = tmp_path / "huge.png"
    path.write_bytes(bomb())
    code = "import ui.photo, sys; from vision.frames import load_image; load_image(sys.argv[1])"
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert "huge.png: the picture cannot be decoded (too many pixels)" in done.stderr


def test_a_missing_picture_and_a_folder_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"none\.jpg: no such file"):
        load_image(tmp_path / "none.jpg")
    with pytest.raises(SourceError, match="a folder"):
        load_image(tmp_path)


def test_a_video_gives_its_frames_with_their_times(tmp_path: Path) -> None:
    with open_source(video(tmp_path / "game %d.mp4", fourcc="mp4v")) as source:
        frames = list(source)
    assert source.fps == 20 and not source.live
    assert [f.index for f in frames] == list(range(40))
    assert [f.time for f in frames] == pytest.approx([i / 20 for i in range(40)])
    assert frames[30].image.mean() == pytest.approx(150, abs=3)


def until_it_breaks(source: object) -> tuple[list[Frame], str]:
    frames: list[Frame] = []
    with pytest.raises(SourceError) as caught:
        for frame in source:  # type: ignore[attr-defined]
            frames.append(frame)
    return frames, str(caught.value)


def test_a_video_that_breaks_off_gives_what_was_there(tmp_path: Path) -> None:
    path = video(tmp_path / "cut.avi")
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    frames, message = until_it_breaks(open_source(path))
    assert 5 <= len(frames) <= 25
    assert "cut.avi" in message and f"breaks off after {len(frames)} of 40" in message


@pytest.mark.parametrize("name", ["text.mp4", "empty.mp4", "none.mp4", "moov.mp4"])
def test_a_foreign_video_is_named_with_its_cause(
    tmp_path: Path, name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    if name == "text.mp4":
        path.write_text("players = Ann, Ben\n" * 30)
    elif name == "empty.mp4":
        path.touch()
    elif name == "moov.mp4":  # the index of an MP4 stands at its end
        data = video(path, fourcc="mp4v").read_bytes()
        path.write_bytes(data[: len(data) * 2 // 3])
    with pytest.raises(SourceError, match=name):
        open_source(path)
    assert capfd.readouterr().err == ""


def test_a_folder_is_read_in_the_order_a_person_counts(tmp_path: Path) -> None:
    for number in (1, 2, 10, 9, 100):
        write(tmp_path / f"frame{number}.png", np.full((8, 8, 3), number, np.uint8))
    (tmp_path / "truth.jsonl").write_text("{}")
    frames = list(open_source(tmp_path))
    assert [int(f.image[0, 0, 0]) for f in frames] == [1, 2, 9, 10, 100]
    assert frames[3].time == pytest.approx(3 / 30)


def test_a_folder_of_photos_is_a_film_in_which_each_stands_still(tmp_path: Path) -> None:
    for number in range(3):
        write(tmp_path / f"{number}.png", picture(seed=number))
    frames = list(open_source(tmp_path, fps=0.5))
    assert [frame.index for frame in frames] == list(range(60))
    assert np.allclose([frame.time for frame in frames], np.arange(60) / 10)
    seen = [next(n for n in range(3) if np.array_equal(f.image, picture(seed=n))) for f in frames]
    assert seen == [0] * 20 + [1] * 20 + [2] * 20
    fast = list(open_source(tmp_path, fps=10))
    assert [frame.time for frame in fast] == [0.0, 0.1, 0.2]


def test_a_bad_picture_in_a_folder_is_left_out_and_named_at_the_end(tmp_path: Path) -> None:
    for number in range(5):
        write(tmp_path / f"{number}.png", picture())
    (tmp_path / "2.png").write_text("not a picture")
    frames, message = until_it_breaks(open_source(tmp_path))
    assert [f.index for f in frames] == [0, 1, 3, 4]
    assert "2.png" in message
    (tmp_path / "4.png").write_text("nor this")
    frames, message = until_it_breaks(open_source(tmp_path))
    assert [f.index for f in frames] == [0, 1, 3]
    assert "2 of 5" in message and "2.png" in message


def test_a_folder_without_pictures_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("x")
    with pytest.raises(SourceError, match="no pictures"):
        open_source(tmp_path)


def test_one_picture_is_a_source_of_one_frame(tmp_path: Path) -> None:
    assert len(list(open_source(write(tmp_path / "table.png", picture())))) == 1


@pytest.mark.parametrize(("degrees", "corner"), [(0, (0, 0)), (90, (0, -1)), (180, (-1, -1)), (270, (-1, 0))])
def test_frames_can_be_turned(tmp_path: Path, degrees: int, corner: tuple[int, int]) -> None:
    stored = np.zeros((20, 30, 3), np.uint8)
    stored[0, 0] = 255
    [frame] = open_source(write(tmp_path / "a.png", stored), rotate=degrees)
    assert frame.image[corner].tolist() == [255, 255, 255]
    with pytest.raises(ValueError, match="rotate"):
        open_source(tmp_path / "a.png", rotate=45)


@pytest.mark.parametrize("spec", [97, "97"])
def test_a_camera_that_is_not_there_is_named(spec: int | str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SourceError, match="camera 97: no such camera"):
        open_source(spec)
    assert capfd.readouterr().err == ""


def test_a_closed_source_ends(tmp_path: Path) -> None:
    source = open_source(video(tmp_path / "a.avi"))
    frames = iter(source)
    next(frames)
    source.close()
    source.close()
    assert list(frames) == []


class Unplugged:
    """OpenCV's capture of a camera that is pulled out after some pictures; now and then it drops one."""

    def __init__(self, answers: list[bool]) -> None:
        self.answers, self.released = answers, False

    def isOpened(self) -> bool:
        return True

    def get(self, _: int) -> float:
        return 0.0

    def set(self, _: int, __: float) -> bool:
        return False

    def read(self) -> tuple[bool, np.ndarray | None]:
        if self.answers and self.answers.pop(0):
            return True, np.zeros((2, 3, 3), np.uint8)
        return False, None

    def release(self) -> None:
        self.released = True


def test_a_camera_pulled_out_gives_what_it_saw_and_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.frames._CAMERA_RETRY_WAIT", 0.001)
    camera = Unplugged([True, False, False, True, True])
    monkeypatch.setattr("vision.frames._open_camera", lambda number: camera)
    seen = []
    with (
        pytest.raises(SourceError, match=r"camera 3: no more pictures"),
        CameraSource(3, rotate=90) as source,
    ):
        assert source.fps == 30.0, "what it says of itself is no use"
        for frame in source:
            seen.append(frame.index)
    assert seen == [0, 1, 2] and camera.released


def test_a_camera_closed_while_it_is_read_ends_without_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    camera = Unplugged([True] * 100)
    monkeypatch.setattr("vision.frames._open_camera", lambda number: camera)
    source = CameraSource(0)
    for frame in source:
        if frame.index == 2:
            source.close()
    assert camera.released and len(camera.answers) == 97


@pytest.mark.parametrize("name", ["film.mp4", "table.png"])
def test_a_file_that_may_not_be_read_is_told_so(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / name).write_bytes(b"closed")

    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refused)
    monkeypatch.setattr(Path, "read_bytes", refused)
    with pytest.raises(SourceError, match=rf"{name}: cannot be read \(permission denied\)"):
        list(open_source(tmp_path / name))
