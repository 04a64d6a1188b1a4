"""Positions, and what a search finds."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from . import _html, _native
from ._requests import request, setup


@dataclass(frozen=True)
class MoveValue:
    """A move of the root, and what it leads to."""

    move: str
    #: What each player gets after it.
    payoff: tuple[int, ...]
    #: The move that was searched in its place, because both are equivalent.
    same_as: str | None = None
    #: How many samples began with it, where the payoff comes from samples.
    visits: int | None = None
    #: The mean payoff of each player over these samples.
    means: tuple[float, ...] | None = None

    @classmethod
    def _of(cls, found: Mapping[str, Any]) -> MoveValue:
        means = found.get("means")
        return cls(
            found["move"],
            tuple(found["payoff"]),
            found.get("same_as"),
            found.get("visits"),
            None if means is None else tuple(means),
        )


class Analysis(Mapping[str, Any]):
    """What a search found. Everything that ``cutthroat analyse --json`` prints is an attribute, and a key.

    >>> import cutthroat as ct
    >>> found = ct.analyse("hearts", position="1:AK.2.. Q.A.2. J..K3.", all_moves=True)
    >>> found.payoff, found.move, found.complete
    ((2, 13, 15), 'SA', True)
    >>> found["payoff"]
    [2, 13, 15]
    >>> [move.move for move in found.moves]
    ['SA', 'SK', 'H2']
    """

    def __init__(self, found: dict[str, Any], svg: str | None, line: str) -> None:
        self._found = found
        #: The tree or the board, if ``picture=True`` was asked for.
        self.svg = svg
        #: The line of play, written for people.
        self.line = line

    @property
    def game(self) -> str:
        return str(self._found["game"])

    @property
    def position(self) -> str:
        return str(self._found["position"])

    @property
    def mover(self) -> int | None:
        """Whose turn it is, counted from 1."""
        return self._found["mover"]  # type: ignore[no-any-return]

    @property
    def payoff(self) -> tuple[int, ...]:
        """What each player gets, seat 1 first."""
        return tuple(self._found["payoff"])

    @property
    def move(self) -> str | None:
        """The move to play."""
        return self._found["move"]  # type: ignore[no-any-return]

    @property
    def pv(self) -> list[str]:
        """The line of play that leads to the payoff."""
        return list(self._found["pv"])

    @property
    def nodes(self) -> int:
        return int(self._found["nodes"])

    @property
    def depth(self) -> int:
        return int(self._found["depth"])

    @property
    def complete(self) -> bool:
        """Whether every line was searched to the end of the game or pruned."""
        return bool(self._found["complete"])

    @property
    def moves(self) -> list[MoveValue]:
        """What every move is worth, if ``all_moves=True`` was asked for."""
        return [MoveValue._of(move) for move in self._found.get("moves") or []]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self._found[name]
        except KeyError:
            raise AttributeError(f"an analysis has no `{name}`; it has {', '.join(self._found)}") from None

    def __getitem__(self, name: str) -> Any:
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __reduce__(self) -> tuple[Any, ...]:
        return Analysis, (self._found, self.svg, self.line)

    def __repr__(self) -> str:
        return f"<Analysis of {self.game}: {self.move} gives {list(self.payoff)}, {self.nodes} nodes>"

    def _repr_html_(self) -> str:
        rest = "" if self.complete else f" to depth {self.depth}"
        text = f"<div><b>{escape(self._found['algorithm'])}</b>{rest}: {_html.card(self.move or '-')} "
        text += f"gives {list(self.payoff)}; {self.nodes:,} nodes</div>"
        if self.moves:
            text += _html.moves(self.moves, self.move)
        if self.pv:
            text += f"<div>{' '.join(_html.card(move) for move in self.pv)}</div>"
        if self.svg is not None:
            text += self.svg
        return text


class Position:
    """A position of any game, to search it. Everything in it is seen.

    >>> import cutthroat as ct
    >>> position = ct.Position("hearts", deal=7, cards=5)
    >>> position.analyse(algorithm="paranoid", depth=6).move in position.moves
    True

    Positions pickle by their text, and compare by it:

    >>> import pickle
    >>> pickle.loads(pickle.dumps(position)) == position
    True
    """

    def __init__(
        self,
        game: str,
        position: str | None = None,
        *,
        deal: int | None = None,
        players: int | None = None,
        eval: str | None = None,
        **options: Any,
    ) -> None:
        text = setup(position=position, deal=deal, players=players, eval=eval, options=options)
        self._native = _native.Position(game, text)

    @classmethod
    def _of(cls, native: _native.Position) -> Position:
        position = cls.__new__(cls)
        position._native = native
        return position

    @property
    def game(self) -> str:
        """The game."""
        return self._native.game

    @property
    def text(self) -> str:
        """The position in the notation of the game; it can be read again."""
        return self._native.text

    @property
    def terms(self) -> str | None:
        """What decides the game beside the position: rules, trump, bids."""
        return self._native.terms

    @property
    def moves(self) -> list[str]:
        """The moves that a search looks at, one of each class of equivalent ones."""
        return self._native.searched_moves()

    @property
    def ranges(self) -> list[tuple[int, int]] | None:
        """The least and the greatest payoff of each player, as far as the evaluation declares them."""
        return self._native.ranges()

    def analyse(
        self,
        algorithm: str = "maxn",
        *,
        nodes: int | None = None,
        depth: int | None = None,
        time: float | None = None,
        seed: int | None = None,
        all_moves: bool = False,
        trace: bool = False,
        events: bool = False,
        picture: bool = False,
        **settings: Any,
    ) -> Analysis:
        """Searches it. Settings are those of the algorithm, as :func:`cutthroat.algorithms` lists them.

        Without ``nodes``, ``depth`` and ``time`` a game searches to its end, or spends its usual number of nodes level by
        level (``default_nodes`` of :class:`GameInfo`), and then counts the nodes of all levels.
        """
        given = {"nodes": nodes, "depth": depth, **settings}
        flags = {"all_moves": all_moves, "trace": trace, "events": events, "picture": picture}
        asked = request(algorithm, given, seed=seed, time=time, **flags)
        report, svg, line = self._native.analyse(asked)
        return Analysis(json.loads(report), svg, line)

    def solve(
        self,
        algorithm: str = "maxn",
        *,
        threads: int | None = None,
        seed: int | None = None,
        all_moves: bool = False,
        **settings: Any,
    ) -> Analysis:
        """Searches it to the end of the game, whatever that costs, as whole deals are solved fastest.

        >>> import cutthroat as ct
        >>> ct.Position("spades", deal=3, cards=5).solve().complete
        True
        """
        report, svg, line = self._native.solve(request(algorithm, settings, seed=seed, all_moves=all_moves), threads)
        return Analysis(json.loads(report), svg, line)

    def perft(self, depth: int) -> int:
        """How many positions there are so many moves below.

        >>> import cutthroat as ct
        >>> ct.Position("hearts", position="1:AK.2.. Q.A.2. J..K3.").perft(1)
        3
        """
        return self._native.perft(depth)

    def divide(self, depth: int) -> dict[str, int]:
        """The same for each move."""
        return dict(self._native.divide(depth))

    def begin(self, players: Any = None, *, seed: int = 0, open: bool = False) -> LiveGame:
        """A live game from here on."""
        return LiveGame(self.game, players, position=self.text, seed=seed, open=open)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        mine, theirs = self._native, other._native
        return (mine.game, mine.text, mine.eval) == (theirs.game, theirs.text, theirs.eval)

    def __hash__(self) -> int:
        return hash((self._native.game, self._native.text, self._native.eval))

    def __reduce__(self) -> tuple[Any, ...]:
        return _position, (self.game, self.text, self._native.eval)

    def __repr__(self) -> str:
        return f"Position({self.game!r}, {self.text!r})"

    def _repr_html_(self) -> str:
        game = self.begin(open=True)
        terms = f"<div>{escape(self.terms)}</div>" if self.terms else ""
        return terms + _html.layout(game.layout, game.mover, self.text)


def _position(game: str, text: str, eval: str | None) -> Position:
    return Position(game, text, eval=eval)


def analyse(
    game: str,
    position: str | None = None,
    *,
    deal: int | None = None,
    players: int | None = None,
    eval: str | None = None,
    options: Mapping[str, Any] | None = None,
    algorithm: str = "maxn",
    **asked: Any,
) -> Analysis:
    """Opens a position and searches it in one call; ``options`` are those of the game.

    >>> import cutthroat as ct
    >>> ct.analyse("tree", "maxsum=10 1[(5,4,1) a:2[(0,6,4) (4,0,6)]]").payoff
    (5, 4, 1)
    """
    opened = Position(game, position, deal=deal, players=players, eval=eval, **(options or {}))
    return opened.analyse(algorithm, **asked)


from ._live_game import LiveGame  # noqa: E402  (each begins the other)
