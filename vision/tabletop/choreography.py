"""Who reaches where and when: the moves of a game acted by hands."""

from __future__ import annotations

from collections.abc import Iterator

from companion.moves import Deal, Discard, ForgotCall, Place, Reshuffle, TakeDiscard, TakeStock, TakeWild
from companion.simulate import Step
from vision.tabletop import stage
from vision.tabletop.actors import GRASP, Carried, Hand, Person, place_after, rest
from vision.tabletop.dealing import Dealer
from vision.tabletop.gestures import BACK_UP, FACE_UP, HOVER, Gestures
from vision.tabletop.props import THICKNESS, Lain, Packs
from vision.tabletop.truth import Told

Key = tuple[str, int, int]


class Director:
    """Acts the steps of a game one after another.

    Args:
        gestures: moves the hands.
        packs: tells which pack a card comes from.

    Attributes:
        told: what has become true since the list was last emptied.
    """

    def __init__(self, gestures: Gestures, packs: Packs) -> None:
        self._do = gestures
        self._dealer = Dealer(gestures, packs)
        self._holding: Hand | None = None
        self.told: list[Told] = []

    def act(self, step: Step, *, quick: bool = False) -> Iterator[float]:
        """Act one move, yielding seconds as `Gestures` do; `quick` lets a deal lie there at once."""
        do, now = self._do, step.before.round
        match step.move:
            case Deal() as move:
                self._holding = None
                yield from self._dealer.deal(move, step.stock, quick)
                self._tell(step, None)
                yield from do.wait(0.6, 1.2)
            case TakeStock() as move:
                yield from do.wait(0.3, 0.9)
                yield from self._take_stock(step, move.seat)
            case TakeDiscard() as move:
                yield from do.wait(0.3, 0.9)
                yield from self._take_discard(step, move)
            case Place() | TakeWild() as move:
                yield from self._place(step, move)
            case Discard() as move:
                yield from self._discard(step, move.seat)
            case Reshuffle():
                person = do.people[now.turn]
                yield from self._dealer.reshuffle(person.right, person.left, step.stock)
                self._tell(step, do.stage.stock)
                yield from do.wait(0.3, 0.8)
            case ForgotCall() as move if step.motion is not None:
                yield from self._penalty(step, move)
            case _:
                self._tell(step, None)

    def finish(self) -> Iterator[float]:
        """Send all hands home."""
        for person in self._do.people:
            for hand in (person.right, person.left):
                self._do.send_home(hand)
        yield from self._do.let_pass(1.5 * self._do.pace)

    def _take_stock(self, step: Step, seat: int) -> Iterator[float]:
        person = self._do.people[seat]
        hand = self._either(person)
        yield from self._dealer.draw(hand)
        self._tell(step, self._do.stage.stock)
        yield from self._look_at(person, hand)

    def _take_discard(self, step: Step, move: TakeDiscard) -> Iterator[float]:
        person = self._do.people[move.seat]
        hand = self._either(person)
        yield from self._do.pick_up(hand, ("discard", self._dealer.discards - 1 - move.depth))
        self._dealer.close_pile(move.depth)
        self._tell(step, self._do.stage.discard)
        yield from self._look_at(person, hand)

    def _look_at(self, person: Person, hand: Hand) -> Iterator[float]:
        """Bring the card in hand before the player, who looks at it, openly or not."""
        do = self._do
        assert hand.carried is not None
        private = hand.carried.posture.end[1] == BACK_UP and do.rng.random() < 0.3
        x, y = person.middle
        seconds = do.hold_at(
            hand, (x + do.rng.gauss(0, 12), y + do.rng.gauss(0, 8)), do.rng.uniform(55, 85), arc=15
        )
        angle = do.facing(person) + do.rng.gauss(0, 5)
        do.turn(hand.carried, angle, 105.0 if private else FACE_UP, seconds)
        self._holding = hand
        yield from do.let_pass(seconds)
        yield from do.wait(0.4, 1.2)

    def _place(self, step: Step, move: Place | TakeWild) -> Iterator[float]:
        """Lay the card in hand on its slot and take what lay there, in one of several ways."""
        do = self._do
        person = do.people[move.seat]
        laying = self._holding or person.right
        taking = person.other(laying)
        key = ("slot", move.seat, move.slot)
        target = do.slot(move.seat, move.slot, [len(layout) for layout in step.before.round.layouts])
        old = do.props.lying(key)
        way = do.rng.choices(("swap", "turn", "under"), (0.5, 0.2, 0.3))[0]
        if old is None:
            yield from do.lay_down(laying, key, target)
            self._tell(step, target)
            do.send_home(laying)
            self._holding = None
            return
        if way == "under":
            yield from do.lay_down(laying, key, target, over=("under", *key[1:]))
            self._tell(step, target)
            do.send_home(laying)
            yield from self._pull_out(person, taking, key)
        else:
            # The hand with the new card waits beside the slot, out of the other hand's way.
            do.hold_at(
                laying, do.beside(person, old.place, self._own_side(person, laying, 75), 45), HOVER + 20
            )
            if way == "turn" and not old.face_up:
                yield from self._turn_in_place(person, taking, key)
            yield from do.pick_up(taking, key)
            yield from self._set_aside(person, taking, old)
            yield from do.lay_down(laying, key, target)
            self._tell(step, target)
            do.send_home(laying)
            yield from do.wait(0.1, 0.4)
        yield from self._look_at(person, taking)

    def _set_aside(self, person: Person, hand: Hand, old: Lain) -> Iterator[float]:
        """Lift a card away from its slot, turning it up."""
        do = self._do
        assert hand.carried is not None
        spot = do.beside(person, old.place, self._own_side(person, hand, 70), 35)
        seconds = do.hold_at(hand, spot, HOVER + 15, arc=20)
        do.turn(hand.carried, old.place.angle, FACE_UP, seconds)
        yield from do.let_pass(seconds * 0.6)

    def _turn_in_place(self, person: Person, hand: Hand, key: Key) -> Iterator[float]:
        """Turn a card over on its slot and leave it there for a moment, as the rule texts tell it."""
        do = self._do
        yield from do.pick_up(hand, key)
        assert hand.carried is not None
        x, y, _ = hand.card_at(do.now)
        angle = hand.carried.posture.at(do.now)[0]
        place = stage.Place(x + do.scatter(5), y + do.scatter(5), angle)
        seconds = do.rng.uniform(0.3, 0.5) * do.pace
        do.turn(hand.carried, angle, FACE_UP, seconds)
        hand.go(do.now, hand.pads_for(place.at), 0.5, seconds, arc=42)
        yield from do.let_pass(seconds)
        do.release(hand, key, place)
        if do.rng.random() < 0.5:
            yield from do.let_pass(
                do.hold_at(hand, do.beside(person, place, self._own_side(person, hand, 80), 90), HOVER)
            )
        yield from do.wait(0.3, 1.0)

    def _pull_out(self, person: Person, hand: Hand, above: Key) -> Iterator[float]:
        """Draw a card out from beneath the one just laid on it, towards the player."""
        do = self._do
        key = ("under", *above[1:])
        lain = do.props.lying(key)
        assert lain is not None
        # The fingers hold its near edge.
        near = 38.0
        yield from do.reach(hand, stage.Place(*hand.short_of(lain.place.at, near), 0.0), 1)
        yield from do.wait(0.05, 0.15)
        do.props.take(key)
        turn = FACE_UP if lain.face_up else BACK_UP
        posture = rest(lain.place.angle, turn)
        hand.carried = Carried(lain.card, lain.pack, posture, under=above, ahead=GRASP + near)
        spot = do.beside(person, lain.place, do.rng.uniform(-15, 15), 105)
        seconds = do.hold_at(hand, spot, 3.0)
        yield from do.let_pass(seconds)
        hand.carried.under = None

    def _discard(self, step: Step, seat: int) -> Iterator[float]:
        person = self._do.people[seat]
        hand = self._holding or person.right
        yield from self._lay_on_pile(step, person, hand)
        self._holding = None
        self._do.send_home(person.other(hand))
        yield from self._do.wait(0.3, 0.8)

    def _penalty(self, step: Step, move: ForgotCall) -> Iterator[float]:
        """Whoever objects lays a stock card on the pile; the winner may still hold a card (H3)."""
        person = self._do.people[move.by]
        hand = person.left if self._holding is person.right else person.right
        yield from self._dealer.draw(hand)
        yield from self._lay_on_pile(step, person, hand)
        yield from self._do.wait(0.3, 0.8)

    def _lay_on_pile(self, step: Step, person: Person, hand: Hand) -> Iterator[float]:
        do, pile = self._do, self._do.stage.discard
        turn = do.facing(person) - pile.angle + do.rng.gauss(0, 9 * do.sloppy)
        place = place_after(pile, do.scatter(7), do.scatter(7), turn)
        height = self._dealer.discards
        yield from do.lay_down(hand, ("discard", height), place, lift=0.1 + THICKNESS * height)
        self._dealer.discards += 1
        self._tell(step, pile)
        do.send_home(hand)

    def _either(self, person: Person) -> Hand:
        return person.right if self._do.rng.random() < 0.8 else person.left

    def _own_side(self, person: Person, hand: Hand, distance: float) -> float:
        """So far to the right for the right hand, to the left for the left one."""
        return distance if hand is person.right else -distance

    def _tell(self, step: Step, place: stage.Place | None) -> None:
        if step.events:
            self.told.append(Told(step.events, place))
