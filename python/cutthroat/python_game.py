"""Games written in Python: slow, but with every search, player and match of the engine."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from . import _native
from ._errors import CutthroatError
from ._games import games

State = TypeVar("State")


class Game(ABC, Generic[State]):
    """The rules of a game. A state is any object that is never changed and can be compared and hashed, such as a tuple: ``play``
    returns a new one. Seats are counted from 1, and all payoffs are whole numbers of which more is better.

    Three players take one to three stones in turn; the player who takes the last one gets nothing, the others a point:

    >>> import cutthroat as ct
    >>> class Stones(ct.Game[tuple[int, int]]):
    ...     name = "python-stones"
    ...     about = "the player who takes the last stone gets nothing"
    ...     notation = "STONES,PLAYER"
    ...     example = "5,1"
    ...     players = (3, 3)
    ...     payoffs = (0, 1)
    ...     sum_of_payoffs = 2
    ...
    ...     def start(self, seed, players):
    ...         return 10 + seed % 10, 1
    ...     def mover(self, state):
    ...         return state[1] if state[0] else None
    ...     def moves(self, state):
    ...         return [str(taken) for taken in range(1, min(state[0], 3) + 1)]
    ...     def play(self, state, move):
    ...         return state[0] - int(move), state[1] % 3 + 1
    ...     def payoff(self, state):
    ...         last = (state[1] + 1) % 3 + 1
    ...         return [int(seat != last) for seat in (1, 2, 3)]
    ...     def write(self, state):
    ...         return f"{state[0]},{state[1]}"
    ...     def read(self, text):
    ...         left, mover = text.split(",")
    ...         return int(left), int(mover)
    ...
    >>> ct.check_game(Stones())
    >>> ct.register(Stones())
    >>> ct.analyse("python-stones", "5,1").payoff
    (1, 1, 0)
    >>> len(ct.play_match("python-stones", "maxn:depth=2,random", games=6))
    6
    """

    #: Its name, by which everything else knows it.
    name: str
    #: What it is, in a line.
    about: str
    #: How a position is written.
    notation: str
    #: A position to try.
    example: str
    #: The fewest and the most players.
    players: tuple[int, int] = (3, 3)
    #: How many play unless it is said otherwise; the fewest if not given.
    usual_players: int | None = None
    #: The least and the greatest payoff of every player, which allows prunings that need them. They are promises: a wrong one
    #: gives wrong values without a word, so run :func:`check_game`.
    payoffs: tuple[int, int] | None = None
    #: The sum of all payoffs, if it is always the same, or the least and the greatest sum.
    sum_of_payoffs: int | tuple[int, int] | None = None
    #: The least difference between two payoffs of one player.
    step: int = 1
    #: What is counted: ``points``.
    unit: str = "points"
    #: Nodes of an analysis without a limit; ``None`` searches to the end.
    default_nodes: int | None = None
    #: Evaluations by name, the default first, and what they mean.
    evaluations: dict[str, str] = {"payoff": "the payoff at the end"}

    @abstractmethod
    def start(self, seed: int, players: int) -> State:
        """The position that a seed draws. A game with one start only returns that."""

    @abstractmethod
    def mover(self, state: State) -> int | None:
        """Whose turn it is, counted from 1; ``None`` when the game is over."""

    @abstractmethod
    def moves(self, state: State) -> Sequence[str]:
        """Every legal move as text, always in the same order; at least one while it is somebody's turn."""

    @abstractmethod
    def play(self, state: State, move: str) -> State:
        """The position after a legal move."""

    @abstractmethod
    def payoff(self, state: State) -> Sequence[int]:
        """What each player gets, seat 1 first, where the game is over."""

    @abstractmethod
    def write(self, state: State) -> str:
        """The position as text, without line breaks."""

    @abstractmethod
    def read(self, text: str) -> State:
        """The position that is written so; raises ``ValueError`` with what is wrong."""

    def players_of(self, state: State) -> int:
        """How many play here."""
        return self.players[0] if self.usual_players is None else self.usual_players

    def evaluate(self, state: State, evaluation: str) -> Sequence[int]:
        """What the position seems worth before the end. By default everybody gets the least, and the first what is missing."""
        seats = self.players_of(state)
        least, most = self.payoffs or (0, 0)
        values = [least] * seats
        sums = self.sum_of_payoffs
        missing = 0 if sums is None else (sums if isinstance(sums, int) else sums[0]) - sum(values)
        for seat in range(seats):
            more = max(0, min(missing, most - least))
            values[seat] += more
            missing -= more
        return values


def _described(game: Game[Any]) -> str:
    for field in ("name", "about", "notation", "example"):
        if not isinstance(getattr(game, field, None), str) or not getattr(game, field):
            raise CutthroatError(f"a game needs `{field}`", kind="python-game", fields={"field": field})
    sums = game.sum_of_payoffs
    least, most = (sums, sums) if sums is None or isinstance(sums, int) else sums
    usual = game.players[0] if game.usual_players is None else game.usual_players
    return json.dumps(
        {
            "name": game.name,
            "about": game.about,
            "notation": game.notation,
            "example": game.example,
            "players": list(game.players),
            "usual_players": usual,
            "evaluations": list(game.evaluations.items()),
            "least": None if game.payoffs is None else [game.payoffs[0]],
            "most": None if game.payoffs is None else [game.payoffs[1]],
            "sum_least": least,
            "sum_most": most,
            "step": game.step,
            "unit": game.unit,
            "low_is_good": False,
            "default_nodes": game.default_nodes,
        }
    )


#: The games of this package cannot be replaced.
_OURS = frozenset(game.name for game in games())


def register(game: Game[Any]) -> None:
    """Adds a game to those of this process; one of the same name is replaced, unless it is one of ours."""
    described = _described(game)
    if game.name in _OURS:
        raise CutthroatError(f"`{game.name}` is a game of ours; take another name", kind="python-game")
    _native.register(game, described)


def check_game(game: Game[Any], seeds: Sequence[int] = (0, 1, 2)) -> None:
    """Checks a game with the conformance kit: that moves and positions are consistent, that texts are read back as they are
    written, and that payoffs keep what is declared. Raises :class:`CutthroatError` with the first thing that is wrong."""
    fault = _native.check(game, _described(game), list(seeds))
    if fault is not None:
        raise CutthroatError(f"{game.name}: {fault}", kind="python-game", fields={"fault": fault})
