"""Traces written by hand: a table laid out move by move, with the events it stands for.

A script keeps the table as words, the way a trace does, and takes a picture after each change. `turn` plays a
lawful turn and expects its events; whatever else happens is laid out with `lay`, `pile` and `look`, and
expected by `expect`.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.cards import Card
from companion.events import Event, PhaseChanged, event_to_json
from companion.observation import BACK, EMPTY, UNSEEN, Phase, SlotView, TableView, face
from companion.rules import HouseRules, home_slot
from companion.trace import TraceHeader

Line = dict[str, Any]
_WORDS = {"back": BACK, "empty": EMPTY, "unseen": UNSEEN}


def told(events: Sequence[Event]) -> list[Line]:
    """Events as lines without times, the plain phases and the closing state left out."""
    lines = []
    for event in events:
        if isinstance(event, PhaseChanged) and event.phase is not Phase.DESYNC:
            continue
        line = event_to_json(event)
        del line["t"]
        if line["event"] != "state":
            lines.append(line)
    return lines


@dataclass
class Script:
    """One trace in the making.

    Attributes:
        players, dealer, sizes, rules: the table; the dealer is the last player unless said.
        step: seconds between pictures.
        sure: probability of a reading.
    """

    players: tuple[str, ...] = ("Ann", "Ben")
    dealer: str | None = None
    sizes: tuple[int, ...] | None = None
    rules: HouseRules = field(default_factory=HouseRules)
    step: float = 1.0
    sure: float = 0.97
    views: list[TableView] = field(default_factory=list)
    events: list[Line] = field(default_factory=list)
    forbidden: list[Line] = field(default_factory=list)
    time: float = 0.0
    discards: list[str] = field(default_factory=list)
    stock: bool | None = True
    phase: Phase = Phase.TRACKING
    slots: dict[str, list[str]] = field(default_factory=dict)
    doubts: dict[str, list[tuple[str, float]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.dealer = self.dealer or self.players[-1]
        self.sizes = self.sizes or (self.rules.start_size,) * len(self.players)
        self.header = TraceHeader(self.players, self.dealer, self.sizes, self.rules)

    # What is seen

    def look(self, times: int = 1, step: float | None = None) -> Script:
        """Take pictures of the table as it lies."""
        for _ in range(times):
            seats = tuple(
                tuple(self._sight(word) for word in self.slots.get(name, [])) for name in self.players
            )
            pile = self._sight(self.discards[-1]) if self.discards else EMPTY
            self.views.append(TableView(round(self.time, 3), self.phase, seats, pile, self.stock))
            self.time += self.step if step is None else step
        return self

    def _sight(self, word: str) -> SlotView:
        if word in _WORDS:
            return _WORDS[word]
        if word in self.doubts:
            return face(*((Card.parse(card), p) for card, p in self.doubts[word]))
        card = Card.parse(word)
        second = "9S" if word != "9S" else "4D"
        return face((card, self.sure), (Card.parse(second), round((1 - self.sure) * 0.6, 4)))

    def wait(self, seconds: float) -> Script:
        """Nobody looks for a while."""
        self.time += seconds
        return self

    # What lies there

    def lay(self, player: str, slot: int, word: str) -> Script:
        """Change a slot, unseen as yet."""
        self.slots[player][slot - 1] = word
        return self

    def pile(self, *words: str) -> Script:
        """Lay cards on the discard pile, unseen as yet."""
        self.discards += words
        return self

    def unpile(self) -> Script:
        """Take the top of the discard pile, unseen as yet."""
        self.discards.pop()
        return self

    def deal(
        self, sizes: Sequence[int] | None = None, *, look: int = 1, starter: str | None = None
    ) -> Script:
        """Deal, and expect the round and its first turn."""
        assert self.sizes is not None and self.dealer is not None
        sizes = list(sizes or self.sizes)
        self.slots = {name: ["back"] * size for name, size in zip(self.players, sizes, strict=True)}
        self.discards = []
        starter = starter or self.next(self.dealer)
        self.expect("round_started", sizes=sizes, dealer=self.dealer, starter=starter)
        self.expect("turn", player=starter)
        return self.look(look)

    def next(self, player: str) -> str:
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    # Lawful play

    def turn(self, player: str, *cards: str, source: str = "stock", each: bool = True) -> Script:
        """A lawful turn: cards as "7H" (its own slot), "JC@3" (a wild), the last one discarded.

        With `each` a picture after each card, otherwise one at the end.
        """
        self.take(player, source)
        for card in cards[:-1]:
            self.place(player, card)
            if each:
                self.look()
        return self.discard(player, cards[-1]).look()

    def take(self, player: str, source: str = "stock") -> Script:
        """Take a card, unseen as yet."""
        if source == "discard":
            self.unpile()
        return self.expect("drew", player=player, **{"from": source})

    def place(self, player: str, card: str) -> Script:
        """Lay a card where it belongs ("7H") or a wild on a slot ("JC@3"), unseen as yet."""
        text, _, at = card.partition("@")
        slot = int(at) if at else home_slot(Card.parse(text)) or 0
        kind = "placed" if self.slots[player][slot - 1] in ("back", "unseen") else "took_wild"
        self.slots[player][slot - 1] = text
        return self.expect(kind, player=player, card=text, slot=slot)

    def discard(self, player: str, card: str) -> Script:
        """End the turn, unseen as yet."""
        self.pile(card)
        self.expect("discarded", player=player, card=card)
        return self.expect("turn", player=self.next(player))

    # What is told

    def expect(self, event: str, **values: Any) -> Script:
        """The next event."""
        self.events.append({"event": event, **values})
        return self

    def irregular(self, player: str | None, kind: str, rule: str, *cards: str) -> Script:
        """The next event: something irregular."""
        return self.expect("irregular", player=player, kind=kind, rule=rule, cards=list(cards))

    def forbid(self, event: str, **values: Any) -> Script:
        """An event that must not come: one with all these values."""
        self.forbidden.append({"event": event, **values})
        return self

    def no_accusation(self) -> Script:
        return self.forbid("irregular")

    def shaken(self, seed: int, wrong: float) -> Script:
        """Spoil single readings: each face is misread with this probability, differently in every view."""
        rng = random.Random(seed)
        self.views = [_spoilt(rng, view, wrong) for view in self.views]
        return self


def _spoilt(rng: random.Random, view: TableView, wrong: float) -> TableView:
    def spoil(slot: SlotView) -> SlotView:
        if slot.best is None or rng.random() >= wrong:
            return slot
        letters = [f"{rank}{suit}" for rank in "A23456789JQK" for suit in "CDHS"]
        return face((Card.parse(rng.choice(letters)), round(rng.uniform(0.4, 0.95), 3)))

    seats = tuple(tuple(spoil(slot) for slot in seat) for seat in view.seats)
    return TableView(view.time, view.phase, seats, spoil(view.discard), view.stock)
