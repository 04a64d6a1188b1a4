"""The games and algorithms there are."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from . import _html, _native
from ._errors import CutthroatError


@dataclass(frozen=True)
class Build:
    """Which build of the engine this is. Parts of one run have to be of one build."""

    version: str
    commit: str | None


@dataclass(frozen=True)
class Field:
    """An option of a game or a setting of an algorithm."""

    name: str
    about: str
    #: Which values fit, in words.
    values: str
    #: Those that can be listed.
    names: tuple[str, ...]
    default: str | None


@dataclass(frozen=True)
class GameInfo:
    """A game, described."""

    name: str
    about: str
    #: The fewest and the most players.
    players: tuple[int, int]
    usual_players: int
    #: How it is played.
    play: str
    #: How a position is written.
    notation: str
    #: A position to try.
    example: str
    #: Evaluations by name, the default first, and what they mean.
    evaluations: dict[str, str]
    #: Sets of rules, the default first.
    rules: tuple[str, ...]
    options: tuple[Field, ...]
    dealing: tuple[Field, ...]
    game_options: tuple[Field, ...]
    #: Whether players do not see everything.
    hides: bool
    #: The player that ``expert`` means.
    expert: str
    #: The nodes of an analysis without a limit; ``None`` searches to the end.
    default_nodes: int | None
    #: What is counted at the end: ``unit``, ``of`` and ``low_is_good``.
    tally: dict[str, Any]


@dataclass(frozen=True)
class AlgorithmInfo:
    """An algorithm, described."""

    name: str
    about: str
    settings: tuple[Field, ...]
    searches: bool
    solves: bool


class Listing(list[Any]):
    """A list that a notebook shows as a table."""

    def _repr_html_(self) -> str:
        rows = [[one.name, one.about] for one in self]
        return _html.table(["name", "about"], rows)


def _fields(listed: list[dict[str, Any]]) -> tuple[Field, ...]:
    return tuple(Field(**{**one, "names": tuple(one["names"])}) for one in listed)


def build() -> Build:
    """Version and commit of the engine.

    >>> import cutthroat as ct
    >>> ct.build().version
    '0.2.0'
    """
    return Build(**json.loads(_native.build()))


def games() -> list[GameInfo]:
    """Every game, described; games written in Python too, once they are registered.

    >>> import cutthroat as ct
    >>> [game.name for game in ct.games()][:4]
    ['tree', 'uniform-tree', 'n-game', 'n-game-like']
    """
    found = Listing()
    for one in json.loads(_native.games()):
        one.pop("is_drawn")
        evaluations = {evaluation["name"]: evaluation["about"] for evaluation in one["evaluations"]}
        fields = {name: _fields(one[name]) for name in ("options", "dealing", "game_options")}
        one.update(fields, evaluations=evaluations, players=tuple(one["players"]), rules=tuple(one["rules"]))
        found.append(GameInfo(**one))
    return found


def game(name: str) -> GameInfo:
    """The game with this name.

    >>> import cutthroat as ct
    >>> ct.game("hearts").players
    (3, 6)
    """
    known = games()
    for one in known:
        if one.name == name:
            return one
    names = ", ".join(one.name for one in known)
    raise CutthroatError(f"there is no game `{name}`; there are {names}", kind="game", fields={"name": name})


def algorithms() -> list[AlgorithmInfo]:
    """Every algorithm, with its settings.

    >>> import cutthroat as ct
    >>> "maxn" in [algorithm.name for algorithm in ct.algorithms()]
    True
    """
    listed = json.loads(_native.algorithms())
    return Listing(AlgorithmInfo(**{**one, "settings": _fields(one["settings"])}) for one in listed)
