"""Matches, deals and experiments over worker processes: killed, resumed, refused; the same bytes in the end.

``CUTTHROAT_CLUSTER_GAMES=20000 CUTTHROAT_CLUSTER_KILLS=5 CUTTHROAT_CLUSTER_CARDS=13`` is the long run: worker, scheduler and driver are
killed five times each. ``CUTTHROAT_CLUSTER_DRIVER_KILLS=50`` kills the driver more often than the others."""

from __future__ import annotations

import glob
import json
import os
import random
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

ENVIRONMENT = {**os.environ, "DASK_DISTRIBUTED__WORKER__DAEMON": "False"}

#: Dask runs whatever code reaches its port. The HTTP port is open even without the dashboard, and does not follow --host.
PRIVATE = ("--host", "127.0.0.1", "--no-dashboard", "--dashboard-address", "127.0.0.1:0")


def wait_until(happened: Callable[[], object], seconds: float = 120) -> None:
    until = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < until, f"it did not happen in {seconds} s"
        time.sleep(0.05)


class Machines:
    """A scheduler and workers, each a process of its own."""

    def __init__(self, folder: Path, workers: int = 4) -> None:
        self.file = folder / "scheduler.json"
        self.folder = folder
        self.scheduler: subprocess.Popen[bytes] | None = None
        self.workers: list[subprocess.Popen[bytes]] = []
        self.started: list[int] = []
        self.wanted = workers

    def _start(self, *arguments: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-m", "distributed.cli." + arguments[0], *arguments[1:], *PRIVATE, "--scheduler-file", str(self.file)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**ENVIRONMENT, "TMPDIR": str(self.folder)},
        )
        self.started.append(process.pid)
        return process

    def start(self) -> None:
        self.file.unlink(missing_ok=True)
        self.scheduler = self._start("dask_scheduler", "--port", "0")
        wait_until(self.file.exists)
        self.refill()

    def refill(self) -> None:
        """As many workers as there should be."""
        self.workers = [worker for worker in self.workers if worker.poll() is None]
        while len(self.workers) < self.wanted:
            arguments = ("--nthreads", "1", "--no-nanny", "--local-directory", str(self.folder))
            self.workers.append(self._start("dask_worker", *arguments))

    def stop(self) -> None:
        for process in [*self.workers, *([self.scheduler] if self.scheduler else [])]:
            process.kill()
            process.wait()
        self.workers, self.scheduler = [], None


def driver(out: Path, machines: Machines, games: int = GAMES, *more: str) -> subprocess.Popen[str]:
    arguments = ["match", "hearts", "--seats", SEATS, "--games", str(games), "--cards", str(CARDS), "--shard-games", str(SHARD_GAMES)]
    where = ["--scheduler-file", str(machines.file), "--out", str(out), "--resume", "--wait", "2"]
    return subprocess.Popen(
        [sys.executable, "-m", "cutthroat.cluster", *arguments, *where, *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def games_in(out: Path) -> int:
    try:
        return len(cluster.Run("match", {}, out, 1)._games_there())
    except Exception:
        return 0


@pytest.fixture
def machines(tmp_path: Path):
    started = Machines(tmp_path)
    started.start()
    yield started
    started.stop()
    left = [pid for pid in started.started if Path(f"/proc/{pid}").exists()]
    assert not left, "no process is left"


def test_a_match_survives_every_kill(tmp_path: Path, machines: Machines) -> None:
    """kill -9 of a worker, of the scheduler and of the driver; resumed it is the match of one machine, byte for byte."""
    out, chance = tmp_path / "games.sqlite", random.Random(5)
    kills = ["worker", "scheduler"] * KILLS + ["driver"] * DRIVER_KILLS
    chance.shuffle(kills)
    run, seen = driver(out, machines), []
    for number, kill in enumerate(kills, 1):
        goal = GAMES * number // (len(kills) + 2)
        while games_in(out) < goal and run.poll() is None:
            time.sleep(0.05)
        time.sleep(chance.random() / 2)
        if run.poll() is not None:
            break
        seen.append(kill)
        if kill == "worker":
            chance.choice(machines.workers).kill()
            machines.refill()
        elif kill == "driver":
            run.kill()
            run.wait()
            run = driver(out, machines)
        else:
            machines.scheduler.kill()
            _, told = run.communicate(timeout=120)
            if run.returncode == 0:
                break
            assert run.returncode == 1 and "--resume goes on" in told, told
            machines.stop()
            machines.start()
            run = driver(out, machines)
    if run.returncode is None:
        _, told = run.communicate(timeout=1200)
        assert run.returncode == 0, told
    assert seen, "it was over before anything was killed"
    print("killed:", {kind: seen.count(kind) for kind in ("worker", "scheduler", "driver")})
    whole = ct.play_match("hearts", SEATS, games=GAMES, cards=CARDS, out=tmp_path / "whole.sqlite")
    merged = ct.read_results(out)
    assert merged.games == whole.games and merged.summary == whole.summary
    assert not (tmp_path / "games.sqlite.parts").exists()


def test_killed_workers_leave_no_folders(tmp_path: Path, machines: Machines) -> None:
    run = driver(tmp_path / "games.sqlite", machines)
    begun = lambda: set(glob.glob(f"{tmp_path}/**/cutthroat-shard-*", recursive=True))  # noqa: E731
    wait_until(begun)
    for worker in machines.workers:
        worker.kill()
        worker.wait()
    left = begun()
    assert left and run.poll() is None
    machines.refill()
    wait_until(lambda: not left & begun())
    run.kill()
    run.communicate()


def test_a_scheduler_dies_while_the_driver_waits_for_workers(tmp_path: Path, machines: Machines) -> None:
    from distributed import Client

    (tmp_path / "games.sqlite.parts").mkdir()
    run = driver(tmp_path / "games.sqlite", machines, GAMES, "--wait", "99")
    with Client(scheduler_file=str(machines.file)) as connected:
        wait_until(lambda: connected.run_on_scheduler(has_a_driver))
    machines.scheduler.kill()
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
    assert cluster.main(["match", "hearts", "--seats", "random", "--games", "9", "--out", str(out)]) == 1
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
        (["match", "hearts", "--seats", "random", "--games", "9", "--option", "cards"], 2, "name=value"),
        (["match", "hearts", "--seats", "random", "--games", "9", "--scheduler", "nowhere"], 2, "missing port number in address 'nowhere'"),
        (["solve", "hearts", "--deals", "/no/such/file"], 1, "/no/such/file"),
    ],
)
def test_wrong_usage_is_told_in_one_line(tmp_path: Path, capsys, arguments, code: int, part: str) -> None:
    assert cluster.main([*arguments, "--out", str(tmp_path / "out")]) in (code, 2)
    told = capsys.readouterr().err
    assert part in told and len(told.splitlines()) == 1, told

