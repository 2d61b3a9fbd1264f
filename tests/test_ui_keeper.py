"""The game is in its ledger before it is shown, and goes on from there."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.cards import Card
from companion.engine import force
from companion.events import Discarded, Irregular, PhaseChanged, Turn
from companion.irregularities import Kind
from companion.ledger import Ledger, LedgerError, read_ledger
from companion.ledger_entries import (
    Decided,
    Decision,
    EntrySource,
    GameHeader,
    Recorded,
    entry_from_json,
    entry_to_json,
)
from companion.ledger_files import copied
from companion.moves import CorrectTurn, Deal, Discard, Place, TakeStock
from companion.observation import Phase
from companion.referee import Referee
from companion.rules import HouseRules
from companion.table import GameState, Stage, face_up
from tests.test_ui_worker import DEALT, PLACED, QUEEN, Pictures, Table, wait_for
from ui import games
from ui.history import History
from ui.keeper import Keeper
from ui.options import PlayOptions
from ui.view import Camera, PlayView, Standing
from ui.worker import Worker

RULES = HouseRules(start_size=5)
CAMERA, PLAYER = EntrySource.CAMERA, EntrySource.PLAYER
DEAL = Deal(1, 0, (5, 5))
QC = Card.parse("QC")


def header(began: float | None = None) -> GameHeader:
    return GameHeader(("Ann", "Ben"), RULES, "Ben", began=time.time() if began is None else began)


def referee() -> Referee:
    return Referee(["Ann", "Ben"], dealer="Ben", rules=RULES)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.ledger"


@pytest.fixture
def run(path: Path) -> Iterator[Callable[..., Worker]]:
    """Starts the worker of the game in `path`, a new one or one to go on with."""
    workers: list[Worker] = []

    def start(source: Pictures | None, table: Table | None = None, **options: object) -> Worker:
        ledger = Ledger.open(path) if path.exists() else Ledger.create(path, header())
        worker = Worker(
            referee(),
            None if source is None else lambda: source,
            lambda: table or Table(),
            ledger=ledger,
            **options,  # type: ignore[arg-type]
        )
        workers.append(worker)
        worker.start()
        return worker

    yield start
    for worker in workers:
        worker.stop()


def by_touch(worker: Worker) -> PlayView:
    """Deal, and Ann's turn: a three on its slot, then a queen."""
    worker.play(DEAL)
    worker.play(TakeStock(0), Place(0, Card.parse("3D"), 3), Discard(0, QC))
    return wait_for(worker, lambda view: view.state.round.turns == 1, "Ben's turn")


def test_every_event_is_in_the_ledger_when_it_is_told(path: Path, run: Callable[..., Worker]) -> None:
    missing: list[object] = []
    table = Table()

    def told(event: object) -> None:
        with copied(path) as copy:
            if not isinstance(event, PhaseChanged) and event not in tuple(read_ledger(copy).events):
                missing.append(event)

    worker = run(Pictures(), table, on_event=told)
    wait_for(worker, lambda view: view.standing is Standing.TURN, "the deal")
    table.ann_plays()
    wait_for(worker, lambda view: view.player == 1, "Ben's turn")
    worker.next_player()
    wait_for(worker, lambda view: view.player == 0, "Ann's turn")
    worker.stop()
    assert not missing
    record = read_ledger(path)
    assert record.state == worker.latest().state
    assert [entry.source for entry in record.entries] == [CAMERA, CAMERA, PLAYER]
    assert record.entries[-1].moves == (CorrectTurn(0),)


def open_matter(worker: Worker) -> Irregular:
    irregular = worker.latest().irregular
    assert irregular is not None
    return irregular


def test_undo_decisions_and_corrections_are_entries(path: Path, run: Callable[..., Worker]) -> None:
    worker = run(None)
    by_touch(worker)
    worker.undo()
    wait_for(worker, lambda view: view.player == 0, "the undo")
    worker.correct_slot(0, 2, face_up(Card.parse("2S")))
    worker.play(TakeStock(1))  # out of turn
    wait_for(worker, lambda view: view.irregular is not None, "the irregularity")
    worker.accept(open_matter(worker))
    view = wait_for(worker, lambda view: view.irregular is None, "it to be let stand")
    assert view.player == 1
    worker.stop()
    kinds = [type(entry).__name__ for entry in read_ledger(path).entries]
    assert kinds == ["Recorded", "Recorded", "Undone", "Recorded", "Recorded", "Decided"]


def test_put_right_takes_the_irregular_play_back(path: Path, run: Callable[..., Worker]) -> None:
    worker = run(None)
    before = by_touch(worker)
    worker.play(TakeStock(0))
    view = wait_for(worker, lambda view: view.irregular is not None, "the irregularity")
    assert view.irregular is not None and view.irregular.kind is Kind.OUT_OF_TURN and view.can_put_right
    worker.put_right(open_matter(worker))
    view = wait_for(worker, lambda view: view.irregular is None, "it to be put right")
    assert view.state == before.state
    worker.stop()
    decided = next(entry for entry in read_ledger(path).entries if isinstance(entry, Decided))
    assert decided.decision is Decision.PUT_RIGHT


@pytest.mark.parametrize("decision", list(Decision))
def test_of_two_open_matters_the_one_that_is_meant_is_decided(path: Path, decision: Decision) -> None:
    keeper = Keeper(players := referee())
    keeper.note(1.0, PLAYER, players.play(1.0, DEAL))
    before = players.state
    keeper.note(2.0, PLAYER, players.play(2.0, TakeStock(1)))
    first = keeper.history.irregular
    keeper.note(3.0, PLAYER, players.play(3.0, Discard(1, QC)))
    keeper.note(4.0, PLAYER, players.play(4.0, TakeStock(1)))
    second = keeper.history.irregular
    assert first is not None and second is not None and first != second
    keeper.decide(5.0, decision, first)
    if decision is Decision.PUT_RIGHT:
        assert players.state == before and keeper.history.irregular is None
        assert keeper.decide(6.0, decision, second) == [] and players.state == before, "it is gone"
    else:
        assert keeper.history.irregular == second, "only the one that was meant stands"
        keeper.decide(6.0, decision, second)
        assert keeper.history.irregular is None


def test_a_game_goes_on_in_mid_round_where_it_was(path: Path, run: Callable[..., Worker]) -> None:
    table = Table()
    worker = run(Pictures(), table)
    wait_for(worker, lambda view: view.standing is Standing.TURN, "the deal")
    table.ann_plays()
    before = wait_for(worker, lambda view: view.player == 1, "Ben's turn")
    worker.stop()

    again = Table()
    again.seats, again.discard = (PLACED, DEALT[1]), QUEEN
    worker = run(Pictures(), again)
    view = worker.latest()
    assert (view.state, view.history, view.began) == (before.state, before.history, before.began)
    wait_for(worker, lambda view: view.camera is Camera.TRACKING, "the table")
    again.seats = (PLACED, (*DEALT[1][:3], PLACED[2], DEALT[1][4]))
    time.sleep(0.3)
    assert worker.latest().player == 1, "what was known is not told again"
    worker.undo()
    view = wait_for(worker, lambda view: view.player == 0, "an undo across the restart")
    assert view.state.round.stage is Stage.TAKE
    # Times go on by the clock of the ledger's header.
    assert again.times[0] >= max(event.t for event in before.history)


def test_a_clock_that_was_set_back_keeps_the_order(path: Path) -> None:
    with Ledger.create(path, header(time.time() + 3600)) as ledger:
        ledger.append(Recorded(7200.0, CAMERA, (DEAL,)))
    worker = Worker(referee(), None, Table, ledger=Ledger.open(path))
    worker.start()
    try:
        worker.next_player()
        view = wait_for(worker, lambda view: view.player == 1, "the turn")
        assert view.history[-1] == Turn(view.history[-1].t, "Ben") and view.history[-1].t >= 7200.0
    finally:
        worker.stop()


def test_a_ledger_that_cannot_be_written_is_said_and_caught_up(path: Path) -> None:
    ledger = Ledger.create(path, header())
    keeper = Keeper(players := referee(), ledger)
    append, full = ledger.append, threading.Event()
    full.set()

    def unless_full(*entries: object) -> GameState:
        if full.is_set():
            raise LedgerError(path, "the disk is full")
        return append(*entries)  # type: ignore[arg-type]

    ledger.append = unless_full  # type: ignore[method-assign]
    keeper.note(1.0, PLAYER, players.play(1.0, DEAL))
    assert "the disk is full" in keeper.trouble
    full.clear()
    keeper.note(2.0, PLAYER, players.play(2.0, TakeStock(0), Discard(0, QC)))
    assert not keeper.trouble
    keeper.close()
    assert read_ledger(path).state == players.state


def test_a_table_that_the_moves_do_not_lead_to_is_kept_whole(path: Path) -> None:
    ledger = Ledger.create(path, header())
    keeper = Keeper(players := referee(), ledger)
    keeper.note(1.0, PLAYER, players.play(1.0, DEAL))
    told = players.play(2.0, TakeStock(0), Discard(0, QC))
    players.take_moves()  # as if a reading had been put right on the way
    keeper.note(2.0, PLAYER, told)
    keeper.close()
    record = read_ledger(path)
    assert record.state == players.state
    assert entry_from_json(entry_to_json(record.entries[-1])) == record.entries[-1]


def test_history_forgets_what_was_taken_back() -> None:
    history = History()
    wrong = Irregular(2.0, "Ben", Kind.OUT_OF_TURN, "R3", ())
    history.add(Recorded(1.0, CAMERA, (DEAL,), (Turn(1.0, "Ann"),)))
    history.add(Recorded(2.0, CAMERA, (TakeStock(1),), (wrong,)), Recorded(2.5, CAMERA))
    history.add(Recorded(3.0, CAMERA, (Discard(1, QC),), (Discarded(3.0, "Ben", QC),)))
    assert history.irregular == wrong and history.steps_to_irregular == 2
    state = force(force(referee().state, DEAL), TakeStock(1))
    keeper = Keeper(players := referee())
    keeper.note(1.0, PLAYER, players.play(1.0, DEAL))
    keeper.note(2.0, PLAYER, players.play(2.0, TakeStock(1)))
    assert players.state == state and keeper.history.irregular is not None
    keeper.undo(3.0, 1)
    assert keeper.history.irregular is None
    assert not any(isinstance(event, Irregular) for event in keeper.history.events)
    assert keeper.undo(4.0, 1) == [] and not keeper.can_undo
    assert keeper.undo(5.0, 1) == []


def test_the_game_played_last_is_found_unless_it_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRASH_COMPANION_HOME", str(tmp_path))
    assert games.unfinished() is None
    options = PlayOptions(players=("Ann", "Ben"), rules=HouseRules(start_size=1), touch=True)
    with games.begin(options) as ledger:
        assert games.unfinished() is None, "a game before its first deal is not worth going on with"
        ledger.append(Recorded(1.0, PLAYER, (Deal(0, 1, (1, 1)),)))
    saved = games.unfinished()
    assert saved is not None and saved.header.players == ("Ann", "Ben")
    with games.begin(PlayOptions(demo=True)) as demo:
        demo.append(Recorded(1.0, CAMERA, (Deal(0, 1, (10, 10)),)))
    assert games.unfinished() == saved, "the demo table is no game of the family"
    ledger, notice = games.resume(saved.path)
    assert not notice
    ace = Place(1, Card.parse("AS"), 1)
    ledger.append(Recorded(2.0, PLAYER, (TakeStock(1), ace)))
    ledger.close()
    assert games.unfinished() is None


@pytest.mark.parametrize("back", [0.0, 3600.0, 4e8], ids=["same second", "an hour back", "years back"])
def test_the_game_played_last_is_found_after_the_clock_was_set_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, back: float
) -> None:
    monkeypatch.setenv("TRASH_COMPANION_HOME", str(tmp_path))
    now = time.time()
    paths = []
    for moment, players in (
        (now, ("Ann", "Ben")),
        (now - back, ("Cleo", "Dan")),
        (now - back, ("Eve", "Finn")),
    ):
        monkeypatch.setattr("ui.games.time.time", lambda moment=moment: moment)
        with games.begin(PlayOptions(players=players, touch=True)) as ledger:
            ledger.append(Recorded(1.0, PLAYER, (Deal(0, 1, (10, 10)),)))
        paths.append(ledger.path)
        saved = games.unfinished()
        assert saved is not None and saved.header.players == players
    assert paths == sorted(paths)


def test_a_damaged_game_goes_on_from_what_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRASH_COMPANION_HOME", str(tmp_path))
    with games.begin(PlayOptions(touch=True)) as ledger:
        ledger.append(Recorded(1.0, PLAYER, (Deal(0, 1, (10, 10)),)))
        ledger.append(Recorded(2.0, PLAYER, (TakeStock(1),)))
        path = ledger.path
    raw = path.read_bytes()
    at = raw.rindex(b"take_stock")
    path.write_bytes(raw[:at] + b"X" + raw[at + 1 :])
    again, notice = games.resume(path)
    assert notice is not None and "set aside" in notice.told and again.state.round.stage is Stage.TAKE
    again.close()


def test_a_game_in_which_nothing_happened_leaves_no_file(path: Path) -> None:
    Keeper(referee(), Ledger.create(path, header())).close()
    assert not list(path.parent.iterdir())
    keeper = Keeper(players := referee(), Ledger.create(path, header()))
    keeper.note(1.0, PLAYER, players.play(1.0, DEAL))
    keeper.close()
    keeper.close()
    assert path.exists()


def test_phases_are_not_worth_an_entry() -> None:
    keeper = Keeper(referee())
    keeper.note(1.0, CAMERA, [PhaseChanged(1.0, Phase.DARK)])
    assert not keeper.history.events and not keeper.can_undo
