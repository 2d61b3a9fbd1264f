"""“Who is right?”: the ruling, its questions and pictures, and how an argument is settled there."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cards import Card
from companion.events import Irregular, Turn
from companion.irregularities import Kind
from companion.rulings import Question
from tests import ui_still_game
from tests.ui_samples import HISTORY, FixedGame
from tests.ui_still_game import ids, show
from tests.uidriver import Driver, Image, check_screen
from ui.snapshots import Snapshot
from ui.view import Choice
from ui.widgets.button import TouchButton
from ui.widgets.ruling import ASKED, HistoryRow, QuestionRow, RulingSheet, SentenceRow, told_times
from ui.widgets.text import FitLabel, Words

app, game = ui_still_game.app, ui_still_game.game


def test_who_is_right_tells_the_turn_the_rule_and_the_evidence(app: Driver, game: FixedGame) -> None:
    app.tap(ids(app)["ask"])
    sheet = app.app.screen.sheet

    def said() -> list[str]:
        return [w.said for w in sheet.walk() if isinstance(w, (FitLabel, Words))]

    assert "R12" in said() and "R3" in said()
    assert any("Ben discarded Q♥ at" in text and "ends the turn" in text for text in said())
    assert "Ann laid 8♣ on slot 8." in said()
    rows = [w for w in sheet.walk() if isinstance(w, QuestionRow)]
    assert len(rows) == len(Question) and all(row.height >= 48 for row in rows)
    app.tap(rows[2])
    assert sheet.question is Question.WHICH_WILD and "H1 R10 R12" in said()
    app.app.language = "fr"
    app.step()
    assert any("Valet" in text for text in said())
    app.tap(sheet.ids.close)
    assert sheet.parent is None
    shown = sheet.view
    show(app, game, history=(*game.view.history, Turn(16.0, "Ben")))
    assert sheet.view is shown, "what nobody sees is not made anew with every view"
    app.tap(ids(app)["ask"])
    assert app.app.screen.sheet is sheet and sheet.view is game.view and sheet.question is Question.WHOSE_TURN
    app.tap(sheet.ids.close)


@pytest.mark.parametrize("ready", [True, False])
def test_the_sheet_is_made_before_it_is_asked_for(
    app: Driver, game: FixedGame, ready: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Made at the first tap it would hold the screen up; who is quicker waits for it."""
    made: list[type] = []
    make = RulingSheet._row

    def counted(sheet: RulingSheet, kind: type) -> object:
        made.append(kind)
        return make(sheet, kind)

    monkeypatch.setattr(RulingSheet, "_row", counted)
    app.app.screen.sheet = None
    show(app, game, history=(*HISTORY, Turn(16.0, "Ben")))
    if ready:
        app.step(60)
    before = len(made)
    app.tap(ids(app)["ask"])
    sheet = app.app.screen.sheet
    told = [w.said for w in sheet.walk() if isinstance(w, QuestionRow)]
    assert len(told) == len(set(told)) == len(Question)
    assert len([w for w in sheet.walk() if isinstance(w, HistoryRow)]) == len(HISTORY) + 1
    assert (len(made) == before) == ready
    app.step(60)
    assert [w.said for w in sheet.walk() if isinstance(w, QuestionRow)] == told
    app.tap(sheet.ids.close)


def test_a_play_that_was_pictured_can_be_looked_at(app: Driver, game: FixedGame, tmp_path: Path) -> None:
    files = [tmp_path / f"{name}.jpg" for name in ("before", "after")]
    for file in files:
        assert cv2.imwrite(str(file), np.full((36, 64, 3), 120, np.uint8))
    show(app, game, snapshots=(Snapshot(13.0, *files),))
    app.tap(ids(app)["ask"])
    sheet = app.app.screen.sheet
    rows = [w for w in sheet.walk() if isinstance(w, HistoryRow)]
    pictured = [row.said for row in rows if row.pictured]
    assert pictured == ["Ben discarded Q♥.", "Ben laid 2♥ on slot 2."], "what was told with the play"
    app.tap(next(w for w in rows[1].walk() if isinstance(w, TouchButton)))
    images = [w for w in sheet.pictures.walk() if isinstance(w, Image)]
    assert [w.source for w in images] == [str(file) for file in files]
    assert all(w.texture is not None and w.texture.size == (64, 36) for w in images)
    app.tap(sheet.pictures.ids.close)
    app.tap(sheet.ids.close)


def irregular(kind: Kind) -> Irregular:
    return Irregular(16.0, "Ben", kind, "R9", (Card.parse("7H"),))


@pytest.mark.parametrize("kind", Kind)
def test_it_opens_with_what_the_table_argues_about(app: Driver, game: FixedGame, kind: Kind) -> None:
    argued = irregular(kind)
    show(app, game, irregular=argued, history=(*game.view.history, argued))
    app.tap(ids(app)["ask"])
    sheet = app.app.screen.sheet
    rows = [w for w in sheet.walk() if isinstance(w, QuestionRow) and w.chosen]
    assert [row.question for row in rows] == [sheet.question] == [ASKED.get(kind, Question.WHOSE_TURN)]
    low, high = (sheet.ids.list.to_window(0, y)[1] for y in (sheet.ids.list.y, sheet.ids.list.top))
    assert low - 1 <= rows[0].to_window(*rows[0].pos)[1] and rows[0].to_window(0, rows[0].top)[1] <= high + 1
    sentences = [w for w in sheet.walk() if isinstance(w, SentenceRow)]
    assert len({row.ids.said.x for row in sentences}) == 1, "the sentences begin at one edge"
    app.tap(sheet.ids.close)
    show(app, game, choices=(Choice(()),))
    app.tap(ids(app)["ask"])
    assert sheet.question is Question.WHOSE_TURN, "first the table says what happened at all"
    app.tap(sheet.ids.close)


@pytest.mark.parametrize("can_put_right", [True, False])
def test_an_argument_is_settled_where_it_is_judged(app: Driver, game: FixedGame, can_put_right: bool) -> None:
    argued = irregular(Kind.PLAYABLE_DISCARDED)
    app.tap(ids(app)["ask"])
    sheet = app.app.screen.sheet

    def buttons() -> list[str]:
        return [button.said for button in app.shown(TouchButton)]

    assert buttons() == ["Close"]
    show(app, game, irregular=argued, can_put_right=can_put_right, history=(*game.view.history, argued))
    words = ["Let it stand", *(["Put it right"] if can_put_right else [])]
    assert sorted(buttons()) == ["Close", *words], "it comes while the sheet is open"
    check_screen(app)
    for said in words:
        app.tap(next(button for button in app.shown(TouchButton) if button.said == said))
    taps = ["accept", *(["put right"] if can_put_right else [])]
    assert game.taps == [(tap, argued) for tap in taps]
    show(app, game, irregular=None)
    assert buttons() == ["Close"]
    app.tap(sheet.ids.close)


def test_what_is_settled_is_what_the_sheet_tells_of(app: Driver, game: FixedGame) -> None:
    """A second matter comes up while the first is read."""
    first, second = irregular(Kind.PLAYABLE_DISCARDED), irregular(Kind.OUT_OF_TURN)
    history = game.view.history
    show(app, game, irregular=first, can_put_right=True, history=(*history, first))
    app.tap(ids(app)["ask"])
    sheet = app.app.screen.sheet
    show(app, game, irregular=second, can_put_right=True, history=(*history, first, second))
    assert sheet.question is ASKED[first.kind]
    app.tap(sheet.settling["on_put_right"])
    assert game.taps == [("put right", first)]
    assert sheet.question is ASKED[second.kind], "then it is the other one's turn"
    app.tap(sheet.settling["on_accept"])
    assert game.taps[1:] == [("accept", second)]
    app.tap(sheet.ids.close)


def test_times_of_what_happened_never_run_backwards() -> None:
    """A card laid under a hand is seen later than the discard that followed it."""
    events = [Turn(4.0, "Ben"), Turn(9.5, "Ann"), Turn(9.0, "Ben"), Turn(12.0, "Ann")]
    assert told_times(events[::-1]) == [12.0, 9.5, 9.5, 4.0]
