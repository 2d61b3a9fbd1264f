"""Stand-ins for what only Android has, and for the thread of the app that it calls back on."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType

import pytest


def module(monkeypatch: pytest.MonkeyPatch, name: str, **content: object) -> None:
    """Put a module of this name and content where it will be imported."""
    made = ModuleType(name)
    vars(made).update(content)
    monkeypatch.setitem(sys.modules, name, made)


class AppThread:
    """Kivy's clock, whose time comes only when the test says so: other tests' widgets wait in the real one."""

    def __init__(self) -> None:
        self._waiting: list[Callable[[float], None]] = []

    def schedule_once(self, call: Callable[[float], None]) -> None:
        self._waiting.append(call)

    def tick(self) -> None:
        """Call what has been scheduled, in order."""
        waiting, self._waiting = self._waiting, []
        for call in waiting:
            call(0.0)
