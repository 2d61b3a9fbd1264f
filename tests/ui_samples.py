"""Tables for the screen's tests, made by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from companion.cards import Card
from companion.events import Discarded, Drew, Event, Irregular, Placed, RoundStarted, Turn
from companion.moves import Move
from companion.rules import HouseRules
from companion.table import GameState, Layout, RoundState, Seat, Slot, Stage, face_up
from ui.byhand import Corners
from ui.view import Camera, Choice, Picture, PlayView, play_view

NAMES = ("Ann", "Ben", "Chloé", "Domenico", "Eva", "Fil")
SIZES = (8, 10, 9, 10, 7, 10)
SHOWN: tuple[dict[int, str], ...] = (
    {1: "AS", 4: "4D", 7: "JS", 8: "8C"},
    {2: "2H", 5: "5C", 10: "10H"},
    {3: "3D", 6: "6S", 9: "JH"},
    {1: "AD", 2: "2C"},
    {},
    {4: "4H"},
)
HISTORY: tuple[Event, ...] = (
    RoundStarted(1.0, (8, 10), "Ben", "Ann"),
    Turn(1.0, "Ann"),
    Drew(5.0, "Ann", "stock"),
    Placed(7.0, "Ann", Card.parse("8C"), 8),
    Discarded(9.0, "Ann", Card.parse("QC")),
    Turn(9.0, "Ben"),
    Drew(12.0, "Ben", "discard"),
    Placed(13.0, "Ben", Card.parse("2H"), 2),
    Discarded(15.0, "Ben", Card.parse("QH")),
    Turn(15.0, "Ann"),
)


def sample_state(
    players: int = 2,
    *,
    turn: int = 0,
    stage: Stage = Stage.TAKE,
    completed: tuple[int, ...] = (),
    names: Sequence[str] = NAMES,
) -> GameState:
    """A round in the middle, with natural cards, wilds and face-down cards."""
    layouts = []
    for size, shown in zip(SIZES[:players], SHOWN, strict=False):
        layout = Layout.dealt(size)
        for number, card in shown.items():
            layout = layout.with_slot(number, face_up(Card.parse(card)))
        layouts.append(layout)
    seats = tuple(Seat(name, size, 10 - size) for name, size in zip(names, SIZES[:players], strict=False))
    discard = (Card.parse("9C"), Card.parse("QH"))
    present = RoundState(
        4, players - 1, 0, turn, stage, tuple(layouts), 25, discard, turns=3, completed=completed
    )
    return GameState(HouseRules(), seats, present)


def sample_picture() -> Picture:
    width, height = 64, 36
    return Picture(
        width, height, bytes((40 + x) % 256 for _ in range(height) for x in range(width) for _ in "rgb")
    )


def sample_view(players: int = 2, **changes: object) -> PlayView:
    """A view of `sample_state`; `changes` are further arguments of `play_view`."""
    state = changes.pop("state", None) or sample_state(players)
    arguments = {"camera": Camera.TRACKING, "picture": sample_picture(), "history": HISTORY, "began": 1.79e9}
    return play_view(state, **{**arguments, **changes})  # type: ignore[arg-type]


@dataclass
class FixedGame:
    """A game that shows what it is given and notes what is tapped."""

    view: PlayView
    taps: list[object] = field(default_factory=list)
    odds: bool = False
    pictures: bool = False
    stopped: bool = False

    def latest(self) -> PlayView:
        return self.view

    def undo(self) -> None:
        self.taps.append("undo")

    def next_player(self) -> None:
        self.taps.append("next player")

    def pause(self, on: bool) -> None:
        self.taps.append(f"pause {on}")

    def accept(self, irregular: Irregular) -> None:
        self.taps.append(("accept", irregular))

    def put_right(self, irregular: Irregular) -> None:
        self.taps.append(("put right", irregular))

    def play(self, *moves: Move) -> None:
        self.taps.append(moves)

    def correct_slot(self, seat: int, slot: int, content: Slot) -> None:
        self.taps.append((seat, slot, content))

    def correct_discard(self, card: Card | None) -> None:
        self.taps.append(card)

    def show_odds(self, on: bool) -> None:
        self.odds = on

    def keep_pictures(self, on: bool) -> None:
        self.pictures = on

    def use_corners(self, corners: Corners) -> None:
        self.taps.append(("corners", corners))

    def export(self, folder: Path) -> None:
        self.taps.append(folder)

    def choose(self, choice: Choice) -> None:
        self.taps.append(f"choose {self.view.choices.index(choice)}")

    def suspend(self) -> None:
        self.taps.append("suspend")

    def wake(self) -> None:
        self.taps.append("wake")

    def stop(self) -> None:
        self.stopped = True
