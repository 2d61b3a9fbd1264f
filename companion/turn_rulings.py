"""Whose turn it is, and what made it so (R3, R4, R12, R14, H7, H8)."""

from __future__ import annotations

from companion.cards import Card
from companion.case import RANK_WORDS, Case
from companion.events import Discarded, Drew, Event, Irregular, RoundStarted, RoundWon, Turn
from companion.irregularities import Kind
from companion.rounds import game_winner, next_dealer, next_starter
from companion.rules import home_slot
from companion.sentences import Said, say
from companion.table import GameState, Stage
from companion.texts import Text

_TURN_TAKEN = {
    Kind.OUT_OF_TURN: (Text.TOOK_THE_TURN, "R3"),
    Kind.NO_DISCARD: (Text.DID_NO_DISCARD, "R12"),
}


def whose_turn(case: Case) -> list[Said]:
    """Whose turn it is, why, and what proves it."""
    now = case.state.round
    if now.stage is Stage.DEAL:
        dealer = case.state.seats[next_dealer(case.state)].name
        if now.number:
            return [say(Text.DEAL_AGAIN, "R13", player=dealer), starts_next(case.state)]
        return [say(Text.NOT_DEALT, "R3", player=dealer), starts_next(case.state)]
    if now.is_over:
        return _after_the_win(case)
    said = [say(Text.TURN_NOW, "R3", player=case.on_turn), *_cause(case)]
    if now.completed:
        said += [*map(case.completion, now.completed), say(Text.LAST_TURN_NOW, "H8")]
    if now.stage is Stage.PLAY:
        said.append(_in_hand(case))
    return said


def _after_the_win(case: Case) -> list[Said]:
    now = case.state.round
    winner = game_winner(case.state)
    completions = [case.completion(seat) for seat in now.completed]
    if winner is not None:
        player = case.state.seats[winner].name
        on_last_card = case.state.seats[winner].size == 1
        said = [say(Text.GAME_OVER, "R16" if on_last_card else "H6", player=player), *completions]
        if not on_last_card and case.rules.finish_size is not None:
            said.append(say(Text.FINISH_AGREED, "H6", size=case.rules.finish_size))
        return said
    over = say(Text.ROUND_OVER, "H8" if case.rules.last_turn else "R14")
    dealer = case.state.seats[next_dealer(case.state)].name
    return [over, *completions, say(Text.DEALS_NEXT, "H7", player=dealer), starts_next(case.state)]


def starts_next(state: GameState) -> Said:
    """Who has the first turn after the next deal (R4, H7)."""
    dealer, starter = (state.seats[seat].name for seat in (next_dealer(state), next_starter(state)))
    if state.rules.winner_starts and state.round.completed:
        return say(Text.WINNER_STARTS, "H7", player=starter)
    return say(Text.LEFT_STARTS, "R4", dealer=dealer, player=starter)


def _cause(case: Case) -> list[Said]:
    """What made it this player's turn; nothing where it was not told."""
    now = case.state.round
    if not now.turns and now.turn == now.starter:
        return _first_turn(case)
    told = case.this_round()
    last = next((place for place in range(len(told) - 1, -1, -1) if isinstance(told[place], Turn)), -1)
    for event in told[last + 1 :]:
        if isinstance(event, Irregular) and event.player == case.on_turn and event.kind in _TURN_TAKEN:
            text, rule = _TURN_TAKEN[event.kind]
            return [say(text, rule, evidence=event, player=case.on_turn)]
    if last < 0 or getattr(told[last], "player", None) != case.on_turn:
        return []
    before = told[last - 1] if last else None
    if isinstance(before, Discarded) and _is_before(case, before.player):
        at_rest = now.stage is Stage.TAKE and last == len(told) - 1
        card = now.discard_top if at_rest and now.discard_top is not None else before.card
        return [_discarded(case, before, card), say(Text.CLOCKWISE, "R3", player=case.on_turn)]
    return [say(Text.PASSED_ON, "R3", evidence=told[last], player=case.on_turn)]


def _is_before(case: Case, player: str) -> bool:
    return player in case.state.players and case.state.left_of(_seat(case, player)) == case.state.round.turn


def _seat(case: Case, player: str) -> int:
    return case.state.players.index(player)


def _first_turn(case: Case) -> list[Said]:
    state, now = case.state, case.state.round
    dealer = state.seats[now.dealer].name
    deal: Event | None = next((event for event in case.this_round() if isinstance(event, RoundStarted)), None)
    said = [] if deal is None else [say(Text.DEALT, "R5", evidence=deal, player=dealer)]
    if state.rules.winner_starts and _won_before(case):
        return [*said, say(Text.WINNER_STARTS, "H7", player=case.on_turn)]
    if now.starter == state.left_of(now.dealer):
        return [*said, say(Text.LEFT_STARTS, "R4", dealer=dealer, player=case.on_turn)]
    return [*said, say(Text.HAD_FIRST_TURN, "R4", player=case.on_turn)]


def _won_before(case: Case) -> bool:
    """Whether whoever starts this round won the one before; a void round has no winner (R13)."""
    for event in reversed(case.before_round()):
        if isinstance(event, RoundWon):
            return event.player == case.on_turn
        if isinstance(event, RoundStarted):
            return False
    return case.state.seats[case.state.round.starter].rounds_won > 0


def _discarded(case: Case, event: Discarded, card: Card) -> Said:
    """Why the card ended the turn (R12), or that it did although it need not have been discarded."""
    seat, player = _seat(case, event.player), event.player
    layout, rules = case.state.round.layouts[seat], case.rules
    home = home_slot(card)
    if seat in case.state.round.completed:
        return say(Text.LAID_ASIDE, "R14", evidence=event, player=player, card=card)
    if rules.is_wild(card):
        return say(Text.WILD_DISCARDED, "R12", evidence=event, player=player, card=card)
    if home is None:
        rank = None if card.rank is None else RANK_WORDS[card.rank]
        if rank is None:
            return say(Text.CARD_DISCARDED, "R12", evidence=event, player=player, card=card)
        return say(Text.TRASH_DISCARDED, "R12", evidence=event, player=player, card=card, rank=rank)
    if not layout.has(home):
        return say(Text.ABOVE_DISCARDED, "R12", evidence=event, player=player, card=card, size=len(layout))
    slot = layout.slot(home)
    more: tuple[str, ...]
    if not slot.is_up:
        text, more = Text.PLAYABLE_DISCARDED, ("R9",)
    elif rules.is_wild(slot.card):
        text, more = Text.SWAP_DISCARDED, ("R11",)
    elif slot.card.is_known:
        text, more = Text.DOUBLE_DISCARDED, ()
    else:
        return say(Text.CARD_DISCARDED, "R12", evidence=event, player=player, card=card)
    return say(text, "R12", *more, evidence=event, player=player, card=card, slot=home)


def _in_hand(case: Case) -> Said:
    drew = next((event for event in case.this_turn() if isinstance(event, Drew)), None)
    if drew is None:
        return say(Text.CARD_IN_HAND, "R12", player=case.on_turn)
    text = Text.STOCK_IN_HAND if drew.source == "stock" else Text.DISCARD_IN_HAND
    return say(text, "R8", "R12", evidence=drew, player=case.on_turn)
