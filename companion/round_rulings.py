"""Answers about rounds and the game: last turns, dealers, sizes, calls, places (R14–R17, H3–H8)."""

from __future__ import annotations

from companion.case import Case
from companion.ranking import ranking
from companion.rounds import decides_game, game_winner, next_dealer, next_sizes
from companion.rules import NextDealer
from companion.sentences import Said, say
from companion.table import Stage
from companion.texts import Text
from companion.turn_rulings import starts_next


def last_turn(case: Case) -> list[Said]:
    now = case.state.round
    completions = [case.completion(seat) for seat in now.completed]
    if not case.rules.last_turn:
        return [say(Text.NO_LAST_TURN, "R14"), *completions, say(Text.LAST_TURN_NOT_AGREED, "H8")]
    said = [
        say(Text.LAST_TURN_AGREED, "H8"),
        say(Text.LAST_TURN_SHRINKS, "H8", "R15"),
        *completions,
    ]
    if any(decides_game(case.state, seat) for seat in range(len(case.state.seats))):
        said.append(say(Text.WINS_GAME_AT_ONCE, "R17"))
    if case.is_played and (waiting := _still_to_play(case)):
        said.append(say(Text.STILL_TO_PLAY, "H8", players=case.names(waiting)))
    return said


def _still_to_play(case: Case) -> list[int]:
    """Seats whose last turn is on or to come; none while no layout is complete."""
    now = case.state.round
    if not now.completed:
        return []
    waiting = []
    seat = now.turn
    while seat != now.completed[0]:
        waiting.append(seat)
        seat = case.state.left_of(seat)
    return [seat for seat in waiting if seat not in now.completed]


def next_dealer_is(case: Case) -> list[Said]:
    state, now = case.state, case.state.round
    winner = game_winner(state)
    if winner is not None:
        seat = state.seats[winner]
        return [say(Text.NOBODY_DEALS, "R16" if seat.size == 1 else "H6", player=seat.name)]
    dealer = state.seats[next_dealer(state)].name
    custom = _dealer_custom(case)
    if now.stage is Stage.DEAL:
        first = say(Text.DEAL_AGAIN, "R13", player=dealer) if now.number else say(Text.CUT_FOR_DEAL, "R3")
        return [say(Text.DEALS_NOW, "R13" if now.number else "R3", player=dealer), first, custom]
    if now.is_over:
        return [say(Text.DEALS_NEXT, "H7", player=dealer), custom, starts_next(state)]
    if case.rules.next_dealer in (NextDealer.WINNER, NextDealer.LOSER):
        return [custom, say(Text.DEALER_NOT_KNOWN, "H7")]
    # Next dealer as it will be: without a completed layout `rounds` speaks of a void round.
    following = now.dealer if case.rules.next_dealer is NextDealer.FIXED else state.left_of(now.dealer)
    return [say(Text.DEALS_NEXT, "H7", player=state.seats[following].name), custom]


def _dealer_custom(case: Case) -> Said:
    match case.rules.next_dealer:
        case NextDealer.WINNER:
            return say(Text.WINNER_DEALS, "H7")
        case NextDealer.LOSER:
            return say(Text.LOSER_DEALS, "H7")
        case NextDealer.FIXED:
            return say(Text.SAME_DEALER, "H7", player=case.state.seats[case.state.round.dealer].name)
        case NextDealer.LEFT:
            return say(Text.DEAL_PASSES_LEFT, "H7")


def next_size(case: Case) -> list[Said]:
    """The size of the asker's next layout, then everybody else's."""
    others = [seat for seat in range(len(case.state.seats)) if seat != case.seat]
    said = [_size(case, seat) for seat in (case.seat, *others)]
    if case.rules.finish_size is not None:
        said.append(say(Text.FINISH_AGREED, "H6", size=case.rules.finish_size))
    return said


def _size(case: Case, seat: int) -> Said:
    now, player = case.state.round, case.state.seats[seat].name
    size = case.state.seats[seat].size
    if now.stage is Stage.DEAL:
        return say(Text.SIZE_NEXT_DEAL, "R15", player=player, size=size)
    if seat == game_winner(case.state):
        return say(Text.GAME_IS_WON, "R16" if size == 1 else "H6", player=player)
    if seat in now.completed:
        return say(Text.SIZE_SHRINKS, "R15", player=player, size=next_sizes(case.state)[seat])
    if now.is_over:
        return say(Text.SIZE_STAYS, "R15", player=player, size=size)
    if decides_game(case.state, seat):
        return say(Text.WIN_IS_GAME, "R16" if size == 1 else "H6", player=player)
    return say(Text.SIZE_IF, "R15", player=player, size=size, smaller=size - 1)


def forgot_call(case: Case) -> list[Said]:
    if not case.rules.call_trash:
        return [say(Text.CALL_NOT_AGREED, "H3")]
    now = case.state.round
    said = [say(Text.CALL_PENALTY, "H3")]
    for seat in now.completed:
        text = Text.CALL_PAID if seat in now.penalised else Text.CALL_OPEN
        said.append(say(text, "H3", player=case.state.seats[seat].name))
    return said if now.completed else [*said, say(Text.CALL_NOBODY)]


def both_on_one(case: Case) -> list[Said]:
    said = [say(Text.FIRST_WINS, "R17", "R16")]
    if case.rules.finish_size is not None:
        return [
            *said,
            say(Text.NEVER_ON_ONE, "H6"),
            say(Text.FINISH_AGREED, "H6", size=case.rules.finish_size),
        ]
    on_one = case.names(seat for seat, place in enumerate(case.state.seats) if place.size == 1)
    said.append(say(Text.ON_ONE_CARD, players=on_one) if on_one else say(Text.NOBODY_ON_ONE))
    winner = game_winner(case.state)
    if winner is not None:
        said.append(case.completion(winner))
    elif case.is_played and on_one:
        said.append(say(Text.TURN_NOW, "R3", player=case.on_turn))
    return said


def who_is_second(case: Case) -> list[Said]:
    by_slots = case.rules.last_round_bonus
    said = [say(Text.RANKED_BY_SLOTS, "H4") if by_slots else say(Text.RANKED_BY_ROUNDS, "R15")]
    if case.state.round.stage is not Stage.GAME_OVER:
        said.append(say(Text.RANKED_NOW))
    for standing in ranking(case.state):
        player, won = case.state.seats[standing.seat].name, standing.rounds_won
        if by_slots:
            said.append(
                say(
                    Text.PLACE_BY_SLOTS,
                    place=standing.place,
                    player=player,
                    down=standing.face_down,
                    won=won,
                )
            )
        else:
            said.append(say(Text.PLACE_BY_ROUNDS, place=standing.place, player=player, won=won))
    return said
