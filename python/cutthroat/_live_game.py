"""Games in progress, and what one seat knows of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from . import _html, _native
from ._games import game as _game_info
from ._requests import checked_number, player_texts, setup

if TYPE_CHECKING:
    from ._analysis import Position


@dataclass(frozen=True)
class Chosen:
    """A move that a player would play, and what it cost."""

    move: str
    nodes: int
    depth: int | None
    #: What the player expects each seat to get, after a search.
    payoff: tuple[int, ...] | None


class LiveGame:
    """One game in progress, of any kind. Seats are counted from 1.

    ``players`` are as many as there are seats, or fewer kinds with a ``seating`` that says which of them, from 0, sits in each
    seat; ``None`` leaves a seat empty, for moves of your own.

    >>> import cutthroat as ct
    >>> game = ct.LiveGame("hearts", ["heuristic", "random"], seating=[0, 1, 0], deal=7, seed=1)
    >>> while game.mover:
    ...     game.play(game.choose().move)
    >>> sum(game.score)
    26.0

    Players see only what their seat knows, unless the game is ``open``:

    >>> game = ct.LiveGame("hearts", deal=7, cards=3)
    >>> game.view(1).count("?")
    2
    """

    def __init__(
        self,
        game: str,
        players: str | Sequence[str | None] | None = None,
        *,
        seating: Sequence[int] | None = None,
        position: str | None = None,
        deal: int | None = None,
        number_of_players: int | None = None,
        seed: int = 0,
        open: bool = False,
        whole_deal: bool | None = None,
        whole_game: bool = False,
        **options: Any,
    ) -> None:
        if deal is None and position is None:
            deal = 0
        hides = _game_info(game).hides
        hidden = hides and not open
        if whole_deal is None:
            whole_deal = False
        sits: list[str | None] = []
        if players is not None:
            sits = list(player_texts(players)) if isinstance(players, str) else list(players)
        if seating is not None:
            sits = [sits[kind] for kind in seating]
        if sits and number_of_players is None and position is None:
            number_of_players = len(sits)
        self._begun: tuple[Any, ...] = (
            game,
            {
                "position": position,
                "deal": checked_number("deal", deal),
                "players": None if position is not None else number_of_players,
                "hidden": hidden,
                "whole_deal": whole_deal and hidden,
                "whole_game": whole_game,
                "options": options,
            },
            sits,
            checked_number("seed", seed) or 0,
        )
        self._native = _native.LiveGame(game, setup(**self._begun[1]), sits, self._begun[3])

    @property
    def name(self) -> str:
        """The game."""
        return self._native.name

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self._native.seats

    @property
    def text(self) -> str:
        """The position as it stands."""
        return self._native.text

    @property
    def mover(self) -> int | None:
        """Whose turn it is, counted from 1; ``None`` when the game is over."""
        return self._native.mover

    @property
    def moves(self) -> list[str]:
        """The moves played so far."""
        return self._native.moves

    @property
    def movers(self) -> list[int]:
        """Who made each of them."""
        return self._native.movers

    @property
    def players(self) -> list[str | None]:
        """Who sits in each seat, with all their settings."""
        return self._native.players

    @property
    def payoff(self) -> list[int] | None:
        """What each seat gets by the rules, once the game is over: more is better."""
        return self._native.payoff

    @property
    def score(self) -> list[float] | None:
        """The same as people count it."""
        return self._native.score

    @property
    def terms(self) -> str | None:
        """What decides the game beside the position: rules, trump, bids."""
        return self._native.terms

    @property
    def diagram(self) -> str | None:
        """The position drawn in characters."""
        return self._native.diagram

    @property
    def layout(self) -> dict[str, Any]:
        """Hands, the trick on the table, the cells of a board: everything, for those who may see everything."""
        return json.loads(self._native.layout())  # type: ignore[no-any-return]

    @property
    def sheet(self) -> dict[str, Any] | None:
        """The score sheet of a whole game."""
        sheet = self._native.sheet()
        return None if sheet is None else json.loads(sheet)

    def legal_moves(self) -> list[str]:
        """Every legal move, in the reference order of the game."""
        return self._native.legal_moves()

    def choices(self) -> dict[str, Any]:
        """What the mover is asked (``what``), and what it can choose from in a short form: of a pass the cards, and how many."""
        return json.loads(self._native.choices())  # type: ignore[no-any-return]

    def view(self, seat: int) -> str:
        """What a seat knows, as text; :class:`View` reads it."""
        return self._native.view(seat)

    def events(self, seat: int) -> list[dict[str, Any]]:
        """What a seat has seen so far, from the deal to the score."""
        return json.loads(self._native.events(seat))  # type: ignore[no-any-return]

    def play(self, move: str) -> None:
        """Plays a move."""
        self._native.play(move)

    def take_back(self) -> bool:
        """Takes the last move back. Returns whether there was one."""
        return self._native.take_back()

    def sit(self, seat: int, player: str | None) -> None:
        """Seats a player, or empties the seat."""
        self._native.sit(seat, player)

    def choose(self) -> Chosen:
        """The move that the player in the mover's seat would play. It is not played."""
        chosen = json.loads(self._native.choose())
        payoff = chosen["payoff"]
        return Chosen(chosen["move"], chosen["nodes"], chosen["depth"], None if payoff is None else tuple(payoff))

    def play_on(self) -> LiveGame:
        """Lets the players play until the game is over or an empty seat is to move, and returns the game."""
        while self.mover is not None and self.players[self.mover - 1] is not None:
            self.play(self.choose().move)
        return self

    def position(self, eval: str | None = None) -> Position:
        """The position as it stands, to search it."""
        from ._analysis import Position

        return Position._of(self._native.position(eval))

    def copy(self) -> LiveGame:
        """The same game once more, which goes its own way."""
        return _again(*self._state())

    def _state(self) -> tuple[Any, ...]:
        game, begun, _, seed = self._begun
        return game, begun, self.players, seed, self.moves

    def __deepcopy__(self, memo: object) -> LiveGame:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, self._state()

    def __repr__(self) -> str:
        turn = "over" if self.mover is None else f"seat {self.mover} to move"
        return f"<LiveGame of {self.name}: {len(self.moves)} moves, {turn}>"

    def _repr_html_(self) -> str:
        terms = f"<div>{escape(self.terms)}</div>" if self.terms else ""
        text = terms + _html.layout(self.layout, self.mover, self.text)
        if self.score is not None:
            text += f"<div>score {self.score}</div>"
        return text


def _again(game: str, begun: dict[str, Any], sits: list[str | None], seed: int, moves: list[str]) -> LiveGame:
    live = LiveGame.__new__(LiveGame)
    live._begun = (game, begun, sits, seed)
    live._native = _native.LiveGame(game, setup(**begun), sits, seed)
    for move in moves:
        live.play(move)
    return live


class View:
    """What one seat knows, and which deals it allows.

    >>> import cutthroat as ct
    >>> view = ct.View("spades", "1:? AK3.Q2..T9 ? cards=8 bids=3,2,1 plays=S4,S5,S6/H3,H4")
    >>> view.seat, view.worlds
    (2, 3613576830864)
    >>> view.deals(2) == view.deals(2)
    True
    >>> view.advise("flat:worlds=20").move
    'HQ'
    """

    def __init__(self, game: str, text: str, *, eval: str | None = None, **options: Any) -> None:
        self.game = game
        self._given = text
        self._setup = setup(eval=eval, options=options)
        found = json.loads(_native.read_view(game, text, self._setup))
        self.text: str = found["text"]
        self.seat: int = found["seat"]
        self.mover: int | None = found["mover"]
        #: What the mover is asked to do: pass, bid, trump, discard or play.
        self.what: str = found["what"]
        self.terms: str | None = found["terms"]
        #: How many deals are possible, if that is known.
        self.worlds: int | None = None if found["worlds"] is None else int(found["worlds"])

    def deals(self, count: int, *, seed: int = 0, first: int = 0) -> list[str]:
        """Deals that fit what the seat knows, each possible one equally likely, as positions."""
        return _native.deals_of_view(self.game, self._given, self._setup, seed, first, count)

    def advise(self, player: str | None = None, *, seed: int = 0) -> Advice:
        """What a player who sees only this would play; the expert of the game if none is named."""
        return Advice(json.loads(_native.advise(self.game, self._given, self._setup, player, seed)))

    def __reduce__(self) -> tuple[Any, ...]:
        return _view, (self.game, self._given, self._setup)

    def __repr__(self) -> str:
        return f"View({self.game!r}, {self.text!r})"


def _view(game: str, text: str, written: str) -> View:
    asked = json.loads(written)
    return View(game, text, eval=asked["eval"], **asked["options"])


class Advice:
    """What to play, and what was found about every move."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.found = found
        #: The move to play.
        self.move: str = found["move"]
        #: Every move with its ``mean``, the ``error`` of that, and the ``means`` of all players.
        self.moves: list[dict[str, Any]] = found["moves"]
        self.nodes: int = found["nodes"]
        self.player: str = found["player"]

    def __repr__(self) -> str:
        return f"<Advice of {self.player}: {self.move}>"

    def _repr_html_(self) -> str:
        def number(value: float | None) -> str:
            return "-" if value is None else f"{value:.3f}"

        rows = [[_html.card(one["move"]), number(one["mean"]), number(one["error"]), one["visits"]] for one in self.moves]
        marked = next((place for place, one in enumerate(self.moves) if one["move"] == self.move), None)
        return _html.table(["move", "mean", "+-", "visits"], rows, marked)


def advise(game: str, view: str, player: str | None = None, *, seed: int = 0, **options: Any) -> Advice:
    """What to play when you see only what one seat sees.

    >>> import cutthroat as ct
    >>> ct.advise("spades", "1:? AK3.Q2..T9 ? cards=8 bids=3,2,1 plays=S4,S5,S6/H3,H4", "heuristic").move
    'HQ'
    """
    return View(game, view, **options).advise(player, seed=seed)
