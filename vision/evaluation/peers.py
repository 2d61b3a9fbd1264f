"""Other ways of reading cards on the same photos and machine: `python -m vision.evaluation.peers --help`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from vision.bench import most_resident_mib
from vision.evaluation.classical import ClassicalReader, Templates
from vision.evaluation.onestage import OneStageReader
from vision.evaluation.photos import ReadPicture, Tally, evaluate_photos
from vision.evaluation.pictures import peer_picture
from vision.evaluation.reading import judging
from vision.evaluation.report import summary
from vision.evaluation.shares import share
from vision.frames import SourceError
from vision.modelcard import ModelError
from vision.parallel import in_processes
from vision.read import Networks, read_picture
from vision.tabletop.artdeck import ArtDeck
from vision.tabletop.deck import DeckError
from vision.training.packs import HELD_OUT_DECKS

PEERS = ("this product", "contours and templates")
ONE_STAGE = "one network that finds and names"
ONE_STAGE_SIZES = (640, 1280)
"""Pixels of the longer side: what it was trained at, and what others give it for small indices."""
TEMPLATE_DECKS = 8
"""So many of the decks that may train lend their indices as templates; more only take longer."""


def reader_of(peer: str, art: Path, one_stage: Path | None = None) -> ReadPicture:
    """What reads pictures for a peer; raises ModelError or DeckError."""
    if one_stage and peer.startswith(ONE_STAGE):
        return OneStageReader(one_stage, int(peer.split()[-2]))
    if peer == PEERS[0]:
        networks = Networks.load()
        return lambda image: read_picture(image, networks)
    folders = [p for p in sorted((art / "decks").iterdir()) if p.is_dir() and p.name not in HELD_OUT_DECKS]
    step = max(1, len(folders) // TEMPLATE_DECKS)
    templates = Templates.from_decks(ArtDeck(folder) for folder in folders[::step][:TEMPLATE_DECKS])
    if not templates.ranks or not templates.suits:
        raise DeckError(f"{art}: no indices to make templates from")
    return ClassicalReader(templates)


def peer_figures(peer: str, photos: Path, art: Path, one_stage: Path | None = None) -> dict[str, Any]:
    """Figures of one peer by folder, and the most memory this process ever held, its interpreter included."""
    tallies = evaluate_photos(judging(photos), reader_of(peer, art, one_stage))
    return {
        "peer": peer,
        "folders": {folder: figures(tally) for folder, tally in tallies.items()},
        "most_mib": round(most_resident_mib(), 1),
    }


def figures(tally: Tally) -> dict[str, Any]:
    """The summary, and what counts in the end: the share of all cards that was found and named right."""
    right = sum(card.card_right for card in tally.cards)
    return summary(tally) | {"found_and_card_right": share(right, len(tally.cards))}


def compare(photos: Path, art: Path, one_stage: Path | None = None) -> list[dict[str, Any]]:
    """Every peer in a process of its own, one after the other, so that neither time nor memory is shared."""
    sizes = ONE_STAGE_SIZES if one_stage else ()
    peers = [*PEERS, *(f"{ONE_STAGE} at {size} pixels" for size in sizes)]
    jobs = [(peer, photos, art, one_stage) for peer in peers]
    return [result for job in jobs for result in in_processes(peer_figures, [job], 2)]


def table(results: Sequence[dict[str, Any]]) -> str:
    """The results as lines of a Markdown table."""
    lines = [
        "| | found | precision | rank right | card right | found and right | ms a photo | MiB |",
        "|" + "---|" * 8,
    ]
    for result in results:
        for folder, summed in result["folders"].items():
            shares = [
                "–" if summed[key]["value"] is None else f"{summed[key]['value']:.3f}"
                for key in ("recall", "precision", "rank_right", "card_right", "found_and_card_right")
            ]
            cells = [
                f"{result['peer']}, {folder}",
                *shares,
                f"{summed['ms_a_photo']:.0f}",
                f"{result['most_mib']:.0f}",
            ]
            lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m vision.evaluation.peers", description=__doc__)
    parser.add_argument("--photos", type=Path, required=True, metavar="DIR", help="labelled photos")
    parser.add_argument("--art", type=Path, required=True, metavar="DIR", help="folder with a folder 'decks'")
    parser.add_argument(
        "--one-stage", type=Path, metavar="FILE.onnx", help="a network of vision.training.train_onestage, too"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the figures there as JSON")
    parser.add_argument("--pictures", type=Path, metavar="DIR", help="draw a chart of them there")
    options = parser.parse_args(arguments)
    try:
        results = compare(options.photos, options.art, options.one_stage)
        if options.out:
            options.out.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
        if options.pictures:
            peer_picture(results, options.pictures)
    except (DeckError, ModelError, SourceError, ValueError) as error:
        parser.exit(2, f"{error}\n")
    except OSError as error:
        parser.exit(2, f"{error.filename}: {error.strerror}\n")
    print(table(results))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
