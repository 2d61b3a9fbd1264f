"""Real labelled photos as training material: outlines fitted to box labels, crops, flattened faces as decks.

Reads the layout described in datasets/README.md: a folder with ``labels.jsonl`` and one folder a collection.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.files import cause
from vision.corners import Outline
from vision.frames import load_image
from vision.images import Image
from vision.read import Networks
from vision.tabletop.canvas import rounded_rectangle
from vision.tabletop.deck import DeckError
from vision.training.crops import CLASS_OF, keep
from vision.training.scenes import box_in_picture

TEST_FOLDERS = ("five-card-hands",)
"""Collections that no training sees."""
TRAIN_BEFORE, TEST_FROM = "1648", "1700"
"""poker-cards was taken in one afternoon: photos taken before 16:48 train, from 17:00 on they judge."""
BOX_MATCH = 0.72
"""Least overlap (IoU) of a labelled box with the box about a found outline for the two to be one card."""
MOST_HIDDEN = 0.05
"""Overlap (IoU) up to which a box may be painted over beside another one."""
CORNER_INSIDE = 0.9
"""Share of a labelled corner index that must lie in an outline for the index to be that card's."""


@dataclass(frozen=True, slots=True)
class LabelledPhoto:
    """One line of labels.jsonl; `objects` as described in datasets/README.md."""

    path: Path
    folder: str
    region: str
    complete: bool
    objects: tuple[dict[str, Any], ...]

    @property
    def part(self) -> str:
        """``"train"``, ``"test"`` or ``""`` (between the two, unused)."""
        if self.folder in TEST_FOLDERS:
            return "test"
        if self.folder == "poker-cards":
            clock = self.path.stem.split("_")[-1][:4]
            return "train" if clock < TRAIN_BEFORE else "test" if clock >= TEST_FROM else ""
        return "train"


def read_labels(root: Path) -> list[LabelledPhoto]:
    """All photos of a folder; raises ValueError naming the file and line that cannot be read."""
    file = root / "labels.jsonl"
    photos = []
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise ValueError(f"{file}: {cause(error)}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{file}: not a text file") from None
    for number, line in enumerate(lines, 1):
        try:
            row = json.loads(line)
            folder = row["image"].split("/")[0]
            photos.append(
                LabelledPhoto(
                    root / row["image"], folder, row["region"], bool(row["complete"]), tuple(row["objects"])
                )
            )
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise ValueError(f"{file}, line {number}: not a label ({error})") from None
    return photos


def box_of(quad: NDArray[np.floating], width: int, height: int) -> NDArray[np.float64]:
    """The upright box [x1, y1, x2, y2] about a quad, cut at the picture's edges."""
    low = np.clip(quad.min(axis=0), 0, [width, height])
    high = np.clip(quad.max(axis=0), 0, [width, height])
    return np.concatenate([low, high]).astype(float)


def box_iou(a: NDArray[np.floating], b: NDArray[np.floating]) -> float:
    """Intersection over union of two upright boxes."""
    side = np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2])
    if side.min() <= 0:
        return 0.0
    shared = side[0] * side[1]
    return float(shared / ((a[2:] - a[:2]).prod() + (b[2:] - b[:2]).prod() - shared))


def match_boxes(
    outlines: list[Outline], objects: Iterable[dict[str, Any]], width: int, height: int
) -> list[tuple[dict[str, Any], Outline | None]]:
    """For each labelled box the outline whose own box fits it best, None where none fits."""
    free = list(outlines)
    matched: list[tuple[dict[str, Any], Outline | None]] = []
    for thing in objects:
        box = np.asarray(thing["box"], float)
        best = max(free, key=lambda o: box_iou(box_of(o.quad, width, height), box), default=None)
        if best is not None and box_iou(box_of(best.quad, width, height), box) >= BOX_MATCH:
            free.remove(best)
            matched.append((thing, best))
        else:
            matched.append((thing, None))
    return matched


def write_detector_photos(photos: Iterable[LabelledPhoto], networks: Networks, out: Path) -> dict[str, int]:
    """Photos with whole-card boxes as oriented boxes: each box gets the outline found in it.

    A card whose outline is not found is painted over with the picture's mean colour, so that nothing
    unlabelled is left to be punished for; where that would hide a part of another card the photo is left out.
    Returns how many photos were used and left out, cards fitted and painted over.
    """
    for kind in ("images", "labels"):
        (out / kind).mkdir(parents=True, exist_ok=True)
    counts = {"photos": 0, "left out": 0, "fitted": 0, "painted": 0}
    for photo in photos:
        if photo.region != "card" or not photo.complete:
            continue
        image = load_image(photo.path)
        height, width = image.shape[:2]
        outlines = networks.outlines(image, networks.detector.detect(image))
        matched = match_boxes(outlines, photo.objects, width, height)
        if _paint_hides_a_card(matched):
            counts["left out"] += 1
            continue
        lines = []
        for thing, outline in matched:
            if outline is None:
                x1, y1, x2, y2 = (int(v) for v in thing["box"])
                image[y1:y2, x1:x2] = image.mean(axis=(0, 1)).astype(np.uint8)
                counts["painted"] += 1
                continue
            box = box_in_picture(outline.quad, width, height)
            if box is not None:
                numbers = " ".join(f"{v:.5f}" for v in (box / [width, height]).ravel())
                lines.append(f"{1 if thing.get('back') else 0} {numbers}")
                counts["fitted"] += 1
        if not lines:
            continue
        counts["photos"] += 1
        name = f"{photo.folder}_{photo.path.stem}"
        cv2.imwrite(str(out / "images" / f"{name}.jpg"), image, [cv2.IMWRITE_JPEG_QUALITY, 95])
        (out / "labels" / f"{name}.txt").write_text("\n".join(lines) + "\n")
    return counts


def _paint_hides_a_card(matched: list[tuple[dict[str, Any], Outline | None]]) -> bool:
    """Whether the box of a card without an outline reaches into the box of one with an outline."""
    lost = [np.asarray(thing["box"], float) for thing, outline in matched if outline is None]
    kept = [np.asarray(thing["box"], float) for thing, outline in matched if outline is not None]
    return any(box_iou(a, b) > MOST_HIDDEN for a in lost for b in kept)


def write_reader_photos(photos: Iterable[LabelledPhoto], networks: Networks, out: Path) -> int:
    """Cards of real photos as crops (see `write_crops`); returns how many.

    Where a label has no suit the network's own is taken, if it is sure of it among that rank's four.
    """
    images: list[Image] = []
    labels: list[int] = []
    for photo in photos:
        if photo.region == "face":
            continue
        image = load_image(photo.path)
        outlines = networks.outlines(image, networks.detector.detect(image))
        for outline, name in _named(photo, outlines, networks, image):
            for quad in (outline.quad, np.roll(outline.quad, 2, axis=0)):
                images.append(keep(image, quad))
                labels.append(CLASS_OF[name])
    out.parent.mkdir(parents=True, exist_ok=True)
    np.savez(out, images=np.array(images), labels=np.array(labels))
    return len(labels)


def _named(
    photo: LabelledPhoto, outlines: list[Outline], networks: Networks, image: Image
) -> Iterator[tuple[Outline, str]]:
    height, width = image.shape[:2]
    whole = [o for o in photo.objects if o.get("region", photo.region) == "card" and not o.get("ignore")]
    for thing, outline in match_boxes(outlines, whole, width, height):
        if outline is not None:
            name = (
                "back"
                if thing.get("back")
                else thing.get("card") or _with_suit(outline, thing, networks, image)
            )
            if name:
                yield outline, name
    corners = [o for o in photo.objects if o.get("region", photo.region) == "corner"]
    for outline in outlines:
        names = {o["card"] for o in corners if _inside(np.asarray(o["box"], float), outline.quad)}
        if len(names) == 1:
            yield outline, names.pop()


def _inside(box: NDArray[np.floating], quad: NDArray[np.floating]) -> bool:
    corners = np.array([[box[0], box[1]], [box[2], box[1]], [box[2], box[3]], [box[0], box[3]]], np.float32)
    shared, _ = cv2.intersectConvexConvex(corners, quad.astype(np.float32))
    return bool(shared >= CORNER_INSIDE * cv2.contourArea(corners))


def _with_suit(outline: Outline, thing: dict[str, Any], networks: Networks, image: Image) -> str | None:
    (_, reading), *_ = networks.read_outlines(image, [outline])
    suits = {s: reading.probabilities.get(f"{thing['rank']}{s}", 0.0) for s in "CDHS"}
    best = max(suits, key=suits.__getitem__)
    return (
        f"{thing['rank']}{best}" if suits[best] > 0.8 * sum(suits.values()) and suits[best] > 0.05 else None
    )


def faces_as_deck(folder: Path, out: Path) -> None:
    """Turn a folder of flattened face photos (``10H.jpg`` …) into one of deck art with rounded corners."""
    files = sorted(folder.glob("*.jpg"))
    if not files:
        raise DeckError(f"{folder}: no face photos (*.jpg) in it")
    out.mkdir(parents=True, exist_ok=True)
    for file in files:
        face = load_image(file)
        height, width = face.shape[:2]
        alpha = rounded_rectangle(height, width, round(width * 3.2 / 63))
        cv2.imwrite(str(out / f"{file.stem}.webp"), np.dstack([face, alpha]), [cv2.IMWRITE_WEBP_QUALITY, 92])
