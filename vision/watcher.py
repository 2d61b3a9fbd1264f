"""Frames in, table views out: find the deal, follow it, find it again after a knock, wait for the next."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import numpy as np

from companion.observation import UNSEEN, Phase, Sight, SlotView, TableView
from vision.eyes import Eyes, NetworkEyes
from vision.follow import Follower
from vision.frames import Frame
from vision.layout import MAX_ERROR, SIDES, LayoutFit, TableLayout
from vision.metric import fit_plane, poses_on
from vision.motion import Gate, MotionGate
from vision.relocate import displacement, relocated, settled
from vision.search import LayoutSearch
from vision.steady import gone
from vision.tracking import TrackingConfig

_REFOUND = 0.6  # share of the cards that must lie on known places after a knock …
_REFOUND_OF_ALL = 0.4  # … and share of the known places where one must lie
_UNMOVED_S = 1.0  # hands may lie over most cards for so long; what differs longer is the light
_FACES = 2  # cards that lay face up: with none of them left, another deal lies there
_AUDIT_S = 3.0  # between two looks at a table where no place changes: cards may lie beside all places
_IN_ORDER = 2  # looks on end that found all in order, with nothing moving since …
_IDLE_AUDIT_S = 15.0  # … after which the next may come so late: the camera may sag
_UNFINISHED_S = 0.5  # the same while cards seem to be missing: the deal may go on


class Watcher:
    """Follows one table.

    Attributes:
        phase: what can be said about the picture as a whole.
        fit: the latest attempt to find a layout, with hints of what is wrong with it.
    """

    def __init__(
        self,
        players: Sequence[str],
        *,
        first_seat: str = "bottom",
        sizes: Sequence[int] | None = None,
        eyes: Eyes | None = None,
        config: TrackingConfig | None = None,
    ) -> None:
        """Watch for a deal.

        Args:
            players: names, clockwise as seen from above.
            first_seat: side of the picture nearest the first of them.
            sizes: cards each is to be dealt; None when any number will do.
            eyes: the networks; by default the app's own.
            config: thresholds.

        Raises:
            ValueError: the seat or the sizes make no table.
            ModelError: the app's own networks cannot be loaded.
        """
        if first_seat not in SIDES:
            raise ValueError(f"first seat: one of {', '.join(SIDES)} was expected, not {first_seat!r}")
        self._players = len(players)
        self._first_seat = first_seat
        self._config = config or TrackingConfig()
        self._eyes = eyes or NetworkEyes()
        self._sizes = self._checked(sizes)
        self.phase = Phase.SEARCHING
        self.fit = LayoutFit(None, 0.0, ())
        self._gate: MotionGate | None = None
        self._frame_size = (0, 0)
        self._follower: Follower | None = None
        self._search: LayoutSearch | None = None
        self._previous: TableLayout | None = None
        self._next_gate = -np.inf
        self._gone_since: float | None = None
        self._strays: deque[int] = deque(maxlen=3)
        self._knocked_at: float | None = None
        self._unmoved_at: float | None = None
        self._odd_since: float | None = None
        self._next_find = -np.inf
        self._found_at = -np.inf
        self._ending = False
        self._provisional = False
        self._told: TableView | None = None
        self._changed_at = -np.inf
        self._in_order = 0
        self._moved_at = -np.inf

    @property
    def layout(self) -> TableLayout | None:
        """The seats and places as they are known now."""
        return self._follower.layout.on(self._follower.plane) if self._follower is not None else None

    def expect(self, sizes: Sequence[int] | None) -> None:
        """Say what the next deal will look like: the round in play is over, or has not begun.

        Where that deal is followed already, it was what proved that the round is over.
        """
        before, self._sizes = self._sizes, self._checked(sizes)
        dealt = self._follower.layout.sizes if self._follower is not None else None
        self._ending = dealt is None or dealt != self._sizes or before == self._sizes
        if self._search is not None:
            self._search.sizes = self._sizes

    def _checked(self, sizes: Sequence[int] | None) -> tuple[int, ...] | None:
        if sizes is not None and len(sizes) != self._players:
            raise ValueError(f"sizes: {self._players} numbers were expected, not {len(sizes)}")
        return tuple(sizes) if sizes is not None else None

    def use_layout(self, layout: TableLayout, frame: Frame) -> None:
        """Follow a layout that was put right by hand, as seen in this frame."""
        self._start_gate(frame)
        assert self._gate is not None
        self._gate.look(frame.image, frame.time)
        self._follow(layout, frame.time)

    def process(self, frame: Frame) -> TableView | None:
        """Take in a frame; a view when there is something to tell, or to say that nothing changed."""
        if frame.time < self._next_gate:
            return None
        config = self._config
        lively = frame.time - self._moved_at < config.lively_for_s
        self._next_gate = frame.time + (config.lively_s if lively else config.gate_s)
        height, width = frame.image.shape[:2]
        if self._gate is None or self._frame_size != (width, height):
            self._start_gate(frame)
        assert self._gate is not None
        gate = self._gate.look(frame.image, frame.time)
        if gate.moving.any():
            self._moved_at, self._in_order = frame.time, 0
        if gate.light < config.dark:
            self.phase = Phase.DARK
        elif gate.contrast < config.blank:
            self.phase = Phase.LOST
        elif self._follower is None:
            self._look_for_deal(frame, gate)
        else:
            self._follow_deal(frame, gate, self._follower)
        return self._tell(frame.time)

    def _start_gate(self, frame: Frame) -> None:
        height, width = frame.image.shape[:2]
        self._frame_size = (width, height)
        self._gate = MotionGate(self._config, self._frame_size)
        self._follower = None
        self._new_search(frame.time)

    # ── finding a deal ──

    def _new_search(self, time: float) -> None:
        self._search = LayoutSearch(
            self._eyes,
            self._config,
            self._frame_size,
            self._players,
            self._sizes,
            self._first_seat,
            self._previous,
        )
        self._next_find = time

    def _look_for_deal(self, frame: Frame, gate: Gate) -> None:
        assert self._search is not None
        if self._search.is_due(frame.time, float(gate.moving.mean())):
            layout = self._search.look(frame.image, frame.time)
            self.fit = self._search.fit
            if self._search.cards:
                self._found_at = frame.time
            if layout is not None:
                self._follow(layout, frame.time)
                return
        if self._follower is None:
            lost = frame.time - self._found_at > self._config.lost_s and self._previous is not None
            some = self._search.cards >= self._players
            self.phase = Phase.LOST if lost else Phase.CALIBRATING if some else Phase.SEARCHING

    def _follow(self, layout: TableLayout, time: float) -> None:
        self._gate_anew()
        assert self._gate is not None
        self._follower = Follower(layout, self._gate, self._eyes, self._config)
        self._previous = layout
        self._provisional = not self.fit.is_complete
        self._search, self._ending = None, False
        self._gone_since = self._knocked_at = self._odd_since = self._unmoved_at = None
        self._strays.clear()
        self._found_at = time
        self._in_order = 0
        self.phase = Phase.TRACKING

    # ── following it ──

    def _follow_deal(self, frame: Frame, gate: Gate, follower: Follower) -> None:
        config, time = self._config, frame.time
        changed = follower.glance(time, gate)
        if self._is_knocked(time, changed, gate, follower):
            self._find_again(frame, gate, follower)
            return
        due = follower.due(time)
        audit = time - follower.last_find >= self._audit_s
        ready = time >= self._next_find or follower.knows(due)
        if (due or audit) and ready and self._odd_since is None:
            follower.look(frame.image, time, gate, due)
            if follower.last_find == time:
                self._next_find = time + config.look_s * 0.9
                self._strays.append(follower.order.strays)
                if follower.found:
                    self._found_at = time
            if follower.order.drift > config.drift or follower.order.astray >= config.astray_looks:
                self._knocked_at = time
            as_known = not due and follower.found and follower.order.is_good
            self._in_order = self._in_order + 1 if as_known else 0
        if self._is_over(time, follower):
            self._look_for_next(time, follower)
        elif follower.last_find - self._found_at > config.lost_s:
            self.phase = Phase.LOST
        else:
            hidden = any(belief.covered for belief in follower.beliefs)
            self.phase = Phase.OCCLUDED if hidden else Phase.TRACKING

    @property
    def _audit_s(self) -> float:
        if self._provisional:
            return _UNFINISHED_S
        return _IDLE_AUDIT_S if self._in_order >= _IN_ORDER else _AUDIT_S

    def _is_knocked(self, time: float, changed: float, gate: Gate, follower: Follower) -> bool:
        """Whether the camera has moved: the scene is nowhere to be found although nothing moves any more."""
        if self._knocked_at is not None:
            return True
        places = len(follower.beliefs)
        share = max(self._config.bump_share, self._config.bump_places / max(1, places))
        odd = changed >= share or gate.agreement < self._config.agreement
        if not odd:
            self._unmoved_at = None
        hands = self._unmoved_at is not None and time - self._unmoved_at < _UNMOVED_S
        if not odd or hands or float(gate.moving.mean()) > self._config.quiet_share:
            self._odd_since = None
            return False
        if self._odd_since is None:
            self._odd_since = time
        return time - self._odd_since >= self._config.bump_s

    def _find_again(self, frame: Frame, gate: Gate, follower: Follower) -> None:
        """The camera was knocked, or nearly all changed at once: find the known cards in the new picture."""
        config, time = self._config, frame.time
        if self._knocked_at is None:
            self._knocked_at = time
        self.phase = Phase.MOVED
        if time < self._next_find or float(gate.moving.mean()) > config.quiet_share:
            return
        self._next_find = time + config.layout_s
        detections = [d for d in self._eyes.find(frame.image) if d.confidence >= config.least_confidence]
        if len(detections) >= 2:
            self._found_at = time
            outlines = self._eyes.refine(frame.image, [d.quad for d in detections])
            quads = np.array([outline.quad for outline in outlines], np.float64)
            faces = sum(belief.view.sight is Sight.FACE for belief in follower.beliefs)
            if faces >= _FACES and not any(d.face_up_probability > 0.5 for d in detections):
                # no knock turns cards over
                self._knocked_at = self._odd_since = None
                self._look_for_next(time, follower)
                return
            fit = fit_plane(quads, self._frame_size, follower.layout.plane)
            good = quads[fit.error < MAX_ERROR]
            poses = poses_on(fit.plane, good)
            known = follower.known_cards()
            plane, share, agree = relocated(fit.plane, poses, follower.plane, known)
            # two cards fit two places of any table
            if share >= _REFOUND and agree >= max(2, _REFOUND_OF_ALL * len(known.angles)):
                self._knocked_at = self._odd_since = None
                plane = settled(plane, good, known)
                if self._unmoved_at is None and displacement(known, follower.plane, plane) < config.drift:
                    # a reference with hands in it would be worse than none
                    self._unmoved_at, self.phase = time, Phase.OCCLUDED
                else:
                    self._unmoved_at = None
                    self._gate_anew()
                    follower.moved_to(plane)
                return
        if time - self._knocked_at > config.refind_s:
            self._knocked_at = self._odd_since = None
            self._look_for_next(time, follower)

    def _gate_anew(self) -> None:
        assert self._gate is not None
        self._gate.restart()
        self._next_gate = -np.inf

    def _is_over(self, time: float, follower: Follower) -> bool:
        """Whether the cards are being gathered, or dealt anew."""
        slots = [belief for seat in follower.slots for belief in seat]
        settled = [belief for belief in slots if belief.view.sight is Sight.EMPTY and not belief.covered]
        config = self._config
        absent = gone(slots) >= config.gathered_share and (self._ending or 3 * len(settled) >= len(slots))
        stray_backs = 1 if self._provisional else config.stray_backs
        elsewhere = len(self._strays) == self._strays.maxlen and min(self._strays) >= stray_backs
        if not absent and not elsewhere:
            self._gone_since = None
            return False
        if self._gone_since is None:
            self._gone_since = time
        expected = self._ending or self._provisional
        return time - self._gone_since >= (config.gathered_s / 3 if expected else config.gathered_s)

    def _look_for_next(self, time: float, follower: Follower) -> None:
        self._previous = follower.layout.on(follower.plane)
        self._follower = None
        self._strays.clear()
        self._gone_since = None
        self._gate_anew()
        self._new_search(time)
        self.phase = Phase.SEARCHING

    # ── telling ──

    def _tell(self, time: float) -> TableView | None:
        view = self._view(time)
        told = self._told
        if told is None or _content(view) != _content(told):
            self._changed_at = time
        else:
            fresh = time - self._changed_at < self._config.fresh_s
            if time - told.time < (self._config.again_s if fresh else self._config.heartbeat_s) - 1e-6:
                return None
        self._told = view
        return view

    def _view(self, time: float) -> TableView:
        time = round(time, 3)
        follower = self._follower
        if follower is None:
            return TableView(time, self.phase, ((),) * self._players, UNSEEN, None)
        discard, stock = follower.piles()
        seats = tuple(tuple(belief.seen for belief in seat) for seat in follower.slots)
        return TableView(time, self.phase, seats, discard, stock)


def _content(view: TableView) -> tuple[Phase, tuple[tuple[SlotView, ...], ...], SlotView, bool | None]:
    return view.phase, view.seats, view.discard, view.stock
