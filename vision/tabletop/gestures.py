"""What hands do at a card table: reach, take, carry, lay down, go home. Acts are put together from these.

Gestures are generators that yield the seconds until the hands have something new to do; in between, the
hands follow their paths by themselves.
"""

from __future__ import annotations

import math
import random
from collections.abc import Hashable, Iterator, Sequence

from vision.tabletop.actors import Carried, Flight, Glide, Hand, Person, place_after, rest
from vision.tabletop.props import Lain, Props
from vision.tabletop.stage import Place, Stage

FACE_UP, BACK_UP = 180.0, 0.0
"""Degrees a card is turned about its long axis."""
HOVER = 45.0
"""Millimetres above the table of a hand on its way."""


class Gestures:
    """Moves the hands of all players through time.

    Args:
        rng: decides durations and misses.
        stage, people, props: the table, the players' hands in seat order, the cards.
        pace: factor on all durations; 2 is a slow family.
        sloppy: factor on how far cards lie off their places; 1 is up to 4 mm and 4°.

    Attributes:
        now: the time (s) up to which everything has been acted.
        flights: cards sliding by themselves.
    """

    def __init__(
        self,
        rng: random.Random,
        stage: Stage,
        people: Sequence[Person],
        props: Props,
        *,
        pace: float = 1.0,
        sloppy: float = 1.0,
    ) -> None:
        self.rng, self.stage, self.people, self.props = rng, stage, people, props
        self.pace, self.sloppy = pace, sloppy
        self.now = 0.0
        self.flights: list[Flight] = []

    # ── time ──

    def wait(self, least: float, most: float) -> Iterator[float]:
        """A pause of so many seconds at normal pace."""
        yield from self.let_pass(self.rng.uniform(least, most) * self.pace)

    def let_pass(self, seconds: float) -> Iterator[float]:
        """Exactly so many seconds."""
        self.now += seconds
        yield seconds

    def seconds(self, distance: float) -> float:
        """How long a hand takes for a distance in millimetres."""
        return (0.2 + distance / 1050) * self.rng.uniform(0.85, 1.2) * self.pace

    # ── hands ──

    def reach(self, hand: Hand, place: Place, lift: float) -> Iterator[float]:
        """Move a hand to where it can take the card at a place."""
        target = hand.pads_for(place.at)
        seconds = self.seconds(math.dist(hand.pads(self.now)[:2], target))
        hand.go(self.now, target, lift + 1.5, seconds, arc=25)
        yield from self.let_pass(seconds)

    def sweep_to(self, hand: Hand, place: Place) -> Iterator[float]:
        """Move a hand there fast and close to the table, as when cards are gathered."""
        target = hand.pads_for(place.at)
        seconds = self.seconds(math.dist(hand.pads(self.now)[:2], target)) * 0.45
        hand.go(self.now, target, 8, seconds)
        yield from self.let_pass(seconds)

    def hold_at(self, hand: Hand, spot: tuple[float, float], lift: float, arc: float = 0.0) -> float:
        """Begin to carry a card to a spot in the air; returns how many seconds it takes."""
        seconds = self.seconds(math.dist(hand.card_at(self.now)[:2], spot))
        hand.go(self.now, hand.pads_for(spot), lift, seconds, arc)
        return seconds

    def send_home(self, hand: Hand) -> None:
        """Begin to draw a hand back out of the picture."""
        seconds = self.seconds(math.dist(hand.pads(self.now)[:2], hand.home))
        hand.go(self.now, hand.home, HOVER + 30, seconds, arc=20)

    # ── cards ──

    def pick_up(self, hand: Hand, key: Hashable) -> Iterator[float]:
        """Reach for a lying card and take it in hand as it lies."""
        lain = self.props.lying(key)
        assert lain is not None, f"no card lies at {key}"
        yield from self.reach(hand, lain.place, lain.lift)
        yield from self.wait(0.05, 0.15)
        self.props.take(key)
        turn = FACE_UP if lain.face_up else BACK_UP
        hand.carried = Carried(lain.card, lain.pack, rest(lain.place.angle, turn))

    def lay_down(
        self, hand: Hand, key: Hashable, place: Place, *, lift: float = 0.1, over: Hashable | None = None
    ) -> Iterator[float]:
        """Carry the card in hand to a place and lay it there face up.

        A card already lying under `key` is known as `over` from then on.
        """
        assert hand.carried is not None
        distance = math.dist(hand.card_at(self.now)[:2], place.at)
        seconds = self.seconds(distance)
        self.turn(hand.carried, place.angle, FACE_UP, seconds * 0.85)
        hand.go(self.now, hand.pads_for(place.at), lift + 0.5, seconds, arc=min(40.0, 8 + distance * 0.15))
        yield from self.let_pass(seconds)
        if over is not None:
            self.props.lay(over, self.props.take(key))
        self.release(hand, key, place, lift)
        yield from self.wait(0.05, 0.2)

    def release(self, hand: Hand, key: Hashable, place: Place, lift: float = 0.1) -> None:
        """Let the card in hand lie, face up, at a place."""
        assert hand.carried is not None
        carried, hand.carried = hand.carried, None
        self.props.lay(key, Lain(carried.card, carried.pack, True, place, lift))

    def turn(self, carried: Carried, angle: float, turn: float, seconds: float) -> None:
        """Begin to turn a card in hand, the short way round on the table."""
        start = carried.posture.at(self.now)
        angle = start[0] + (angle - start[0] + 90) % 180 - 90
        carried.posture = Glide(self.now, seconds, start, (angle, turn))

    def slide(self, lain: Lain, target: Place, lift: float, key: Hashable, haste: float) -> None:
        """Let a card slide to a place by itself, where it lies under `key`."""
        start = lain.place
        seconds = self.seconds(math.dist(start.at, target.at)) * haste
        way = ((start.x, start.y, start.angle, lain.lift), (target.x, target.y, target.angle, lift))
        turn = FACE_UP if lain.face_up else BACK_UP
        self.flights.append(Flight(lain.card, lain.pack, Glide(self.now, seconds, *way), turn, key))

    def land(self, time: float) -> None:
        """Let the cards lie that have arrived by this time."""
        arrived = [flight for flight in self.flights if flight.path.until <= time]
        self.flights = [flight for flight in self.flights if flight.path.until > time]
        for flight in sorted(arrived, key=lambda flight: flight.path.until):
            x, y, angle, lift = flight.path.end
            face_up = flight.turn == FACE_UP
            self.props.lay(flight.key, Lain(flight.card, flight.pack, face_up, Place(x, y, angle), lift))

    # ── places ──

    def slot(self, seat: int, number: int, sizes: Sequence[int]) -> Place:
        """Where a card for this slot happens to be laid."""
        exact = self.stage.seats[seat].slot(number, sizes[seat])
        return place_after(exact, self.scatter(4), self.scatter(4), self.scatter(4))

    def scatter(self, most: float) -> float:
        """A miss, at most so much at normal sloppiness."""
        return max(-1.0, min(1.0, self.rng.gauss(0, 0.5))) * most * self.sloppy

    def beside(self, person: Person, place: Place, right: float, outward: float) -> tuple[float, float]:
        """The point so far to the player's right of a place and so far towards the player."""
        turn = math.radians(self.facing(person))
        return (
            place.x + right * math.cos(turn) - outward * math.sin(turn),
            place.y + right * math.sin(turn) + outward * math.cos(turn),
        )

    def facing(self, person: Person) -> float:
        """Degrees a card is turned that lies upright for this player."""
        return self.stage.seats[self.people.index(person)].side

    def clockwise_from(self, seat: int) -> list[int]:
        return [(seat + step) % len(self.people) for step in range(len(self.people))]
