"""Matches, deals and experiments over worker processes: killed, resumed, refused; the same bytes in the end.

``CUTTHROAT_CLUSTER_KILLS=10 CUTTHROAT_CLUSTER_DRIVER_KILLS=50`` kills workers and the scheduler ten times each, and the driver fifty times;
with ``-s`` it is told how often. ``CUTTHROAT_CLUSTER_GAMES=20000 CUTTHROAT_CLUSTER_CARDS=13`` is a longer match."""

from __future__ import annotations

import contextlib
import glob
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import cutthroat as ct

pytest.importorskip("distributed")

import psutil  # noqa: E402

from cutthroat import cluster  # noqa: E402

GAMES = int(os.environ.get("CUTTHROAT_CLUSTER_GAMES", "2000"))
KILLS = int(os.environ.get("CUTTHROAT_CLUSTER_KILLS", "1"))
DRIVER_KILLS = int(os.environ.get("CUTTHROAT_CLUSTER_DRIVER_KILLS", KILLS))
SEATS = os.environ.get("CUTTHROAT_CLUSTER_SEATS", "pimc:search=paranoid,nodes=20000,heuristic")
CARDS = int(os.environ.get("CUTTHROAT_CLUSTER_CARDS", "8"))
SHARD_GAMES = max(10, GAMES // 100)
SHARDS = -(-GAMES // SHARD_GAMES)

ENVIRONMENT = {**os.environ, "DASK_DISTRIBUTED__WORKER__DAEMON": "False"}

#: Dask runs whatever code reaches its port. The HTTP port is open even without the dashboard, and does not follow --host.
PRIVATE = ("--host", "127.0.0.1", "--no-dashboard", "--dashboard-address", "127.0.0.1:0")


def wait_until(happened: Callable[[], object], seconds: float = 120) -> None:
    until = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < until, f"it did not happen in {seconds} s"
        time.sleep(0.05)


class Machines:
    """A scheduler, workers and drivers, each a process of its own, in a group of its own so that its children are found too."""

    def __init__(self, folder: Path, workers: int = 4) -> None:
        self.file = folder / "scheduler.json"
        self.folder = folder
        self.scheduler: subprocess.Popen[str] | None = None
        self.workers: list[subprocess.Popen[str]] = []
        self.started: list[subprocess.Popen[str]] = []
        self.wanted = workers

    def _start(self, *arguments: str, output: int = subprocess.DEVNULL) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", *arguments, "--scheduler-file", str(self.file)],
            stdout=output,
            stderr=output,
            text=True,
            env={**ENVIRONMENT, "TMPDIR": str(self.folder)},
            start_new_session=True,
        )
        self.started.append(process)
        return process

    def start(self) -> None:
        self.file.unlink(missing_ok=True)
        self.scheduler = self._start("distributed.cli.dask_scheduler", "--port", "0", *PRIVATE)
        wait_until(self.file.exists)
        self.refill()

    def refill(self) -> None:
        """As many workers as there should be."""
        while len(self.workers) < self.wanted:
            arguments = ("--nthreads", "1", "--no-nanny", "--local-directory", str(self.folder))
            self.workers.append(self._start("distributed.cli.dask_worker", *arguments, *PRIVATE))

    def drive(self, out: Path, *more: str) -> subprocess.Popen[str]:
        match = ["match", "hearts", "--seats", SEATS, "--games", str(GAMES), "--cards", str(CARDS), "--shard-games", str(SHARD_GAMES)]
        return self._start("cutthroat.cluster", *match, "--out", str(out), "--resume", "--wait", "2", *more, output=subprocess.PIPE)

    def kill_workers(self, number: int) -> None:
        """The oldest, which have long been at work."""
        killed, self.workers = self.workers[:number], self.workers[number:]
        for worker in killed:
            kill(worker)

    def kill_scheduler(self) -> None:
        kill(self.scheduler)

    def stop(self) -> None:
        """Everything that still runs."""
        for process in self.started:
            process.kill()
            process.wait()
        left = [process.args for process in self.started if has_children(process)]
        self.workers, self.started = [], []
        assert not left, "no process is left"


def kill(process: subprocess.Popen[str]) -> None:
    process.kill()
    assert process.wait() == -signal.SIGKILL, "it lived until it was killed"


def has_children(ended: subprocess.Popen[str]) -> bool:
    try:
        os.killpg(ended.pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture
def machines(tmp_path: Path):
    started = Machines(tmp_path)
    try:
        started.start()
        yield started
    finally:
        started.stop()


def kept_games(out: Path) -> set[int]:
    """The games that a driver has kept. It moves them from the parts to the file, so the parts come first."""
    run = cluster.Run("match", {}, out, SHARDS, GAMES)
    waiting = [place for place in range(1, SHARDS + 1) if run._part(place).exists()]
    games = {number for place in waiting for number in range(run._range(place)[0], run._range(place)[1] + 1)}
    # The driver makes the file empty at first.
    return games | run._games_there() if out.exists() and out.stat().st_size else games


def check_kept(out: Path, kept: set[int], whole: dict[int, object]) -> set[int]:
    """What a driver leaves: every game that it had kept, as it was played, and once in the file. This looks at a copy, so that the next
    driver finds what was left. Returns the games."""
    copy = out.parent.with_name("copy")
    shutil.copytree(out.parent, copy)
    file, there = copy / out.name, set()
    if file.exists():
        with contextlib.closing(sqlite3.connect(file)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    for part in [file] * file.exists() + list(copy.glob("*.parts/*-of-*")):
        games = ct.read_results(part).games
        numbers = {game["id"] for game in games}
        assert len(numbers) == len(games) and all(game == whole[game["id"]] for game in games), part
        there |= numbers
    assert kept <= there, f"lost: {sorted(kept - there)}"
    shutil.rmtree(copy)
    return there


def killed_match(out: Path, machines: Machines, kills: list[str], chance: random.Random, whole: dict[int, object]) -> None:
    """A match in which kills are made, and taken from the list, until the list is empty or the match is over. Each comes at a moment drawn
    by chance, after the driver has kept more than at the last kill."""
    run, kept = machines.drive(out), set()

    def keeps_more() -> bool:
        try:
            now = kept_games(out)
        except sqlite3.OperationalError as error:
            assert "readonly" in str(error), "a killed driver may leave a journal, and the next one rolls it back"
            return False
        assert kept <= now, f"lost: {sorted(kept - now)}"
        return kept < now

    while kills:
        wait_until(lambda: run.poll() is not None or keeps_more())
        time.sleep(chance.random())
        if run.poll() is not None:
            break
        kept = kept | kept_games(out)
        if kills[-1] == "worker":
            machines.kill_workers(1)
            machines.refill()
        elif kills[-1] == "driver":
            run.kill()
            if run.wait() == 0:
                break
            assert run.returncode == -signal.SIGKILL, run.communicate()
            kept = check_kept(out, kept, whole)
            run = machines.drive(out)
        else:
            machines.kill_scheduler()
            _, told = run.communicate(timeout=120)
            machines.stop()
            machines.start()
            if run.returncode == 0:
                break
            assert run.returncode == 1 and "--resume goes on" in told, told
            kept = check_kept(out, kept, whole)
            run = machines.drive(out)
        kills.pop()
    run.wait(timeout=1200)
    assert run.returncode == 0, run.communicate()


def test_a_match_survives_every_kill(tmp_path: Path, machines: Machines) -> None:
    """kill -9 of a worker, of the scheduler and of the driver; resumed it has the games and the summary of one machine. If the match is
    over before all kills are made, another is begun."""
    whole = ct.play_match("hearts", SEATS, games=GAMES, cards=CARDS, out=tmp_path / "whole.sqlite")
    by_number = {game["id"]: game for game in whole.games}
    kills, chance, matches = ["worker", "scheduler"] * KILLS + ["driver"] * DRIVER_KILLS, random.Random(5), 0
    chance.shuffle(kills)
    while kills:
        before, matches = len(kills), matches + 1
        out = tmp_path / f"match-{matches}" / "games.sqlite"
        out.parent.mkdir()
        killed_match(out, machines, kills, chance, by_number)
        assert len(kills) < before, "it was over before anything was killed"
        merged = ct.read_results(out)
        assert merged.games == whole.games and merged.summary == whole.summary
        assert list(out.parent.iterdir()) == [out]
    print(f"\nkilled in {matches} matches: workers and the scheduler {KILLS} times each, the driver {DRIVER_KILLS} times")


def test_killed_workers_leave_no_folders(tmp_path: Path, machines: Machines) -> None:
    run = machines.drive(tmp_path / "games.sqlite")
    begun = lambda: set(glob.glob(f"{tmp_path}/**/cutthroat-shard-*", recursive=True))  # noqa: E731
    wait_until(begun)
    machines.kill_workers(machines.wanted)
    left = begun()
    assert left and run.poll() is None
    machines.refill()
    wait_until(lambda: not left & begun())


def test_a_scheduler_dies_while_the_driver_waits_for_workers(tmp_path: Path, machines: Machines) -> None:
    from distributed import Client

    (tmp_path / "games.sqlite.parts").mkdir()
    run = machines.drive(tmp_path / "games.sqlite", "--wait", "99")
    with Client(scheduler_file=str(machines.file)) as connected:
        wait_until(lambda: connected.run_on_scheduler(has_a_driver))
    machines.kill_scheduler()
    _, told = run.communicate(timeout=120)
    assert run.returncode == 1 and told.startswith("cutthroat.cluster: the cluster is not ready ("), told
    assert told.endswith(f"; once it is, --resume goes on with {tmp_path}/games.sqlite\n") and told.count("\n") == 1, told


def has_a_driver(dask_scheduler) -> bool:
    return any("cutthroat-driver" in name for name in dask_scheduler.clients)


@pytest.mark.parametrize("begun", [False, True])
def test_only_what_was_begun_can_be_resumed(tmp_path: Path, monkeypatch, capsys, begun: bool) -> None:
    """A wrong address at the first start is told without --resume."""

    def no_client(_: object) -> None:
        raise OSError("Timed out trying to connect to tcp://10.0.0.9:8786 after 30 s")

    monkeypatch.setattr(cluster, "_client", no_client)
    out = tmp_path / "games.sqlite"
    if begun:
        out.touch()
    assert cluster.main(["match", "hearts", "--seats", "random", "--games", "9", "--out", str(out), "--resume"]) == 1
    told = capsys.readouterr().err
    hint = f"; once it is, --resume goes on with {out}" if begun else ""
    assert told.endswith(f"is not ready (OSError: Timed out trying to connect to tcp://10.0.0.9:8786 after 30 s){hint}\n"), told


class NoScheduler:
    """A client that has lost its scheduler."""

    def run(self, *_: object, **__: object) -> None:
        raise OSError("the stream is closed")


def test_a_scheduler_dies_while_builds_are_compared(tmp_path: Path) -> None:
    with pytest.raises(ct.CutthroatError, match="the scheduler is gone .*; 0 of 5 shards; --resume goes on"):
        cluster.spread(wanted(tmp_path / "games.sqlite"), NoScheduler(), say=print)


class Answers:
    """A client whose workers give these answers."""

    def __init__(self, **answers: object) -> None:
        self.answers = answers

    def run(self, *_: object, **__: object) -> dict[str, object]:
        return self.answers


def test_a_worker_that_cannot_say_its_build_is_refused_unless_it_is_dead() -> None:
    cluster.check_builds(Answers(well=cluster._native.build(), dead=OSError("the stream is closed")))
    with pytest.raises(ct.CutthroatError, match="1 of the workers are not: bare says ModuleNotFoundError: cutthroat"):
        cluster.check_builds(Answers(well=cluster._native.build(), bare=ModuleNotFoundError("cutthroat")))


def test_a_laptop_needs_no_scheduler(tmp_path: Path) -> None:
    out = tmp_path / "games.sqlite"
    asked = ["match", "hearts", "--seats", "heuristic,random", "--games", "60", "--cards", "4", "--shard-games", "7"]
    where = ["--workers", "2", "--quiet", "--out", str(out)]
    done = subprocess.run([sys.executable, "-m", "cutthroat.cluster", *asked, *where], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert ct.read_results(out).games == ct.play_match("hearts", "heuristic,random", games=60, cards=4).games
    again = subprocess.run([sys.executable, "-m", "cutthroat.cluster", *asked, *where], capture_output=True, text=True)
    assert again.returncode == 1 and "--resume goes on with it" in again.stderr


def dies_on_the_second(task: cluster.Task) -> bytes:
    if task.place == 2:
        os._exit(1)
    return cluster.do_shard(task)


def fails_once(task: cluster.Task) -> bytes:
    marker = Path(json.loads(task.request)["out"] + f".tried-{task.place}")
    if task.place % 2 and not marker.exists():
        marker.write_text("")
        raise OSError("the disk was full")
    return cluster.do_shard(task)


def is_of_another_build(task: cluster.Task) -> bytes:
    other = json.dumps({"version": "0.0.1", "commit": "0123456789"})
    return cluster.do_shard(cluster.Task(task.kind, task.request, task.place, task.of, other))


@pytest.fixture(scope="module")
def client():
    from distributed import Client

    with cluster.local_cluster(2) as local, Client(local) as client:
        yield client


def test_no_other_machine_can_connect(machines: Machines, client) -> None:
    from distributed import Client

    with Client(scheduler_file=str(machines.file)) as connected:
        connected.wait_for_workers(machines.wanted, timeout=60)
        ours = {os.getpid(), *(child.pid for child in psutil.Process().children(recursive=True))}
        open_ports = [one for one in psutil.net_connections("inet") if one.pid in ours and one.status == psutil.CONN_LISTEN]
    assert {one.pid for one in open_ports} > {os.getpid(), machines.scheduler.pid, *(worker.pid for worker in machines.workers)}
    assert {one.laddr.ip for one in open_ports} == {"127.0.0.1"}, open_ports


def wanted(out: Path, **more: object) -> cluster.Run:
    request = cluster.match_request("hearts", "heuristic,random", games=30, options={"cards": 4})
    return cluster.Run("match", request, out, 5, 30, **more)  # type: ignore[arg-type]


def test_a_poisonous_shard_is_told_and_the_others_are_kept(tmp_path: Path, client) -> None:
    out = tmp_path / "games.sqlite"
    error = pytest.raises(ct.CutthroatError, cluster.spread, wanted(out, work=dies_on_the_second), client, say=print).value
    assert error.kind == "failed-shards" and error.fields["shards"] == [2], str(error)
    assert "shard 2/5: its workers died, again and again" in str(error)
    there = {game["id"] for game in ct.read_results(out).games}
    assert there == set(range(1, 31)) - set(range(7, 13))
    assert cluster.spread(wanted(out, resume=True), client, say=print).startswith("30 games")
    assert ct.read_results(out).games == ct.play_match("hearts", "heuristic,random", games=30, cards=4).games


def test_errors_that_may_pass_are_tried_again(tmp_path: Path, client) -> None:
    run = wanted(tmp_path / "games.sqlite", work=fails_once)
    run.request["out"] = str(tmp_path / "games.sqlite")
    assert cluster.spread(run, client, say=print).startswith("30 games")


def test_other_builds_are_refused(tmp_path: Path, client) -> None:
    run = wanted(tmp_path / "games.sqlite", work=is_of_another_build)
    error = pytest.raises(ct.CutthroatError, cluster.spread, run, client, say=print).value
    assert error.kind == "mixed-builds" and "version 0.0.1, commit 0123456789" in str(error)


def test_what_does_not_repeat_is_refused_once(tmp_path: Path, client) -> None:
    request = cluster.match_request("hearts", "flat:time=0.01,random", games=30)
    run = cluster.Run("match", request, tmp_path / "games.sqlite", 5, 30)
    with pytest.raises(ct.CutthroatError, match="does not repeat"):
        cluster.spread(run, client, say=print)


def test_deals_and_experiments_are_spread_too(tmp_path: Path, client) -> None:
    texts = [ct.Position("hearts", deal=deal, cards=3).text for deal in range(1, 12)]
    deals = tmp_path / "deals"
    deals.write_text("\n".join(texts) + "\n")
    request = cluster.solve_request("hearts", deals.read_text(), out=tmp_path / "out")
    assert cluster.spread(cluster.Run("solve", request, tmp_path / "out", 4, 11), client, say=print).startswith("11 deals")
    ct.solve_file("hearts", deals, out=tmp_path / "whole")
    assert (tmp_path / "out").read_bytes() == (tmp_path / "whole").read_bytes()
    request = cluster.reproduce_request("2000-table1", out=tmp_path / "papers")
    cluster.spread(cluster.Run("reproduce", request, tmp_path / "papers", 3), client, say=print)
    ct.reproduce("2000-table1", out=tmp_path / "local")
    for file in (tmp_path / "local").iterdir():
        assert (tmp_path / "papers" / file.name).read_bytes() == file.read_bytes(), file.name


@pytest.mark.parametrize(
    ("arguments", "code", "part"),
    [
        (["match", "chess", "--seats", "random", "--games", "3"], 2, "there is no game `chess`"),
        (["match", "hearts", "--seats", "random", "--games", "0"], 1, "nothing to do"),
        (["match", "hearts", "--seats", "random", "--games", "9", "--shard-games", "0"], 2, "--shard-games 0"),
        (["match", "hearts", "--seats", "random", "--games", "9", "--workers", "0"], 2, "--workers 0 is not a whole number above 0"),
        (["match", "hearts", "--seats", "random", "--games", "9", "--workers", "-3"], 2, "--workers -3 is not a whole number above 0"),
        (["match", "hearts", "--seats", "random", "--games", "9", "--option", "cards"], 2, "name=value"),
        (["match", "hearts", "--seats", "random", "--games", "9", "--scheduler", "nowhere"], 2, "--scheduler nowhere: missing port"),
        (["solve", "hearts", "--deals", "/no/such/file"], 1, "/no/such/file"),
    ],
)
def test_wrong_usage_is_told_in_one_line(tmp_path: Path, capsys, arguments, code: int, part: str) -> None:
    assert cluster.main([*arguments, "--out", str(tmp_path / "out")]) in (code, 2)
    told = capsys.readouterr().err
    assert part in told and len(told.splitlines()) == 1, told


def test_no_more_workers_than_are_useful() -> None:
    cores = os.cpu_count() or 1
    assert (cluster._useful(None), cluster._useful(1), cluster._useful(10**6)) == (cores, 1, 4 * cores)


def test_a_missing_package_is_told(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert cluster.main(["match", "hearts", "--seats", "random", "--games", "9", "--out", str(tmp_path / "out")]) == 1
    assert capsys.readouterr().err == 'cutthroat.cluster: Dask is missing: pip install "cutthroat[cluster]"\n'


#: A run of each kind, and another one that may not go on with its results: what differs, and what is told.
OTHERS = [
    (["match", "hearts", "--cards", "4", "--games", "30", "--seats", "heuristic,random"], ["--seed", "2"], "begun with seed `1`, not `2`"),
    (["match", "hearts", "--cards", "4", "--games", "30", "--seats", "heuristic,random"], ["--seats", "flat,random"], "begun with players"),
    (["match", "hearts", "--cards", "4", "--games", "30", "--seats", "heuristic,random"], ["--games", "60", "--cards", "5"], "cards `4`, not `5`"),
    (["solve", "hearts", "--deals", "deals"], ["--algorithm", "paranoid"], "begun with algorithm `maxn`, not `paranoid`"),
    (["reproduce", "2000-table1", "--shards", "3"], ["--seed", "2"], "has results of version"),
    (["reproduce", "2000-table1", "--shards", "3"], ["--nodes", "7"], "other nodes a move"),
]


def everything_in(folder: Path) -> dict[Path, bytes]:
    return {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def leave_a_part(run: cluster.Run, client) -> None:
    """What a driver leaves that is killed between two merges."""
    run._merged_at = time.monotonic() + 3600
    run.take(2, client.submit(cluster.do_shard, run.tasks([2])[2], pure=False).result())
    assert run._part(2).exists()


@pytest.mark.parametrize(("asked", "other", "part"), OTHERS)
@pytest.mark.parametrize("merged", [True, False])
def test_results_of_another_run_are_refused_before_anything_is_done(
    tmp_path: Path, monkeypatch, capsys, client, asked: list[str], other: list[str], part: str, merged: bool
) -> None:
    """Also complete ones, and parts of a run that was killed."""
    monkeypatch.chdir(tmp_path)
    Path("deals").write_text("1:A.K..2 Q.A.2. J..K3.\n2:A.K..2 Q.A.2. J..K3.\n")
    command = [*asked, "--out", str(tmp_path / "out"), "--resume"]
    run = cluster._run_of(cluster.parser().parse_args(command))
    if merged:
        cluster.spread(run, client, say=print)
    else:
        leave_a_part(run, client)
    before = everything_in(tmp_path)
    with monkeypatch.context() as nothing_starts:
        nothing_starts.setattr(cluster, "_client", lambda _: pytest.fail("a cluster was started"))
        assert cluster.main([*command, *other]) == 1
    told = capsys.readouterr().err
    assert part in told and told.count("\n") == 1 and (merged or told.endswith(f"delete {tmp_path}/out.parts\n")), told
    assert everything_in(tmp_path) == before
    cluster.spread(cluster._run_of(cluster.parser().parse_args(command)), client, say=print)
    assert not (tmp_path / "out.parts").exists()


def test_what_is_no_result_is_not_touched(tmp_path: Path, capsys) -> None:
    out = tmp_path / "out"
    out.write_text("a letter")
    assert cluster.main(["match", "hearts", "--seats", "random", "--games", "9", "--out", str(out), "--resume"]) == 1
    assert capsys.readouterr().err == f"cutthroat.cluster: {out}: is not a file of Cutthroat's results\n"
    assert everything_in(tmp_path) == {out: b"a letter"}


def test_fewer_and_more_games_than_there_are(tmp_path: Path, client) -> None:
    """As `cutthroat match` does: fewer are summarized and none is lost, and more are played. Parts of fewer games count as what they are."""
    out = tmp_path / "games.sqlite"
    wide = lambda games, shards: cluster.Run(  # noqa: E731
        "match", {**wanted(out).request, "games": games}, out, shards, games, resume=True
    )
    leave_a_part(wide(30, 5), client)
    assert cluster.spread(wide(60, 5), client, say=print).startswith("60 games")
    told = cluster.spread(wide(30, 5), client, say=print)
    assert told.startswith("30 games") and ct.play_match("hearts", "heuristic,random", games=30, cards=4).words[0] in told
    assert ct.read_results(out).games == ct.play_match("hearts", "heuristic,random", games=60, cards=4).games


def test_what_one_machine_has_begun_is_finished(tmp_path: Path, client) -> None:
    deals, out = tmp_path / "deals", tmp_path / "out"
    deals.write_text("\n".join(ct.Position("hearts", deal=deal, cards=3).text for deal in range(1, 12)) + "\n")
    ct.solve_file("hearts", deals, out=tmp_path / "whole")
    out.write_text("".join((tmp_path / "whole").read_text().splitlines(keepends=True)[:6]))
    request = cluster.solve_request("hearts", deals.read_text(), out=out)
    run = cluster.Run("solve", request, out, 4, 11, resume=True)
    assert run.prepare() == [3, 4], "the first two have five deals"
    assert cluster.spread(run, client, say=print).startswith("11 deals")
    assert out.read_bytes() == (tmp_path / "whole").read_bytes()
    for experiment in ("2000-table1", "2005-table1"):
        request = cluster.reproduce_request(experiment, out=tmp_path / "papers")
        cluster.spread(cluster.Run("reproduce", request, tmp_path / "papers", 3, resume=True), client, say=print)
        assert (tmp_path / "papers" / f"{experiment}.jsonl").exists()


def test_ctrl_c_is_told_in_one_line(tmp_path: Path) -> None:
    """A terminal sends it to the workers, too."""
    asked = ["match", "hearts", "--seats", "flat,heuristic", "--games", "9000", "--shard-games", "1", "--workers", "2"]
    out = tmp_path / "games.sqlite"
    run = subprocess.Popen(
        [sys.executable, "-m", "cutthroat.cluster", *asked, "--out", str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # Whatever started the tests may ignore it: a shell does so for what runs in the background.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        wait_until(out.exists)
        os.killpg(run.pid, signal.SIGINT)
        printed, told = run.communicate(timeout=120)
    finally:
        if run.poll() is None:
            os.killpg(run.pid, signal.SIGKILL)
    lines = [line for line in told.splitlines() if "shards" not in line]
    assert (run.returncode, printed) == (1, "") and lines == ["cutthroat.cluster: stopped; --resume goes on with what is finished"], told
    wait_until(lambda: not has_children(run))
