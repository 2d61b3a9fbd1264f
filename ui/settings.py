"""What the family chose: one JSON file, replaced whole, and set aside where it cannot be read."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from companion.files import cause
from companion.ledger_files import set_aside, sync_folder
from companion.rules import HouseRules
from companion.table import GameState
from ui.faults import SETTINGS_DAMAGED, SETTINGS_UNREAD, Fault
from ui.i18n import LANGUAGES
from ui.theme import THEMES

SETTINGS = "settings.json"
"""Name of the file in the data folder."""
TURNS = (0, 90, 180, 270)


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings, each with what holds until somebody chooses.

    Attributes:
        language: a two-letter code; None: the system's.
        theme: dark or light.
        four_colours: a colour for each suit.
        to_players: cards and names are turned to be read from their players' side of the table.
        voice: turns are spoken.
        odds: chances and hints are shown.
        pictures: the table is pictured before and after each play, for "Who is right?".
        camera: number of the camera.
        rotate: degrees clockwise to turn its pictures by.
        mirror: its pictures are mirrored, as those of some front cameras are, and are mirrored back.
        touch: whether the game begun last is played by touch alone.
        players, rules: of the game begun last.
    """

    language: str | None = None
    theme: str = "dark"
    four_colours: bool = False
    to_players: bool = False
    voice: bool = False
    odds: bool = False
    pictures: bool = False
    camera: int = 0
    rotate: int = 0
    mirror: bool = False
    touch: bool = False
    players: tuple[str, ...] = ()
    rules: HouseRules = field(default_factory=HouseRules)

    def to_json(self) -> dict[str, Any]:
        """Every setting by its name."""
        values = {setting.name: getattr(self, setting.name) for setting in fields(self)}
        return values | {"players": list(self.players), "rules": self.rules.to_json()}

    @classmethod
    def from_json(cls, value: Any) -> Settings:
        """Read `to_json`'s form; what is missing keeps its default. Raises ValueError naming what is wrong."""
        if not isinstance(value, Mapping):
            raise ValueError("settings are an object")
        names = [setting.name for setting in fields(cls) if setting.name in value]
        return replace(cls(), **{name: _read(name, value[name]) for name in names})


def _read(name: str, value: Any) -> Any:
    match name:
        case "language":
            good = value is None or (isinstance(value, str) and value in LANGUAGES)
        case "theme":
            good = isinstance(value, str) and value in THEMES
        case "camera":
            good = type(value) is int and value >= 0
        case "rotate":
            good = type(value) is int and value in TURNS
        case "players":
            good = isinstance(value, list) and all(isinstance(name, str) for name in value)
            if good and value:
                GameState.new(value, dealer=0)  # says what is wrong with a name
            value = tuple(value) if good else value
        case "rules":
            return HouseRules.from_json(value)
        case _:
            good = isinstance(value, bool)
    if not good:
        raise ValueError(f"{name}: {value!r} is no setting")
    return value


def load(path: Path) -> tuple[Settings, Fault | None]:
    """The settings of a file, and what was wrong with it: a file that cannot be read is set aside."""
    try:
        return Settings.from_json(json.loads(path.read_text("utf-8-sig"))), None
    except FileNotFoundError:
        return Settings(), None
    except OSError as error:
        return Settings(), Fault(SETTINGS_UNREAD, f"{path}: cannot be read ({cause(error)})")
    except (ValueError, RecursionError) as error:
        damage = f"{path}: damaged ({' '.join(str(error).split())})"
    try:
        return Settings(), Fault(SETTINGS_DAMAGED, f"{damage}; it was set aside as {set_aside(path).name}")
    except OSError as error:
        return Settings(), Fault(SETTINGS_UNREAD, f"{damage}; and it cannot be set aside ({cause(error)})")


def save(path: Path, settings: Settings) -> None:
    """Write them whole or not at all. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(settings.to_json(), file, ensure_ascii=False, indent=1)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    sync_folder(path.parent)
