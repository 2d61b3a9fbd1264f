"""Python's search for garbage, kept from holding up the screen."""

from __future__ import annotations

import gc


def keep_what_is_loaded() -> None:
    """What is alive now stays out of the search for garbage: to look through all that libraries and networks made
    takes more than a tenth of a second each time, on whatever thread it falls to.
    """
    gc.freeze()
