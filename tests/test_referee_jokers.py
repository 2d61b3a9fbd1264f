"""What looks like a joker at a table that plays without jokers is a card that was not made out (H2)."""

from __future__ import annotations

import pytest

from companion.cards import JOKER, Card
from companion.events import Irregular, Placed
from companion.observation import BACK, EMPTY, UNSEEN, Phase, TableView, face, without_jokers
from companion.referee import Referee
from companion.rules import HouseRules

SEVEN = Card.parse("7H")


@pytest.mark.parametrize("jokers", [False, True])
def test_a_back_read_as_a_joker_is_no_play(jokers: bool) -> None:
    referee = Referee(("Ann", "Ben"), dealer="Ann", rules=HouseRules(jokers=jokers))
    backs, joker = (BACK,) * 10, face((JOKER, 0.97), (Card.parse("AS"), 0.02))
    events = []
    for step in range(60):
        ann = (joker, *backs[1:]) if step >= 20 else backs
        events += referee.observe(TableView(0.2 * step, Phase.TRACKING, (ann, backs), EMPTY, True))
    laid = [event for event in events if isinstance(event, (Placed, Irregular))]
    assert bool(laid) is jokers, laid


def test_the_other_candidates_of_a_card_are_kept() -> None:
    view = TableView(1.0, Phase.TRACKING, ((face((SEVEN, 0.8), (JOKER, 0.1)), BACK),), face((JOKER, 0.9)), True)
    plain = without_jokers(view)
    assert plain.seats == ((face((SEVEN, 0.8)), BACK),) and plain.discard == UNSEEN
