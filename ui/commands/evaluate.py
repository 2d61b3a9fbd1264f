"""`evaluate`: how well pictures are read or games were watched, against the truth."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.files import cause
from ui.commands import UserError, writable
from ui.commands.options import check_apart, check_writable, file_path, seed_number, whole, write_figures

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
        "for each of many sizes, tilts, lights and languages; with --photos also those scaled down and cut to one card",
    )
    add("--films", type=whole, metavar="N", help="film N rounds with unseen decks (from --art), watch, score")
    add("--situations", action="store_true", help="film, watch and judge the suite of named situations")
    add("--art", type=file_path, metavar="DIR", help="folder of decks, textures, objects, hands")
    add("--work", type=file_path, metavar="DIR", help="where --films keeps its films")
    add("--players", type=whole, metavar="N", help="in those films (2)")
    add(
        "--mixed",
        action="store_true",
        help="in those films two to four players with one to ten cards each, seen at up to 50°, by chance",
    )
    add("--seed", type=seed_number, metavar="N", help="of what is rendered (1)")
    add("--out", type=file_path, metavar="FILE", help="write all figures there as JSON")
    add("--pictures", type=file_path, metavar="DIR", help="draw the figures there as PNG")


def run(arguments: argparse.Namespace) -> int:
    read = arguments.photos or arguments.no_cards or arguments.limits
    rendered = arguments.films or arguments.no_cards or arguments.limits
    if not (arguments.events or read or rendered or arguments.situations):
        raise UserError(
            "nothing to evaluate: name --photos DIR, --no-cards N, --limits N, --films N, --situations "
            "or pairs of event files"
        )
    check_partners(arguments)
    if rendered and not (arguments.art and (arguments.art / "decks").is_dir()):
        raise UserError("what is rendered needs --art DIR with a folder 'decks' in it")
    if len(arguments.events) % 2:
        raise UserError(f"{arguments.events[-1]}: event files come in pairs, TRUTH before WATCHED")
    check_apart(arguments.out, *arguments.events)
    check_writable(arguments.out)
    arguments.seed = 1 if arguments.seed is None else arguments.seed
    results: dict[str, Any] = {}
    if read:
        results |= reading_figures(arguments)
    if arguments.films:
        results["films"] = film_figures(arguments)
    if arguments.situations:
        results["situations"] = situation_figures()
    if arguments.events:
        results["games"] = game_figures(arguments.events)
    write_figures(arguments.out, results)
    return 0


def check_partners(arguments: argparse.Namespace) -> None:
    """Raises UserError for an option that nothing named beside it makes use of."""
    rendered = ("--films", "--no-cards", "--limits")
    partners = {
        "--all": ("--photos",),
        "--art": rendered,
        "--seed": rendered,
        "--work": ("--films",),
        "--players": ("--films",),
        "--mixed": ("--films",),
        "--pictures": ("--photos", "--no-cards", "--limits"),
    }

    def is_given(option: str) -> bool:
        value = getattr(arguments, option[2:].replace("-", "_"))
        return value is not None and value is not False

    for option, others in partners.items():
        if is_given(option) and not any(map(is_given, others)):
            raise UserError(f"{option}: does nothing without {' or '.join(others)}")
    if arguments.pictures is not None and arguments.pictures.exists() and not arguments.pictures.is_dir():
        raise UserError(f"{arguments.pictures}: a file; a folder is needed for the pictures")


def reading_figures(arguments: argparse.Namespace) -> dict[str, Any]:
    """Print and return the figures of labelled photos, of pictures without cards, and of where reading stops."""
    from vision.evaluation import reading
    from vision.frames import Image, SourceError
    from vision.judging import ReadCard
    from vision.modelcard import ModelError
    from vision.read import Networks, read_picture
    from vision.tabletop.deck import DeckError

    figures: dict[str, Any] = {}
    try:
        photos = reading.judging(arguments.photos, arguments.all) if arguments.photos else []
        networks = Networks.load()
        figures["networks"] = networks.checksums()

        def read(image: Image) -> list[ReadCard]:
            return read_picture(image, networks)

        if arguments.photos:
            figures["photos"] = reading.photo_figures(photos, read, arguments.pictures)
            for folder, summary in figures["photos"]["folders"].items():
                tell_photos(folder, summary)
        what = (arguments.art, photos, read, arguments.pictures)
        if arguments.no_cards:
            figures["no_cards"] = reading.bare_figures(arguments.seed, arguments.no_cards, *what)
            tell_bare(figures["no_cards"])
        if arguments.limits:
            figures["limits"] = reading.limit_figures(arguments.seed, arguments.limits, *what)
            tell_limits(figures["limits"])
    except (DeckError, ModelError, SourceError, ValueError) as error:
        raise UserError(error) from None
    except OSError as error:
        raise UserError(f"{error.filename or arguments.pictures}: {cause(error)}") from None
    return figures


def tell_photos(name: str, figures: dict[str, Any]) -> None:
    """Print the summary of one collection of photos."""
    from vision.evaluation.report import SHARES
    from vision.judging import SURE

    print(
        f"{name}: {figures['photos']} photos, {figures['cards']} cards, {figures['cards_fair']} of them fair "
        f"(whole, uncovered, at least 40 pixels wide), {figures['ms_a_photo']} ms a photo"
    )
    for key in SHARES:
        print(f"  {key:22} {share_text(figures[key])}")
    print(f"  finds where no card lies {figures['finds_where_no_card_lies']}")
    print(f"  wrong rank though sure ({SURE:g}) {figures['wrong_rank_though_sure']}")
    print(f"  calibration error      {figures['calibration_error']}")


def share_text(share: dict[str, Any]) -> str:
    """A share with its interval, for people."""
    if share["value"] is None:
        return "none to count"
    return f"{share['value']:.3f}  (95 %: {share['low']:.3f} to {share['high']:.3f})"


def tell_bare(figures: dict[str, Any]) -> None:
    """Print what was found in pictures without cards."""
    total, found = sum(figures["pictures"].values()), figures["false_cards"]
    print(f"{total} pictures without cards: {len(found)} false cards, {figures['sure']} of them sure")
    for kind, count in figures["pictures"].items():
        print(f"  {kind:22} {sum(one[0] == kind for one in found)} in {count}")


def tell_limits(figures: dict[str, Any]) -> None:
    """Print one line for each value of each condition."""
    for name in ("width", "tilt", "light"):
        tell_rows(name, figures.get(name, ()))
    tell_rows("back", [{"back": f"{row['width']:.0f} px"} | row for row in figures["backs"]])
    tell_rows("deck", [{"deck": name} | row for name, row in figures["languages"].items()])
    tell_rows("deck", [{"deck": "jokers"} | figures["jokers"]])
    tell_rows("scale", figures.get("photos_scaled_down", ()))
    tell_rows("margin", figures.get("close_ups", ()))


def tell_rows(name: str, rows: Sequence[dict[str, Any]]) -> None:
    """Print one line for each value of a condition."""
    for row in rows:
        found, rank, sure = (row[key]["value"] for key in ("found", "rank_right", "sure"))
        print(
            f"{name} {row[name]!s:15} {row['cards']} cards: found {found:.3f}, rank right {rank or 0:.3f}, sure "
            f"{sure or 0:.3f}, wrong though sure {row['wrong_rank_though_sure']}, false {row['false_finds']}",
            flush=True,
        )


def film_figures(arguments: argparse.Namespace) -> dict[str, Any]:
    """Film, watch, print and return the scores of whole rounds."""
    from vision.evaluation.films import FilmTest, evaluate_films
    from vision.modelcard import ModelError
    from vision.scoring import FilmScore, summary
    from vision.tabletop.deck import DeckError
    from vision.tabletop.film import FilmError

    if not arguments.work:
        raise UserError("--films needs --work DIR")
    if arguments.mixed and arguments.players:
        raise UserError("--mixed: takes as many players as chance will have it; leave --players out")
    arguments.players = arguments.players or 2
    if not 2 <= arguments.players <= 4:
        raise UserError(f"--players: 2 to 4 can be filmed, not {arguments.players}")
    try:
        arguments.work.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{arguments.work}: {cause(error)}") from None
    seeds = range(arguments.seed, arguments.seed + arguments.films)
    tests = [
        FilmTest.mixed(arguments.work, arguments.art, seed, (1280, 720), 15.0)
        if arguments.mixed
        else FilmTest(arguments.work, arguments.art, seed, arguments.players, (1280, 720), 15.0)
        for seed in seeds
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


def situation_figures() -> dict[str, Any]:
    """Film, watch, print and return what came of each named situation."""
    from vision.evaluation.situations import SITUATIONS, judge_all
    from vision.modelcard import ModelError
    from vision.scoring import FilmScore, summary

    figures: dict[str, Any] = {}
    total = FilmScore()
    try:
        for situation, verdict in zip(SITUATIONS, judge_all(SITUATIONS), strict=True):
            print(f"{'good' if verdict.is_good else 'BAD '} {situation.name}: {verdict}")
            figures[situation.name] = verdict.to_json()
            total += verdict.score
    except (ModelError, OSError) as error:
        raise UserError(error) from None
    good = sum(figure["good"] for figure in figures.values())
    print(f"{good} of {len(SITUATIONS)} situations good\n{summary(total)}")
    return figures | {"total": total.to_json() | {"good": good}}


def game_figures(files: list[Path]) -> dict[str, Any]:
    """Print and return the scores of watched games, and their sum."""
    from vision.scoring import EventFileError, FilmScore, read_events, score, summary

    figures: dict[str, Any] = {}
    total = FilmScore()
    try:
        for truth, watched in zip(files[::2], files[1::2], strict=True):
            true = read_events(truth)
            if not true:
                raise UserError(f"{truth}: no events")
            one = score(true, read_events(watched))
            figures[writable(str(watched))] = one.to_json()
            total += one
    except EventFileError as error:
        raise UserError(error) from None
    print(summary(total))
    return figures | {"total": total.to_json()}
