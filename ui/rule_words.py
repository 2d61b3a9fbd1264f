"""House rules in words: each choice with a line about it. No Kivy here."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules import NextDealer, WildRanks
from ui.i18n import N_


@dataclass(frozen=True, slots=True)
class RuleWords:
    """A name and one line."""

    name: str
    line: str


PRESETS: dict[str, RuleWords] = {
    "standard": RuleWords(N_("Standard"), N_("Jacks are wild; queens and kings end the turn.")),
    "family": RuleWords(N_("Family"), N_("Everybody has one more turn when a layout is complete.")),
    "quick": RuleWords(N_("Quick game"), N_("Five cards each, for children.")),
    "jokers": RuleWords(N_("With jokers"), N_("Two jokers more in each deck, wild like the jacks.")),
    "kings": RuleWords(N_("Kings wild"), N_("Kings are wild; jacks and queens end the turn.")),
    "faces": RuleWords(N_("All faces wild"), N_("Jacks, queens and kings are wild.")),
}

SWITCHES: dict[str, RuleWords] = {
    "jokers": RuleWords(N_("Jokers"), N_("Two jokers in each deck, both wild.")),
    "last_turn": RuleWords(
        N_("Last turn for all"), N_("When a layout is complete, each other player has one more turn.")
    ),
    "call_trash": RuleWords(N_("Call “Trash!”"), N_("Who forgets to call takes a penalty card.")),
    "last_round_bonus": RuleWords(
        N_("Last-round bonus"), N_("At the end the others are ranked by the cards left face down.")
    ),
    "winner_starts": RuleWords(N_("Winner begins"), N_("The winner of a round begins the next one.")),
}
"""The house rules that are on or off, by their names in `HouseRules`."""

WILD: dict[WildRanks, str] = {
    WildRanks.JACKS: N_("Jacks"),
    WildRanks.KINGS: N_("Kings"),
    WildRanks.FACES: N_("All faces"),
}

NEXT_DEALER: dict[NextDealer, str] = {
    NextDealer.LEFT: N_("In turn"),
    NextDealer.WINNER: N_("The winner"),
    NextDealer.LOSER: N_("Most cards left"),
    NextDealer.FIXED: N_("Always the same"),
}
