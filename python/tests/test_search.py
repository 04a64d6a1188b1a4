"""Positions and searches: the answers of the command line, from Python."""

from __future__ import annotations

import copy
import json
import pickle
import signal
import subprocess
import sys
import threading
import time

import pytest

import cutthroat as ct


@pytest.mark.parametrize("game", [game.name for game in ct.games()])
def test_every_example_is_valued_as_by_the_command_line(game: str, command_line) -> None:
    example = ct.game(game).example
    asked = ("--depth", "2") if game == "chinese-checkers" else ("--nodes", "20000")
    printed = json.loads(command_line("analyse", game, "--position", example, "--all-moves", "--json", *asked))
    limits = {"depth": 2} if game == "chinese-checkers" else {"nodes": 20_000}
    found = ct.analyse(game, example, all_moves=True, **limits)
    printed.pop("format", None)
    assert dict(found) == printed


@pytest.mark.parametrize("algorithm", ["paranoid", "brs+", "mcts", "soft-maxn"])
def test_algorithms_answer_as_by_the_command_line(algorithm: str, command_line) -> None:
    position = ct.Position("hearts", deal=5, cards=4)
    text = ("--deal", "5", "--cards", "4", "--nodes", "3000", "--algorithm", algorithm, "--json")
    printed = json.loads(command_line("analyse", "hearts", *text))
    printed.pop("format", None)
    assert dict(position.analyse(algorithm, nodes=3_000)) == printed


def test_solving_on_threads_finds_the_same() -> None:
    position = ct.Position("spades", deal=2, cards=6)
    alone, together = position.solve(), position.solve(threads=2)
    assert (alone.payoff, alone.pv) == (together.payoff, together.pv)
    assert alone.payoff == position.analyse(depth=18, memory=0).payoff


def test_positions_pickle_and_compare() -> None:
    position = ct.Position("bridge", deal=3, cards=4, trump="H", eval=None)
    again = pickle.loads(pickle.dumps(position))
    assert again == position and hash(again) == hash(position) and again.text == position.text
    assert again != ct.Position("bridge", deal=4, cards=4)
    assert position != "bridge"
    found = position.analyse(depth=4, all_moves=True)
    assert pickle.loads(pickle.dumps(found)).moves == found.moves
    error = pytest.raises(ct.CutthroatError, ct.Position, "chess").value
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.kind, again.fields) == (str(error), error.kind, error.fields)


@pytest.mark.parametrize(
    ("wrong", "kind", "part"),
    [
        (lambda: ct.Position("chess", deal=1), "game", "there is no game `chess`; there are tree"),
        (lambda: ct.Position("hearts"), "no-position", "needs a `position` or a `deal`"),
        (lambda: ct.Position("hearts", deal=-1), "unfit", "deal=-1 is not a whole number from 0 on"),
        (lambda: ct.Position("hearts", deal=1.5), "unfit", "deal=1.5 is not a whole number"),
        (lambda: ct.Position("hearts", deal=True), "unfit", "is not a whole number"),
        (lambda: ct.Position("hearts", deal=2**64), "unfit", "is too large"),
        (lambda: ct.Position("hearts", "1:??"), "notation", "a position is written like"),
        (lambda: ct.Position("hearts", deal=1, pieces=3), "no-option", "no use for the option `pieces`"),
        (lambda: ct.Position("hearts", deal=1, eval="joy"), "evaluation", "no evaluation `joy`"),
        (lambda: ct.analyse("hearts", deal=1, nodes=0), "unfit", "nodes=0 is not a whole number above 0"),
        (lambda: ct.analyse("hearts", deal=1, plies=3), "request", "no use for `plies`"),
        (lambda: ct.analyse("hearts", deal=1, algorithm="minimax"), "request", "no algorithm `minimax`"),
        (lambda: ct.analyse("hearts", deal=1, time=float("nan")), "unfit", "is not a number of seconds"),
        (lambda: ct.analyse("hearts", deal=1, best=float("inf")), "unfit", "inf is not a number"),
        (lambda: ct.analyse("hearts", deal=1, depth="x"), "request", "depth=x is not"),
        (lambda: ct.forward_pruning_model(p=2.0), "model", "p = 2.0 is not a chance"),
        (lambda: ct.forward_pruning_model("oak"), "tree", "there are no trees `oak`"),
        (lambda: ct.LiveGame("hearts", deal=1).choose(), "empty-seat", "nobody sits"),
        (lambda: ct.LiveGame("hearts", deal=1).play("S9X"), "move", "hearts"),
        (lambda: ct.LiveGame("hearts", ["maxn", "random", "random"], deal=1), "player", "needs to see everything"),
        (lambda: ct.LiveGame("hearts", deal=1).view(9), "no-seat", "9"),
        (lambda: ct.play_match("hearts", "random", games=0), "usage", "0 games are no match"),
        (lambda: ct.play_match("hearts", "exec:true", games=1), "player", "programs are started only by"),
        (lambda: ct.read_results("/no/such/file"), "file", "cannot be read"),
        (lambda: ct.reproduce("2099-table1"), "no-experiment", "no experiment"),
        (lambda: ct.merge([], "x"), "usage", "nothing to merge"),
        (lambda: ct.View("hearts", "nonsense"), "view", "hearts"),
    ],
)
def test_errors_say_what_is_wrong(wrong, kind: str, part: str) -> None:
    error = pytest.raises(ct.CutthroatError, wrong).value
    assert part in str(error) and "\n" not in str(error), str(error)
    assert " at line " not in str(error) and "--" not in str(error).replace("--seats", "")
    assert (error.kind == kind) or kind == "request", (error.kind, str(error))


def test_an_error_has_the_fields_of_the_facade() -> None:
    error = pytest.raises(ct.CutthroatError, ct.Position, "hearts", deal=1, eval="joy").value
    assert error.fields["game"] == "hearts" and error.fields["name"] == "joy"
    assert isinstance(error, ValueError) and type(error).__module__ == "cutthroat"


LONG = """
import threading, time, sys, signal, os
import cutthroat as ct
position = ct.Position("hearts", deal=1, players=4)
print("ready", flush=True)
begun = time.monotonic()
try:
    {work}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize(
    "work",
    [
        "position.analyse(depth=40, pruning='none')",
        "position.analyse(nodes=10**12)",
        "position.analyse(time=600)",
        "position.solve()",
        "ct.LiveGame('hearts', ['maxn:nodes=1000000000'] * 4, deal=1, open=True).choose()",
        "ct.play_match('hearts', 'paranoid:nodes=100000,maxn:nodes=100000', games=10**6, open=True, threads=2)",
        "ct.View('hearts', ct.LiveGame('hearts', deal=1).view(1)).advise('pimc:nodes=1000000000')",
    ],
)
def test_ctrl_c_ends_long_work_at_once(work: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", LONG.format(work=work)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Whatever started the tests may ignore it: a shell does so for what runs in the background.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(1.0)
    assert process.poll() is None, process.stderr.read()
    begun = time.monotonic()
    process.send_signal(signal.SIGINT)
    assert process.stdout.readline() == "interrupted\n"
    # 0.1 s on a quiet machine; this one may be busy.
    assert time.monotonic() - begun < 1.0
    assert process.wait(timeout=20) == 0


def test_other_threads_run_while_one_searches() -> None:
    ticks, stop = [0], threading.Event()

    def tick() -> None:
        while not stop.is_set():
            ticks[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    begun = time.monotonic()
    ct.Position("hearts", deal=1).analyse(time=0.5)
    took = time.monotonic() - begun
    stop.set()
    thread.join()
    assert ticks[0] > 20 * took, f"{ticks[0]} ticks in {took:.2f} s"


def test_two_threads_search_at_once() -> None:
    """Both finish with their own answers; how much faster is measured elsewhere, on an idle machine."""
    found: dict[int, ct.Analysis] = {}

    def search(deal: int) -> None:
        found[deal] = ct.Position("hearts", deal=deal).analyse(nodes=200_000)

    threads = [threading.Thread(target=search, args=(deal,)) for deal in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for deal in (1, 2):
        assert found[deal].payoff == ct.Position("hearts", deal=deal).analyse(nodes=200_000).payoff


def test_notebooks_get_hands_boards_tables_and_trees() -> None:
    hands = ct.Position("hearts", deal=3, cards=4)._repr_html_()
    assert "♥" in hands and hands.count("<tr") >= 4
    board = ct.Position("chinese-checkers", deal=1)._repr_html_()
    assert board.count("<circle") >= 37 and "<svg" in board
    table = ct.analyse("hearts", deal=3, options={"cards": 4}, all_moves=True)._repr_html_()
    assert "player 3" in table and "font-weight:bold" in table
    tree = ct.analyse("tree", ct.game("tree").example, picture=True)
    assert tree.svg is not None and "<svg" in tree._repr_html_()
    assert "<svg" in (ct.analyse("chinese-checkers", deal=1, depth=1, picture=True).svg or "")
    assert "&lt;" in ct._html.table(["<b>"], []) if hasattr(ct, "_html") else True
    assert "<table" in ct.games()._repr_html_()  # type: ignore[attr-defined]


def test_traces_and_events_come_through() -> None:
    found = ct.analyse("tree", ct.game("tree").example, trace=True, events=True)
    assert found.trace and found.trace[0]["kind"] in ("exact", "final", "uncertain")
    assert found.events is not None
    with pytest.raises(AttributeError, match="an analysis has no `joy`"):
        found.joy
    assert copy.copy(found).payoff == found.payoff
