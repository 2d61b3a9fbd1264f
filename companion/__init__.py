"""The game: cards, rules, referee, ledger. Knows nothing of pixels or screens."""
