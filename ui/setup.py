"""How far the watcher has found the deal, for the camera set-up."""

from __future__ import annotations

from companion.observation import Phase, Sight, TableView
from ui.view import Outline, Setup
from vision.frames import Frame


def setup_of(watcher: object, frame: Frame, table: TableView) -> Setup:
    """The cards seen of each player, their outlines in the picture, and what is wrong."""
    fit = getattr(watcher, "fit", None)
    layout = getattr(watcher, "layout", None)
    if layout is None and fit is not None:
        layout = fit.layout
    height, width = frame.image.shape[:2]
    outlines = []
    if layout is not None:
        for seat, places in enumerate(layout.seats):
            for place in places.slots:
                corners = tuple((float(x) / width, float(y) / height) for x, y in layout.quad(place))
                outlines.append(Outline(seat, corners))
    if table.phase in (Phase.TRACKING, Phase.OCCLUDED):
        seen = tuple(sum(slot.sight in (Sight.BACK, Sight.FACE) for slot in slots) for slots in table.seats)
    else:
        seen = layout.sizes if layout is not None else ()
    hints = fit.hints if fit is not None and table.phase is not Phase.TRACKING else ()
    return Setup(seen, hints, tuple(outlines))
