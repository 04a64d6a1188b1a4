"""The options of ``python -m cutthroat.cluster``."""

from __future__ import annotations

import argparse
from pathlib import Path


def parser() -> argparse.ArgumentParser:
    """What reads them."""
    found = argparse.ArgumentParser(
        prog="python -m cutthroat.cluster",
        description="Matches, files of deals and experiments on several machines, by Dask.",
    )
    commands = found.add_subparsers(dest="kind", required=True)
    _match(commands.add_parser("match", parents=[_shared("of deals and players; 1 if not given")], help="a match"))
    _solve(commands.add_parser("solve", parents=[_shared("of --ties random; 0 if not given")], help="the deals of a file"))
    _reproduce(commands.add_parser("reproduce", parents=[_shared("of deals and players; 1 if not given")], help="experiments of the papers"))
    return found


def _shared(seed: str) -> argparse.ArgumentParser:
    shared = argparse.ArgumentParser(add_help=False)
    add = shared.add_argument
    add("--out", required=True, type=Path, metavar="PATH", help="the file for the results; for experiments, the folder")
    add("--resume", action="store_true", help="go on with what is there, or begin if there is nothing")
    add("--scheduler", metavar="ADDRESS", help="of a cluster, such as tcp://HOST:8786; a local one is started if not given")
    add("--scheduler-file", metavar="FILE", help="where the scheduler has written its address")
    add("--tls", nargs=3, metavar=("CA", "CERT", "KEY"), help="files for a connection by TLS")
    add("--workers", type=int, metavar="N", help="processes of a local cluster; one for each core if not given, and at most four for each")
    add("--wait", type=int, metavar="N", default=1, help="begin when N workers have joined the scheduler; 1 if not given")
    add("--quiet", action="store_true", help="print errors only")
    add("--seed", type=int, metavar="S", help=f"the seed {seed}")
    add("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game, as `cutthroat games GAME` lists them")
    return shared


def _match(match: argparse.ArgumentParser) -> None:
    add = match.add_argument
    add("game", help="the game, as listed by `cutthroat games`")
    add("--seats", required=True, metavar="SPEC,SPEC,...", help="the kinds of players; every deal is played in all seatings of them")
    add("--games", required=True, type=int, metavar="N", help="how many games; those that --resume finds are counted")
    add("--shard-games", type=int, metavar="N", help="games of one shard; a hundredth, up to 200, if not given")
    add("--score", metavar="EVAL", help="score every game by this evaluation of its end; by the game's own score if not given")
    add("--position", metavar="TEXT", help="start every game from this position; each deal is drawn at random if not given")
    add("--players", type=int, metavar="N", help="how many players sit at the table; as is usual for the game if not given")
    add("--cards", type=int, metavar="N", help="how many cards each player is dealt; as the rules have it if not given")
    add("--rules", metavar="NAME", help="the rules, where a game has several")
    add("--open", action="store_true", help="let every player see all cards")
    add("--play-only", action="store_true", help="begin every deal with the play, after the usual passes and bids")
    add("--whole-games", action="store_true", help="play whole games of several deals, with a score sheet")


def _solve(solve: argparse.ArgumentParser) -> None:
    add = solve.add_argument
    add("game", help="the game, as listed by `cutthroat games`")
    add("--deals", required=True, type=Path, metavar="FILE", help="the deals, a position in each line")
    add("--algorithm", default="maxn", metavar="NAME", help="how each is searched; maxn if not given")
    add("--eval", metavar="EVAL", help="the evaluation of positions; the game's own if not given")
    add("--ties", metavar="RULE", help="which of two equal moves a player takes; the algorithm's own rule if not given")
    add("--memory", type=int, metavar="MIB", help="the size of the table of a search, in MiB; the algorithm's own if not given")
    add("--all-moves", action="store_true", help="solve every move of a deal, and not only the best")
    add("--shard-deals", type=int, metavar="N", help="deals of one shard; a hundredth, up to 20, if not given")


def _reproduce(reproduce: argparse.ArgumentParser) -> None:
    add = reproduce.add_argument
    add("what", help="an experiment, a paper by its year, or all of the papers: `cutthroat reproduce --list`")
    add("--scale", default="quick", choices=["quick", "paper"], help="how much to run; quick if not given")
    add("--sample", type=int, default=100, metavar="PERCENT", help="only the first PERCENT of the papers' samples; 100 if not given")
    add("--nodes", type=int, metavar="N", help="nodes per move, for experiments that have such a budget; the papers' if not given")
    add("--shards", type=int, default=32, metavar="N", help="into how many shards; 32 if not given")
