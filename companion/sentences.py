"""Sentences as values: a text, what stands in its places, the rules it cites, the happening it tells."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeAlias

from companion.cards import Card
from companion.events import Event
from companion.texts import Text

Value: TypeAlias = str | int | float | Card | Text | tuple[str, ...] | tuple[int, ...] | tuple[Card, ...]
"""What may stand in a place: a name, a number, a time (float, s), a card, a translated part, or several."""

Translate: TypeAlias = Callable[[str], str]
Clock: TypeAlias = Callable[[float], str]


@dataclass(frozen=True, slots=True)
class Said:
    """One sentence.

    Attributes:
        text: the message; its name is a short key, its value the English text translations go by.
        rules: the numbers it follows from, such as ("R12",).
        values: what stands in the places of the text, by name.
        evidence: the happening it tells; its time stands in the place `time`.
    """

    text: Text
    rules: tuple[str, ...] = ()
    values: tuple[tuple[str, Value], ...] = ()
    evidence: Event | None = None

    @property
    def key(self) -> str:
        """The short key of the message."""
        return self.text.name


def say(text: Text, *rules: str, evidence: Event | None = None, **values: Value) -> Said:
    """A sentence; with evidence its time stands in the place `time`."""
    if evidence is not None:
        values["time"] = float(evidence.t)
    return Said(text, rules, tuple(values.items()), evidence)


def elapsed(time: float) -> str:
    """Times as `0:14:05` since the first picture, where the time of day is not known."""
    return str(timedelta(seconds=int(time)))


def in_words(
    said: Said,
    translate: Translate = str,
    clock: Clock | None = elapsed,
    *,
    cite: bool = True,
) -> str:
    """The sentence in words, its rule numbers before the full stop unless `cite` is False.

    `translate` gives a message in the players' language, `clock` the words for a time in seconds; None leaves
    " at {time}" out, where the time stands beside the sentence.
    """
    message = translate(said.text.value)
    if clock is None:
        message, clock = message.replace(translate(Text.AT_TIME.value), ""), elapsed
    places = {name: _value_words(value, translate, clock) for name, value in said.values}
    words = message.format(**places)
    if not cite or not said.rules:
        return words
    cited = f" ({', '.join(said.rules)})"
    return words[:-1] + cited + words[-1] if words[-1] in ".:" else words + cited


def _value_words(value: Value, translate: Translate, clock: Clock) -> str:
    if isinstance(value, tuple):
        return ", ".join(_value_words(item, translate, clock) for item in value)
    if isinstance(value, Text):
        return translate(value.value)
    if isinstance(value, Card):
        if value.is_joker:
            return translate(Text.JOKER.value)
        return value.symbol if value.is_known else translate(Text.UNSEEN_CARD.value)
    return clock(value) if isinstance(value, float) else str(value)
