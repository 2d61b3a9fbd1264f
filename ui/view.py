"""What the Play screen shows at one moment, as values. Made on the worker's thread, drawn on the main one.

Nothing here imports Kivy, and nothing is in a language: words are chosen when the view is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

from companion.cards import Card
from companion.events import Event, Irregular
from companion.observation import Phase, Sight, TableView
from companion.rounds import game_winner, next_dealer, next_sizes, next_starter, rounds_won
from companion.rules import HouseRules
from companion.table import GameState, Slot, Stage
from companion.table import Side as Face
from ui.chances import reckon
from ui.seating import Side, sides
from ui.statistics import Figures

if TYPE_CHECKING:
    from ui.exporting import Exported
    from ui.snapshots import Snapshot
    from vision.layout import Hint


class SlotLook(StrEnum):
    """How a slot is drawn."""

    EMPTY = "empty"
    DOWN = "down"
    UP = "up"
    WILD = "wild"
    UNREAD = "unread"
    """A face shows that nobody could read."""


@dataclass(frozen=True, slots=True)
class SlotPicture:
    """One slot: its number from 1, how it looks, the card if one is known, whether a hand covers it now."""

    number: int
    look: SlotLook
    card: Card | None = None
    covered: bool = False


@dataclass(frozen=True, slots=True)
class SeatPicture:
    """One player's part of the table.

    Attributes:
        index: seat number from 0, clockwise; also chooses colour and shape.
        size: cards of the layout in this round.
        next_size: of the next layout (R15): during a round the one that a win brings. 0: the game is won.
        rounds_won: counting a round that is just won.
        chance: that the next stock card could be played here; None where it is not reckoned.
    """

    index: int
    name: str
    side: Side
    slots: tuple[SlotPicture, ...]
    size: int
    next_size: int
    rounds_won: int
    on_turn: bool
    deals: bool
    won: bool
    chance: Fraction | None = None


class Camera(StrEnum):
    """What the camera is doing: the watcher's phases, and what only the source knows."""

    STARTING = "starting"
    SEARCHING = "searching"
    CALIBRATING = "calibrating"
    TRACKING = "tracking"
    OCCLUDED = "occluded"
    MOVED = "moved"
    DARK = "dark"
    LOST = "lost"
    DESYNC = "desync"
    PAUSED = "paused"
    ENDED = "ended"
    FAILED = "failed"
    TOUCH = "touch"
    """The game is played by touch: nobody asked for a camera."""

    @classmethod
    def of(cls, phase: Phase) -> Camera:
        return cls(phase.value)


NO_CAMERA = (Camera.TOUCH, Camera.FAILED)
"""The states in which the game is played by touch."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Picture:
    """A small camera picture: RGB bytes, top row first."""

    width: int
    height: int
    pixels: bytes

    def __repr__(self) -> str:
        return f"<picture of {self.width} × {self.height} pixels>"

    def __post_init__(self) -> None:
        if len(self.pixels) != self.width * self.height * 3:
            raise ValueError(
                f"{self.width} × {self.height} RGB pixels were expected, not {len(self.pixels)} bytes"
            )


@dataclass(frozen=True, slots=True)
class Outline:
    """A card found in the picture: whose, and its corners as shares of width and height from the top left."""

    seat: int
    corners: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Setup:
    """How far the deal is found: the cards seen of each player (none: not found yet), what is wrong, where
    the cards lie."""

    seen: tuple[int, ...] = ()
    hints: tuple[Hint, ...] = ()
    outlines: tuple[Outline, ...] = ()


class Standing(StrEnum):
    """What the huge letters say."""

    DEAL = "deal"
    TURN = "turn"
    ROUND_WON = "round_won"
    GAME_WON = "game_won"


@dataclass(frozen=True, slots=True)
class Choice:
    """What may have happened, to choose from when the camera does not tell."""

    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True, repr=False)
class PlayView:
    """The Play screen at one moment.

    Attributes:
        state: the game as the referee knows it, for rulings.
        standing: whether a deal, a turn or a win is told.
        player: the seat it is about: dealer, player on turn, winner.
        seats: all players, clockwise from the lower edge.
        discard: the top card of the discard pile; None: the pile is empty.
        discard_covered: a hand is over the pile now.
        stock: cards in the stock as counted by the rules.
        camera, camera_fault: what the camera does, and what is wrong with it in words.
        picture: the latest small camera picture.
        history: what happened and was not taken back, oldest first.
        began: the time of day, in seconds since the epoch, at which the times in `history` are zero.
        irregular: what goes against a rule and the table has not answered yet.
        can_put_right: whether that can still be taken back.
        choices: what may have happened, likeliest first, when the players must say; else empty.
        demo: the pictures are of the demo table.
        table: the table as it is seen now.
        trouble: why the game is not being written down; empty where it is.
        kept: whether there is a place to write it down at all.
        can_undo: whether there is anything to take back.
        wild_slot: the best slot for a wild of the player on turn; None where it is not reckoned.
        setup: how far the camera has found the deal; None: nothing is looked for.
        figures: of a game that is over.
        exported: where the game was written to, if it was wished.
        snapshots: pictures of the plays, where the players keep them.
    """

    state: GameState
    standing: Standing
    player: int
    round_number: int
    seats: tuple[SeatPicture, ...]
    discard: Card | None = None
    discard_covered: bool = False
    stock: int = 0
    camera: Camera = Camera.STARTING
    camera_fault: str = ""
    picture: Picture | None = None
    history: tuple[Event, ...] = ()
    began: float = 0.0
    irregular: Irregular | None = None
    can_put_right: bool = False
    choices: tuple[Choice, ...] = ()
    demo: bool = False
    table: TableView | None = None
    trouble: str = ""
    kept: bool = True
    can_undo: bool = True
    wild_slot: int | None = None
    setup: Setup | None = None
    figures: Figures | None = None
    exported: Exported | None = None
    snapshots: tuple[Snapshot, ...] = ()

    def __repr__(self) -> str:
        """Short: Kivy writes every value out that a rule of a kv file takes, with each picture of the camera."""
        return f"<view of round {self.round_number}: {self.standing}, seat {self.player}, {self.camera}>"

    @property
    def told(self) -> tuple[int, ...]:
        """The seats it is about: `player`, or all who completed a round that is won."""
        if self.standing is Standing.ROUND_WON:
            return self.state.round.completed or (self.player,)
        return (self.player,)

    @property
    def next_dealer(self) -> int:
        """The seat that deals next (H7), or the first deal."""
        return next_dealer(self.state)

    @property
    def next_starter(self) -> int:
        """The seat that begins after the next deal (R4, H7)."""
        return next_starter(self.state)

    @property
    def is_followed(self) -> bool:
        """There are pictures of the table, or there will be."""
        return self.camera not in (*NO_CAMERA, Camera.ENDED)

    @property
    def round_is_over(self) -> bool:
        return self.standing in (Standing.ROUND_WON, Standing.GAME_WON)

    @property
    def largest(self) -> int:
        """Size of the largest layout on the table."""
        return max(seat.size for seat in self.seats)


def play_view(
    state: GameState,
    camera: Camera,
    *,
    table: TableView | None = None,
    fault: str = "",
    picture: Picture | None = None,
    history: Sequence[Event] = (),
    began: float = 0.0,
    irregular: Irregular | None = None,
    can_put_right: bool = False,
    choices: Sequence[Choice] = (),
    demo: bool = False,
    trouble: str = "",
    kept: bool = True,
    can_undo: bool = True,
    odds: bool = False,
    setup: Setup | None = None,
    figures: Figures | None = None,
    exported: Exported | None = None,
    snapshots: Sequence[Snapshot] = (),
) -> PlayView:
    """The view of a game.

    Args:
        state: the game as the referee knows it.
        camera: what the camera does.
        table: the table as it is seen now, to mark what a hand covers.
        fault: why there is no camera picture.
        picture: the latest camera picture.
        history, began, irregular, can_put_right, choices, demo, trouble, kept, can_undo: as in `PlayView`.
        odds: reckon chances and the best place for a wild.
        setup, figures, exported, snapshots: as in `PlayView`.
    """
    turn = state.round
    playing = turn.stage in (Stage.TAKE, Stage.PLAY)
    reckoned = reckon(state, tuple(history)) if odds and playing else None
    seats = tuple(
        _seat(state, index, side, table, reckoned.chances[index] if reckoned else None)
        for index, side in enumerate(sides(len(state.seats)))
    )
    return PlayView(
        state=state,
        standing=_standing(turn.stage),
        player=_player(state),
        round_number=turn.number,
        seats=seats,
        discard=turn.discard_top,
        discard_covered=table is not None and table.discard.sight is Sight.UNSEEN,
        stock=turn.stock,
        camera=camera,
        camera_fault=fault,
        picture=picture,
        history=tuple(history),
        began=began,
        irregular=irregular,
        can_put_right=can_put_right,
        choices=tuple(choices),
        demo=demo,
        table=table,
        trouble=trouble,
        kept=kept,
        can_undo=can_undo,
        wild_slot=reckoned.wild_slot if reckoned else None,
        setup=setup,
        figures=figures,
        exported=exported,
        snapshots=tuple(snapshots),
    )


def _standing(stage: Stage) -> Standing:
    return {
        Stage.DEAL: Standing.DEAL,
        Stage.ROUND_OVER: Standing.ROUND_WON,
        Stage.GAME_OVER: Standing.GAME_WON,
    }.get(stage, Standing.TURN)


def _player(state: GameState) -> int:
    turn = state.round
    if turn.stage is Stage.DEAL:
        return turn.dealer
    if turn.stage is Stage.GAME_OVER and (winner := game_winner(state)) is not None:
        return winner
    if turn.is_over and turn.completed:
        return turn.completed[0]
    return turn.turn


def _seat(
    state: GameState, index: int, side: Side, table: TableView | None, chance: Fraction | None
) -> SeatPicture:
    seat, turn = state.seats[index], state.round
    won = index in turn.completed
    # Before the first deal nothing lies on the table yet; the places are drawn empty.
    slots: Sequence[Slot] = turn.layouts[index].slots
    seen = table.seats[index] if table is not None and index < len(table.seats) else ()
    pictures = tuple(
        _slot(
            state.rules,
            number,
            slots[number - 1] if number <= len(slots) else None,
            covered=number <= len(seen) and seen[number - 1].sight is Sight.UNSEEN,
        )
        for number in range(1, seat.size + 1)
    )
    next_size = next_sizes(state)[index] if turn.is_over else seat.size - 1
    return SeatPicture(
        index=index,
        name=seat.name,
        side=side,
        slots=pictures,
        size=seat.size,
        next_size=next_size,
        rounds_won=rounds_won(state)[index],
        on_turn=turn.stage in (Stage.TAKE, Stage.PLAY) and turn.turn == index,
        deals=turn.dealer == index,
        won=won,
        chance=chance,
    )


def _slot(rules: HouseRules, number: int, slot: Slot | None, *, covered: bool) -> SlotPicture:
    if slot is None or slot.side is Face.EMPTY:
        return SlotPicture(number, SlotLook.EMPTY, covered=covered)
    if slot.side is Face.DOWN:
        return SlotPicture(number, SlotLook.DOWN, covered=covered)
    if not slot.card.is_known:
        return SlotPicture(number, SlotLook.UNREAD, covered=covered)
    look = SlotLook.WILD if rules.is_wild(slot.card) else SlotLook.UP
    return SlotPicture(number, look, slot.card, covered)
