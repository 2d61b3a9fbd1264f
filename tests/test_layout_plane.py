"""The table plane from card outlines alone."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from simulated_table import SIZE, deal, jittered

from vision import metric
from vision.metric import Poses, TablePlane, fit_plane, poses_on
from vision.relocate import relocated, settled


def at(x: float, y: float) -> np.ndarray:
    return np.array([x, y])


def placing_error(true: np.ndarray, found: np.ndarray) -> float:
    """Root mean square distance in mm after the best turn and shift; the plane's own origin is free."""
    a = (true - true.mean(axis=0)).view(np.complex128)[:, 0]
    b = (found - found.mean(axis=0)).view(np.complex128)[:, 0]
    turn = (a * b.conj()).sum()
    return float(np.sqrt((np.abs(a - b * turn / abs(turn)) ** 2).mean()))


@pytest.mark.parametrize("tilt", [0, 30, 55])
@pytest.mark.parametrize("sizes", [[1, 1], [10, 10], [4, 9, 2]])
def test_cards_are_placed_within_millimetres(tilt: float, sizes: list[int]) -> None:
    for seed in range(3):
        rng = np.random.default_rng([tilt, len(sizes), seed])
        table = deal(rng, sizes, tilt=tilt)
        true = np.concatenate([*table.slots, table.stock[None]])
        quads = np.array([jittered(table.quad(pose), rng) for pose in true])
        fit = fit_plane(quads, SIZE)
        found = poses_on(fit.plane, quads)
        assert placing_error(true[:, :2].copy(), found.centres) < 8
        assert fit.spread < 0.06


def test_outlines_that_are_no_cards_do_not_bend_the_plane() -> None:
    rng = np.random.default_rng(5)
    table = deal(rng, [10, 10], tilt=40)
    true = np.concatenate(table.slots)
    quads = [jittered(table.quad(pose), rng) for pose in true]
    box = np.array([[0, 0], [200, 0], [200, 60], [0, 60]], dtype=float)
    quads += [box + at(300, 500), box * 0.5 + at(900, 520), box[::-1, ::-1] + at(1200, 500)]
    fit = fit_plane(quads, SIZE)
    found = poses_on(fit.plane, np.array(quads[:20]))
    assert placing_error(true[:, :2].copy(), found.centres) < 8
    assert fit.error[20:].min() > 0.16 > fit.error[:20].max()


def test_pixels_and_millimetres_are_inverse() -> None:
    rng = np.random.default_rng(6)
    table = deal(rng, [5, 5], tilt=50)
    quads = np.array(table.slot_quads())
    plane = fit_plane(quads, SIZE).plane
    np.testing.assert_allclose(plane.pixels(plane.mm(quads)), quads, atol=1e-6)


def test_a_shifted_picture_shifts_the_plane() -> None:
    rng = np.random.default_rng(7)
    quads = np.array(deal(rng, [5, 5]).slot_quads())
    plane = fit_plane(quads, SIZE).plane
    shift = np.array([[1.0, 0, 30], [0, 1, -12], [0, 0, 1]])
    np.testing.assert_allclose(plane.moved(shift).mm(quads + at(30, -12)), plane.mm(quads), atol=1e-6)


def test_no_outline_is_an_error() -> None:
    with pytest.raises(ValueError, match="no card outline"):
        fit_plane([], SIZE)


def test_a_clear_table_is_solved_at_once_and_a_hopeless_one_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    starts: list[float] = []
    solve = metric._least_squares

    def counted(
        function: Callable[[metric.Array], metric.Array], start: metric.Array, steps: int = 25
    ) -> tuple[float, metric.Array]:
        end = solve(function, start, steps)
        starts.append(end[0])
        return end

    monkeypatch.setattr(metric, "_least_squares", counted)
    rng = np.random.default_rng(4)
    cards = metric.card_corners(rng.uniform(-300, 300, (12, 2)), rng.uniform(0, 3, 12))
    clear = cards * 0.5 + np.array(SIZE) / 2
    assert fit_plane(clear, SIZE).spread < 0.01
    assert len(starts) == 1
    starts.clear()
    fit_plane(clear[:2] + rng.normal(0, 25, (2, 4, 2)), SIZE)
    best = min(starts)
    assert 1 < len(starts) < 25 and sum(cost < 1.01 * best for cost in starts) >= 3


def test_two_cards_fit_any_two_neighbours_and_are_no_known_table() -> None:
    spots = np.array([[x * 75.0, y * 100.0] for y in range(2) for x in range(4)])
    known = Poses(spots, np.full(8, np.pi / 2))
    plane = TablePlane(np.eye(3))
    few = Poses(spots[:2] + at(300.0, 40.0), np.full(2, np.pi / 2))
    assert relocated(plane, few, plane, known)[1:] == (1.0, 2)
    all_but_one = Poses(spots[1:] + at(30.0, -20.0), np.full(7, np.pi / 2))
    moved, share, agree = relocated(plane, all_but_one, plane, known)
    assert (share, agree) == (1.0, 7)
    assert np.allclose(moved.mm(spots + at(30.0, -20.0)), spots, atol=1e-6)
    nothing = Poses(np.zeros((0, 2)), np.zeros(0))
    assert relocated(plane, nothing, plane, known)[1:] == (0.0, 0)


def test_a_plane_found_a_little_too_large_is_settled_on_the_known_places() -> None:
    rng = np.random.default_rng(6)
    spots = np.array([[x * 75.0, y * 100.0] for y in range(2) for x in range(4)])
    known = Poses(spots, np.full(8, np.pi / 2))
    quads = known.corners() * 1.5 + 100 + rng.normal(0, 1.0, (8, 4, 2))
    quads[0] += (14, -9)  # a card somebody pushed
    true = np.array([[1 / 1.5, 0, -100 / 1.5], [0, 1 / 1.5, -100 / 1.5], [0, 0, 1.0]])
    wrong = TablePlane(np.array([[1.1, 0.02, -11.0], [0.01, 1.05, -4.0], [0.0, 2e-5, 1.0]]) @ true)
    off = [
        np.abs(plane.mm(spots * 1.5 + 100) - spots).max() for plane in (wrong, settled(wrong, quads, known))
    ]
    assert off[0] > 12
    assert off[1] < 6, "also where the farthest cards lie"
    few = settled(wrong, quads[:2], known)
    assert few is wrong, "two cards tell less than the picture did"
