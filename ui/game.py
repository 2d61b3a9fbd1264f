"""What the app follows: a game as the screens see it."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from companion.cards import Card
from companion.events import Irregular
from companion.moves import Move
from companion.table import Slot
from ui.byhand import Corners
from ui.view import Choice, PlayView


class Game(Protocol):
    """The worker, or a fixed view for a picture."""

    def latest(self) -> PlayView:
        """The newest view."""

    def undo(self) -> None:
        """Take the last happening back."""

    def next_player(self) -> None:
        """Pass the turn on."""

    def pause(self, on: bool) -> None:
        """Stop following the table, or go on."""

    def accept(self, irregular: Irregular) -> None:
        """Let an irregularity stand."""

    def put_right(self, irregular: Irregular) -> None:
        """Take an irregularity back."""

    def choose(self, choice: Choice) -> None:
        """Say which of the view's choices is what happened."""

    def play(self, *moves: Move) -> None:
        """Say what was played."""

    def correct_slot(self, seat: int, slot: int, content: Slot) -> None:
        """Say what lies on a slot."""

    def correct_discard(self, card: Card | None) -> None:
        """Say which card tops the discard pile."""

    def show_odds(self, on: bool) -> None:
        """Reckon chances and hints, or do not."""

    def keep_pictures(self, on: bool) -> None:
        """Keep pictures of the plays, or none."""

    def export(self, folder: Path) -> None:
        """Write the game out."""

    def use_corners(self, corners: Corners) -> None:
        """Look for the layouts at corners that were pointed out."""

    def suspend(self) -> None:
        """Let go of the camera for a while."""

    def wake(self) -> None:
        """Go on after `suspend`."""

    def stop(self) -> None:
        """End following; returns when no thread runs any more."""
