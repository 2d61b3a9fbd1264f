"""`evaluate`: how well pictures are read or games were watched, against the truth."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from ui.commands import UserError
from ui.commands.options import check_apart, file_path, seed_number, whole

HELP = "count what was read or watched right, against labels or true events"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("events", nargs="*", type=file_path, metavar="TRUTH WATCHED", help="pairs of event files to compare")
    add("--photos", type=file_path, metavar="DIR", help="labelled photos; read those kept out of training")
    add("--all", action="store_true", help="read the photos that trained the networks, too")
    add(
        "--no-cards",
        type=whole,
        metavar="N",
        help="read N pictures without cards, made from --art; with --photos also the bare parts of those",
    )
    add(
        "--limits",
        type=whole,
        metavar="N",
        help="read N rendered cards (decks kept out of training, from --art) "
        "for each of many sizes, tilts, lights and languages; with --photos also those scaled down",
    )
    add("--films", type=whole, metavar="N", help="film N rounds with unseen decks (from --art), watch, score")
    add("--art", type=file_path, metavar="DIR", help="folder of decks, textures, objects, hands")
    add("--work", type=file_path, metavar="DIR", help="where --films keeps its films")
    add("--players", type=whole, default=2, metavar="N", help="in those films (2)")
    add("--seed", type=seed_number, default=1, metavar="N", help="of what is rendered (1)")
    add("--out", type=file_path, metavar="FILE", help="write all figures there as JSON")
    add("--pictures", type=file_path, metavar="DIR", help="draw the figures there as PNG")


def run(arguments: argparse.Namespace) -> int:
    rendered = arguments.films or arguments.no_cards or arguments.limits
    if not (arguments.events or arguments.photos or rendered):
        raise UserError(
            "nothing to evaluate: name --photos DIR, --no-cards N, --limits N, --films N or pairs of event files"
        )
    if rendered and not (arguments.art and (arguments.art / "decks").is_dir()):
        raise UserError("what is rendered needs --art DIR with a folder 'decks' in it")
    if len(arguments.events) % 2:
        raise UserError(f"{arguments.events[-1]}: event files come in pairs, TRUTH before WATCHED")
    check_apart(arguments.out, *arguments.events)
    results: dict[str, Any] = {}
    if arguments.photos or arguments.no_cards or arguments.limits:
        # Only here, so that the command line starts in a moment.
        from ui.commands.reading_figures import bare_figures, limit_figures, photo_figures
    if arguments.photos:
        results["photos"] = photo_figures(arguments.photos, arguments.all, arguments.pictures)
    if arguments.no_cards:
        results["no_cards"] = bare_figures(arguments)
    if arguments.limits:
        results["limits"] = limit_figures(arguments)
    if arguments.films:
        results["films"] = film_figures(arguments)
    if arguments.events:
        results["games"] = game_figures(arguments.events)
    if arguments.out:
        try:
            arguments.out.write_text(
                json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
            )
        except OSError as error:
            raise UserError(f"{arguments.out}: {error.strerror or error}") from None
    return 0


def film_figures(arguments: argparse.Namespace) -> dict[str, Any]:
    """Film, watch, print and return the scores of whole rounds."""
    from vision.evaluation.films import FilmTest, evaluate_films
    from vision.modelcard import ModelError
    from vision.scoring import FilmScore, summary
    from vision.tabletop.deck import DeckError
    from vision.tabletop.film import FilmError

    if not arguments.work:
        raise UserError("--films needs --work DIR")
    if not 2 <= arguments.players <= 4:
        raise UserError(f"--players: 2 to 4 can be filmed, not {arguments.players}")
    try:
        arguments.work.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{arguments.work}: {error.strerror or error}") from None
    seeds = range(arguments.seed, arguments.seed + arguments.films)
    tests = [
        FilmTest(arguments.work, arguments.art, seed, arguments.players, (1280, 720), 15.0) for seed in seeds
    ]
    try:
        scores = evaluate_films(tests)
    except (DeckError, FilmError, ModelError, OSError) as error:
        raise UserError(error) from None
    total = FilmScore()
    for test, one in zip(tests, scores, strict=True):
        print(f"seed {test.seed} {test.deck}: " + summary(one).replace("\n", ", "))
        total += one
    print(summary(total))
    return {str(t.seed): one.to_json() for t, one in zip(tests, scores, strict=True)} | {
        "total": total.to_json()
    }


def game_figures(files: list[Path]) -> dict[str, Any]:
    """Print and return the scores of watched games, and their sum."""
    from vision.scoring import EventFileError, FilmScore, read_events, score, summary

    figures: dict[str, Any] = {}
    total = FilmScore()
    try:
        for truth, watched in zip(files[::2], files[1::2], strict=True):
            one = score(read_events(truth), read_events(watched))
            figures[str(watched)] = one.to_json()
            total += one
    except EventFileError as error:
        raise UserError(error) from None
    print(summary(total))
    return figures | {"total": total.to_json()}
