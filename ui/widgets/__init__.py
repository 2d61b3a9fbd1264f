"""The widgets of the app: each a module and a kv file of the same name."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder


def load_kv(module_file: str) -> None:
    """Load the kv file that lies beside a module under its name."""
    Builder.load_file(str(Path(module_file).with_suffix(".kv")))
