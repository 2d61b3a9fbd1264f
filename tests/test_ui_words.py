"""The words: every catalogue complete, every placeholder kept, every value has its sentence."""

from __future__ import annotations

import ast
import re
import string
from pathlib import Path

import pytest

from companion.cards import JOKER, UNKNOWN, Card
from companion.events import (
    Discarded,
    Drew,
    Event,
    GameWon,
    Irregular,
    Placed,
    Reshuffled,
    RoundStarted,
    RoundWon,
    TookWild,
    Turn,
)
from companion.irregularities import Kind
from companion.texts import Text
from ui.fonts import marked_up
from ui.i18n import LANGUAGES, SOURCE_LANGUAGE, CatalogueError, is_one, parse_po, po_path, system_language, tr
from ui.view import Camera, Standing
from ui.words import CAMERA, IRREGULAR, STANDING, card_words, event_words, irregular_words

ROOT = Path(__file__).parent.parent
TRANSLATED = [language for language in LANGUAGES if language != SOURCE_LANGUAGE]
KV_CALL = re.compile(r"app\.tr\(\s*'((?:[^'\\]|\\.)*)'")


def messages() -> set[str]:
    """Every message of the app: arguments of `tr` and `N_` in the modules, of `app.tr` in the kv files, and
    what rulings say.
    """
    found: set[str] = {text.value for text in Text}
    for path in (ROOT / "ui").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in ("tr", "N_")
                and node.args
                and isinstance(node.args[0], ast.Constant)
            ):
                found.add(node.args[0].value)
    for path in (ROOT / "ui").rglob("*.kv"):
        found |= {ast.literal_eval(f"'{text}'") for text in KV_CALL.findall(path.read_text("utf-8"))}
    return found


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_the_app_has_words() -> None:
    assert {"Undo", "Next player", "Who is right?", "Following"} <= messages()


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_has_every_message_and_no_other(language: str) -> None:
    assert set(parse_po(po_path(language))) - {""} == messages()


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_keep_the_placeholders(language: str) -> None:
    odd = {m: t for m, t in parse_po(po_path(language)).items() if m and places(m) != places(t)}
    assert not odd


@pytest.mark.parametrize("language", TRANSLATED)
def test_one_of_a_thing_is_what_the_catalogue_says(language: str) -> None:
    form = re.search(r"plural=\((.*)\)", parse_po(po_path(language))[""])
    assert form is not None
    for count in range(4):
        assert is_one(count, language) == (not eval(form[1], {"n": count}))


def test_words_come_in_the_language() -> None:
    assert tr("Undo", "en") == "Undo"
    assert tr("Undo", "fr") == "Annuler"
    assert tr("Round {number}", "nl", number=3) == "Ronde 3"


@pytest.mark.parametrize("wish", ["fr_CA.UTF-8", "fr"])
def test_the_system_language_is_taken_where_the_app_has_it(
    wish: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", wish)
    assert system_language() == "fr"


def test_another_system_language_is_english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, "xx_XX")
    monkeypatch.setattr("locale.getlocale", lambda: (None, None))
    assert system_language() == "en"


def test_a_po_file_is_read_with_breaks_escapes_and_comments(tmp_path: Path) -> None:
    path = tmp_path / "some.po"
    path.write_text(
        '# translator\nmsgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
        '#: here:1\nmsgid ""\n"one "\n"two"\nmsgstr "ein \\"zwei\\""\n\n'
        '#, fuzzy\nmsgid "left"\nmsgstr "guessed"\n\nmsgid "open"\nmsgstr ""\n',
        "utf-8",
    )
    read = parse_po(path)
    assert read["one two"] == 'ein "zwei"'
    assert "left" not in read and "open" not in read


@pytest.mark.parametrize("text", ['msgid "no end', '"before any field"', "msgid 3"])
def test_a_broken_po_file_names_file_and_line(text: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.po"
    path.write_text(text, "utf-8")
    with pytest.raises(CatalogueError, match=r"broken\.po: line 1"):
        parse_po(path)


def test_every_camera_state_and_kind_has_words() -> None:
    assert set(CAMERA) == set(Camera)
    assert set(STANDING) == set(Standing)
    assert set(IRREGULAR) == set(Kind)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "event",
    [
        RoundStarted(0, (10, 9), "Ann", "Ben"),
        Turn(0, "Ann"),
        Drew(0, "Ann", "stock"),
        Drew(0, "Ann", "discard"),
        Placed(0, "Ann", Card.parse("7H"), 7),
        TookWild(0, "Ann", Card.parse("7H"), 7),
        Discarded(0, "Ann", UNKNOWN),
        Reshuffled(0),
        RoundWon(0, "Ann", (9, 9)),
        GameWon(0, "Ann"),
    ],
    ids=lambda event: event.name,
)
def test_every_happening_has_a_sentence(event: Event, language: str) -> None:
    said = event_words(event, language)
    assert said and "{" not in said
    assert isinstance(event, Reshuffled) or "Ann" in said
    assert not isinstance(event, (Placed, TookWild)) or "7♥" in said


def test_an_irregularity_of_nobody_names_nobody() -> None:
    event = Irregular(0, None, Kind.OUT_OF_TURN, "R3", ())
    assert irregular_words(event, "en") == "Somebody played out of turn."


def test_cards_in_words() -> None:
    assert [card_words(card, "en") for card in (Card.parse("10S"), JOKER, UNKNOWN)] == [
        "10♠",
        "a joker",
        "a card nobody saw",
    ]


def test_what_the_fonts_lack_is_set_in_the_font_that_has_it() -> None:
    assert marked_up("7♥ for Zoé") == "7[font=Symbols]♥[/font] for Zoé"
    assert marked_up("Ольга") == "[font=Symbols]Ольга[/font]"
    assert marked_up("[b]&") == "&bl;b&br;&amp;"


def test_a_mark_stays_with_the_suit_before_it() -> None:
    """A line may break between two typefaces."""
    assert marked_up("Ann: 10♥. Ben: Q♣, K♦\u00a0?") == (
        "Ann: 10[font=Symbols]♥.[/font] Ben: Q[font=Symbols]♣,[/font] K[font=Symbols]♦\u00a0?[/font]"
    )


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_mark_can_begin_a_line(language: str) -> None:
    """Where a language sets a space before a mark, as French does, no line may break at it."""
    lonely = re.compile("« | [?!;:»]")
    assert not [text for m, text in parse_po(po_path(language)).items() if m and lonely.search(text)]


QUOTES = {"fr": "«»", "it": "«»", "nl": "“”", "pt": "“”"}


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_language_has_one_kind_of_quotation_marks(language: str) -> None:
    texts = {m: t for m, t in parse_po(po_path(language)).items() if m}
    used = {sign for text in texts.values() for sign in text if sign in "«»“”„‘\""}
    assert used == set(QUOTES[language])
