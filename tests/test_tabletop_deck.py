"""Decks for rendered tables: drawn by program, read from art, and relabelled for other languages."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from companion.cards import DECK_52, JOKER, UNKNOWN, Card, Rank, Suit
from vision.tabletop.artdeck import ArtDeck
from vision.tabletop.backs import draw_back
from vision.tabletop.deck import DeckError, Rgba
from vision.tabletop.drawn import DrawnDeck
from vision.tabletop.glyphs import GLYPHS, glyph, text_path
from vision.tabletop.indices import RelabelledDeck
from vision.tabletop.pips import PipStyle, pip_parts, positions
from vision.tabletop.style import LANGUAGES, DeckStyle, index_letters
from vision.tabletop.typeface import GlyphStyle

SMALL = (150, 210)
MIDDLE = (300, 420)


def difference(a: Rgba, b: Rgba) -> npt.NDArray[np.int16]:
    """Largest channel difference of two cards, shape (h, w)."""
    return np.abs(a.astype(np.int16) - b.astype(np.int16)).max(2)


def ink(card: Rgba) -> npt.NDArray[np.uint8]:
    return (card[..., :3].min(2) < 128).astype(np.uint8)


def test_every_face_is_a_card_of_its_own() -> None:
    deck = DrawnDeck(size=SMALL, keep=80)
    faces = [deck.face(card) for card in DECK_52] + [deck.joker(0), deck.joker(1), deck.back()]
    for face in faces:
        assert face.shape == (210, 150, 4)
        assert face.dtype == np.uint8
        assert face[0, 0, 3] == 0 and face[-1, -1, 3] == 0
        assert face[105, 75, 3] == 255
    for i, a in enumerate(faces):
        for b in faces[:i]:
            assert (difference(a, b) > 100).mean() > 0.002


def test_unseen_cards_have_no_face_and_jokers_do() -> None:
    deck = DrawnDeck(size=SMALL)
    with pytest.raises(ValueError, match=r"\?\?"):
        deck.face(UNKNOWN)
    assert np.array_equal(deck.face(JOKER), deck.joker(0))
    assert np.array_equal(deck.joker(2), deck.joker(0))
    assert not np.array_equal(deck.joker(1), deck.joker(0))


@pytest.mark.parametrize("suit", list(Suit))
@pytest.mark.parametrize("rank", range(2, 11))
def test_number_cards_show_as_many_signs_as_their_rank(suit: Suit, rank: int) -> None:
    face = DrawnDeck(size=MIDDLE).face(Card(Rank(rank), suit))
    middle = ink(face)[:, 62:-62]
    count, _, stats, _ = cv2.connectedComponentsWithStats(middle)
    assert sum(stats[1:, cv2.CC_STAT_AREA] > 200) == rank == count - 1


def test_signs_stand_in_the_traditional_places() -> None:
    for rank in range(2, 11):
        places = positions(rank)
        assert len(set(places)) == rank
        rows = Counter(y for _, y in places)
        # Only the seven is not the same upside down.
        assert all(rows[y] == rows[-y] for y in rows) == (rank != 7)
    with pytest.raises(ValueError, match="rank 11"):
        positions(11)


def test_courts_are_double_headed() -> None:
    deck = DrawnDeck(size=MIDDLE)
    for card in DECK_52:
        if card.rank is not None and card.rank >= Rank.JACK:
            face = deck.face(card)
            assert (difference(face, face[::-1, ::-1]) > 60).mean() < 0.001


def test_suits_differ_in_shape_whatever_the_style() -> None:
    for seed in range(20):
        style = PipStyle.random(np.random.default_rng(seed))
        shapes = []
        for suit in Suit:
            plate = np.zeros((100, 120), np.uint8)
            for part in pip_parts(suit, style):
                cv2.fillPoly(plate, [((c + np.array([0.6, 0.5])) * 100).astype(np.int32) for c in part], 1)
            shapes.append(plate)
        for i, a in enumerate(shapes):
            for b in shapes[:i]:
                assert (a & b).sum() < 0.9 * (a | b).sum()


HOLES = {"A": 1, "B": 2, "D": 1, "O": 1, "Q": 1, "R": 1, "0": 1, "4": 1, "6": 1, "8": 2, "9": 1}


@pytest.mark.parametrize("seed", range(12))
def test_glyphs_keep_their_counters_open_in_every_typeface(seed: int) -> None:
    style = GlyphStyle.random(np.random.default_rng(seed)) if seed else GlyphStyle()
    for char in GLYPHS:
        contours = glyph(char, style)
        # The tail of a heavy Q may part its counter in two.
        assert len(contours) in (1 + HOLES.get(char, 0), 3 if char == "Q" else 0), char
        points = np.concatenate(contours)
        assert points[:, 1].min() > -0.02 and points[:, 1].max() < 1.2
        assert 0.15 < np.ptp(points[:, 0]) < 1.35


def test_all_languages_can_be_written() -> None:
    for language in LANGUAGES:
        for rank in Rank:
            assert text_path(index_letters(rank, language), GlyphStyle())[1] > 0
    assert [index_letters(r, "dutch") for r in map(Rank, (1, 7, 10, 11, 12, 13))] == [
        "A",
        "7",
        "10",
        "B",
        "V",
        "H",
    ]


def test_a_language_changes_nothing_but_the_corners() -> None:
    english = DrawnDeck(DeckStyle(), MIDDLE)
    dutch = DrawnDeck(DeckStyle(language="dutch"), MIDDLE)
    for card in (Card.parse("JS"), Card.parse("QH"), Card.parse("KC")):
        changed = difference(english.face(card), dutch.face(card)) > 60
        assert changed[:70, :60].any() and changed[-70:, -60:].any()
        changed[:70, :60] = False
        changed[-70:, -60:] = False
        assert not changed.any()
    assert np.array_equal(english.face(Card.parse("9H")), dutch.face(Card.parse("9H")))


def test_a_seed_always_gives_the_same_deck_and_another_seed_another() -> None:
    def card(seed: int, text: str) -> Rgba:
        return DrawnDeck(DeckStyle.random(np.random.default_rng(seed)), SMALL).face(Card.parse(text))

    for text in ("QD", "8S"):
        pictures = [card(seed, text) for seed in range(12)]
        assert np.array_equal(pictures[3], card(3, text))
        for i, a in enumerate(pictures):
            for b in pictures[:i]:
                assert (difference(a, b) > 40).mean() > 0.005


def test_random_styles_cover_what_real_decks_vary() -> None:
    styles = [DeckStyle.random(np.random.default_rng(seed)) for seed in range(400)]
    assert {s.language for s in styles} == set(LANGUAGES)
    assert {s.corners for s in styles} == {2, 4}
    assert {s.courts.kind for s in styles} == {"double", "single", "emblem"}
    assert min(s.index for s in styles) < 5.5 and max(s.index for s in styles) > 15
    assert any(len(set(s.colors)) == 4 for s in styles)
    assert any(max(s.paper) < 60 for s in styles)


def test_backs_are_many_and_mostly_the_same_upside_down() -> None:
    backs = [draw_back(np.random.default_rng(seed), (63, 88)) for seed in range(200)]
    flat = np.stack([b[..., :3].reshape(-1) for b in backs]).astype(np.float32)
    for i in range(1, len(flat)):
        assert np.abs(flat[:i] - flat[i]).mean(1).min() > 1.0
    even = [(difference(b, b[::-1, ::-1]) > 80).mean() < 0.1 for b in backs]
    assert np.mean(even) > 0.8
    for back in backs:
        # No back may pass for a blank face.
        assert (back[8:-8, 8:-8, :3].min(2) < 235).mean() > 0.02


def write_deck(folder: Path, deck: DrawnDeck, skip: str = "") -> None:
    folder.mkdir()
    for card in DECK_52:
        if str(card) != skip:
            bgra = cv2.cvtColor(deck.face(card), cv2.COLOR_RGBA2BGRA)
            cv2.imwrite(str(folder / f"{card}.webp"), bgra, [cv2.IMWRITE_WEBP_QUALITY, 101])


@pytest.fixture(scope="module")
def art(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("art") / "drawn-art"
    write_deck(folder, DrawnDeck(size=MIDDLE))
    return folder


def test_art_is_read_as_it_was_drawn(art: Path) -> None:
    deck, drawn = ArtDeck(art), DrawnDeck(size=MIDDLE)
    assert deck.name == "drawn-art"
    face = deck.face(Card.parse("KH"))
    assert face.shape == (420, 301, 4)
    seen = face[..., 3] > 250
    assert np.abs(face.astype(int) - cv2.resize(drawn.face(Card.parse("KH")), (301, 420)))[seen].mean() < 4
    assert ArtDeck(art, max_height=200).face(Card.parse("KH")).shape == (200, 143, 4)


def test_art_loses_the_line_around_its_cards(tmp_path: Path) -> None:
    """Vector art outlines its cards; printed cards end in paper."""

    class Outlined(DrawnDeck):
        def face(self, card: Card) -> Rgba:
            outlined = super().face(card).copy()
            cv2.rectangle(outlined, (0, 0), (MIDDLE[0] - 1, MIDDLE[1] - 1), (0, 0, 0, 255), 5)
            outlined[..., 3] = super().face(card)[..., 3]
            return outlined

    write_deck(tmp_path / "outlined", Outlined(size=MIDDLE))
    card = Card.parse("6S")
    dark = ArtDeck(tmp_path / "outlined", trim=False).face(card)
    clean = ArtDeck(tmp_path / "outlined").face(card)
    for face, expected in ((dark, True), (clean, False)):
        rim = np.concatenate([face[0, 30:-30], face[-1, 30:-30], face[30:-30, 0], face[30:-30, -1]])
        assert (rim[:, :3].max(1) < 60).all() == expected
        assert (rim[:, 3] > 250).all()
    # Nor may dark colour lurk under the transparent corners, where a renderer would blend it in.
    assert clean[:12, :12, :3].min() > 200
    assert clean[0, 0, 3] == 0


def test_art_without_back_or_joker_gets_drawn_ones(art: Path) -> None:
    assert np.array_equal(ArtDeck(art).back(), ArtDeck(art).back())
    assert ArtDeck(art).joker(0).shape[2] == 4


def test_art_keeps_only_a_few_pictures(art: Path) -> None:
    deck = ArtDeck(art, keep=3)
    first = deck.face(DECK_52[0])
    assert deck.face(DECK_52[0]) is first
    for card in DECK_52[1:5]:
        deck.face(card)
    again = deck.face(DECK_52[0])
    assert again is not first
    assert np.array_equal(again, first)


def test_art_that_cannot_be_used_says_where_and_why(art: Path, tmp_path: Path) -> None:
    with pytest.raises(DeckError, match="nowhere: no such folder"):
        ArtDeck(tmp_path / "nowhere")
    with pytest.raises(DeckError, match=r"ragged: 7D\.webp missing"):
        write_deck(tmp_path / "ragged", DrawnDeck(size=SMALL), skip="7D")
        ArtDeck(tmp_path / "ragged")
    (tmp_path / "ragged" / "7D.webp").write_bytes(b"not a picture")
    broken = ArtDeck(tmp_path / "ragged")
    with pytest.raises(DeckError, match=r"7D\.webp: not a colour picture"):
        broken.face(Card.parse("7D"))
    (tmp_path / "ragged" / "7C.webp").unlink()
    with pytest.raises(DeckError, match=r"7C\.webp: no such file"):
        broken.face(Card.parse("7C"))


@pytest.mark.parametrize("corners", [2, 4])
@pytest.mark.parametrize("glyphs", [GlyphStyle(), GlyphStyle(0.55, 0.14, 0.12, 0.0)])
def test_relabelling_writes_what_the_other_language_prints(corners: int, glyphs: GlyphStyle) -> None:
    style = DeckStyle(corners=corners, glyphs=glyphs)
    english = DrawnDeck(style, MIDDLE)
    german = DrawnDeck(DeckStyle(corners=corners, glyphs=glyphs, language="german"), MIDDLE)
    deck = RelabelledDeck(english, "german", glyphs)
    assert deck.name == "drawn+german"
    for text in ("JC", "JH", "QS", "QD", "KH", "AS"):
        card = Card.parse(text)
        mine, printed, before = deck.face(card), german.face(card), english.face(card)
        for turned in (0, 2):
            a, b = np.rot90(mine, turned)[:65, :60], np.rot90(printed, turned)[:65, :60]
            shared = (ink(a) & ink(b)).sum() / (ink(a) | ink(b)).sum()
            assert shared > 0.85, text
        away = (slice(75, -75), slice(None))
        assert np.array_equal(mine[away], before[away])
    assert deck.face(Card.parse("9C")) is english.face(Card.parse("9C"))


def test_relabelling_needs_letters_to_replace() -> None:
    class Blank(DrawnDeck):
        def face(self, card: Card) -> Rgba:
            plain = super().face(card).copy()
            plain[..., :3] = 255
            return plain

    with pytest.raises(DeckError, match="drawn: no index letters found on 16 of 16"):
        RelabelledDeck(Blank(size=SMALL), "dutch")
    with pytest.raises(KeyError):
        RelabelledDeck(DrawnDeck(size=SMALL), "martian")
