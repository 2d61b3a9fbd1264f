"""What may have happened, to choose from."""

from __future__ import annotations

from companion.announce import announce, announce_irregularity
from companion.events import Event
from companion.explain import Explanation
from ui.view import Choice


def choice_of(explanation: Explanation) -> Choice:
    """The happenings of an explanation."""
    events: list[Event] = []
    for step in explanation.steps:
        events += [announce_irregularity(step.before, fault, 0.0) for fault in step.irregularities]
        if step.move is not None:
            events += announce(step.before, step.move, step.after, 0.0)
    return Choice(tuple(events))
