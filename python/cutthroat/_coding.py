"""Moves as numbers and what a seat sees as a vector, for libraries of learning."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ._errors import CutthroatError
from ._live_game import LiveGame

Vector = npt.NDArray[np.float32]
Mask = npt.NDArray[np.int8]

_CARDS = tuple(suit + rank for suit in "SHDC" for rank in "23456789TJQKA")

#: Suits that can be trump, and none.
_TRUMPS = "SHDCN"

#: The highest bid of any game.
_HIGHEST_BID = 26

#: What a seat can be asked for.
_TASKS = ("pass", "bid", "give", "trump", "discard", "play")


class Coding(ABC):
    """How one game is written in numbers. Nothing in a vector tells more than the seat may know."""

    #: How many actions there are.
    actions: int
    #: How long a vector is.
    size: int
    #: Whether games begin with passes, bids and exchanges.
    whole_deal = False

    @abstractmethod
    def action(self, game: LiveGame, move: str) -> int:
        """The number of a legal move."""

    @abstractmethod
    def observe(self, game: LiveGame, seat: int, chosen: Sequence[str] = ()) -> Vector:
        """What a seat sees; it has chosen these cards so far, of several that it is asked for."""

    def legal(self, game: LiveGame, chosen: Sequence[str] = ()) -> dict[int, str]:
        """The legal moves by number; of a choice of several cards, those that can be chosen next."""
        return {self.action(game, move): move for move in game.legal_moves()}


class Episode:
    """A live game that is played by numbers. Where several cards are chosen at once, each of them is an action."""

    def __init__(self, game: LiveGame, coding: Coding) -> None:
        self.game, self.coding = game, coding
        #: The cards that the mover has chosen so far.
        self.chosen: list[str] = []

    def legal(self) -> dict[int, str]:
        """The legal actions, each with its move or its card."""
        return {} if self.game.mover is None else self.coding.legal(self.game, self.chosen)

    def mask(self) -> Mask:
        """One for each legal action of the mover."""
        mask = np.zeros(self.coding.actions, dtype=np.int8)
        mask[list(self.legal())] = 1
        return mask

    def observe(self, seat: int) -> Vector:
        """What a seat sees."""
        return self.coding.observe(self.game, seat, self.chosen if seat == self.game.mover else ())

    def play(self, action: int) -> None:
        """Plays an action."""
        legal = self.legal()
        if action not in legal:
            fields = {"action": action, "legal": sorted(legal)}
            raise CutthroatError(f"action {action} is not legal here", kind="move", fields=fields)
        asked = self._several()
        if asked is None:
            self.game.play(legal[action])
            return
        self.chosen.append(legal[action])
        if len(self.chosen) == asked["count"]:
            self.game.play(f"{asked['what']}:{','.join(self.chosen)}")
            self.chosen = []

    def action_of(self, move: str) -> int:
        """The action that leads to a move: of several cards the first that is not chosen yet."""
        if self._several() is None:
            return self.coding.action(self.game, move)
        cards = move.partition(":")[2].split(",")
        return self.coding.action(self.game, next(card for card in cards if card not in self.chosen))

    def _several(self) -> dict[str, Any] | None:
        """What the mover is asked for, if that is several cards."""
        asked = self.game.choices() if self.coding.whole_deal else {}
        return asked if asked.get("count") else None

    def __deepcopy__(self, memo: object) -> Episode:
        again = Episode(self.game.copy(), self.coding)
        again.chosen = list(self.chosen)
        return again


def _from(seat: int, seats: int) -> list[int]:
    """The seats in turn, beginning with one of them."""
    return [(seat - 1 + turn) % seats + 1 for turn in range(seats)]


class CardCoding(Coding):
    """A number for each of 52 cards. The vector has 52 places each for the own hand, for what each seat has on the table, and for
    what each seat has played, beginning with the own seat; then the bid of each seat, or -1; then which suit is trump, or that none
    is.

    A whole deal has more actions: bids, suits to name, and to look at the cards or to bid nil before that. Its vector goes on with
    52 places each for the cards that the seat gave away or chose so far and for those it was given, and with what the mover is
    asked for.
    """

    def __init__(self, game: LiveGame, whole_deal: bool) -> None:
        self.whole_deal = whole_deal
        self._places = {card: place for place, card in enumerate(_CARDS)}
        self.actions = len(_CARDS)
        self.size = len(_CARDS) * (1 + 2 * game.seats) + game.seats + len(_TRUMPS)
        if whole_deal:
            bids = [f"bid:{bid}" for bid in range(_HIGHEST_BID + 1)]
            others = bids + [f"trump:{trump}" for trump in _TRUMPS] + ["look", "bid:blind-nil"]
            self._places |= {move: self.actions + place for place, move in enumerate(others)}
            self._places |= {f"give:{card}": place for place, card in enumerate(_CARDS)}
            self.actions += len(others)
            self.size += 2 * len(_CARDS) + len(_TASKS)

    def action(self, game: LiveGame, move: str) -> int:
        return self._places[move]

    def legal(self, game: LiveGame, chosen: Sequence[str] = ()) -> dict[int, str]:
        if self.whole_deal:
            asked = game.choices()
            if asked["count"]:
                return {self._places[card]: card for card in asked["legal"] if card not in chosen}
        return super().legal(game)

    def observe(self, game: LiveGame, seat: int, chosen: Sequence[str] = ()) -> Vector:
        seats, layout = game.seats, game.layout
        turn = {one: place for place, one in enumerate(_from(seat, seats))}
        cards = np.zeros((1 + 2 * seats, len(_CARDS)), dtype=np.float32)
        bids = np.full(seats, -1, dtype=np.float32)
        trumps = np.zeros(len(_TRUMPS), dtype=np.float32)
        exchanged = np.zeros((2, len(_CARDS)), dtype=np.float32)
        has_looked, trump = False, None
        # Events have only what the seat may know.
        for event in game.events(seat):
            kind = event["event"]
            if kind == "play":
                cards[1 + seats + turn[event["seat"]], self._places[event["card"]]] = 1
            elif kind == "bid":
                bids[turn[event["seat"]]] = event["bid"]
            elif kind in ("deal", "start"):
                # A game may begin after some bids, or after trump was named.
                for one, bid in enumerate((_said(event.get("view", ""), "bids") or "-").split(","), 1):
                    if bid != "-":
                        bids[turn[one]] = int(bid) if bid.isdigit() else 0
                trump = _said(event.get("view", ""), "named")
            if kind == "start":
                trump = (_said(event.get("view", ""), "trump") or "N")[0]
            has_looked |= kind == "start" or event.get("hand") is not None
            trump = event.get("trump", trump)
            for place, names in enumerate(_EXCHANGES.get(kind, ())):
                for name in names:
                    held = event[name]
                    exchanged[place, [self._places[card] for card in ([held] if isinstance(held, str) else held)]] = 1
        if has_looked:
            cards[0, [self._places[card] for card in layout["hands"][seat - 1]]] = 1
        for played in layout.get("trick") or []:
            cards[1 + turn[played["seat"]], self._places[played["card"]]] = 1
        if trump is not None:
            trumps[_TRUMPS.index(trump)] = 1
        parts = [cards.reshape(-1), bids, trumps]
        if self.whole_deal:
            exchanged[0, [self._places[card] for card in chosen]] = 1
            tasks = np.zeros(len(_TASKS), dtype=np.float32)
            if game.mover is not None:
                tasks[_TASKS.index(game.choices()["what"])] = 1
            parts += [exchanged.reshape(-1), tasks]
        return np.concatenate(parts)


#: Where events have the cards that a seat gave away, and those that it was given.
_EXCHANGES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "passed": (("cards",), ()),
    "received": ((), ("cards",)),
    "gave": (("card",), ("back",)),
    "given": (("back",), ("card",)),
    "discarded": (("cards",), ()),
    "kitty": ((), ("cards",)),
}


def _said(view: str, name: str) -> str | None:
    """What follows a name in a view."""
    return next((part.partition("=")[2] for part in view.split() if part.startswith(f"{name}=")), None)


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

    def observe(self, game: LiveGame, seat: int, chosen: Sequence[str] = ()) -> Vector:
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

    def legal(self, game: LiveGame, chosen: Sequence[str] = ()) -> dict[int, str]:
        listed = game.legal_moves()
        if len(listed) > self.actions:
            raise CutthroatError(f"there are more than {self.actions} moves here", kind="move")
        return dict(enumerate(listed))

    def observe(self, game: LiveGame, seat: int, chosen: Sequence[str] = ()) -> Vector:
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


def coding(game: LiveGame, whole_deal: bool = False) -> Coding:
    """The coding that fits a game."""
    layout: dict[str, Any] = game.layout
    if layout.get("hands"):
        return CardCoding(game, whole_deal)
    if layout.get("cells"):
        return BoardCoding(game)
    return PathCoding(game)
