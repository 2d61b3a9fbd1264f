"""What a ruling is about: the table as it stands, what was told of it, who asks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.cards import Card, Rank
from companion.events import (
    Discarded,
    Drew,
    Event,
    Irregular,
    Placed,
    RoundStarted,
    TookWild,
)
from companion.irregularities import Kind
from companion.rules import HouseRules, WildRanks
from companion.sentences import Said, say
from companion.table import GameState, Layout, Stage
from companion.texts import Text


@dataclass(frozen=True, slots=True)
class Case:
    """One table at one moment.

    Attributes:
        state: the table; it decides. What was told only proves it.
        told: the events of the game, oldest first, without those that tell of the picture only.
        seat: who asks.
    """

    state: GameState
    told: tuple[Event, ...]
    seat: int

    @property
    def player(self) -> str:
        return self.state.seats[self.seat].name

    @property
    def layout(self) -> Layout:
        return self.state.round.layouts[self.seat]

    @property
    def rules(self) -> HouseRules:
        return self.state.rules

    @property
    def on_turn(self) -> str:
        return self.state.seats[self.state.round.turn].name

    @property
    def is_played(self) -> bool:
        """Whether a round is on."""
        return self.state.round.stage in (Stage.TAKE, Stage.PLAY)

    @property
    def asker_plays(self) -> bool:
        """Whether the player who asks is on turn."""
        return self.is_played and self.state.round.turn == self.seat

    def names(self, seats: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.state.seats[seat].name for seat in seats)

    def wilds(self) -> list[tuple[int, Card]]:
        """Slots of the asker where a wild lies face up."""
        return [
            (number, slot.card)
            for number, slot in enumerate(self.layout.slots, 1)
            if slot.is_up and self.rules.is_wild(slot.card)
        ]

    def this_round(self) -> tuple[Event, ...]:
        """What was told since the last deal; all of it where no deal was told."""
        return self.told[self._dealt_at() :]

    def before_round(self) -> tuple[Event, ...]:
        """What was told before the last deal."""
        return self.told[: self._dealt_at()]

    def _dealt_at(self) -> int:
        deals = [place for place, event in enumerate(self.told) if isinstance(event, RoundStarted)]
        return deals[-1] if deals else 0

    def this_turn(self) -> Iterator[Event]:
        """What the player on turn did in this turn, latest first."""
        for event in reversed(self.this_round()):
            if isinstance(event, (Drew, Placed, TookWild, Irregular)) and event.player == self.on_turn:
                yield event
                if isinstance(event, Drew):
                    return
            elif not isinstance(event, Irregular):
                return

    def completion(self, seat: int) -> Said:
        """The card that completed a layout, if it was told and still lies there; else that it is complete."""
        player = self.state.seats[seat].name
        layout = self.state.round.layouts[seat]
        for event in reversed(self.this_round()):
            if not isinstance(event, (Placed, TookWild)) or event.player != player:
                continue
            if layout.has(event.slot) and layout.slot(event.slot).card == event.card:
                return say(
                    Text.COMPLETED_BY,
                    "R14",
                    evidence=event,
                    player=player,
                    card=event.card,
                    slot=event.slot,
                )
            break
        return say(Text.COMPLETED, "R14", player=player)

    def slips(self, *kinds: Kind) -> list[Said]:
        """What was told of these kinds in this round, oldest first."""
        return [
            say(
                SLIPS[event.kind],
                event.rule,
                evidence=event,
                player=event.player,
                **({"cards": event.cards or (Card(),)} if "{cards}" in SLIPS[event.kind] else {}),
            )
            for event in self.this_round()
            if isinstance(event, Irregular) and event.kind in kinds and event.player is not None
        ]

    def last_discard(self) -> tuple[Discarded, tuple[Card, ...]] | None:
        """The discard told last in this round, and the cards placed before in its turn."""
        found: Discarded | None = None
        placed: list[Card] = []
        for event in reversed(self.this_round()):
            if found is None:
                found = event if isinstance(event, Discarded) else None
            elif isinstance(event, (Placed, TookWild)) and event.player == found.player:
                placed.append(event.card)
            elif not isinstance(event, Irregular):
                break
        return None if found is None else (found, tuple(reversed(placed)))


SLIPS: dict[Kind, Text] = {
    Kind.OUT_OF_TURN: Text.DID_OUT_OF_TURN,
    Kind.NO_DISCARD: Text.DID_NO_DISCARD,
    Kind.WRONG_SLOT: Text.DID_WRONG_SLOT,
    Kind.ON_FACE_UP: Text.DID_ON_FACE_UP,
    Kind.WILD_MOVED: Text.DID_MOVE_WILD,
    Kind.PLAYABLE_DISCARDED: Text.DID_DISCARD_PLAYABLE,
    Kind.DEEPER_DISCARD: Text.DID_TAKE_DEEPER,
    Kind.FIRST_FROM_DISCARD: Text.DID_TAKE_FIRST,
}
"""The kinds of irregular play that players ask about."""

_WILD_WORDS = {
    WildRanks.JACKS: (Text.JACK, Text.JACK_OR_JOKER),
    WildRanks.KINGS: (Text.KING, Text.KING_OR_JOKER),
    WildRanks.FACES: (Text.FACE, Text.FACE_OR_JOKER),
}

TRASH_WORDS = {
    WildRanks.JACKS: Text.QUEEN_OR_KING,
    WildRanks.KINGS: Text.JACK_OR_QUEEN,
    WildRanks.FACES: Text.DOUBLE,
}

RANK_WORDS = {Rank.JACK: Text.JACK, Rank.QUEEN: Text.QUEEN, Rank.KING: Text.KING}


def wild_words(rules: HouseRules) -> Text:
    """What the table calls a wild card (H1, H2)."""
    return _WILD_WORDS[rules.wild][rules.jokers]
