"""The words of the camera set-up. No Kivy here."""

from __future__ import annotations

from collections.abc import Sequence

from ui.i18n import N_, tr
from ui.view import Camera, PlayView
from ui.words import CAMERA, numbers
from vision.layout import Hint, HintKind

HINTS: dict[HintKind, str] = {
    HintKind.NO_CARDS: N_("I see no cards. Raise the tablet, and tilt it toward the table."),
    HintKind.MISSING_SEATS: N_(
        "I see the cards of {found} of {expected} players. Raise the tablet a little."
    ),
    HintKind.WRONG_COUNT: N_("Cards of {player}: {found} instead of {expected}."),
    HintKind.HIDDEN_SLOT: N_(
        "I see {found} of the {expected} cards of {player}. Are some cut off, or covered?"
    ),
    HintKind.NO_STOCK: N_("I do not see the stock. Lay it between the layouts."),
    HintKind.STRAY_CARD: N_("Cards lie apart from the layouts: {found}."),
}


def hint_words(hint: Hint, players: Sequence[str], language: str) -> str:
    """What keeps the deal from being found, and what to do about it."""
    player = players[hint.seat] if hint.seat is not None else ""
    return tr(HINTS[hint.kind], language, player=player, found=hint.found, expected=hint.expected)


def stand_words(view: PlayView, language: str) -> str:
    """How to stand the tablet: until the deal is found, and as long as there may be a picture."""
    found = view.setup is not None and view.setup.seen and not view.setup.hints
    if found or view.camera is Camera.FAILED:
        return ""
    return tr(
        "Stand the tablet about half a metre up at the edge, so that it looks down on all the cards. Then deal.",
        language,
    )


def setup_words(view: PlayView, language: str) -> str:
    """ "I see 10 and 10 cards": what of the deal is found; without a camera, what to do."""
    if view.camera is Camera.FAILED:
        return tr(CAMERA[view.camera].advice, language)
    seen = view.setup.seen if view.setup else ()
    if not seen:
        return tr("I look for the deal …", language)
    return tr("I see {sizes} cards.", language, sizes=numbers(seen, language))
