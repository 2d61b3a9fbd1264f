"""Every threshold of the tracking, with its reason."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TrackingConfig:
    """How still, how clear and how sure things must be. Times in seconds, grey levels of 255, lengths in mm.

    Attributes:
        gate_s: the motion gate looks this often at most where nothing moves, and compares pictures as far apart: a
            hand crosses a card in about 0.2 s.
        lively_s: and this often while something moves and for `lively_for_s` after, to see at once when all lies still.
        gate_size: longer side of the gate's grey picture in pixels; a card is then 10–30 px wide, wide enough
            for a finger, small enough to average a sensor's noise away.
        moving_level: grey levels between two gate pictures that are motion: twice what noise and shake leave.
        changed_level: grey levels from the reference that are a change; above a lamp's flicker, below skin or
            print on any card.
        moving_share: share of a place that must be in motion: a finger tip.
        changed_share: share of a place that must have changed; a pip of another card is 2 %.
        crossed_share: share of a place's surroundings that must have changed when an arm reaches over it …
        finger_mm2: … or area of a place's surroundings that must have changed when a hand reaches over it: that of a
            finger across the ring. Whichever is less.
        scenery_s: what has lain still around the places for so long belongs to the table: a glass, a sleeve.
        surroundings: width of the ring around a card where an arm would cross: a finger's width.
        follow: the reference follows slow changes of light by this share a look.
        still_s: a place counts when it has been still so long. The referee adds its own patience.
        calm_s: and a pile that cannot be named is searched for its top card when nothing has stirred around it for so
            long: the search takes as long as ten looks, and a hand that lays a card there is gone by then.
        empty_s: a place is called empty only after being clear table so long: a card may be on its way.
        empty_looks: and in so many looks at least.
        look_s: pause between two looks by the networks while something is new: three fit into the 0.4 s in
            which a card should come to the screen.
        again_s: the same where a card that was found is only named once more, and between two views of what is new:
            a tenth of the cost of a whole look.
        back_off: factor by which the pause grows while a still hand covers what we want to see, and its limit
            `longest_look_s`.
        reads: looks at a new face; their errors are much alike, so more teach little …
        doubtful_reads: … unless the reader itself doubts (below `sure`).
        decay: weight of the older looks in a belief, per look.
        slot_reach: how far from its slot a card may lie: a sloppy hand's 15 mm and half a gap.
        slot_turn: and turned how far, degrees …
        across_reach: … unless it lies in the middle of the slot: a card put down crosswise.
        pile_reach: the same for a pile, which wanders as cards are thrown on it.
        held_size: how much larger than a card on the table an outline may be; a card held up comes nearer the
            camera. A full stock of two decks is 30 mm high, 4 %.
        slot_size: the same for a single card on a slot …
        resting_s: … but for one that has lain still for so long with no hand beside it.
        pile_size: the same for a pile, whose lower cards peep out and seem to belong to the top one.
        heap_size: a name read in a larger outline than that counts less: it is about several cards.
        part_size: and how much smaller: below it an outline is of a part of a card.
        outline_error: expected error of an outline (as a share of its size) up to which it may be a card …
        plain_error: … and up to which all its edges are in full view: a finger across one makes 0.06 of the usual 0.01, or
            of the 0.02 of cards far away.
        pile_error: … and up to which what lies on the pile is surely one card.
        plain_size: the most such a card may be larger than one on the table: a card held up casts doubt.
        plain_confidence: of the detector in a card in full view.
        plain_sure: of the reader in a card that is believed although something crosses its surroundings, or
            although the detector found none …
        hunch_sure: … or, of a card in full view, what two looks on end must be that agree.
        least_confidence: detections below it are not worth a look.
        layout_s: pause between two attempts to find a layout.
        layout_pictures: pictures whose cards are put together to find one, since single ones miss cards.
        layout_sure: sureness a layout needs.
        patience_s: a layout with a wrong count is taken as dealt after so long: the deal may be going on.
        next_deal_s: the same where one player has one card less than in the last deal, as after a round that he won:
            the game goes on in a second.
        gathered_share: share of slots gone at which the round is over and the next deal is looked for.
        gathered_s: and for how long, unless the round is known to be won.
        stray_backs: so many backs beside all places are a new deal …
        stray_confidence: … if the detector is so sure of them: patterns of a cloth may pass for backs now and then.
        bump_share: share of all places changed at once when it was the camera that moved …
        bump_places: … and how many at least.
        agreement: share of the points of the scene that must be found where the camera's shake puts them.
        bump_s: a knock is believed after so long with nothing moving.
        quiet_share: share of the whole picture that may move when it is called quiet: a hand at its edge.
        drift: share of a card's size by which the cards lie off where they were, all alike, that calls for a
            new homography: far beyond what the detector errs.
        astray_looks: looks in which most cards lie beside most places that call for the same.
        refind_s: how long the table may be searched as it was before it is searched anew.
        dark: mean grey level below which the picture is called dark.
        blank: contrast (standard deviation) below which the lens is called covered.
        lost_s: no card seen for so long: the table is lost.
        fresh_s: views come at the pace `again_s` so long after a change, and at the pace …
        heartbeat_s: … otherwise; far below the referee's limit for a picture series of settled tables.
    """

    gate_s: float = 0.045
    lively_s: float = 0.03
    lively_for_s: float = 0.5
    gate_size: int = 480
    moving_level: float = 14.0
    changed_level: float = 20.0
    moving_share: float = 0.02
    changed_share: float = 0.02
    crossed_share: float = 0.10
    finger_mm2: float = 180.0
    scenery_s: float = 4.5
    surroundings: float = 18.0
    follow: float = 0.05
    still_s: float = 0.06
    calm_s: float = 0.25
    empty_s: float = 0.6
    empty_looks: int = 3
    look_s: float = 0.1
    again_s: float = 0.06
    back_off: float = 1.6
    longest_look_s: float = 1.0
    reads: int = 3
    doubtful_reads: int = 8
    sure: float = 0.9
    decay: float = 0.75
    slot_reach: float = 34.0
    slot_turn: float = 40.0
    across_reach: float = 18.0
    pile_reach: float = 60.0
    held_size: float = 1.13
    slot_size: float = 1.06
    resting_s: float = 1.0
    pile_size: float = 1.25
    heap_size: float = 1.2
    part_size: float = 0.85
    outline_error: float = 0.06
    plain_error: float = 0.03
    pile_error: float = 0.02
    plain_size: float = 1.04
    plain_confidence: float = 0.7
    plain_sure: float = 0.95
    hunch_sure: float = 0.8
    least_confidence: float = 0.3
    layout_s: float = 0.2
    layout_pictures: int = 5
    layout_sure: float = 0.7
    patience_s: float = 2.0
    next_deal_s: float = 0.8
    gathered_share: float = 0.6
    gathered_s: float = 1.0
    stray_backs: int = 3
    stray_confidence: float = 0.5
    bump_share: float = 0.7
    bump_places: int = 5
    agreement: float = 0.5
    bump_s: float = 0.15
    quiet_share: float = 0.01
    drift: float = 0.12
    astray_looks: int = 3
    refind_s: float = 3.0
    dark: float = 18.0
    blank: float = 6.0
    lost_s: float = 6.0
    fresh_s: float = 1.5
    heartbeat_s: float = 0.5
