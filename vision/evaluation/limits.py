"""Where reading stops: rendered tables of decks no training saw, one condition varied at a time.

All cards lie apart on a table top, face up but for some, and the true outline of each is known.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.cards import DECK_52, JOKER, Card
from vision.evaluation.photos import LabelledCard, ReadPicture, Tally, cards_apart, judge
from vision.evaluation.report import sides
from vision.evaluation.shares import share
from vision.frames import load_image
from vision.images import Image
from vision.judging import SURE
from vision.tabletop import light
from vision.tabletop.arrangements import Lying
from vision.tabletop.artdeck import ArtDeck
from vision.tabletop.camera import TabletopCamera
from vision.tabletop.canvas import CARD_HEIGHT, CARD_WIDTH, Canvas
from vision.tabletop.deck import Deck, DeckError
from vision.tabletop.drawn import DrawnDeck
from vision.tabletop.indices import RelabelledDeck
from vision.tabletop.materials import Materials
from vision.tabletop.scene import lay_card
from vision.tabletop.style import LANGUAGES, DeckStyle
from vision.training.packs import HELD_OUT_DECKS, MixedPack
from vision.training.photos import LabelledPhoto

SIZE = (1280, 960)
SCALES = (1.0, 0.7, 0.5, 0.35, 0.25, 0.18, 0.12)
"""What real photos are scaled down to."""
BACK_WIDTHS = (28, 36, 48, 64, 96)
BACK_LIGHT = 0.6
"""Backs alone, as they lie after the deal, are looked for in so wide cards and this light."""
DRAWN_BACKS = 6
"""So many drawn decks join the held-out ones for that: these are few, and backs are many."""
CLOSE_UPS = (0.02, 0.1, 0.25)
"""What is left about a card that fills the picture, as a share of it, on each side."""
GAP = 22.0
"""Millimetres between cards."""
UNSEEN_JOKERS = 64
"""Designs of drawn jokers from this number on are in no training picture."""

Random = np.random.Generator


@dataclass(frozen=True, slots=True)
class Condition:
    """What a rendered table is seen under.

    Attributes:
        width: pixels a card is wide in the middle of the picture.
        tilt: degrees of the camera from straight down.
        light: mean exposure; 1 shows white paper white, 0.1 at a tenth of its grey level.
        noise: standard deviation of the sensor's noise in grey levels.
    """

    width: float = 90.0
    tilt: float = 25.0
    light: float = 1.0
    noise: float = 3.0


CURVES: dict[str, Sequence[float]] = {
    "width": (10, 14, 18, 22, 28, 36, 48, 64, 96),
    "tilt": (0, 15, 30, 40, 50, 58, 65, 72),
    "light": (0.03, 0.06, 0.1, 0.15, 0.25, 0.4, 0.7, 1.0, 1.4, 1.8),
}
"""The values of a condition that its curve is measured at."""


def held_out_decks(art: Path) -> list[Deck]:
    """The decks of a folder of art that no training saw; raises DeckError where there is none."""
    names = sorted(HELD_OUT_DECKS - {"gnome-cards-data--bellot"})  # the same art as another one of them
    decks: list[Deck] = [ArtDeck(art / "decks" / name) for name in names if (art / "decks" / name).is_dir()]
    if not decks:
        raise DeckError(f"{art}: has none of the decks kept out of training ({', '.join(names)})")
    return decks


def in_language(deck: Deck, language: str) -> Deck:
    """The deck with the letters of a language in its corners; raises DeckError where its own are not found."""
    return deck if language == "english" else RelabelledDeck(deck, language)


def table(
    rng: Random, deck: Deck, materials: Materials, condition: Condition, cards: Sequence[tuple[Card, bool]]
) -> tuple[Image, LabelledPhoto]:
    """A picture of these cards (and whether face up) in rows, and its labels."""
    camera = TabletopCamera(
        width=SIZE[0],
        height=SIZE[1],
        span=SIZE[0] * CARD_WIDTH / condition.width,
        tilt=condition.tilt,
        azimuth=float(rng.uniform(0, 360)),
    )
    canvas = Canvas(camera)
    canvas.cover(materials.table_top(rng), float(rng.uniform(150, 1200)), float(rng.uniform(0, 360)))
    pack = MixedPack(deck, deck.back(), int(rng.integers(2)))
    objects: list[dict[str, Any]] = []
    for owner, ((x, y), (card, up)) in enumerate(zip(_places(rng, camera), cards, strict=False), 1):
        lying = Lying(card, up, x, y, float(rng.uniform(0, 360)))
        quad = lay_card(rng, canvas, lying, pack, owner, 0.5, 0.0)
        if not np.isfinite(quad).all() or (quad < 2).any() or (quad > np.array(SIZE) - 2).any():
            continue
        name = "JOKER" if card.is_joker else str(card)
        objects.append({"quad": quad.tolist(), **({"card": name} if up else {"back": True})})
    lit = light.illumination(rng, SIZE[1], SIZE[0])
    image = light.expose(canvas.image, lit, condition.light, 1.0, 1.0)
    soft = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.6), np.uint8)
    image = light.sensor(rng, soft, condition.noise, int(rng.integers(75, 96)))
    return image, LabelledPhoto(Path(deck.name), deck.name, "card", True, tuple(objects))


def _places(rng: Random, camera: TabletopCamera) -> Iterator[tuple[float, float]]:
    """Places in millimetres on a grid so wide that cards turned anyhow lie apart, all within the picture."""
    step = math.hypot(CARD_WIDTH, CARD_HEIGHT) + GAP
    reach = int(1.2 * camera.span / step) + 1
    turn = math.radians(float(rng.uniform(0, 90)))
    cells = [(i, j) for i in range(-reach, reach + 1) for j in range(-reach, reach + 1)]
    cells.sort(key=lambda cell: math.hypot(*cell))
    for i, j in cells:
        x = step * (i * math.cos(turn) - j * math.sin(turn)) + float(rng.uniform(-4, 4))
        y = step * (i * math.sin(turn) + j * math.cos(turn)) + float(rng.uniform(-4, 4))
        around = camera.project([(x + a, y + b) for a in (-54, 54) for b in (-54, 54)])
        if np.isfinite(around).all() and (around > 4).all() and (around < np.array(SIZE) - 4).all():
            yield x, y


def read_tables(
    seed: int,
    decks: Sequence[Deck],
    materials: Materials,
    condition: Condition,
    cards: int,
    read: ReadPicture,
    pool: Sequence[Card] = DECK_52,
    share_down: float = 0.2,
) -> Tally:
    """Render and read tables, the decks in turn, until so many cards of the pool were laid on them."""
    tally = Tally()
    number = 0
    while len(tally.cards) < cards and number < cards:
        rng = np.random.default_rng([seed, number])
        order = [pool[int(i)] for i in rng.permutation(max(len(pool), 24)) % len(pool)]
        hand = [
            (card, bool(rng.random() >= share_down)) for card in order[: min(24, cards - len(tally.cards))]
        ]
        image, labels = table(rng, decks[number % len(decks)], materials, condition, hand)
        tally += judge(labels, image, read(image))
        number += 1
    return tally


def curve(
    name: str, seed: int, decks: Sequence[Deck], materials: Materials, cards: int, read: ReadPicture
) -> list[dict[str, Any]]:
    """Shares found and named for each value of a condition ("width", "tilt" or "light")."""
    rows = []
    for value in CURVES[name]:
        condition = replace(Condition(), **{name: float(value)})
        rows.append({name: value} | shares(read_tables(seed, decks, materials, condition, cards, read)))
    return rows


def backs(
    seed: int, decks: Sequence[Deck], materials: Materials, cards: int, read: ReadPicture
) -> list[dict[str, Any]]:
    """Shares found of cards that all lie face down, for each width in pixels."""
    drawn = [DrawnDeck(DeckStyle.random(np.random.default_rng([seed, 1, n]))) for n in range(DRAWN_BACKS)]
    rows = []
    for width in BACK_WIDTHS:
        condition = Condition(width=float(width), light=BACK_LIGHT)
        tally = read_tables(seed, [*decks, *drawn], materials, condition, cards, read, share_down=1.0)
        rows.append({"width": float(width)} | shares(tally))
    return rows


def languages(
    seed: int, decks: Sequence[Deck], materials: Materials, cards: int, read: ReadPicture
) -> dict[str, dict[str, Any]]:
    """Aces, jacks, queens and kings with the letters of each language, on the decks that can carry them."""
    pool = [card for card in DECK_52 if card.rank in (1, 11, 12, 13)]
    found = {}
    for language in LANGUAGES:
        lettered = []
        for deck in decks:
            try:
                lettered.append(in_language(deck, language))
            except DeckError:
                continue
        if lettered:
            tally = read_tables(seed, lettered, materials, Condition(), cards, read, pool, 0.0)
            found[language] = shares(tally) | {"wrong": _wrong(tally.cards)}
    return found


def jokers(
    seed: int, materials: Materials, cards: int, decks: Sequence[Deck], read: ReadPicture
) -> dict[str, Any]:
    """Jokers of designs that no training saw: those of held-out decks and drawn ones."""
    drawn: list[Deck] = [
        DrawnDeck(replace(DeckStyle.random(np.random.default_rng([seed, n])), joker=UNSEEN_JOKERS + n))
        for n in range(cards // 6 + 1)
    ]
    mixed = [deck for pair in zip(drawn, _again(decks), strict=False) for deck in pair]
    pool = [JOKER, JOKER, JOKER, *DECK_52[:: len(DECK_52) // 3][:3]]
    tally = read_tables(seed, mixed, materials, Condition(), 2 * cards, read, pool, 0.0)
    of_jokers = Tally(cards=[card for card in tally.cards if card.label == "JOKER"])
    others = [card for card in tally.cards if card.label != "JOKER"]
    taken = sum(card.read == "JOKER" for card in others)
    return shares(of_jokers) | {
        "wrong": _wrong(of_jokers.cards),
        "others_read_as_joker": share(taken, len(others)),
    }


def _again(decks: Sequence[Deck]) -> Iterator[Deck]:
    while True:
        yield from decks


def scaled_down(photos: Sequence[LabelledPhoto], read: ReadPicture) -> list[dict[str, Any]]:
    """Real photos, read again and again at smaller scales: shares of the cards that lie apart, by scale."""
    rows = []
    for scale in SCALES:
        cards: list[LabelledCard] = []
        for photo in photos:
            if photo.region == "card" and photo.complete and any(cards_apart(photo)):
                image, labels = shrunk(load_image(photo.path), photo, scale)
                cards += [card for card in judge(labels, image, read(image)).cards if card.apart]
        if cards:
            width = float(np.median([card.width for card in cards]))
            rows.append({"scale": scale, "width": round(width, 1)} | shares(Tally(cards=cards)))
    return rows


def close_ups(photos: Sequence[LabelledPhoto], read: ReadPicture) -> list[dict[str, Any]]:
    """Cards of real photos that lie apart, each cut out so that it fills a picture: shares of them by what is left about
    it.
    """
    rows = []
    for margin in CLOSE_UPS:
        cards: list[LabelledCard] = []
        for photo in photos:
            whole = cards_apart(photo) if photo.region == "card" and photo.complete else []
            image = load_image(photo.path) if any(whole) else None
            for thing, apart in zip(photo.objects, whole, strict=False):
                if image is not None and apart and "box" in thing and not thing.get("ignore"):
                    part, labels = cut_out(image, photo, thing, margin)
                    cards += judge(labels, part, read(part)).cards
        if cards:
            rows.append({"margin": margin} | shares(Tally(cards=cards)))
    return rows


def cut_out(
    image: Image, photo: LabelledPhoto, thing: dict[str, Any], margin: float
) -> tuple[Image, LabelledPhoto]:
    """One labelled card with so much about it, as a share of its box, enlarged to the length of the photo."""
    corners = np.asarray(thing["box"], float).reshape(2, 2)
    about = margin * (corners[1] - corners[0])
    low = np.maximum(np.floor(corners[0] - about), 0).astype(int)
    high = np.minimum(np.ceil(corners[1] + about).astype(int), image.shape[1::-1])
    part = image[low[1] : high[1], low[0] : high[0]]
    scale = max(image.shape[:2]) / max(part.shape[:2])
    large = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    box = ((corners - low) * scale).ravel().tolist()
    kept = {key: value for key, value in thing.items() if key != "quad"}
    return np.asarray(large, np.uint8), replace(photo, objects=({**kept, "box": box},))


def shrunk(image: Image, photo: LabelledPhoto, scale: float) -> tuple[Image, LabelledPhoto]:
    """A photo and its labels scaled down."""
    size = max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale))
    factor = np.array([size[0] / image.shape[1], size[1] / image.shape[0]])
    objects = []
    for thing in photo.objects:
        place: dict[str, Any] = {
            key: (np.asarray(thing[key], float).reshape(-1, 2) * factor)
            .reshape(np.shape(thing[key]))
            .tolist()
            for key in ("quad", "box")
            if key in thing
        }
        objects.append({**thing, **place})
    small = image if scale == 1 else cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), replace(photo, objects=tuple(objects))


def shares(tally: Tally) -> dict[str, Any]:
    """Shares found, named right and sure, wrong though sure, false finds, and sides told apart."""
    found = [card for card in tally.cards if card.found]
    sure = [card for card in found if card.confidence >= SURE]
    return {
        "cards": len(tally.cards),
        "found": share(len(found), len(tally.cards)),
        "rank_right": share(sum(card.rank_right for card in found), len(found)),
        "card_right": share(sum(card.card_right for card in found), len(found)),
        "sure": share(len(sure), len(found)),
        "wrong_rank_though_sure": sum(not card.rank_right for card in sure),
        "false_finds": len(tally.false),
        "sides": sides(tally.cards),
    }


def _wrong(cards: Sequence[LabelledCard]) -> list[list[Any]]:
    return [
        [c.folder, c.label, c.read, round(c.confidence, 3)] for c in cards if c.found and not c.card_right
    ]
