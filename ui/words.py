"""The sentences of the Play screen: from happenings, rulings and camera states to words. No Kivy here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from companion.cards import Card
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
from companion.sentences import Said, in_words
from ui.dates import UNKNOWN, local_time, written
from ui.faults import cause_words, fault_words
from ui.i18n import N_, tr
from ui.view import Camera, Choice, PlayView, SeatPicture, Standing


class Tone(StrEnum):
    """How a state chip looks."""

    GOOD = "good"
    WARN = "warn"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class CameraWords:
    """A camera state: a sign and a word for the chip, and what to do about it."""

    sign: str
    label: str
    advice: str
    tone: Tone


CAMERA: dict[Camera, CameraWords] = {
    Camera.STARTING: CameraWords("◌", N_("Starting"), N_("The camera is being opened."), Tone.WARN),
    Camera.SEARCHING: CameraWords(
        "◎",
        N_("Searching"),
        N_("Deal the cards, and tilt the tablet until every layout is in the picture."),
        Tone.WARN,
    ),
    Camera.CALIBRATING: CameraWords(
        "◎", N_("Calibrating"), N_("The layouts are found. Leave the cards still for a moment."), Tone.WARN
    ),
    Camera.TRACKING: CameraWords("✔", N_("Following"), N_("The table is read. Play on."), Tone.GOOD),
    Camera.OCCLUDED: CameraWords(
        "☝", N_("Hand over the table"), N_("The cards are read again when the hand is gone."), Tone.GOOD
    ),
    Camera.MOVED: CameraWords(
        "↔", N_("Camera moved"), N_("Hold the tablet still. It finds the table again by itself."), Tone.WARN
    ),
    Camera.DARK: CameraWords("☾", N_("Too dark"), N_("Make more light, or play on by touch."), Tone.BAD),
    Camera.LOST: CameraWords(
        "✖", N_("Table lost"), N_("Point the camera at the whole table again, or play on by touch."), Tone.BAD
    ),
    Camera.DESYNC: CameraWords(
        "?",
        N_("Not sure"),
        N_("The table does not fit what was played. Say what happened, or tap Undo."),
        Tone.BAD,
    ),
    Camera.PAUSED: CameraWords("‖", N_("Paused"), N_("Nothing is followed until you go on."), Tone.WARN),
    Camera.ENDED: CameraWords(
        "■", N_("Film ended"), N_("The last table stays. Play on by touch."), Tone.WARN
    ),
    Camera.FAILED: CameraWords(
        "✖", N_("No camera picture"), N_("Play on by touch, or check the camera and start again."), Tone.BAD
    ),
    Camera.TOUCH: CameraWords("☝", N_("By touch"), N_("Tap each card that comes to hand."), Tone.GOOD),
}

GAME_OVER = N_("The game is over.")
DEAL_NEXT = N_("Deal the next round.")
DEAL_NEXT_BY_TOUCH = N_("Deal the next round, then tap “The cards are dealt”.")

NOT_KEPT = N_("This game cannot be kept: its folder cannot be written. It is gone when you leave it.")
STANDING: dict[Standing, str] = {
    Standing.DEAL: N_("deals the cards"),
    Standing.TURN: N_("is on turn"),
    Standing.ROUND_WON: N_("wins the round"),
    Standing.GAME_WON: N_("wins the game"),
}

SEVERAL_WIN = N_("win the round")
"""Where several completed their layouts in one round (H8)."""

IRREGULAR: dict[Kind, str] = {
    Kind.OUT_OF_TURN: N_("{player} played out of turn."),
    Kind.WRONG_SLOT: N_("{player} laid {cards} on a slot that is not its own."),
    Kind.ON_FACE_UP: N_("{player} laid {cards} on a face-up card."),
    Kind.WILD_MOVED: N_("{player} moved a wild card to another slot."),
    Kind.PLAYABLE_DISCARDED: N_("{player} discarded {cards}, which had a free slot."),
    Kind.NO_DISCARD: N_("{player} ended the turn without a discard."),
    Kind.DEEPER_DISCARD: N_("{player} took a card from below the top of the discard pile."),
    Kind.FIRST_FROM_DISCARD: N_("{player} began the round from the discard pile."),
    Kind.WRONG_DEAL: N_("{player} was dealt a wrong number of cards."),
    Kind.PLAYED_AFTER_WIN: N_("{player} played on after the round was won."),
    Kind.TURNED_DOWN: N_("{player} turned a card face down again."),
    Kind.IMPOSSIBLE_COPY: N_("{cards} is seen more often than the deck holds it."),
}


def camera_label(view: PlayView, language: str) -> str:
    return tr(CAMERA[view.camera].label, language)


def camera_advice(view: PlayView, language: str) -> str:
    """What to do about the camera's state, after what is wrong where that is known."""
    advice = tr(_advice(view), language)
    before = tr("This is the demo table, filmed.", language) if view.demo else ""
    if view.demo and view.camera is Camera.ENDED:
        before = ""
    trouble = trouble_words(view, language)
    fault = fault_words(view.camera_fault, language)
    return "\n".join(part for part in (trouble, fault or before, advice) if part)


def _advice(view: PlayView) -> str:
    """What to do next: once a round is won nobody plays on, and after the game there is nothing to do."""
    words = CAMERA[view.camera]
    if view.standing is Standing.GAME_WON:
        return GAME_OVER
    if view.standing is Standing.ROUND_WON and words.tone is Tone.GOOD:
        return DEAL_NEXT_BY_TOUCH if view.camera is Camera.TOUCH else DEAL_NEXT
    return words.advice


def warning_words(view: PlayView, language: str) -> str:
    """What those who play by touch have to know of: that nothing is saved, or that there is no camera picture."""
    said = [trouble_words(view, language)]
    if view.camera is Camera.FAILED:
        fault = fault_words(view.camera_fault, language)
        said.append(". ".join(filter(None, (camera_label(view, language), fault))))
    return "\n".join(filter(None, said))


def trouble_words(view: PlayView, language: str) -> str:
    """That the game is not written down; empty where it is."""
    if not view.kept:
        return tr(NOT_KEPT, language)
    if not view.trouble:
        return ""
    return tr("The game is not being saved: {cause}", language, cause=cause_words(view.trouble, language))


def chance_words(seat: SeatPicture) -> str:
    """The chance that the next stock card plays, in per cent; empty where it is not reckoned."""
    return "" if seat.chance is None else f"{round(100 * seat.chance)} %"


def hint_for_wild(view: PlayView, language: str) -> str:
    """Where a wild goes best; empty where no hints are wished."""
    return "" if view.wild_slot is None else tr("a wild: best on {slot}", language, slot=view.wild_slot)


def size_words(seat: SeatPicture) -> str:
    """The layout now and the next one; a cup where the next win is the game."""
    return f"{seat.size} → {seat.next_size or '♛'}"


def card_words(card: Card, language: str) -> str:
    """A card in a sentence: ``7♥``."""
    if card.is_joker:
        return tr("a joker", language)
    return card.symbol if card.is_known else tr("a card nobody saw", language)


def irregular_words(event: Irregular, language: str) -> str:
    """What went against a rule, in a calm sentence."""
    cards = ", ".join(card_words(card, language) for card in event.cards) or tr("a card", language)
    player = event.player or tr("Somebody", language)
    return tr(IRREGULAR[event.kind], language, player=player, cards=cards)


def names_words(view: PlayView, language: str) -> str:
    """Who the huge letters tell of."""
    return listed([view.seats[seat].name for seat in view.told], language)


def standing_words(view: PlayView, language: str) -> str:
    """What they tell of them."""
    return tr(SEVERAL_WIN if len(view.told) > 1 else STANDING[view.standing], language)


def numbers(values: Sequence[int], language: str) -> str:
    """``10, 9 and 10``."""
    return listed([str(value) for value in values], language)


def listed(values: Sequence[str], language: str) -> str:
    """``Ann, Ben and Cleo``."""
    *first, last = values
    return tr("{first} and {last}", language, first=", ".join(first), last=last) if first else last


def event_words(event: Event, language: str, players: Sequence[str] = ()) -> str:
    """A happening in a sentence or two; empty for those that are not told.

    `players` in the order of the seats: a round that is won then tells their next layouts.
    """
    match event:
        case RoundStarted():
            return tr(
                "{dealer} dealt {sizes} cards; {starter} begins.",
                language,
                dealer=event.dealer,
                sizes=numbers(event.sizes, language),
                starter=event.starter,
            )
        case Turn():
            return tr("It is the turn of {player}.", language, player=event.player)
        case Drew(source="stock"):
            return tr("{player} took a card from the stock.", language, player=event.player)
        case Drew():
            return tr("{player} took the top of the discard pile.", language, player=event.player)
        case Placed():
            return tr(
                "{player} laid {card} on slot {slot}.",
                language,
                player=event.player,
                card=card_words(event.card, language),
                slot=event.slot,
            )
        case TookWild():
            return tr(
                "{player} laid {card} on slot {slot} and took the wild card from there.",
                language,
                player=event.player,
                card=card_words(event.card, language),
                slot=event.slot,
            )
        case Discarded():
            return tr(
                "{player} discarded {card}.",
                language,
                player=event.player,
                card=card_words(event.card, language),
            )
        case Reshuffled():
            return tr("The discard pile was shuffled into a new stock.", language)
        case Irregular():
            return irregular_words(event, language)
        case RoundWon():
            won = tr("{player} turned up the last card and wins the round.", language, player=event.player)
            return " ".join(filter(None, (won, _next_layouts(event, language, players))))
        case GameWon():
            return tr("{player} wins the game.", language, player=event.player)
    return ""


def _next_layouts(event: RoundWon, language: str, players: Sequence[str]) -> str:
    """The layouts of the next deal; empty where none comes."""
    if len(players) != len(event.next_sizes) or not all(event.next_sizes):
        return ""
    sizes = ", ".join(f"{player} {size}" for player, size in zip(players, event.next_sizes, strict=True))
    return tr("The next layouts: {sizes}.", language, sizes=sizes)


def choice_words(choice: Choice, language: str) -> str:
    """What would have happened, in a line."""
    said = [event_words(event, language) for event in choice.events]
    return " ".join(words for words in said if words) or tr("Nobody played.", language)


def spoken_words(view: PlayView, language: str) -> str:
    """What the voice says of the table; empty where it says nothing."""
    said = {
        Standing.TURN: N_("{player}, it is your turn."),
        Standing.ROUND_WON: N_("{player} wins the round."),
        Standing.GAME_WON: N_("{player} wins the game."),
    }.get(view.standing)
    names = names_words(view, language)
    if len(view.told) > 1:
        return tr("{players} win the round.", language, players=names)
    return "" if said is None else tr(said, language, player=names)


def day_words(moment: float, language: str) -> str:
    """When something was, in seconds since the epoch: today's time, or the day."""
    then, now = local_time(moment), datetime.now()
    if then is None:
        return UNKNOWN
    days = (now.date() - then.date()).days
    if days == 0:
        return tr("today {time}", language, time=f"{then:%H:%M}")
    if days == 1:
        return tr("yesterday {time}", language, time=f"{then:%H:%M}")
    return f"{then:%d.%m.%Y}"


def sentence_words(said: Said, view: PlayView, language: str) -> str:
    """A sentence of a ruling, without its rule numbers, which stand beside it."""
    return in_words(said, lambda text: tr(text, language), lambda time: clock(view, time), cite=False)


def clock(view: PlayView, time: float) -> str:
    """The time of day of a happening, given in the seconds of the game."""
    return written(view.began + time, "%H:%M:%S")
