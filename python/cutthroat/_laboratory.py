"""Matches, files of solved deals, experiments, and their shards."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from . import _html, _native
from ._games import Listing
from ._games import game as _game_info
from ._requests import checked_number, player_texts, request, setup

#: Called with what is done and how much there is, about ten times a second.
Progress = Callable[[int, int], object]
PathText = str | os.PathLike[str]


class Results:
    """The games of a match, and what they show.

    >>> import cutthroat as ct
    >>> results = ct.play_match("hearts", "heuristic,random", games=6, cards=4)
    >>> len(results), len(results.rows())
    (6, 18)
    >>> sorted(results.rows()[0])[:4]
    ['deal', 'deal_seed', 'depth', 'game']
    """

    def __init__(self, found: Mapping[str, Any]) -> None:
        #: The summary that ``cutthroat match --json`` prints.
        self.summary: dict[str, Any] = found["summary"]
        #: Every game with all its moves.
        self.games: list[dict[str, Any]] = found["games"]
        #: Whether a sequential test has decided, where one was asked for.
        self.decided: bool | None = found.get("decided")

    @property
    def settings(self) -> dict[str, Any]:
        """How the games were played."""
        return self.summary["settings"]  # type: ignore[no-any-return]

    @property
    def players(self) -> list[dict[str, Any]]:
        """What each player scored: ``name``, ``score``, ``won`` and more."""
        return self.summary["players"]  # type: ignore[no-any-return]

    @property
    def words(self) -> list[str]:
        """What the match shows, in sentences."""
        return self.summary["words"]  # type: ignore[no-any-return]

    def rows(self) -> list[dict[str, Any]]:
        """A row for each seat of each game, for statistics: what ``cutthroat results --csv`` prints."""
        low_is_good = self.summary["tally"]["low_is_good"]
        found = []
        for game in self.games:
            signed = [-score if low_is_good else score for score in game["score"]]
            winners = signed.count(max(signed))
            for seat, place in enumerate(game["seating"], 1):
                own = [number for number, mover in enumerate(game["movers"]) if mover == seat]
                depths = [game["depths"][number] for number in own if game["depths"][number] is not None]
                found.append(
                    {
                        "game": game["id"],
                        "deal": game["deal"],
                        "deal_seed": game["deal_seed"],
                        "seed": game["seed"],
                        "seat": seat,
                        "place": place,
                        "player": self.settings["players"][place - 1],
                        "payoff": game["payoff"][seat - 1],
                        "score": game["score"][seat - 1],
                        "won": 1.0 / winners if signed[seat - 1] == max(signed) else 0.0,
                        "moves": len(own),
                        "nodes": sum(game["nodes"][number] for number in own),
                        "depth": sum(depths) / len(depths) if depths else None,
                    }
                )
        return found

    def to_pandas(self) -> Any:
        """The rows as a frame of pandas, which has to be installed."""
        import pandas

        return pandas.DataFrame(self.rows())

    def to_polars(self) -> Any:
        """The rows as a frame of polars, which has to be installed."""
        import polars

        return polars.DataFrame(self.rows(), infer_schema_length=None)

    def __len__(self) -> int:
        return len(self.games)

    def __repr__(self) -> str:
        return f"<Results of {self.settings['game']}: {len(self)} games; {'; '.join(self.words)}>"

    def _repr_html_(self) -> str:
        unit = f"{self.summary['tally']['unit']} {self.summary['tally']['of']}"

        def cells(player: dict[str, Any]) -> list[str]:
            score, won = player["score"], player["won"]
            half = None if score is None else score.get("half_width")
            return [
                escape(player["name"]),
                "-" if score is None else f"{score['mean']:.2f}",
                "-" if half is None else f"{half:.2f}",
                "-" if won is None else f"{100 * won['share']:.1f} %",
            ]

        text = _html.table(["player", unit, "+-", "games won"], [cells(player) for player in self.players])
        return text + "".join(f"<div>{escape(sentence)}</div>" for sentence in self.words)


def match_request(
    game: str,
    players: str | Iterable[str],
    *,
    games: int,
    seed: int = 1,
    threads: int | None = None,
    score: str | None = None,
    sprt: bool = False,
    open: bool = False,
    play_only: bool = False,
    whole_games: bool = False,
    position: str | None = None,
    number_of_players: int | None = None,
    shard: str | None = None,
    out: PathText | None = None,
    resume: bool = False,
    options: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """A match as the engine reads it."""
    hidden = _game_info(game).hides and not open
    whole_deal = hidden and not play_only and position is None
    text = setup(
        position=position,
        players=number_of_players,
        hidden=hidden,
        whole_deal=whole_deal,
        whole_game=whole_games,
        options=options,
    )
    return {
        "game": game,
        "setup": json.loads(text),
        "players": player_texts(players),
        "games": checked_number("games", games),
        "seed": checked_number("seed", seed),
        "threads": checked_number("threads", threads),
        "score": score,
        "until_decided": sprt,
        "shard": shard,
        "out": None if out is None else os.fspath(out),
        "resume": resume,
    }


def play_match(
    game: str,
    players: str | Iterable[str],
    *,
    games: int,
    seed: int = 1,
    threads: int | None = None,
    score: str | None = None,
    sprt: bool = False,
    open: bool = False,
    play_only: bool = False,
    whole_games: bool = False,
    position: str | None = None,
    number_of_players: int | None = None,
    shard: str | None = None,
    out: PathText | None = None,
    resume: bool = False,
    progress: Progress | None = None,
    **options: Any,
) -> Results:
    """Lets players play against each other, every deal in all seatings, as ``cutthroat match`` does.

    The same match with the same seed has the same games on any number of threads and machines. ``out`` keeps them in a file,
    which ``resume`` continues; ``shard="2/8"`` plays the second of eight parts.

    >>> import cutthroat as ct
    >>> results = ct.play_match("hearts", "paranoid:nodes=200,random", games=6, open=True, cards=5)
    >>> [player["name"] for player in results.players]
    ['paranoid', 'random']
    """
    wanted = match_request(
        game,
        players,
        games=games,
        seed=seed,
        threads=threads,
        score=score,
        sprt=sprt,
        open=open,
        play_only=play_only,
        whole_games=whole_games,
        position=position,
        number_of_players=number_of_players,
        shard=shard,
        out=out,
        resume=resume,
        options=options,
    )
    found = json.loads(_native.play_match(json.dumps(wanted), progress))
    if out is not None:
        return Results({**json.loads(_native.read_results(os.fspath(out))), "decided": found["decided"]})
    return Results(found)


def read_results(file: PathText) -> Results:
    """The games that a match has kept in a file."""
    return Results(json.loads(_native.read_results(os.fspath(file))))


@dataclass(frozen=True)
class Merged:
    """What was merged."""

    #: What is numbered: ``"game"``, ``"deal"`` or ``"piece"``.
    noun: str
    #: How many were added.
    new: int
    #: How many there are now.
    now: int
    #: How many are missing, which only an incomplete merge allows.
    missing: int


def merge(parts: Sequence[PathText], out: PathText, *, incomplete: bool = False) -> Merged:
    """Puts the shards of one run together: files of games or of solved deals, or folders of experiments."""
    paths = [os.fspath(part) for part in parts]
    return Merged(**json.loads(_native.merge(paths, os.fspath(out), incomplete)))


def solve_request(
    game: str,
    deals: str,
    *,
    out: PathText,
    algorithm: str = "maxn",
    eval: str | None = None,
    threads: int | None = None,
    seed: int | None = None,
    all_moves: bool = False,
    shard: str | None = None,
    resume: bool = False,
    options: Mapping[str, Any] | None = None,
    **settings: Any,
) -> dict[str, Any]:
    """Deals of a file to solve, as the engine reads it."""
    return {
        "game": game,
        "setup": json.loads(setup(eval=eval, options=options)),
        "request": json.loads(request(algorithm, settings, seed=seed, all_moves=all_moves)),
        "threads": checked_number("threads", threads),
        "shard": shard,
        "deals": deals,
        "out": os.fspath(out),
        "resume": resume,
    }


def solve_file(
    game: str,
    deals: PathText,
    *,
    out: PathText,
    algorithm: str = "maxn",
    eval: str | None = None,
    threads: int | None = None,
    seed: int | None = None,
    all_moves: bool = False,
    shard: str | None = None,
    resume: bool = False,
    options: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
    **settings: Any,
) -> list[dict[str, Any]]:
    """Solves every deal of a file, one position in each line, and writes a line of JSON for each to ``out``, after a first
    line that says how. Returns the solutions that are there."""
    with open(deals, encoding="utf-8") as file:
        text = file.read()
    wanted = solve_request(
        game,
        text,
        out=out,
        algorithm=algorithm,
        eval=eval,
        threads=threads,
        seed=seed,
        all_moves=all_moves,
        shard=shard,
        resume=resume,
        options=options,
        **settings,
    )
    _native.solve_file(json.dumps(wanted), progress)
    return read_solutions(out)


def read_solutions(file: PathText) -> list[dict[str, Any]]:
    """The solved deals of a file."""
    with open(file, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines][1:]


@dataclass(frozen=True)
class Experiment:
    """A table or a figure of a paper."""

    id: str
    title: str
    #: Roughly how long it takes at the paper's scale on one core.
    minutes: int

    @property
    def name(self) -> str:
        return self.id

    @property
    def about(self) -> str:
        return self.title


def experiments() -> list[Experiment]:
    """The tables and figures that can be repeated.

    >>> import cutthroat as ct
    >>> any(experiment.id == "2005-table1" for experiment in ct.experiments())
    True
    """
    return Listing(Experiment(**one) for one in json.loads(_native.experiments()))


def reproduce_request(
    what: str,
    *,
    scale: str = "quick",
    sample: int = 100,
    nodes: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    shard: str | None = None,
    out: PathText | None = None,
    resume: bool = False,
) -> dict[str, Any]:
    """Experiments as the engine reads them."""
    return {
        "what": what,
        "scale": scale,
        "percent": checked_number("sample", sample),
        "nodes": checked_number("nodes", nodes),
        "seed": checked_number("seed", seed),
        "threads": checked_number("threads", threads),
        "shard": shard,
        "out": None if out is None else os.fspath(out),
        "resume": resume,
    }


def reproduce(what: str, *, progress: Progress | None = None, **asked: Any) -> list[dict[str, Any]]:
    """Repeats an experiment of a paper, and returns its rows: what the paper says, what we find, and a verdict.

    >>> import cutthroat as ct
    >>> ct.reproduce("2005-table1")[0]["verdict"]
    'agrees'
    """
    wanted = reproduce_request(what, **asked)
    return json.loads(_native.reproduce(json.dumps(wanted), progress))  # type: ignore[no-any-return]


def forward_pruning_model(tree: str = "n-game-like", p: float = 0.9, heights: int = 15) -> list[dict[str, Any]]:
    """How likely a search that discards one of every three children decides correctly, by the height of the tree (1994 paper).

    >>> import cutthroat as ct
    >>> [round(height["of_two"], 3) for height in ct.forward_pruning_model("p-game", p=0.9, heights=3)]
    [0.997, 0.986, 0.972]
    """
    return json.loads(_native.forward_pruning_model(tree, p, heights))  # type: ignore[no-any-return]
