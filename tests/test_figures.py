"""The figures in the pages are those that were measured, with the networks that are shipped."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from vision.evaluation import peers
from vision.modelcard import MODELS

ROOT = Path(__file__).parent.parent
PAGE = (MODELS / "README.md").read_text("utf-8")
LINES = frozenset(PAGE.splitlines())


def measured(name: str) -> Any:
    return json.loads((MODELS / "figures" / f"{name}.json").read_text("utf-8"))


def line(*cells: object) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"


def value(share: dict[str, float | None], digits: int = 2) -> str:
    return "–" if share["value"] is None else f"{share['value']:.{digits}f}"


@pytest.mark.parametrize("name", ["photos", "limits", "no-cards"])
def test_what_was_measured_are_the_networks_that_are_shipped(name: str) -> None:
    for network, checksum in measured(name)["networks"].items():
        assert hashlib.sha256((MODELS / f"{network}.onnx").read_bytes()).hexdigest() == checksum, network


@pytest.mark.parametrize(
    ("told", "key"),
    [
        ("cards found, heaps and all", "recall"),
        ("fair cards found", "recall_fair"),
        ("precision", "precision"),
        ("precision, fair", "precision_fair"),
        ("rank right, of those found", "rank_right"),
        ("card right, of those found", "card_right"),
        ("rank right, fair", "rank_right_fair"),
        ("card right, fair", "card_right_fair"),
        ("face and back told apart", "sides_right"),
        ("found and rank right, of all", "found_and_rank_right"),
        ("sure (confidence 0.9 and above)", "sure"),
        ("sure, fair", "sure_fair"),
    ],
)
def test_figures_of_photos(told: str, key: str) -> None:
    folders = measured("photos")["photos"]["folders"]
    shares = [folders[name][key] for name in ("five-card-hands", "poker-cards", "all")]
    assert line(told, *(f"{s['value']:.3f} ({s['low']:.3f}–{s['high']:.3f})" for s in shares)) in LINES


def test_counts_of_photos() -> None:
    folders = [measured("photos")["photos"]["folders"][name] for name in ("five-card-hands", "poker-cards", "all")]
    counted = (f"{f['photos']}, {f['cards']}, {f['cards_fair']}" for f in folders)
    assert line("photos, cards, fair ones", *counted) in LINES
    assert line("sure and wrong in rank", *(f["wrong_rank_though_sure"] for f in folders)) in LINES
    assert line("expected calibration error", *(f"{f['calibration_error']:.3f}" for f in folders)) in LINES


@pytest.mark.parametrize("axis", ["width", "tilt", "light"])
def test_figures_of_where_reading_stops(axis: str) -> None:
    steps = measured("limits")["limits"][axis]
    rows = ["found", "rank right", "sure"]
    told = [line(axis, *(f"{step[axis]:g}" for step in steps))]
    told += [line(row, *(value(step[row.replace(" ", "_")]) for step in steps)) for row in rows]
    assert "\n".join([told[0], "|" + "---|" * (len(steps) + 1), *told[1:]]) in PAGE


def test_figures_of_backs_and_of_letters() -> None:
    limits = measured("limits")["limits"]
    assert line("found", *(value(step["found"]) for step in limits["backs"])) in LINES
    kinds = {**limits["languages"], "jokers": limits["jokers"]}
    assert line("letters", *kinds) in LINES
    for row in ("found", "rank right", "sure"):
        assert line(row, *(value(kind[row.replace(" ", "_")]) for kind in kinds.values())) in LINES
    assert line("sure and wrong", *(kind["wrong_rank_though_sure"] for kind in kinds.values())) in LINES


def test_figures_of_pictures_without_cards() -> None:
    measure = measured("no-cards")["no_cards"]
    false = measure["false_cards"]
    for kind, pictures in measure["pictures"].items():
        sure = [find for find in false if find[0] == kind and find[3] >= 0.9]
        assert line(kind, pictures, sum(find[0] == kind for find in false), len(sure)) in LINES
    names = Counter(find[2] for find in false)
    pictures = len({(kind, picture) for kind, picture, *_ in false})
    assert f"\n{len(false)} false cards in {pictures} of the pictures, {measure['sure']} of them sure" in PAGE
    assert f"{names['back']} are backs, {names['JOKER']} jokers" in PAGE


def test_figures_of_speed() -> None:
    figures = measured("bench")
    for read in (figure for figure in figures if figure["figure"] == "full read"):
        row = re.search(rf"^\| {read['backend']} \| {read['cards']} \| (.+) \|$", PAGE, re.MULTILINE)
        assert row, read
        each_second, *times = map(float, row[1].split(" | "))
        assert each_second == pytest.approx(1000 / read["ms"], abs=0.06)
        assert times == pytest.approx(
            [read[part] for part in ("ms", "find", "outlines", "cut", "names", "processor")], abs=0.51
        )
    (settled,) = (figure for figure in figures if figure["figure"] == "settled table")
    assert f"takes {100 * settled['core']:.1f} % of one core" in PAGE


def test_figures_beside_other_ways() -> None:
    results = measured("peers")
    assert peers.table(results) in PAGE
    readme = (ROOT / "README.md").read_text("utf-8")
    ways = "this program|contours and templates|one YOLO that finds and names"
    row = rf"^\| ({ways}), (unseen deck|heaps)[^|]*\| (\S+) \| (\S+) \|$"
    told = re.findall(row, readme, re.MULTILINE)
    assert len(told) == 6
    by_peer = {result["peer"]: result["folders"] for result in results}
    one_stage = f"{peers.ONE_STAGE} at 1280 pixels"
    names = {"this program": "this product", "one YOLO that finds and names": one_stage}
    for peer, what, found, right in told:
        folder = by_peer[names.get(peer, peer)]["poker-cards" if what == "heaps" else "five-card-hands"]
        assert (found, right) == (value(folder["recall"], 3), value(folder["found_and_card_right"], 3))
