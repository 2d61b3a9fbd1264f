"""The rules in the words of companion/RULES.md, each to be shown where a ruling names its number. No Kivy here."""

from __future__ import annotations

from ui.i18n import N_

RULES: dict[str, str] = {
    "R1": N_(
        "Two to four play, each for themselves. Five or six are possible with two decks; from five on two"
        " tables are better. On one deck five or more are refused."
    ),
    "R2": N_("One deck for two players, two shuffled together for more. Three may agree on one."),
    "R3": N_(
        "Play goes clockwise. The first dealer is found by a cut: the lowest card deals, an ace is low."
    ),
    "R4": N_("The player to the dealer's left begins."),
    "R5": N_(
        "Everybody is dealt N cards face down, ten at first, in two rows of five: slot 1 top left, slot "
        "10 bottom right, as the player sees them. A smaller layout lacks the last slots."
    ),
    "R6": N_("The other cards are the stock, face down. The discard pile starts empty."),
    "R7": N_("Nobody looks at a face-down card before it is played for."),
    "R8": N_(
        "A turn begins with the top card of the stock or of the discard pile. The first turn of a round "
        "takes from the stock."
    ),
    "R9": N_(
        "A natural goes face up onto its own slot where that is face down; the card from there is in hand"
        " then and is played on in the same way. Slots may be filled in any order."
    ),
    "R10": N_("A wild goes onto any face-down slot; the card from there is played on."),
    "R11": N_(
        "A natural may take the place of a wild on its slot. The wild is in hand then, and the turn goes "
        "on. Nobody has to."
    ),
    "R12": N_(
        "A card that cannot be laid ends the turn: trash, a natural whose slot is filled, a rank above N."
        " It goes face up onto the discard pile. What was laid before stays."
    ),
    "R13": N_(
        "When somebody wants a stock card and there is none, the discard pile but for its top card is "
        "shuffled and is the new stock. With nothing to shuffle the round is void and dealt again."
    ),
    "R14": N_("The first layout that is all face up, wilds count, wins the round at once."),
    "R15": N_("The winner's next layout is one card smaller; the others keep theirs."),
    "R16": N_("Whoever completes a layout of one card wins the game."),
    "R17": N_("Two players on one card: whoever completes it first wins."),
    "R18": N_("No card is kept in hand from turn to turn. A wild that lies moves by R11 alone."),
    "H1": N_(
        "Wild ranks: jacks; kings (then jacks and queens are trash); jacks, queens and kings (then no "
        "rank is trash)."
    ),
    "H2": N_("Jokers: none; two a deck, wild."),
    "H3": N_(
        "Calling “Trash!”: not needed; whoever completes a layout has to call, else turns a penalty card "
        "if somebody objects before the next deal; the win stands."
    ),
    "H4": N_("Ranking the losers: by rounds won; by face-down slots left, fewer is better."),
    "H5": N_("First layouts: ten cards; any other number from one."),
    "H6": N_(
        "End of the game: when a layout of one card is completed (R16); as soon as somebody's next layout"
        " is as small as agreed."
    ),
    "H7": N_(
        "Next dealer: the next to the left; the winner; whoever has most slots face down; always the "
        "same. And who begins: the dealer's left, or the winner."
    ),
    "H8": N_(
        "After a layout is completed: the round is over; the others have one more turn each, and whoever "
        "completes shrinks."
    ),
    "H9": N_("Decks: by R2; one, two or three."),
}
