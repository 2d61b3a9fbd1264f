"""Every sentence a ruling may say, in English, with `{name}` places. Translations go by the English text.

Rule numbers and times are not part of the words: `companion.sentences` adds them.
"""

from __future__ import annotations

from enum import StrEnum


class Text(StrEnum):
    """A sentence, or a part of one that is translated by itself."""

    # Cards in a sentence
    JACK = "a jack"
    QUEEN = "a queen"
    KING = "a king"
    JOKER = "a joker"
    UNSEEN_CARD = "a card nobody saw"
    JACK_OR_JOKER = "a jack or a joker"
    KING_OR_JOKER = "a king or a joker"
    FACE = "a jack, a queen or a king"
    FACE_OR_JOKER = "a jack, a queen, a king or a joker"
    QUEEN_OR_KING = "a queen or a king"
    JACK_OR_QUEEN = "a jack or a queen"
    DOUBLE = "a card whose slot is taken"

    # The questions
    ASK_WHOSE_TURN = "Whose turn is it, and why?"
    ASK_LAST_TURN = "Do we all get one more turn?"
    ASK_WHICH_WILD = "Which cards are wild?"
    ASK_WILD_LAST_SLOT = "May {wild} fill my last slot?"
    ASK_NATURAL_FOR_WILD = "The natural card for my wild card came: is my turn over?"
    ASK_MUST_SWAP = "Must I swap the natural card for the wild card?"
    ASK_MOVE_WILD = "May I move a wild card to another slot?"
    ASK_WILD_ON_FACE_UP = "May {wild} go on a face-up card?"
    ASK_KEEP_WILD = "May I keep {wild} for later?"
    ASK_WILD_FROM_DISCARD = "May I take {wild} from the discard pile?"
    ASK_DEEPER_DISCARD = "May I take a card from below the top of the discard pile?"
    ASK_PUT_BACK = "May I put the discard back and draw from the stock?"
    ASK_FACE_UP_STARTER = "Is a card turned up to start the discard pile?"
    ASK_RANK_ABOVE = "Where does the {rank} go in a layout of size {size}?"
    ASK_TRASH_MID_CHAIN = "I turn up {trash} in mid-chain: do I lose what I placed?"
    ASK_STOCK_EMPTY = "The stock is empty: is the top card of the discard pile shuffled too?"
    ASK_NEXT_DEALER = "Who deals next?"
    ASK_NEXT_SIZE = "What size is my next layout?"
    ASK_FORGOT_CALL = "Somebody forgot to call “Trash!”: what now?"
    ASK_BOTH_ON_ONE = "Two players are on one card: who wins?"
    ASK_WHO_IS_SECOND = "Who is second?"
    ASK_WRONG_SLOT = "A card lies on a wrong slot: what now?"
    ASK_OUT_OF_TURN = "Somebody played out of turn: what now?"
    ASK_MISSED_PLAY = "Somebody threw away a card that had a free slot: what now?"

    # Left out of a sentence whose time is told beside it
    AT_TIME = " at {time}"

    # Whose turn, and why
    TURN_NOW = "It is {player}'s turn."
    TRASH_DISCARDED = "{player} discarded {card} at {time}: {rank} fits no slot and ends the turn."
    DOUBLE_DISCARDED = (
        "{player} discarded {card} at {time}: slot {slot} holds its own card already, and that ends the turn."
    )
    ABOVE_DISCARDED = (
        "{player} discarded {card} at {time}: a layout of size {size} has no slot for it, and that "
        "ends the turn."
    )
    WILD_DISCARDED = (
        "{player} discarded {card} at {time}. Nobody has to throw a wild card away, but a discard "
        "ends the turn."
    )
    PLAYABLE_DISCARDED = (
        "{player} discarded {card} at {time}. Slot {slot} was free for it, but a discard ends the turn."
    )
    SWAP_DISCARDED = (
        "{player} discarded {card} at {time}. A swap for the wild card on slot {slot} was a free "
        "choice; a discard ends the turn."
    )
    CARD_DISCARDED = "{player} discarded {card} at {time}, and a discard ends the turn."
    LAID_ASIDE = "{player} completed the layout and laid {card} aside at {time}."
    CLOCKWISE = "Play goes clockwise, so {player} is next."
    DEALT = "{player} dealt at {time}."
    LEFT_STARTS = "The player to the left of the dealer, {dealer}, plays first: {player}."
    WINNER_STARTS = "At this table the winner of the last round plays first: {player}."
    HAD_FIRST_TURN = "{player} has the first turn of this round."
    PASSED_ON = "At {time} the table said that it is {player}'s turn."
    TOOK_THE_TURN = "{player} played out of turn at {time}, and play went on from there."
    STOCK_IN_HAND = "{player} took a card from the stock at {time}. The turn lasts until a card is discarded."
    DISCARD_IN_HAND = (
        "{player} took the top of the discard pile at {time}. The turn lasts until a card is discarded."
    )
    CARD_IN_HAND = "{player} has a card in hand. The turn lasts until a card is discarded."
    NOT_DEALT = "It is nobody's turn: {player} deals first."
    DEAL_AGAIN = (
        "It is nobody's turn: no card was left to take, so the round is void, and {player} deals it again."
    )
    ROUND_OVER = "It is nobody's turn: the round is over."
    GAME_OVER = "It is nobody's turn: {player} has won the game."
    COMPLETED_BY = "{player} laid {card} on slot {slot} at {time}, and every slot was face up."
    COMPLETED = "{player} has every slot face up."
    LAST_TURN_THEN = "Everybody else has one last turn then."
    LAST_TURN_NOW = "A layout is complete, and everybody else has one last turn."

    # The end of a round
    NO_LAST_TURN = "No: the first complete layout wins the round at once, and nobody plays on."
    LAST_TURN_NOT_AGREED = "One more turn for everybody is a house rule that this table did not choose."
    LAST_TURN_AGREED = "Yes: at this table everybody else has one more turn after a layout is complete."
    LAST_TURN_SHRINKS = "Whoever completes a layout in that turn has a smaller one next, too."
    STILL_TO_PLAY = "Still to play: {players}."
    WINS_GAME_AT_ONCE = "A layout that wins the game ends it at once, without a last turn."
    DEALS_NEXT = "{player} deals next."
    DEALS_NOW = "{player} deals now."
    CUT_FOR_DEAL = "The first dealer is found by a cut: the lowest card deals."
    DEAL_PASSES_LEFT = "At this table the deal passes to the left after each round."
    WINNER_DEALS = "At this table the winner of a round deals the next one."
    LOSER_DEALS = "At this table whoever has the most face-down slots left deals the next round."
    SAME_DEALER = "At this table {player} deals every round."
    DEALER_NOT_KNOWN = "Who that is shows when the round is won."
    NOBODY_DEALS = "Nobody: {player} has won the game."
    SIZE_SHRINKS = "{player} completed the layout: the next one has size {size}."
    SIZE_STAYS = "{player} did not complete the layout: the next one has size {size} again."
    SIZE_IF = "If {player} wins this round, the next layout has size {smaller}; if not, it keeps size {size}."
    SIZE_NEXT_DEAL = "{player} is dealt a layout of size {size}."
    WIN_IS_GAME = "If {player} completes this layout, that wins the game."
    FINISH_AGREED = "At this table the game ends when somebody's next layout would have size {size}."
    GAME_IS_WON = "{player} has won the game."
    CALL_NOT_AGREED = "Nothing: this table did not agree to call “Trash!”."
    CALL_PENALTY = (
        "The win stands, but whoever forgot to call turns a penalty card from the stock onto the "
        "discard pile."
    )
    CALL_OPEN = "{player} has completed a layout; anybody may object until the next deal."
    CALL_PAID = "{player} has paid already."
    CALL_NOBODY = "Nobody has completed a layout in this round yet."
    FIRST_WINS = "Whoever completes the layout first wins: turns come one after the other, and nobody shares."
    ON_ONE_CARD = "On one card now: {players}."
    NOBODY_ON_ONE = "Nobody is on one card now."
    NEVER_ON_ONE = "At this table nobody plays on one card."
    RANKED_BY_SLOTS = "The losers are ranked by face-down slots left, fewer is better; then by rounds won."
    RANKED_BY_ROUNDS = "The players are ranked by rounds won."
    RANKED_NOW = "The game is not over. If it ended now:"
    PLACE_BY_SLOTS = "{place}. {player}: face-down slots {down}, rounds won {won}."
    PLACE_BY_ROUNDS = "{place}. {player}: rounds won {won}."

    # Wild cards
    JACKS_WILD = "Jacks are wild at this table. Queens and kings are trash and end the turn."
    KINGS_WILD = "Kings are wild at this table. Jacks and queens are trash and end the turn."
    FACES_WILD = (
        "Jacks, queens and kings are wild at this table. No card is trash: a turn ends with a card "
        "whose slot is taken or missing."
    )
    JOKERS_WILD = "Jokers are wild, too: two in each deck."
    WILD_FILLS_LAST = "Yes: {wild} may go on any face-down slot, the last one too."
    THAT_WINS_ROUND = "The layout is complete then, and that wins the round."
    THAT_WINS_GAME = "The layout is complete then, and that wins the game."
    CALL_WHEN_LAYING = "Do not forget to call “Trash!” while laying it."
    FACE_DOWN_NOW = "{player} has these slots face down: {slots}."
    NONE_FACE_DOWN = "{player} has no face-down slot now."
    SWAP_GOES_ON = (
        "No: the natural card takes the place of the wild card, and the wild card in hand is played on."
    )
    SWAP_FREE = (
        "No: the swap is a free choice. The natural card may be discarded instead, and that ends the turn."
    )
    WILD_LIES = "{player} has {card} on slot {slot}: only the natural card of slot {slot} may take its place."
    NO_WILD_LIES = "No wild card lies in the layout of {player} now."
    SWAP_NOW = "{player} has {card} in hand: it may take the place of {wild} on slot {slot} now."
    SWAPPED_AT = (
        "{player} laid {card} on slot {slot} at {time} and has the wild card in hand: the turn goes on."
    )
    WILD_STAYS = "No: a wild card stays on its slot until the natural card takes its place."
    WILD_FACE_DOWN_ONLY = "No: {wild} may go on a face-down slot only."
    WILD_NOT_KEPT = (
        "No: nobody has a card in hand between turns. Lay {wild} on a face-down slot at once, or discard it."
    )
    DISCARD_ENDS = "A discard ends the turn."
    WILD_IN_HAND = "{player} has {card} in hand and may lay it on one of these slots: {slots}."

    # The piles
    TAKE_TOP_WILD = "Yes, at the start of a turn, if it is the top card."
    TOP_ONLY = "No: only the top card of the discard pile may be taken."
    TOP_NOW = "On top of the discard pile now: {card}."
    TAKE_NOW = "{player} may take it now."
    NO_PILE = "The discard pile is empty now."
    FIRST_FROM_STOCK = "This is the first turn of the round: {player} takes from the stock."
    ONE_CARD_A_TURN = "{player} has taken a card in this turn already, and a turn takes only one."
    NOT_PUT_BACK = (
        "No: a card that was taken counts, and a turn takes only one. Laid back, it is a discard and "
        "ends the turn."
    )
    TOOK_DISCARD_AT = "{player} took the top of the discard pile at {time}."
    PILE_STARTS_EMPTY = "No: the discard pile starts empty, and the first turn takes from the stock."
    TOP_STAYS = "No: the top card stays on the discard pile. The rest is shuffled and is the new stock."
    STOCK_NOW = "Cards in the stock now: {count}."
    SHUFFLE_NOW = "The stock is empty now: {card} stays, the other cards of the pile are shuffled."
    NOTHING_TO_SHUFFLE = (
        "The stock is empty, and nothing is there to be shuffled: whoever wants a stock card finds "
        "none, the round is void, and {player} deals again."
    )

    # Cards that cannot be placed
    ABOVE_SIZE = "Nowhere: a layout of size {size} has no slot for it. It is discarded, and the turn ends."
    SIZES_NOW = "The size of the layout of {player} is {size}."
    PLACED_STAYS = "No: what was placed stays. Only the turn ends."
    NO_TRASH = "No card is trash at this table; a card whose slot is taken or missing ends the turn."
    STAYED = "{player} discarded {card} at {time}; placed before in that turn, and staying: {cards}."

    # Slips
    TABLE_DECIDES = "The rules name no penalty: the table decides to let it stand or to put it right."
    OWN_SLOT = "An ace to ten goes on its own slot, if that is face down; trash goes on no slot."
    LIES_WRONG = "{card} lies on slot {slot} of {player}: that is not its slot."
    NONE_LIES_WRONG = "No card lies on a wrong slot now."
    TURN_ORDER = "Play goes clockwise, and a turn ends with a card on the discard pile."
    MUST_PLACE = "A card whose slot is face down has to be placed. Only a wild card may be thrown away."
    NONE_TOLD = "Nothing like it was seen in this round."
    DID_OUT_OF_TURN = "{player} played out of turn at {time}."
    DID_NO_DISCARD = "{player} played at {time} although the turn before had ended without a discard."
    DID_WRONG_SLOT = "{player} laid {cards} on a slot that is not its own at {time}."
    DID_ON_FACE_UP = "{player} laid {cards} on a face-up card at {time}."
    DID_MOVE_WILD = "{player} moved a wild card to another slot at {time}."
    DID_DISCARD_PLAYABLE = "{player} discarded {cards} at {time} although it had a free slot."
    DID_TAKE_DEEPER = "{player} took a card from below the top of the discard pile at {time}."
    DID_TAKE_FIRST = "{player} began the round from the discard pile at {time}."
