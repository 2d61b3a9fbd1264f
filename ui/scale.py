"""How large everything is drawn."""

from __future__ import annotations

from kivy.metrics import Metrics

LARGEST_TEXT = 1.3
"""The font scale up to which every screen has room for its words."""


def text_scale() -> float:
    """How much larger or smaller than usual the system's settings want text."""
    return float(min(LARGEST_TEXT, max(0.85, Metrics.fontscale)))


def unit(width: float, height: float) -> float:
    """One pixel of a 1280 × 800 screen, or of an upright 800 × 1280 one, on this screen."""
    long, short = max(width, height), min(width, height)
    return max(0.2, min(long / 1280, short / 800))
