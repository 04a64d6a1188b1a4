"""Moves as numbers and what a seat sees as a vector, for libraries of learning."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
import numpy.typing as npt

from ._errors import CutthroatError
from ._live_game import LiveGame

Vector = npt.NDArray[np.float32]
Mask = npt.NDArray[np.int8]

_CARDS = tuple(suit + rank for suit in "SHDC" for rank in "23456789TJQKA")


class Coding(ABC):
    """How one game is written in numbers. Nothing in a vector tells more than the seat may know."""

    #: How many actions there are.
    actions: int
    #: How long a vector is.
    size: int

    @abstractmethod
    def action(self, game: LiveGame, move: str) -> int:
        """The number of a legal move."""

    @abstractmethod
    def observe(self, game: LiveGame, seat: int) -> Vector:
        """What a seat sees."""

    def legal(self, game: LiveGame) -> dict[int, str]:
        """The legal moves by number."""
        return {self.action(game, move): move for move in game.legal_moves()} if game.mover else {}

    def mask(self, game: LiveGame) -> Mask:
        """One for each legal action of the mover."""
        mask = np.zeros(self.actions, dtype=np.int8)
        mask[list(self.legal(game))] = 1
        return mask

    def move(self, game: LiveGame, action: int) -> str:
        """The move of an action."""
        legal = self.legal(game)
        if int(action) not in legal:
            fields = {"action": int(action), "legal": sorted(legal)}
            raise CutthroatError(f"action {int(action)} is not legal here", kind="move", fields=fields)
        return legal[int(action)]


def _from(seat: int, seats: int) -> list[int]:
    """The seats in turn, beginning with one of them."""
    return [(seat - 1 + turn) % seats + 1 for turn in range(seats)]


class CardCoding(Coding):
    """A number for each of 52 cards. The vector has 52 places each for the own hand, for what each seat has on the table, and for
    what each seat has played, beginning with the own seat."""

    def __init__(self, game: LiveGame) -> None:
        self.actions = len(_CARDS)
        self.size = len(_CARDS) * (1 + 2 * game.seats)
        self._places = {card: place for place, card in enumerate(_CARDS)}

    def action(self, game: LiveGame, move: str) -> int:
        return self._places[move]

    def observe(self, game: LiveGame, seat: int) -> Vector:
        seats, layout = game.seats, game.layout
        vector = np.zeros((1 + 2 * seats, len(_CARDS)), dtype=np.float32)
        for card in layout["hands"][seat - 1]:
            vector[0, self._places[card]] = 1
        turn = {one: place for place, one in enumerate(_from(seat, seats))}
        for played in layout.get("trick") or []:
            vector[1 + turn[played["seat"]], self._places[played["card"]]] = 1
        for mover, card in zip(game.movers, game.moves):
            vector[1 + seats + turn[mover], self._places[card]] = 1
        return vector.reshape(-1)


class BoardCoding(Coding):
    """A number for each pair of cells, and one for a move that is none. The vector has a place for every cell and seat, beginning with
    the own seat."""

    def __init__(self, game: LiveGame) -> None:
        names = [cell["name"] for cell in game.layout["cells"]]
        self._cells = {name: place for place, name in enumerate(names)}
        self.actions = len(names) ** 2 + 1
        self.size = len(names) * game.seats

    def action(self, game: LiveGame, move: str) -> int:
        source, _, target = move.partition("-")
        if source not in self._cells or target not in self._cells:
            return self.actions - 1
        return self._cells[source] * len(self._cells) + self._cells[target]

    def observe(self, game: LiveGame, seat: int) -> Vector:
        vector = np.zeros((game.seats, len(self._cells)), dtype=np.float32)
        turn = {one: place for place, one in enumerate(_from(seat, game.seats))}
        for cell in game.layout["cells"]:
            if cell["owner"] is not None:
                vector[turn[cell["owner"]], self._cells[cell["name"]]] = 1
        return vector.reshape(-1)


class PathCoding(Coding):
    """For trees and games written in Python: a move is its place among the legal ones, and the vector has the places of all moves so
    far, and who is to move. Everybody sees everything."""

    def __init__(self, game: LiveGame, most_moves: int = 64, longest: int = 128) -> None:
        self.actions = most_moves
        self._longest = longest
        self.size = longest + game.seats

    def action(self, game: LiveGame, move: str) -> int:
        place = game.legal_moves().index(move)
        if place >= self.actions:
            raise CutthroatError(f"there are more than {self.actions} moves here", kind="move")
        return place

    def legal(self, game: LiveGame) -> dict[int, str]:
        listed = game.legal_moves() if game.mover else []
        if len(listed) > self.actions:
            raise CutthroatError(f"there are more than {self.actions} moves here", kind="move")
        return dict(enumerate(listed))

    def observe(self, game: LiveGame, seat: int) -> Vector:
        vector = np.zeros(self.size, dtype=np.float32)
        places = [_number(move) for move in game.moves][-self._longest :]
        vector[: len(places)] = places
        if game.mover is not None:
            vector[self._longest + (game.mover - seat) % game.seats] = 1
        return vector


def _number(move: str) -> float:
    """A move of a tree is its number; any other text gets one from 0 to 1."""
    if move.isdigit():
        return float(min(int(move), 10_000))
    return float(sum(ord(sign) * 31**place for place, sign in enumerate(move)) % 997) / 997


def coding(game: LiveGame) -> Coding:
    """The coding that fits a game."""
    layout: dict[str, Any] = game.layout
    if layout.get("hands"):
        return CardCoding(game)
    if layout.get("cells"):
        return BoardCoding(game)
    return PathCoding(game)


def start_of(game: str, options: dict[str, Any], number_of_players: int | None, open: bool, deal: int) -> LiveGame:
    """A live game from the deal with this number; a game that cannot be drawn begins at its example."""
    return LiveGame(game, deal=deal, number_of_players=number_of_players, open=open, **options)
