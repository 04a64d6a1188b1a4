"""Search for games of three or more players, each playing for themselves.

>>> import cutthroat as ct
>>> ct.analyse("hearts", position="1:AK.2.. Q.A.2. J..K3.").move
'SA'

:class:`Position` is searched, :class:`LiveGame` is played, :class:`View` is what one seat knows; :func:`play_match` lets players play
against each other, and :func:`solve_file` solves files of deals. A :class:`Game` of your own is written in Python. Adapters for other
libraries are modules of their own: ``cutthroat.pettingzoo``, ``cutthroat.gymnasium``, ``cutthroat.openspiel``; ``cutthroat.cluster``
spreads matches over several machines.
"""

from ._analysis import Analysis, MoveValue, Position, analyse
from ._errors import CutthroatError
from ._games import AlgorithmInfo, Build, Field, GameInfo, algorithms, build, game, games
from ._laboratory import (
    Experiment,
    Merged,
    Results,
    experiments,
    forward_pruning_model,
    merge,
    play_match,
    read_results,
    read_solutions,
    reproduce,
    solve_file,
)
from ._live_game import Advice, Chosen, LiveGame, View, advise
from .python_game import Game, check_game, register

__version__ = build().version

__all__ = [
    "Advice",
    "AlgorithmInfo",
    "Analysis",
    "Build",
    "Chosen",
    "CutthroatError",
    "Experiment",
    "Field",
    "Game",
    "GameInfo",
    "LiveGame",
    "Merged",
    "MoveValue",
    "Position",
    "Results",
    "View",
    "advise",
    "algorithms",
    "analyse",
    "build",
    "check_game",
    "experiments",
    "forward_pruning_model",
    "game",
    "games",
    "merge",
    "play_match",
    "read_results",
    "read_solutions",
    "register",
    "reproduce",
    "solve_file",
]
