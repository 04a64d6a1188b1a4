"""Matches, files of deals and experiments on several machines, by Dask.

    python -m cutthroat.cluster match hearts --seats flat,heuristic --games 20000 --out hearts.sqlite
    python -m cutthroat.cluster match hearts ... --scheduler tcp://HOST:8786 --out hearts.sqlite --resume

The work is divided into shards, each a pure function of the settings and its numbers. A shard may be done twice, because a worker died
or a network failed; the file of the driver is the only truth, and has every game once. Without ``--scheduler`` a local cluster is
started. Dask runs whatever code reaches its port: bind it to a private address, or use TLS (docs/cluster.md).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import importlib.util
import io
import json
import logging
import os
import shutil
import signal
import sqlite3
import sys
import tempfile
import time
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any

from . import _native
from ._cluster_options import parser
from ._errors import CutthroatError
from ._games import build
from ._laboratory import match_request, merge, reproduce_request, solve_request

#: How often a shard that failed by an error is tried again.
RETRIES = 3

#: Seconds between two lines of progress where nobody watches a terminal.
BETWEEN_LINES = 10.0

#: Kinds of errors of ours that another try may mend, since a disk was full; others mean that the request is wrong, or the build.
_MAY_PASS = ("file", "kept")

#: What checks a request, and that it fits what is there already, in a file or in a part.
_CHECKS: dict[str, Callable[[str], Any]] = {
    "match": _native.check_match,
    "solve": _native.check_solutions,
    "reproduce": _native.check_experiments,
}

#: The most workers for each core that are useful, as it is for threads.
_MOST_PER_CORE = 4

#: What Dask raises when a connection is lost or cannot be had.
_NO_CONNECTION = (CancelledError, asyncio.CancelledError, asyncio.TimeoutError, OSError)


@dataclass(frozen=True)
class Task:
    """What one worker does: a request, one shard of it, and the build that it has to be done by."""

    kind: str
    request: str
    place: int
    of: int
    build: str


def do_shard(task: Task) -> bytes:
    """Does one shard, on a worker, and returns its file as bytes."""
    from distributed import get_worker

    here = _native.build()
    if here != task.build:
        told = f"the driver is {_words(task.build)}, and this worker is {_words(here)}"
        raise CutthroatError(told, kind="mixed-builds", fields={"driver": task.build, "worker": here})
    # In the worker's own folder, which Dask removes after a kill, when the next worker starts there.
    with tempfile.TemporaryDirectory(prefix="cutthroat-shard-", dir=get_worker().local_directory) as folder:
        part = Path(folder) / "part"
        wanted = json.loads(task.request)
        wanted.update(shard=f"{task.place}/{task.of}", out=str(part), resume=False, threads=1)
        text = json.dumps(wanted)
        if task.kind == "match":
            _native.play_match(text, None)
        elif task.kind == "solve":
            _native.solve_file(text, None)
        else:
            _native.reproduce(text, None)
            return _packed(part)
        return zlib.compress(part.read_bytes(), 1)


def _words(written: str) -> str:
    found = json.loads(written)
    return f"version {found['version']}, commit {found['commit'] or 'unknown'}"


def _packed(folder: Path) -> bytes:
    """A folder as one file."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for name in sorted(folder.iterdir()):
            file.write(name, name.name)
    return packed.getvalue()


@dataclass
class Run:
    """A run over all shards of one request."""

    kind: str
    request: dict[str, Any]
    out: Path
    shards: int
    #: How many numbered things there are: games or deals; 0 if that is not known before.
    count: int = 0
    resume: bool = False
    quiet: bool = False
    #: What workers do; tests have others.
    work: Callable[[Task], bytes] = do_shard
    #: Shards that failed, and why.
    failed: dict[int, str] = field(default_factory=dict)
    _done: set[int] = field(default_factory=set)
    _before: int = 0
    _merge_took: float = 0.0
    _merged_at: float = 0.0

    @property
    def parts(self) -> Path:
        """Where shards wait to be merged."""
        return self.out.with_name(self.out.name + ".parts")

    @property
    def is_begun(self) -> bool:
        """Whether there is something to go on with."""
        return self.out.exists() or self.parts.exists()

    def _part(self, place: int) -> Path:
        return self.parts / f"{place}-of-{self.shards}"

    def check(self) -> Any:
        """Refuses a wrong request, and results of another one, before anything is sent or written. Returns what the engine says of the file."""
        # The request alone, as a shard: nothing has this name.
        self._compare(self.parts / "none", 1)
        if self.is_begun and not self.resume:
            told = f"{self.out}: there is something already; --resume goes on with it"
            raise CutthroatError(told, kind="kept", fields={"file": str(self.out)})
        for part in self._waiting():
            try:
                self._compare(part, int(part.name.partition("-")[0]))
            except CutthroatError as error:
                told = f"{error}; if that run is not wanted any more, delete {self.parts}"
                raise CutthroatError(told, kind=error.kind, fields=error.fields) from error
        return self._compare(self.out, None)

    def _compare(self, out: Path, place: int | None) -> Any:
        # A part with a higher number is of another division: the engine says so.
        shard = None if place is None else f"{min(place, self.shards)}/{self.shards}"
        return _CHECKS[self.kind](json.dumps({**self.request, "shard": shard, "out": str(out)}))

    def _waiting(self) -> list[Path]:
        """The parts that are there."""
        return sorted(self.parts.glob("[0-9]*-of-[0-9]*"))

    def prepare(self) -> list[int]:
        """Looks at what is there, and returns the shards that are still to be done."""
        found = self.check()
        for left in self.parts.glob("*.new"):
            _remove(left)
        if self.kind == "match":
            self._merge_games(force=True)
        places = range(1, self.shards + 1)
        self._done = {place for place in places if self._part(place).exists()}
        if self.kind == "reproduce":
            self._done.update(places if found else ())
        else:
            there = self._games_there() if self.kind == "match" else range(1, found[1] + 1)
            for place in places:
                first, last = self._range(place)
                if all(number in there for number in range(first, last + 1)):
                    self._done.add(place)
        self._before = len(self._done)
        return [place for place in places if place not in self._done]

    def _range(self, place: int) -> tuple[int, int]:
        """The numbers of a shard, as the engine divides them."""
        return (place - 1) * self.count // self.shards + 1, place * self.count // self.shards

    def _games_there(self) -> set[int]:
        if not self.out.exists() or not self.out.stat().st_size:
            return set()
        try:
            with contextlib.closing(sqlite3.connect(f"{self.out.absolute().as_uri()}?mode=ro", uri=True)) as connection:
                return {number for (number,) in connection.execute("SELECT id FROM game")}
        except sqlite3.Error as error:
            raise CutthroatError(f"{self.out}: {error}", kind="file") from error

    def tasks(self, places: Iterable[int]) -> dict[int, Task]:
        """The work of these shards."""
        text, here = json.dumps(self.request), _native.build()
        return {place: Task(self.kind, text, place, self.shards, here) for place in places}

    def take(self, place: int, found: bytes) -> None:
        """Keeps what a worker found. A kill leaves whole parts only."""
        part, new = self._part(place), self.parts / f"{place}.new"
        self.parts.mkdir(parents=True, exist_ok=True)
        _remove(new)
        if self.kind == "reproduce":
            new.mkdir()
            with zipfile.ZipFile(io.BytesIO(found)) as file:
                file.extractall(new)
        else:
            new.write_bytes(zlib.decompress(found))
        _remove(part)
        new.rename(part)
        self._done.add(place)
        if self.kind == "match":
            self._merge_games(force=False)

    def _merge_games(self, *, force: bool) -> None:
        """Merges what waits, so seldom that it takes a tenth of the driver's time."""
        if not force and time.monotonic() - self._merged_at < max(0.5, 9 * self._merge_took):
            return
        waiting = self._waiting()
        if not waiting:
            return
        begun = time.monotonic()
        merge(waiting, self.out, incomplete=True)
        for part in waiting:
            _remove(part)
        self._merged_at = time.monotonic()
        self._merge_took = self._merged_at - begun

    def finish(self) -> str:
        """Puts everything together, and says what there is."""
        told = []
        if self.kind == "match":
            self._merge_games(force=True)
            missing = self.count - sum(number <= self.count for number in self._games_there())
            if missing:
                raise CutthroatError(f"{missing} games are missing", kind="missing")
            # Nothing is left to play: this is the summary of so many games.
            wanted = {**self.request, "out": str(self.out), "resume": True, "threads": 1}
            told = json.loads(_native.play_match(json.dumps(wanted), None))["summary"]["words"]
            told.append(f"`cutthroat results {self.out}` shows the table and the games, and so does `cutthroat.read_results` in Python")
        elif waiting := self._waiting():
            merge(waiting, self.out)
        shutil.rmtree(self.parts, ignore_errors=True)
        if self.kind == "reproduce":
            return f"{self.out / 'report.html'} has it all"
        return "\n".join([f"{self.count:,} {'games' if self.kind == 'match' else 'deals'} in {self.out}", *told])

    def progress(self, begun: float) -> str:
        """How far it is, and how long the rest will take, by the shards of this run."""
        done, now = len(self._done), len(self._done) - self._before
        text = f"{done} of {self.shards} shards"
        if now:
            left = (time.monotonic() - begun) / now * (self.shards - done)
            text += f", about {left / 60:.1f} min left" if left >= 60 else f", about {left:.0f} s left"
        return text


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def check_builds(client: Any) -> None:
    """Refuses workers of another build than the driver's. One that dies before it answers is no matter: each shard compares, too."""
    own, answers = _native.build(), client.run(_native.build, on_error="return")
    others = {worker: found for worker, found in answers.items() if found != own and not isinstance(found, OSError)}
    if others:
        worker, found = next(iter(others.items()))
        words = _words(found) if isinstance(found, str) else _told(found)
        told = f"the driver is {_words(own)}, and {len(others)} of the workers are not: {worker} says {words}"
        raise CutthroatError(told, kind="mixed-builds", fields={"workers": sorted(others)})


def spread(run: Run, client: Any, *, say: Callable[[str], None]) -> str:
    """Does all shards of a run on the workers of a client, and returns what there is then."""
    from distributed import as_completed

    places = run.prepare()
    begun = last = time.monotonic()
    tries: dict[int, int] = {}
    blamed: list[int] = []
    tasks = run.tasks(places)
    name = f"cutthroat-{os.getpid()}-{time.time_ns()}"
    submit = lambda place: client.submit(  # noqa: E731
        run.work, tasks[place], key=f"{name}-{place}-{tries.get(place, 0)}", pure=False
    )
    try:
        if places:
            check_builds(client)
        futures = {submit(place): place for place in places}
        completed = as_completed(list(futures))
        for future in completed:
            place = futures.pop(future)
            error = future.exception()
            if error is None:
                run.take(place, future.result())
            elif isinstance(error, CutthroatError) and error.kind not in _MAY_PASS:
                # The request or a build is wrong: the others would fail in the same way.
                client.cancel(list(futures))
                raise error
            elif _is_killed(error):
                blamed.append(place)
            else:
                tries[place] = tries.get(place, 0) + 1
                if tries[place] > RETRIES:
                    run.failed[place] = _told(error)
                else:
                    again = submit(place)
                    futures[again] = place
                    completed.add(again)
            future.release()
            if time.monotonic() - last > (0.5 if sys.stderr.isatty() else BETWEEN_LINES):
                last = time.monotonic()
                say(run.progress(begun))
        # A shard that waited on a worker is blamed for its death, too. Alone, each shows whether it was the one.
        for place in blamed:
            tries[place] = tries.get(place, 0) + 1
            alone = submit(place)
            error = alone.exception()
            if error is None:
                run.take(place, alone.result())
            else:
                run.failed[place] = _told(error)
    except _NO_CONNECTION as error:
        if run.kind == "match":
            run._merge_games(force=True)
        told = f"the scheduler is gone ({type(error).__name__}); {run.progress(begun)}; --resume goes on"
        raise CutthroatError(told, kind="scheduler") from error
    if run.failed:
        if run.kind == "match":
            run._merge_games(force=True)
        shards = "; ".join(f"shard {place}/{run.shards}: {why}" for place, why in sorted(run.failed.items()))
        raise CutthroatError(
            f"{len(run.failed)} of {run.shards} shards failed: {shards}; --resume tries them again",
            kind="failed-shards",
            fields={"shards": sorted(run.failed)},
        )
    return run.finish()


def _is_killed(error: BaseException) -> bool:
    """Whether several workers died while they had the shard."""
    return type(error).__name__ == "KilledWorker"


def _told(error: BaseException) -> str:
    if _is_killed(error):
        return "its workers died, again and again"
    return f"{type(error).__name__}: {error}" if not isinstance(error, CutthroatError) else str(error)


def _useful(workers: int | None) -> int:
    """As many workers as there are cores, or as were asked for, but no more than are useful."""
    cores = os.cpu_count() or 1
    return cores if workers is None else min(workers, _MOST_PER_CORE * cores)


def local_cluster(workers: int | None = None) -> Any:
    """A cluster on this machine: a process for each worker, one thread each."""
    from distributed import LocalCluster

    with _ctrl_c_is_for_the_driver():
        return LocalCluster(
            n_workers=_useful(workers),
            threads_per_worker=1,
            processes=True,
            # Any port that is free. No dashboard is there without bokeh, but Dask opens the port nevertheless.
            dashboard_address="127.0.0.1:0",
            # A scheduler that is ended by Ctrl-C would complain with tracebacks.
            silence_logs=logging.CRITICAL + 1,
        )


@contextlib.contextmanager
def _ctrl_c_is_for_the_driver() -> Iterator[None]:
    """What is started meanwhile, threads and processes and theirs, never sees Ctrl-C: the driver does, afterwards, and ends its workers."""
    # The first process starts this one too, and after that every signal would reach it.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _run_of(args: argparse.Namespace) -> Run:
    """The run that was asked for."""
    for name in ("workers", "wait", "shards", "shard_games", "shard_deals"):
        number = getattr(args, name, None)
        if number is not None and number < 1:
            raise CutthroatError(f"--{name.replace('_', '-')} {number} is not a whole number above 0", kind="unfit")
    options = dict(_option(text) for text in args.option)
    out, resume, quiet = args.out.absolute(), args.resume, args.quiet
    if args.kind == "match":
        options.update({name: getattr(args, name) for name in ("cards", "rules") if getattr(args, name) is not None})
        request = match_request(
            args.game,
            args.seats,
            games=args.games,
            seed=1 if args.seed is None else args.seed,
            score=args.score,
            open=args.open,
            play_only=args.play_only,
            whole_games=args.whole_games,
            position=args.position,
            number_of_players=args.players,
            options=options,
        )
        shards = _shards(args.games, args.shard_games, 200)
        return Run("match", request, out, shards, args.games, resume, quiet)
    if args.kind == "solve":
        text = args.deals.read_text(encoding="utf-8")
        request = solve_request(
            args.game,
            text,
            out=out,
            algorithm=args.algorithm,
            eval=args.eval,
            seed=args.seed,
            all_moves=args.all_moves,
            options=options,
            ties=args.ties,
            memory=args.memory,
        )
        deals, _ = _native.check_solutions(json.dumps({**request, "out": ""}))
        return Run("solve", request, out, _shards(deals, args.shard_deals, 20), deals, resume, quiet)
    request = reproduce_request(
        args.what,
        scale=args.scale,
        sample=args.sample,
        nodes=args.nodes,
        seed=1 if args.seed is None else args.seed,
        out=out,
    )
    return Run("reproduce", request, out, args.shards, 0, resume, quiet)


def _option(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign:
        raise CutthroatError(f"--option {text} is not of the form name=value", kind="unfit")
    return name, value


def _shards(count: int, size: int | None, most: int) -> int:
    """How many shards: about a hundred if nothing is said, so that no worker waits long for the last ones."""
    if size is None:
        size = max(1, min(most, count // 100))
    if count < 1:
        raise CutthroatError("there is nothing to do", kind="usage")
    return max(1, -(-count // size))


def _client(args: argparse.Namespace) -> tuple[Any, Any]:
    """A client, and the cluster that was started for it, if one was."""
    from distributed import Client
    from distributed.security import Security

    # A lost connection is told in one line; Dask would add how it tried to have it again.
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    security = None
    if args.tls:
        ca, cert, key = args.tls
        security = Security(
            tls_ca_file=ca, tls_client_cert=cert, tls_client_key=key, require_encryption=True
        )
    if args.scheduler or args.scheduler_file:
        where = {"scheduler_file": args.scheduler_file} if args.scheduler_file else {"address": args.scheduler}
        return Client(**where, security=security, timeout=30, name="cutthroat-driver"), None
    cluster = local_cluster(args.workers)
    return Client(cluster), cluster


def main(arguments: Sequence[str] | None = None) -> int:
    """The command. Returns the exit code: 0 done, 1 could not, 2 wrong usage."""
    args = parser().parse_args(arguments)
    client = cluster = None

    def say(text: str) -> None:
        if not args.quiet:
            end = "\r" if sys.stderr.isatty() else "\n"
            print(f"{text:<60}", end=end, file=sys.stderr, flush=True)

    try:
        if importlib.util.find_spec("distributed") is None:
            raise CutthroatError('Dask is missing: pip install "cutthroat[cluster]"', kind="missing")
        run = _run_of(args)
        run.check()
        try:
            client, cluster = _client(args)
            client.wait_for_workers(args.wait, timeout=300)
        except _NO_CONNECTION as error:
            raise _not_ready(run, error) from error
        except ValueError as error:
            where = f"--scheduler {args.scheduler}: " if args.scheduler else ""
            raise CutthroatError(f"{where}{error}", kind="usage") from error
        told = spread(run, client, say=say)
        if not args.quiet:
            print(told)
        return 0
    except CutthroatError as error:
        print(f"cutthroat.cluster: {error}", file=sys.stderr)
        return 2 if error.kind in ("usage", "unfit", "setting", "algorithm", "game", "player", "option") else 1
    except OSError as error:
        print(f"cutthroat.cluster: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("cutthroat.cluster: stopped; --resume goes on with what is finished", file=sys.stderr)
        return 1
    finally:
        for one in (client, cluster):
            if one is not None:
                _close(one)


def _not_ready(run: Run, error: BaseException) -> CutthroatError:
    """A cluster that is not there, not yet or not any more. Before the first start there is nothing to go on with."""
    told = f"the cluster is not ready ({_told(error)})"
    return CutthroatError(f"{told}; once it is, --resume goes on with {run.out}" if run.is_begun else told, kind="scheduler")


def _close(one: Any) -> None:
    try:
        one.close()
    except Exception:  # noqa: BLE001  (a scheduler that is gone cannot say good-bye)
        pass


if __name__ == "__main__":
    # By its name, so that workers know what is sent to them.
    from cutthroat.cluster import main as _main

    sys.exit(_main())
