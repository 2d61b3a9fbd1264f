"""Moments as people write them: a clock that was set wrong, or a file edited by hand, may hold any number."""

from __future__ import annotations

from datetime import datetime

UNKNOWN = "?"


def local_time(moment: float) -> datetime | None:
    """Seconds since the epoch as the local time; None where no calendar has such a day."""
    try:
        return datetime.fromtimestamp(moment)
    except (OverflowError, ValueError, OSError):
        return None


def written(moment: float, form: str) -> str:
    """The local time in a form of `datetime.strftime`; `UNKNOWN` where no calendar has such a day."""
    time = local_time(moment)
    return UNKNOWN if time is None else time.strftime(form)
