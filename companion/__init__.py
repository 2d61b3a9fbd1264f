"""The game: cards, rules, referee, ledger. Knows nothing of pixels or screens."""

__version__ = "0.1.0"
"""Of the whole project."""
