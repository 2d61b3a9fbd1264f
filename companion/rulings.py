"""Rulings: whose turn it is and why, and the questions players ask, answered for the table as it stands.

    ruling = answer(Question.NATURAL_FOR_WILD, state, told, asker=1)
    ruling.words()       # in English, with rule numbers and times
    ruling.words(translate=…, clock=…)

The state decides; the events told prove it, each with its time. The answers are as good in
a game played by touch.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion import card_rulings as cards
from companion import round_rulings as rounds
from companion.case import TRASH_WORDS, Case, wild_words
from companion.events import Event, PhaseChanged, StateEvent
from companion.sentences import Clock, Said, Translate, elapsed, in_words, say
from companion.table import GameState
from companion.texts import Text
from companion.turn_rulings import whose_turn as turn_said


class Question(StrEnum):
    """What players ask, in the order of the list they choose from."""

    WHOSE_TURN = "whose_turn"
    LAST_TURN = "last_turn"
    WHICH_WILD = "which_wild"
    WILD_LAST_SLOT = "wild_last_slot"
    NATURAL_FOR_WILD = "natural_for_wild"
    MUST_SWAP = "must_swap"
    MOVE_WILD = "move_wild"
    WILD_ON_FACE_UP = "wild_on_face_up"
    KEEP_WILD = "keep_wild"
    WILD_FROM_DISCARD = "wild_from_discard"
    DEEPER_DISCARD = "deeper_discard"
    PUT_BACK = "put_back"
    FACE_UP_STARTER = "face_up_starter"
    RANK_ABOVE = "rank_above"
    TRASH_MID_CHAIN = "trash_mid_chain"
    STOCK_EMPTY = "stock_empty"
    NEXT_DEALER = "next_dealer"
    NEXT_SIZE = "next_size"
    FORGOT_CALL = "forgot_call"
    BOTH_ON_ONE = "both_on_one"
    WHO_IS_SECOND = "who_is_second"
    WRONG_SLOT = "wrong_slot"
    OUT_OF_TURN = "out_of_turn"
    MISSED_PLAY = "missed_play"


_ANSWERS: dict[Question, Callable[[Case], list[Said]]] = {
    Question.WHOSE_TURN: turn_said,
    Question.LAST_TURN: rounds.last_turn,
    Question.WHICH_WILD: cards.which_wild,
    Question.WILD_LAST_SLOT: cards.wild_last_slot,
    Question.NATURAL_FOR_WILD: cards.natural_for_wild,
    Question.MUST_SWAP: cards.must_swap,
    Question.MOVE_WILD: cards.move_wild,
    Question.WILD_ON_FACE_UP: cards.wild_on_face_up,
    Question.KEEP_WILD: cards.keep_wild,
    Question.WILD_FROM_DISCARD: cards.wild_from_discard,
    Question.DEEPER_DISCARD: cards.deeper_discard,
    Question.PUT_BACK: cards.put_back,
    Question.FACE_UP_STARTER: cards.face_up_starter,
    Question.RANK_ABOVE: cards.rank_above,
    Question.TRASH_MID_CHAIN: cards.trash_mid_chain,
    Question.STOCK_EMPTY: cards.stock_empty,
    Question.NEXT_DEALER: rounds.next_dealer_is,
    Question.NEXT_SIZE: rounds.next_size,
    Question.FORGOT_CALL: rounds.forgot_call,
    Question.BOTH_ON_ONE: rounds.both_on_one,
    Question.WHO_IS_SECOND: rounds.who_is_second,
    Question.WRONG_SLOT: cards.wrong_slot,
    Question.OUT_OF_TURN: cards.out_of_turn,
    Question.MISSED_PLAY: cards.missed_play,
}


@dataclass(frozen=True, slots=True)
class Ruling:
    """An answer.

    Attributes:
        question: what was asked.
        asked: the question in words, as this table would put it.
        said: the answer, sentence by sentence, the verdict first.
    """

    question: Question
    asked: Said
    said: tuple[Said, ...]

    @property
    def rules(self) -> tuple[str, ...]:
        """The rule numbers cited, each once, in the order of the answer."""
        return tuple(dict.fromkeys(rule for said in self.said for rule in said.rules))

    @property
    def evidence(self) -> tuple[Event, ...]:
        """The happenings that prove it, each once."""
        return tuple(dict.fromkeys(said.evidence for said in self.said if said.evidence is not None))

    def words(self, translate: Translate = str, clock: Clock = elapsed, *, cite: bool = True) -> str:
        """The answer in words; `translate`, `clock` and `cite` as in `companion.sentences.in_words`."""
        return " ".join(in_words(said, translate, clock, cite=cite) for said in self.said)


def answer(
    question: Question,
    state: GameState,
    told: Sequence[Event] = (),
    asker: int | None = None,
) -> Ruling:
    """The answer to a question.

    Args:
        question: what is asked.
        state: the table now.
        told: the events of the game, oldest first; those of the present round are enough.
        asker: the seat that asks; None: the player on turn.

    Raises ValueError for a seat that does not exist.
    """
    case = _case(state, told, asker)
    return Ruling(question, _asked(question, case), tuple(_ANSWERS[question](case)))


def whose_turn(state: GameState, told: Sequence[Event] = ()) -> Ruling:
    """Whose turn it is, and why."""
    return answer(Question.WHOSE_TURN, state, told)


def asked(question: Question, state: GameState, asker: int | None = None) -> Said:
    """A question in the words of this table: it names the cards that are wild there."""
    return _asked(question, _case(state, (), asker))


def _case(state: GameState, told: Sequence[Event], asker: int | None) -> Case:
    seat = state.round.turn if asker is None else asker
    if not 0 <= seat < len(state.seats):
        raise ValueError(f"asker: seat 0 to {len(state.seats) - 1} was expected, not {seat}")
    played = tuple(event for event in told if not isinstance(event, (PhaseChanged, StateEvent)))
    return Case(state, played, seat)


def _asked(question: Question, case: Case) -> Said:
    text = Text[f"ASK_{question.name}"]
    match question:
        case Question.RANK_ABOVE:
            size = cards.size_asked_about(case)
            return say(text, rank=size + 1, size=size)
        case Question.TRASH_MID_CHAIN:
            return say(text, trash=TRASH_WORDS[case.rules.wild])
    return say(text, wild=wild_words(case.rules)) if "{wild}" in text else say(text)
