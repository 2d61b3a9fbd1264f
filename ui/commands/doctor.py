"""`doctor`: is everything there that the companion needs on this machine, and what to do where it is not?"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from ui.findings import Finding

HELP = "check this machine: libraries, screen, models, camera, speech, games"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It takes no arguments."""


def run(arguments: argparse.Namespace) -> int:
    """Tell every finding as it is known; 1 where something is missing without which nothing works."""
    status = 0
    for finding in examine():
        print(finding, flush=True)
        if finding.needed and not finding.fine:
            status = 1
    return status


def examine() -> Iterator[Finding]:
    """Look at everything, what the rest stands on first."""
    from ui import findings

    yield findings.companion()
    yield findings.python()
    yield from findings.packages()
    yield findings.system_libraries()
    yield findings.screen()
    yield findings.drawing()
    yield from findings.networks()
    yield from findings.back_ends()
    yield findings.camera()
    yield findings.speech()
    yield findings.games()
    yield findings.settings()
