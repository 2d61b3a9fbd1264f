"""The players' own word: choosing an explanation, next player, corrections, undo."""

from __future__ import annotations

import pytest
from trace_script import Script, told

from companion.cards import Card
from companion.engine import IllegalMove, force
from companion.events import Event
from companion.moves import Discard, Place, TakeStock
from companion.observation import Phase, TableView
from companion.referee import Referee
from companion.table import FACE_DOWN, Stage, face_up


class Table:
    """A script whose views go to a referee as they are made."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.referee: Referee = script.header.referee()
        self.events: list[Event] = []
        self._seen = 0

    def watch(self) -> Table:
        for view in self.script.views[self._seen :]:
            self.events += self.referee.observe(view)
        self._seen = len(self.script.views)
        return self

    def view(self) -> TableView:
        return self.script.views[-1]

    def lines(self, events: list[Event] | None = None) -> list[str]:
        return [" ".join(map(str, line.values())) for line in told(self.events if events is None else events)]


def doubtful_table() -> Table:
    """Ben threw away a six, with his slot six free, or a queen."""
    s = Script(step=0.5, doubts={"QH": [("6H", 0.7), ("QH", 0.25)]}).deal(look=3)
    s.take("Ann").place("Ann", "3D").look(3).discard("Ann", "KS").look(3).discard("Ben", "QH").look(10)
    return Table(s).watch()


def test_an_open_question_freezes_the_table_and_offers_explanations() -> None:
    table = doubtful_table()
    assert table.referee.phase is Phase.DESYNC
    assert table.lines()[-1] == "phase desync"
    assert 2 <= len(table.referee.explanations) <= 3
    assert table.referee.state.players[table.referee.state.round.turn] == "Ben"


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("QH", ["drew Ben stock", "discarded Ben QH", "turn Ann"]),
        (
            "6H",
            ["drew Ben stock", "irregular Ben playable_discarded R9 ['6H']", "discarded Ben 6H", "turn Ann"],
        ),
    ],
)
def test_choosing_an_explanation_tells_it(card: str, expected: list[str]) -> None:
    table = doubtful_table()
    tops = [str(explanation.state.round.discard_top) for explanation in table.referee.explanations]
    events = table.referee.choose(tops.index(card))
    assert table.lines(events) == expected
    assert table.referee.phase is Phase.TRACKING
    assert table.referee.explanations == ()
    table.script.look(8)
    table.events.clear()
    assert table.watch().lines() == []


def test_choosing_what_is_not_offered_raises() -> None:
    table = Table(Script().deal(look=3)).watch()
    with pytest.raises(IndexError):
        table.referee.choose(0)


def test_a_question_answers_itself_when_the_reading_clears_up() -> None:
    table = doubtful_table()
    table.script.doubts["QH"] = [("QH", 0.75), ("6H", 0.2)]
    table.script.look(16)
    table.events.clear()
    assert table.watch().lines() == ["drew Ben stock", "discarded Ben QH", "turn Ann"]
    assert table.referee.phase is Phase.TRACKING


def test_next_player_ends_a_turn_that_left_nothing_to_see() -> None:
    s = Script().deal()
    s.turn("Ann", "KS").turn("Ben", "QD")
    table = Table(s).watch()
    s.look()
    table.watch()
    events = table.referee.next_player(s.time)
    assert table.lines(events) == ["turn Ben"]
    s.turn("Ben", "4C", "QS").look()
    table.events.clear()
    assert table.watch().lines() == ["drew Ben stock", "placed Ben 4C 4", "discarded Ben QS", "turn Ann"]


def test_next_player_before_the_deal_says_nothing() -> None:
    assert Script().header.referee().next_player(0.0) == []


def test_set_turn_gives_the_turn_to_a_seat() -> None:
    s = Script(("Ann", "Ben", "Cem")).deal()
    table = Table(s.look(2)).watch()
    assert table.lines(table.referee.set_turn(3.0, 2)) == ["turn Cem"]
    s.turn("Cem", "2H", "KS").look()
    table.events.clear()
    assert table.watch().lines() == ["drew Cem stock", "placed Cem 2H 2", "discarded Cem KS", "turn Ann"]


def test_a_corrected_slot_stays_as_the_players_say() -> None:
    s = Script().deal()
    s.turn("Ann", "7H", "KS")
    table = Table(s.look()).watch()
    table.referee.correct_slot(s.time, 0, 7, face_up(Card.parse("7D")))
    table.events.clear()
    s.look(5)
    assert table.watch().lines() == []
    assert str(table.referee.state.round.layouts[0].slot(7).card) == "7D"


def test_the_last_slot_put_right_reopens_the_round() -> None:
    s = Script(sizes=(2, 2)).deal().turn("Ann", "KS")
    s.take("Ben").place("Ben", "AH").look().place("Ben", "2H").look(3)
    table = Table(s).watch()
    assert table.referee.state.round.stage is Stage.ROUND_OVER
    table.referee.correct_slot(s.time, 1, 2, FACE_DOWN)
    assert table.referee.state.round.stage is not Stage.ROUND_OVER
    table.events.clear()
    s.look(3)
    assert table.watch().lines() == []


def test_a_corrected_discard_is_what_may_be_taken() -> None:
    s = Script().deal()
    s.turn("Ann", "5C", "KS").turn("Ben", "QD")
    table = Table(s.look()).watch()
    table.referee.correct_discard(s.time, Card.parse("6D"))
    assert str(table.referee.state.round.discard_top) == "6D"
    table.events.clear()
    s.look(4)
    assert table.watch().lines() == []


def test_undo_takes_back_what_was_told_last_and_leaves_the_table_alone() -> None:
    s = Script().deal()
    s.turn("Ann", "7H", "KS")
    table = Table(s.look()).watch()
    assert table.referee.state.round.turn == 1
    events = table.referee.undo(s.time)
    assert table.referee.state.round.turn == 0
    assert table.lines(events) == ["turn Ann"]
    table.events.clear()
    s.look(4)
    assert table.watch().lines() == []


def test_undo_goes_back_to_the_first_deal_and_no_further() -> None:
    s = Script().deal()
    s.turn("Ann", "7H", "KS").turn("Ben", "QD").look()
    table = Table(s).watch()
    for _ in range(20):
        table.referee.undo(s.time)
    assert table.referee.state.round.stage is Stage.DEAL
    assert table.referee.undo(s.time) == []


def test_undo_reopens_a_round_that_was_closed_wrongly() -> None:
    s = Script(sizes=(2, 2)).deal().turn("Ann", "KS")
    s.take("Ben").place("Ben", "AH").look().place("Ben", "2H").look(3)
    table = Table(s).watch()
    assert table.referee.state.round.is_over
    events = table.referee.undo(s.time)
    assert not table.referee.state.round.is_over
    assert table.lines(events) in ([], ["turn Ben"])


def test_after_undo_play_goes_on_from_the_table() -> None:
    s = Script().deal()
    s.turn("Ann", "7H", "KS")
    table = Table(s.look()).watch()
    table.referee.undo(s.time)
    table.referee.set_turn(s.time, 1)
    s.turn("Ben", "3C", "QD").look()
    table.events.clear()
    assert table.watch().lines() == ["drew Ben stock", "placed Ben 3C 3", "discarded Ben QD", "turn Ann"]


def test_a_turn_played_by_touch_is_told_and_what_is_seen_later_adds_nothing() -> None:
    s = Script().deal()
    table = Table(s.look(2)).watch()
    moves = [TakeStock(0), Place(0, Card.parse("7H"), 7), Discard(0, Card.parse("KS"))]
    events = table.referee.play(s.time, *moves)
    assert table.lines(events) == ["drew Ann stock", "placed Ann 7H 7", "discarded Ann KS", "turn Ben"]
    table.events.clear()
    s.turn("Ann", "7H", "KS").look(4)
    assert table.watch().lines() == []
    s.turn("Ben", "QD").look(3)
    assert table.watch().lines() == ["drew Ben stock", "discarded Ben QD", "turn Ann"]


def test_a_wrong_play_by_touch_is_told_and_stands() -> None:
    table = Table(Script().deal().look(2)).watch()
    events = table.referee.play(3.0, TakeStock(1))
    assert table.lines(events) == ["irregular Ben out_of_turn R3 []", "drew Ben stock"]
    assert table.referee.state.round.turn == 1


def test_what_cannot_have_happened_is_not_played() -> None:
    table = Table(Script().deal().look(2)).watch()
    before = table.referee.state
    with pytest.raises(IllegalMove):
        table.referee.play(3.0, TakeStock(0), Place(0, Card.parse("AS"), 11))
    assert table.referee.state == before
    table.referee.undo(3.0)
    assert table.referee.state.round.stage is Stage.DEAL, "the deal is what was accepted last"


def test_the_moves_accepted_are_handed_out_once_and_lead_to_the_state() -> None:
    s = Script().deal()
    table = Table(s.look(2))
    start = table.referee.state
    table.watch()
    s.turn("Ann", "7H", "KS").look(2)
    table.watch()
    table.referee.next_player(s.time)
    state = start
    for move in table.referee.take_moves():
        state = force(state, move)
    assert state == table.referee.state
    assert table.referee.take_moves() == ()


def test_another_referee_goes_on_from_the_state_in_mid_round() -> None:
    s = Script().deal()
    s.turn("Ann", "7H", "KS")
    before = Table(s.look()).watch()
    after = Table(s)
    after._seen = len(s.views)
    after.referee.restore(s.time, before.referee.state)
    s.turn("Ben", "4C", "QS").look(2)
    assert after.watch().lines() == [
        "drew Ben stock",
        "placed Ben 4C 4",
        "discarded Ben QS",
        "turn Ann",
    ]


def test_a_discard_told_under_a_hand_is_known_once_it_shows() -> None:
    s = Script(step=0.2).deal(look=6)
    s.turn("Ann", "5H", "KH").look(6).turn("Ben", "2S", "QS").look(6)
    s.take("Ann").place("Ann", "3C").look(6)
    s.discards.append("unseen")
    s.take("Ben").place("Ben", "3D").look(30)
    table = Table(s).watch()
    assert table.lines()[-5:] == [
        "placed Ann 3C 3",
        "discarded Ann ??",
        "turn Ben",
        "drew Ben stock",
        "placed Ben 3D 3",
    ]
    assert str(table.referee.state.round.discard_top) == "??"
    s.discards[-1] = "5C"
    s.look(6)
    table.events.clear()
    assert table.watch().lines() == []
    assert str(table.referee.state.round.discard_top) == "5C"
    s.discard("Ben", "KD").look(6)
    assert table.watch().lines() == ["discarded Ben KD", "turn Ann"]
