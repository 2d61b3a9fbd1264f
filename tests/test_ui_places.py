"""The parts of the Play screen: none over another, all on the screen, large enough for fingers."""

from __future__ import annotations

from itertools import combinations

import pytest

from ui.screens.places import ROW, places
from ui.seating import Box
from ui.widgets.deckpad import GAP

SIZES = [(1280, 800), (1920, 1200), (800, 1280), (1024, 600), (1340, 800)]
FINGER = 48.0


@pytest.mark.parametrize("playing", [True, False], ids=["playing", "between rounds"])
@pytest.mark.parametrize("camera", [True, False], ids=["camera", "no camera"])
@pytest.mark.parametrize("by_touch", [True, False], ids=["by touch", "watched"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_parts_share_the_screen(
    size: tuple[int, int], by_touch: bool, camera: bool, playing: bool
) -> None:
    width, height = size
    unit = min(max(size) / 1280, min(size) / 800)
    plan = places(width, height, unit, by_touch=by_touch, camera=camera, playing=playing)
    screen = Box(0, 0, width, height)
    shown = {name: box for name, box in plan.parts.items() if box.overlaps(screen)}
    row = set(ROW) if playing else set(ROW) - {"next_player"}
    assert row | {"banner"} <= set(shown) and ("next_player" in shown) is playing
    assert ("bar" in shown) is by_touch and ("camera" in shown) is not by_touch
    boxes = {**shown, "table": plan.table}
    for (one, a), (other, b) in combinations(boxes.items(), 2):
        assert not a.overlaps(b), f"{one} lies over {other}"
    for name, box in boxes.items():
        assert box.x >= 0 and box.y >= 0 and box.right <= width + 0.01 and box.top <= height + 0.01, name
    if unit >= 1:
        assert all(min(shown[name].width, shown[name].height) >= FINGER for name in row)


@pytest.mark.parametrize("size", SIZES[:3], ids=str)
def test_a_card_to_tap_has_room_for_a_finger(size: tuple[int, int]) -> None:
    unit = min(max(size) / 1280, min(size) / 800)
    plan = places(*size, unit, by_touch=True, camera=False)
    bar = plan.parts["bar"]
    columns, rows = (7, 8) if plan.halved else (14, 4)
    head = 54 * unit + 8 * unit
    wide = (bar.width - (columns - 1) * GAP * unit) / columns
    high = (bar.height - head - (rows - 1) * GAP * unit) / rows
    assert min(wide, high) + GAP * unit >= FINGER
