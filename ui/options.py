"""What the Play screen was asked to show: the options of `trash-companion play`."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from companion.rules import HouseRules

DEFAULT_PLAYERS = ("Ann", "Ben")


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """One game to follow.

    Attributes:
        players: names clockwise as seen from above; the first sits at the lower edge of the picture.
        rules: the house rules of this game.
        camera: number of the camera to use; None: the first one, or the demo table where there is none.
        video: a video file or a folder of pictures to follow in its own time.
        demo: the demo table, a filmed game that is rendered while it plays.
        dealer: who deals first, where it is known.
        sizes: layout sizes of the first deal, for a game taken up later; None: as the rules have it.
        touch: play by touch, without a camera.
        resume: go on with the game that was played last.
        rotate: degrees clockwise to turn the camera's pictures by.
        mirror: the camera's pictures are mirrored.
        language: a two-letter code, or None for the language that was chosen last, or the system's.
    """

    players: tuple[str, ...] = DEFAULT_PLAYERS
    rules: HouseRules = field(default_factory=HouseRules)
    camera: int | None = None
    video: Path | None = None
    demo: bool = False
    dealer: str | None = None
    sizes: tuple[int, ...] | None = None
    touch: bool = False
    resume: bool = False
    rotate: int = 0
    mirror: bool = False
    language: str | None = None
