"""OpenSpiel: our games as games of pyspiel, and our searches as bots on pyspiel's games.

``register()`` makes every game known as ``cutthroat_hearts`` and so on. :class:`Bot` plays any sequential game of pyspiel without
chance below the position, with any of our algorithms; :func:`analyse` searches a state of one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyspiel

from ._analysis import Analysis, Position
from ._coding import Episode, coding
from ._errors import CutthroatError
from ._games import GameInfo
from ._games import games as _games
from ._live_game import LiveGame
from .python_game import Game
from .python_game import register as _register_game

#: Deals that the chance node at the root of a game of ours chooses from, unless the parameter ``deals`` says otherwise.
_DEALS = 1_000

_CLASSES: list[type] = []

#: Longer than any game of ours.
_LONGEST = 10_000


# Our games as games of pyspiel.


def register() -> list[str]:
    """Makes our games known to pyspiel, once, and returns their names there."""
    known = set(pyspiel.registered_names())
    names = []
    for info in _games():
        name = _name(info)
        names.append(name)
        if name not in known:
            # A class for each game: pyspiel keeps it until after the interpreter has ended, when nothing else may be freed.
            made = type(f"_{name}", (_PyspielGame,), {"info": info})
            _CLASSES.append(made)
            pyspiel.register_game(_type(info), made)
    return names


def _name(info: GameInfo) -> str:
    return f"cutthroat_{info.name.replace('-', '_')}"


def _type(info: GameInfo) -> Any:
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=_name(info),
        long_name=f"Cutthroat {info.name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if info.hides else information.PERFECT_INFORMATION,
        # A sum is only declared where somebody has proved it.
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=info.players[1],
        min_num_players=info.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": info.usual_players, "deals": _DEALS, "options": "", "whole_deal": False},
    )


class _Terms:
    """Which game of ours, for how many, and how it is written in numbers. States share it, also those that are copied."""

    def __init__(self, info: GameInfo, params: dict[str, Any]) -> None:
        self.info = info
        self.number = int(params.get("players", info.usual_players))
        self.deals = int(params.get("deals", _DEALS))
        self.options: dict[str, Any] = dict(option.split(":", 1) for option in str(params.get("options", "")).split())
        self.whole_deal = bool(params.get("whole_deal", False))
        first = self.begin(0)
        self.number = first.seats
        self.coding = coding(first, self.whole_deal)
        # What can be won depends on the cards, so every deal that chance can choose is looked at. It depends on the bids too, and
        # where these are still to come nothing is declared.
        has_bids = self.whole_deal and first.mover is not None and first.choices()["what"] == "bid"
        plays = [] if has_bids else [self._start(deal, whole_deal=False) for deal in range(self.deals)]
        ranges = [play.position().ranges for play in plays] or [None]
        known = [one for declared in ranges for one in declared or [(-(2**15), 2**15 - 1)]]
        self.utilities = min(least for least, _ in known), max(most for _, most in known)

    def begin(self, deal: int) -> LiveGame:
        """The game from the deal with this number."""
        return self._start(deal, self.whole_deal)

    def _start(self, deal: int, whole_deal: bool) -> LiveGame:
        fixed = self.info.players[0] == self.info.players[1]
        number = None if fixed else self.number
        return LiveGame(self.info.name, deal=deal, number_of_players=number, whole_deal=whole_deal, **self.options)

    def __deepcopy__(self, memo: object) -> _Terms:
        return self


class _PyspielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of ours. ``options`` are written ``cards:5 trump:S``, since a name of pyspiel has no second ``=``. With
    ``whole_deal`` a card game begins with passes, bids and exchanges; each card of a pass is an action."""

    info: GameInfo

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        asked = params or {}
        self.terms = terms = _Terms(self.info, asked)
        super().__init__(
            _type(self.info),
            pyspiel.GameInfo(
                num_distinct_actions=terms.coding.actions,
                max_chance_outcomes=terms.deals,
                num_players=terms.number,
                min_utility=float(terms.utilities[0]),
                max_utility=float(terms.utilities[1]),
                utility_sum=None,
                max_game_length=_LONGEST,
            ),
            asked,
        )

    def new_initial_state(self, *_: Any) -> _PyspielState:
        return _PyspielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        return _Observer(self)


class _PyspielState(pyspiel.State):  # type: ignore[misc]
    """A state: before the deal, which is a move by chance, or a live game."""

    def __init__(self, game: _PyspielGame) -> None:
        super().__init__(game)
        self._terms = game.terms
        self.episode: Episode | None = None

    @property
    def live(self) -> LiveGame | None:
        """The game, once the cards are dealt. It sees everything."""
        return None if self.episode is None else self.episode.game

    def current_player(self) -> int:
        if self.live is None:
            return int(pyspiel.PlayerId.CHANCE)
        mover = self.live.mover
        return int(pyspiel.PlayerId.TERMINAL) if mover is None else mover - 1

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(deal, 1.0 / self._terms.deals) for deal in range(self._terms.deals)]

    def _legal_actions(self, player: int) -> list[int]:
        if self.episode is None or self.episode.game.mover != player + 1:
            return []
        return sorted(self.episode.legal())

    def _apply_action(self, action: int) -> None:
        if self.episode is None:
            self.episode = Episode(self._terms.begin(action), self._terms.coding)
        else:
            self.episode.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if self.episode is None or player < 0:
            return f"deal {action}"
        return self.episode.legal().get(action, str(action))

    def is_terminal(self) -> bool:
        return self.live is not None and self.live.mover is None

    def returns(self) -> list[float]:
        if self.live is None or self.live.mover is not None:
            return [0.0] * self._terms.number
        # By the first evaluation of the game, whose range is declared.
        return [float(one) for one in self.live.position().analyse(depth=1).payoff]

    def information_state_string(self, player: int | None = None) -> str:
        return self._view(player)

    def observation_string(self, player: int | None = None) -> str:
        return self._view(player)

    def _view(self, player: int | None) -> str:
        if self.episode is None:
            return "before the deal"
        seat = self.current_player() if player is None else player
        view = self.episode.game.view(seat + 1)
        return view + self._chosen() if seat == self.current_player() else view

    def _chosen(self) -> str:
        """The cards that the mover has chosen so far, of several."""
        chosen = [] if self.episode is None else self.episode.chosen
        return f" chosen={','.join(chosen)}" if chosen else ""

    def __str__(self) -> str:
        return "before the deal" if self.episode is None else self.episode.game.text + self._chosen()


class _Observer:
    """What a seat sees, as a vector."""

    def __init__(self, game: _PyspielGame) -> None:
        self._coding = game.terms.coding
        self.tensor = np.zeros(self._coding.size, dtype=np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: _PyspielState, player: int) -> None:
        self.tensor.fill(0)
        if state.episode is not None:
            self.tensor[:] = state.episode.observe(player + 1)

    def string_from(self, state: _PyspielState, player: int) -> str:
        return state.observation_string(player)


# Our searches on pyspiel's games.


class _Searched(Game[Any]):
    """A game of pyspiel as a game of ours. A state is the tuple of all actions so far, beside the state of pyspiel."""

    about = "a game of OpenSpiel"
    notation = "the actions from the beginning on, with commas between; `-` for none"
    example = "-"

    def __init__(self, game: Any) -> None:
        kind = game.get_type()
        if kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
            raise CutthroatError(f"{kind.short_name} is not played in turn", kind="openspiel")
        self.game = game
        self.name = f"openspiel:{game}"
        self.players = (game.num_players(), game.num_players())
        self.payoffs = (_whole(game.min_utility()), _whole(game.max_utility()))
        utility = pyspiel.GameType.Utility
        if kind.utility in (utility.ZERO_SUM, utility.CONSTANT_SUM):
            self.sum_of_payoffs = _whole(game.utility_sum() or 0.0)

    def start(self, seed: int, players: int) -> Any:
        return _Reached(self.game.new_initial_state())

    def mover(self, state: Any) -> int | None:
        if state.state.is_terminal():
            return None
        player = state.state.current_player()
        if player < 0:
            raise CutthroatError("chance moves below this position, which these searches do not know", kind="openspiel")
        return int(player) + 1

    def moves(self, state: Any) -> Sequence[str]:
        return [str(action) for action in state.state.legal_actions()]

    def play(self, state: Any, move: str) -> Any:
        return _Reached(state.state.child(int(move)))

    def payoff(self, state: Any) -> Sequence[int]:
        return [_whole(one) for one in state.state.returns()]

    def write(self, state: Any) -> str:
        return ",".join(str(action) for action in state.state.history()) or "-"

    def read(self, text: str) -> Any:
        state = self.game.new_initial_state()
        for action in [] if text.strip() == "-" else text.split(","):
            state.apply_action(int(action))
        return _Reached(state)


class _Reached:
    """A state of pyspiel that is compared by how it was reached, and never changed."""

    __slots__ = ("state",)

    def __init__(self, state: Any) -> None:
        self.state = state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Reached) and self.state.history() == other.state.history()

    def __hash__(self) -> int:
        return hash(tuple(self.state.history()))


def _whole(number: float) -> int:
    if number != int(number) or abs(number) > 2**14:
        raise CutthroatError(f"payoffs are whole numbers up to {2**14}, and {number} is none", kind="openspiel")
    return int(number)


_searched: dict[str, _Searched] = {}


def _position(state: Any) -> Position:
    game = state.get_game()
    name = str(game)
    if name not in _searched:
        _searched[name] = _Searched(game)
        _register_game(_searched[name])
    wrapped = _searched[name]
    return Position(wrapped.name, wrapped.write(_Reached(state)))


def analyse(state: Any, algorithm: str = "maxn", **asked: Any) -> Analysis:
    """Searches a state of a game of pyspiel. It sees everything, also what is hidden from players. Moves are the numbers of actions.

    >>> import pyspiel
    >>> from cutthroat.openspiel import analyse
    >>> state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    >>> for action in (4, 1, 0): state.apply_action(action)
    >>> analyse(state, "paranoid").payoff
    (1, -1)
    """
    return _position(state).analyse(algorithm, **asked)


class Bot(pyspiel.Bot):  # type: ignore[misc]
    """One of our searches as a bot: ``Bot("paranoid", nodes=5000)``."""

    def __init__(self, algorithm: str = "maxn", **asked: Any) -> None:
        super().__init__()
        self._algorithm, self._asked = algorithm, asked

    def step(self, state: Any) -> int:
        move = analyse(state, self._algorithm, **self._asked).move
        if move is None:
            raise CutthroatError("nobody is to move here", kind="over")
        return int(move)

    def restart_at(self, state: Any) -> None:
        """Nothing is remembered."""
