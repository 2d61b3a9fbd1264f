"""Every threshold and every prior of the referee, by name and with its reason."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.irregularities import Kind


@dataclass(frozen=True, slots=True)
class Prior:
    """How unlikely things are before anything is seen, as −log P; differences count, not the values.

    Attributes:
        move: any move, so that the shorter of two explanations wins.
        out_of_order: a card seen before the one that it must have followed.
        unseen_discard: a discard covered again before the pile was looked at, when the pile was never out of
            sight for more than `unseen_short_s`, and when it was for `unseen_long_s`.
        hidden_discard: a discard on a pile that is out of sight now.
        look_alike: a discard that looks like the top it covers (two decks: one card in a hundred; one deck: one
            of the two is misread).
        missed_turn: a whole turn that left no trace, told by the next player playing (a look-alike further
            back; with one deck only a discard put back, which costs `put_back`).
        hurried: either of them where no pause was as long as two turns, or the pile was in sight throughout it.
        earlier_turn: a turn was missed not now, but among the last ones.
        coincidence: a card never seen before turns out the same as one that could as well be seen again; one
            of some eighty cards is the one.
        useless_take: taking a discard that fits no slot of the player's.
        wild_discard: a wild thrown away, while it could have been laid.
        misread_suit: the suit of a card was misread for as long as it was seen.
        reached_over: a discard laid by a hand that came over others' cards, and not over the player's own: over
            several, and over those of one other player alone.
        own_hand: by so much a hand over the pile and over a player's own cards makes an unseen turn of that player
            likelier, and one over others' cards less likely.
        put_back: taking the discard to lay it down again.
        late: a card laid under a hand before its turn ended, and seen only now.
        turned_over: a slot's own card, turned over in place, was taken for the one laid there.
        reread: a card read wrongly when it was accepted.
        same_rank: a card laid on one of its own rank whose suit is doubtful: that was misread.
        upcard: a card turned up on the pile after the deal, as some families do (against R6).
        second_copy: one more copy of a sure card than the decks hold, when the other lies in sight.
        buried_copy: the same when the other was buried in the discard pile: it was dug out, or is misread.
        other_reshuffle: a reshuffle although the stock was not seen to run out.
        skipped_brief: a discard top seen only for less than `hold_s` by a camera was none.
        brief_top: a discard was covered again as soon as that: where it was clearly read, and where not.
        mishandled: the card in hand was not the one thought.
        misfit: a reading this unlike a known card is not of that card.
        irregular: by kind of irregular play.
    """

    move: float = 0.3
    out_of_order: float = 12.0
    unseen_discard: tuple[float, float] = (12.0, 5.0)
    unseen_short_s: float = 2.0
    unseen_long_s: float = 8.0
    hidden_discard: float = 3.0
    look_alike: float = 4.6
    missed_turn: float = 6.4
    hurried: float = 7.0
    earlier_turn: float = 2.0
    coincidence: float = 4.0
    useless_take: float = 7.5
    wild_discard: float = 2.5
    misread_suit: float = 3.5
    reached_over: tuple[float, float] = (3.0, 6.0)
    own_hand: float = 1.5
    put_back: float = 12.0
    late: float = 1.0
    turned_over: float = 0.5
    reread: float = 2.5
    same_rank: float = 5.0
    upcard: float = 7.5
    second_copy: float = 3.5
    buried_copy: float = 8.0
    other_reshuffle: float = 2.0
    skipped_brief: float = 2.0
    brief_top: tuple[float, float] = (3.0, 6.0)
    mishandled: float = 6.0
    misfit: float = 8.0
    irregular: dict[Kind, float] = field(
        default_factory=lambda: {
            Kind.OUT_OF_TURN: 7.2,
            Kind.WRONG_SLOT: 3.5,
            Kind.ON_FACE_UP: 3.5,
            Kind.WILD_MOVED: 3.5,
            Kind.PLAYABLE_DISCARDED: 3.1,
            Kind.NO_DISCARD: 7.2,
            Kind.DEEPER_DISCARD: 3.5,
            Kind.FIRST_FROM_DISCARD: 1.0,
            Kind.WRONG_DEAL: 3.0,
            Kind.PLAYED_AFTER_WIN: 3.0,
            Kind.TURNED_DOWN: 4.0,
        }
    )

    def unseen(self, blind_s: float) -> float:
        """The prior of an unseen discard after the pile was out of sight for so long (s)."""
        short, long = self.unseen_discard
        part = (blind_s - self.unseen_short_s) / (self.unseen_long_s - self.unseen_short_s)
        return short + (long - short) * min(1.0, max(0.0, part))


@dataclass(frozen=True, slots=True)
class RefereeConfig:
    """Times in seconds; margins are natural logarithms of odds.

    Attributes:
        hold_s: a change must lie still this long; the screen may lag no more than this.
        clear_hold_s: or this long, where every view names the same card and the rules want it there.
        own_hold_s: or this long on a slot, while it may be the slot's own card that a player turned over there.
        glimpse_s: a discard seen for a shorter time before a hand came may have been a card on its way.
        lead: at a camera's pace the best rank must lead the next by so many sure views: two wrong readings of
            one kind in a row do happen, three hardly.
        slack_s: single errors may hide a change for so long, at a camera's pace.
        brief_lead: a discard top covered again with a lesser lead than this is suspect.
        give_up_lead_s: seen for so long, a doubtful reading is judged as it is.
        turn_s: the shortest turn: taking a card, looking at it, laying it down.
        cover_s: the pile out of sight so long may have been changed; shorter, and no card was laid on it.
        sparse_interval_s: views this far apart are a trace of settled tables, each valid until the next.
        wild_hold_s: a wild on a slot of the player on turn may be the card turned over there, about to be
            taken.
        irregular_hold_s: an accusation waits longer than a move.
        accuse_share: a rank read in less than this part of the readings accuses nobody.
        in_place_s: a card that lay so shortly on a slot of the player on turn may have been one turned over there.
        lingering_s: a wrong card on a slot of the player on turn may be one turned over and thought about; past
            this it was laid there (sooner when play goes on around it).
        blind_wait_s: how long the end of a turn waits for a covered layout to be seen again.
        hidden_wait_s: how long play waits to be told for the discard pile to be seen again.
        taking_s: a discard taken is laid on a slot sooner than this.
        name_wait_s: past this a card is named by its best reading, when what happened is clear but for its
            name.
        ask_after_s: a change unexplained that was seen for so long is put to the players.
        margin: the best explanation must beat the second by this (20 to 1).
        lawful_margin: and by this where the best is lawful and the second accuses somebody.
        deal_hold_s: a deal with a wrong count may be one that is not finished.
        sure: a reading this probable is sure (rules.md, impossible_copy).
        prior: the prior costs.
    """

    hold_s: float = 0.4
    clear_hold_s: float = 0.13
    own_hold_s: float = 0.6
    glimpse_s: float = 0.2
    lead: float = 2.4
    slack_s: float = 0.3
    brief_lead: float = 1.2
    give_up_lead_s: float = 2.0
    turn_s: float = 1.8
    cover_s: float = 0.3
    sparse_interval_s: float = 0.8
    wild_hold_s: float = 0.8
    irregular_hold_s: float = 1.2
    accuse_share: float = 0.7
    in_place_s: float = 3.0
    lingering_s: float = 6.0
    blind_wait_s: float = 1.2
    hidden_wait_s: float = 4.0
    taking_s: float = 2.8
    name_wait_s: float = 1.5
    ask_after_s: float = 3.0
    margin: float = 3.0
    lawful_margin: float = 1.5
    deal_hold_s: float = 3.0
    sure: float = 0.9
    prior: Prior = field(default_factory=Prior)
