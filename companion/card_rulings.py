"""Answers about playing cards: wilds, piles, cards that fit nowhere, slips (R6, R8–R13, R18, H1, H2)."""

from __future__ import annotations

from companion.case import Case, wild_words
from companion.events import Drew, TookWild
from companion.irregularities import Kind
from companion.rounds import decides_game
from companion.rules import LARGEST_LAYOUT, WildRanks, home_slot
from companion.sentences import Said, say
from companion.table import Stage
from companion.texts import Text

_WILD_RANKS_SAID = {
    WildRanks.JACKS: Text.JACKS_WILD,
    WildRanks.KINGS: Text.KINGS_WILD,
    WildRanks.FACES: Text.FACES_WILD,
}


# Wild cards


def which_wild(case: Case) -> list[Said]:
    said = [say(_WILD_RANKS_SAID[case.rules.wild], "H1", "R10", "R12")]
    return [*said, say(Text.JOKERS_WILD, "H2")] if case.rules.jokers else said


def wild_last_slot(case: Case) -> list[Said]:
    said = [say(Text.WILD_FILLS_LAST, "R10", wild=wild_words(case.rules))]
    if not decides_game(case.state, case.seat):
        said.append(say(Text.THAT_WINS_ROUND, "R14"))
        if case.rules.last_turn:
            said.append(say(Text.LAST_TURN_THEN, "H8"))
    else:
        last = case.state.seats[case.seat].size == 1
        said.append(say(Text.THAT_WINS_GAME, "R14", "R16" if last else "H6"))
    if case.rules.call_trash:
        said.append(say(Text.CALL_WHEN_LAYING, "H3"))
    return said + _face_down(case)


def _face_down(case: Case) -> list[Said]:
    slots = case.layout.face_down()
    if slots:
        return [say(Text.FACE_DOWN_NOW, player=case.player, slots=slots)]
    return [say(Text.NONE_FACE_DOWN, player=case.player)]


def natural_for_wild(case: Case) -> list[Said]:
    return [say(Text.SWAP_GOES_ON, "R11"), *_swap(case)]


def must_swap(case: Case) -> list[Said]:
    return [say(Text.SWAP_FREE, "R11", "R12"), *_swap(case)]


def _swap(case: Case) -> list[Said]:
    """The swap made in this turn, or possible now, or where a wild waits for its natural."""
    hand = case.state.round.hand if case.asker_plays else None
    if hand is not None:
        latest = next(case.this_turn(), None)
        if isinstance(latest, TookWild):
            return [
                say(
                    Text.SWAPPED_AT,
                    "R11",
                    evidence=latest,
                    player=case.player,
                    card=latest.card,
                    slot=latest.slot,
                )
            ]
        for slot, wild in case.wilds():
            if home_slot(hand) == slot:
                return [say(Text.SWAP_NOW, "R11", player=case.player, card=hand, wild=wild, slot=slot)]
    return _wilds_lying(case)


def _wilds_lying(case: Case) -> list[Said]:
    lying = [
        say(Text.WILD_LIES, "R11", player=case.player, card=card, slot=slot) for slot, card in case.wilds()
    ]
    return lying or [say(Text.NO_WILD_LIES, player=case.player)]


def move_wild(case: Case) -> list[Said]:
    slips = case.slips(Kind.WILD_MOVED)
    decides = [say(Text.TABLE_DECIDES)] if slips else []
    return [say(Text.WILD_STAYS, "R18"), *_wilds_lying(case), *slips, *decides]


def wild_on_face_up(case: Case) -> list[Said]:
    slips = case.slips(Kind.ON_FACE_UP)
    decides = [say(Text.TABLE_DECIDES)] if slips else []
    wild = say(Text.WILD_FACE_DOWN_ONLY, "R10", wild=wild_words(case.rules))
    return [wild, *_face_down(case), *slips, *decides]


def keep_wild(case: Case) -> list[Said]:
    said = [
        say(Text.WILD_NOT_KEPT, "R18", wild=wild_words(case.rules)),
        say(Text.DISCARD_ENDS, "R12"),
    ]
    hand, slots = case.state.round.hand, case.layout.face_down()
    if case.asker_plays and hand is not None and case.rules.is_wild(hand) and slots:
        said.append(say(Text.WILD_IN_HAND, "R10", player=case.player, card=hand, slots=slots))
    return said


# The piles


def wild_from_discard(case: Case) -> list[Said]:
    return [say(Text.TAKE_TOP_WILD, "R8"), *_take_discard(case, of_wilds=True)]


def deeper_discard(case: Case) -> list[Said]:
    slips = case.slips(Kind.DEEPER_DISCARD)
    decides = [say(Text.TABLE_DECIDES)] if slips else []
    return [say(Text.TOP_ONLY, "R8"), *_take_discard(case), *slips, *decides]


def _take_discard(case: Case, of_wilds: bool = False) -> list[Said]:
    """What tops the pile, and whether the player who asks may take it now."""
    now = case.state.round
    top = now.discard_top
    said = [say(Text.NO_PILE)] if top is None else [say(Text.TOP_NOW, card=top)]
    if case.is_played and not now.turns:
        return [*said, say(Text.FIRST_FROM_STOCK, "R8", player=case.on_turn)]
    if case.asker_plays and now.stage is Stage.PLAY:
        return [*said, say(Text.ONE_CARD_A_TURN, "R8", player=case.player)]
    if case.asker_plays and top is not None and (not of_wilds or case.rules.is_wild(top)):
        return [*said, say(Text.TAKE_NOW, "R8", player=case.player)]
    return said


def put_back(case: Case) -> list[Said]:
    said = [say(Text.NOT_PUT_BACK, "R12", "R8")]
    if case.asker_plays and case.state.round.stage is Stage.PLAY:
        said += [
            say(Text.TOOK_DISCARD_AT, "R8", evidence=event, player=case.player)
            for event in case.this_turn()
            if isinstance(event, Drew) and event.source == "discard"
        ]
    return said


def face_up_starter(case: Case) -> list[Said]:
    said = [say(Text.PILE_STARTS_EMPTY, "R6", "R8")]
    if case.is_played and not case.state.round.turns:
        said.append(say(Text.FIRST_FROM_STOCK, "R8", player=case.on_turn))
    slips = case.slips(Kind.FIRST_FROM_DISCARD)
    return [*said, *slips, say(Text.TABLE_DECIDES)] if slips else said


def stock_empty(case: Case) -> list[Said]:
    now = case.state.round
    said = [say(Text.TOP_STAYS, "R13")]
    if not case.is_played:
        return said
    top = now.discard_top
    if now.stock:
        return [*said, say(Text.STOCK_NOW, count=now.stock)]
    if top is not None and len(now.discard) > 1:
        return [*said, say(Text.SHUFFLE_NOW, "R13", card=top)]
    dealer = case.state.seats[now.dealer].name
    return [*said, say(Text.NOTHING_TO_SHUFFLE, "R13", player=dealer)]


# Cards that cannot be placed


def size_asked_about(case: Case) -> int:
    """The layout size in the question about a rank above it: the asker's, or 9 where that is 10."""
    return min(case.state.seats[case.seat].size, LARGEST_LAYOUT - 1)


def rank_above(case: Case) -> list[Said]:
    said = [say(Text.ABOVE_SIZE, "R12", "R5", size=size_asked_about(case))]
    return said + [say(Text.SIZES_NOW, player=seat.name, size=seat.size) for seat in case.state.seats]


def trash_mid_chain(case: Case) -> list[Said]:
    said = [say(Text.PLACED_STAYS, "R12")]
    if case.rules.wild is WildRanks.FACES:
        said.append(say(Text.NO_TRASH, "H1"))
    found = case.last_discard()
    if found is not None and found[1]:
        event, cards = found
        said.append(
            say(Text.STAYED, "R12", evidence=event, player=event.player, card=event.card, cards=cards)
        )
    return said


# Slips


def wrong_slot(case: Case) -> list[Said]:
    lying = [
        say(Text.LIES_WRONG, "R9", card=slot.card, slot=number, player=seat.name)
        for seat, layout in zip(case.state.seats, case.state.round.layouts, strict=True)
        for number, slot in enumerate(layout.slots, 1)
        if slot.is_up
        and slot.card.is_known
        and not case.rules.is_wild(slot.card)
        and home_slot(slot.card) != number
    ]
    said = [say(Text.OWN_SLOT, "R9"), *case.slips(Kind.WRONG_SLOT)]
    return [*said, *(lying or [say(Text.NONE_LIES_WRONG)]), say(Text.TABLE_DECIDES)]


def out_of_turn(case: Case) -> list[Said]:
    said = [say(Text.TURN_ORDER, "R3", "R12")]
    said += case.slips(Kind.OUT_OF_TURN, Kind.NO_DISCARD) or [say(Text.NONE_TOLD)]
    if case.is_played:
        said.append(say(Text.TURN_NOW, "R3", player=case.on_turn))
    return [*said, say(Text.TABLE_DECIDES)]


def missed_play(case: Case) -> list[Said]:
    said = [say(Text.MUST_PLACE, "R9", "R12")]
    said += case.slips(Kind.PLAYABLE_DISCARDED) or [say(Text.NONE_TOLD)]
    return [*said, say(Text.TABLE_DECIDES)]
