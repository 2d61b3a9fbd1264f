"""What is believed of one place on the table, from many looks: a card counts once it lies still in full view.

The motion gate says cheaply whether a place moves or has changed; only then do the networks look at it. A
hand over a place makes it unseen, never empty: that it is called only after lying bare for a while.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.cards import Card
from companion.observation import BACK, EMPTY, UNSEEN, Reading, Sight, SlotView, face
from vision.layout import Place
from vision.tracking import TrackingConfig

_LEAST = 1e-3  # probability of a card the reader did not name
_CANDIDATES = 5
_LEARN = 0.3  # weight of a look in the size of the cards at a place
_SCALES = (0.95, 1.07)  # what the plane may be off
_SURE_OF_SIDE = 0.8  # of which side shows, to believe a single look


@dataclass(frozen=True, slots=True)
class Look:
    """What one look by the networks found at a place.

    Attributes:
        time: seconds.
        sight: BACK, FACE, EMPTY (bare table in full view) or UNSEEN (something is in the way, or held above).
        reading: candidates of a face.
        sure: probability of `sight`.
        card: where the card lies.
        hunch: whether `sight` and the likeliest card count only once a second look agrees.
        size: of a card in full view, against that of one lying on the table plane; None where it is not known.
        weight: how much a reading counts, 1 where its outline is clear.
    """

    time: float
    sight: Sight
    reading: Reading = ()
    sure: float = 1.0
    card: Place | None = None
    hunch: bool = False
    size: float | None = None
    weight: float = 1.0

    @property
    def what(self) -> tuple[Sight, Card | None]:
        """What lies there, if anything can be said of it."""
        best = max(self.reading, key=lambda candidate: candidate[1])[0] if self.reading else None
        return self.sight, best


@dataclass(slots=True)
class Belief:
    """The running belief of one place.

    Attributes:
        place: where cards belong.
        card: where the present one lies, as far as known.
        view: what was last accepted.
        covered: whether something has been over the place since, so that `view` may no longer hold.
        scale: size of the cards that lay here against those of the plane, which fits no place of the table quite.
    """

    place: Place
    config: TrackingConfig
    card: Place | None = None
    view: SlotView = UNSEEN
    covered: bool = True
    scale: float = 1.0
    _unsure: bool = False
    _differs: bool = True
    _still_since: float | None = None
    _quiet_since: float | None = None
    _next_look: float = -math.inf
    _pause: float = 0.0
    _reads: int = 0
    _logs: dict[Card, float] = field(default_factory=dict)
    _weight: float = 0.0
    _other: Sight | None = None
    _hunch: tuple[Sight, Card | None] | None = None
    _bare_since: float | None = None
    _bare_looks: int = 0

    @property
    def seen(self) -> SlotView:
        """What can be told now."""
        return UNSEEN if self.covered else self.view

    def glance(
        self, time: float, moving: bool, changed: bool, stirred: bool = False, since: float | None = None
    ) -> None:
        """Take in a look of the motion gate.

        Args:
            time: seconds.
            moving: whether the card itself moves.
            changed: whether the place differs from its reference.
            stirred: whether anything moves around the card.
            since: from when on nothing moves where nothing does (s); by default this moment.
        """
        since = time if since is None else since
        if moving or stirred:
            self._quiet_since = None
            self._pause = self.config.look_s
            self._next_look = min(self._next_look, time + self._pause)
            self._bare_since, self._bare_looks, self._other = None, 0, None
        elif self._quiet_since is None:
            # what hid the card may be gone
            self._quiet_since = since
            self._next_look = min(self._next_look, since + self.config.still_s)
        if moving:
            self._still_since = self._hunch = None
            self._next_look = -math.inf
        elif self._still_since is None:
            self._still_since = since
        self._differs = changed
        if changed:
            if not self.covered:
                self._reads, self._other = 0, None
            self.covered = True
        elif self.covered and not self._unsure and self.view.sight is Sight.BACK and self._is_still(time):
            # A hand passed over a back and nothing is different: no need to look closely.
            self.covered = False

    def wants_look(self, time: float) -> bool:
        """Whether the networks should look here now."""
        if not self._is_still(time) or time < self._next_look:
            return False
        return self.covered or self._reads_wanted()

    def is_stirred(self, time: float, lately: float | None = None) -> bool:
        """Whether anything has moved around the card just now, or within so many seconds."""
        lately = self.config.still_s if lately is None else lately
        return self._quiet_since is None or time - self._quiet_since < lately

    def lay_still(self, time: float) -> float:
        """For how long nothing has moved here (s)."""
        return 0.0 if self._still_since is None else time - self._still_since

    def doubt(self) -> None:
        """Something speaks against the belief: look again."""
        self.covered = self._unsure = True
        self._reads = 0
        self._next_look = -math.inf

    def look(self, look: Look) -> bool:
        """Take in what the networks found; returns whether the place is clear and accepted as it is."""
        config = self.config
        if look.sight is Sight.UNSEEN:
            self._pause = min(config.longest_look_s, max(self._pause, config.look_s) * config.back_off)
            self._next_look = look.time + self._pause
            self._bare_since, self._bare_looks, self._other = None, 0, None
            self._hunch = None
            return False
        self._next_look = look.time + config.look_s
        if look.hunch and look.what != self._hunch:
            self._hunch = look.what
            return False
        self._hunch = None
        if look.sight is Sight.EMPTY:
            return self._look_bare(look)
        self._bare_since, self._bare_looks = None, 0
        # no face is turned down again: a back there may be a card held over it for a moment
        turned = look.sight is Sight.BACK and self.view.sight is Sight.FACE and not look.hunch
        unsure = look.sure < _SURE_OF_SIDE or turned
        if look.sight is not self.view.sight and unsure and self._other is not look.sight:
            self._other = look.sight
            return False
        self._other = None
        if look.sight is Sight.BACK:
            self._accept(BACK)
        else:
            self._read(look)
        self.card = look.card
        if look.size is not None:
            self.scale += _LEARN * (min(max(look.size, _SCALES[0]), _SCALES[1]) - self.scale)
        return True

    def _look_bare(self, look: Look) -> bool:
        if self._bare_since is None:
            self._bare_since = look.time
        self._bare_looks += 1
        config = self.config
        if self._bare_looks < config.empty_looks or look.time - self._bare_since < config.empty_s:
            return False
        self._accept(EMPTY)
        self.card = None
        return True

    def _read(self, look: Look) -> None:
        """Add a reading to the weighted mean of log-probabilities, in which older ones fade.

        A mean, not a sum: agreeing looks at one still card are no independent witnesses.
        """
        if self.covered and self._reads == 0:
            # The same card as before a hand came, where nothing is different since: what was read of it counts as one look.
            kept = 0.0 if self._differs else 1 / max(1.0, self._weight)
            self._logs = {card: value * kept for card, value in self._logs.items() if kept}
            self._weight *= kept
        given = dict(look.reading)
        decay = self.config.decay
        cards = set(given) | set(self._logs)
        floor = math.log(_LEAST)
        self._logs = {
            card: self._logs.get(card, floor * self._weight) * decay
            + look.weight * math.log(max(given.get(card, _LEAST), _LEAST))
            for card in cards
        }
        self._weight = self._weight * decay + look.weight
        powers = {card: math.exp(value / self._weight) for card, value in self._logs.items()}
        total = sum(powers.values())
        best = sorted(powers, key=lambda card: -powers[card])[:_CANDIDATES]
        reading = face(*((card, round(min(1.0, powers[card] / total), 4)) for card in best))
        self._reads += 1
        self._accept(reading)
        if self._reads_wanted():
            late = self._reads > self.config.reads
            self._next_look = look.time + (3 * self.config.look_s if late else self.config.again_s)

    def _reads_wanted(self) -> bool:
        if self.view.sight is not Sight.FACE:
            return False
        best = max(p for _, p in self.view.reading)
        limit = self.config.reads if best >= self.config.sure else self.config.doubtful_reads
        return self._reads < limit

    def _accept(self, view: SlotView) -> None:
        self.view = view
        self.covered = self._unsure = False

    def _is_still(self, time: float) -> bool:
        return self._still_since is not None and self.lay_still(time) >= self.config.still_s


def gone(beliefs: Sequence[Belief]) -> float:
    """Share of places that show no card."""
    absent = [belief.seen.sight in (Sight.EMPTY, Sight.UNSEEN) for belief in beliefs]
    return sum(absent) / len(absent) if absent else 0.0
