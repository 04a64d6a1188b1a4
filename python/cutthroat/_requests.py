"""Keyword arguments as the engine reads them."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ._errors import CutthroatError

#: What a caller may give wherever a player is asked for: ``"maxn:nodes=5000"``.
PlayerText = str

Options = Mapping[str, Any]


def checked_number(field: str, value: Any) -> int | None:
    """A whole number from 0 on, or nothing."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) and not hasattr(value, "__index__"):
        raise unfit(field, value, "is not a whole number")
    number = int(value)
    if number < 0:
        raise unfit(field, value, "is not a whole number from 0 on")
    if number >= 2**64:
        raise unfit(field, value, "is too large")
    return number


def unfit(field: str, value: Any, misfit: str) -> CutthroatError:
    """The error for a value that does not fit."""
    fields = {"field": field, "value": str(value), "misfit": misfit}
    return CutthroatError(f"{field}={value} {misfit}", kind="unfit", fields=fields)


def word(value: Any) -> str:
    """A value of an option or a setting, as text."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, str):
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise CutthroatError(f"{value} is not a number", kind="unfit", fields={"value": str(value)})
        return str(int(value)) if value.is_integer() else repr(value)
    if isinstance(value, Sequence):
        return ",".join(word(part) for part in value)
    return str(value)


def setup(
    *,
    position: str | None = None,
    deal: int | None = None,
    players: int | None = None,
    eval: str | None = None,
    options: Options | None = None,
    hidden: bool = False,
    whole_deal: bool = False,
    whole_game: bool = False,
) -> str:
    """Which position of which game."""
    written: dict[str, Any] = {
        "position": position,
        "deal": checked_number("deal", deal),
        "players": checked_number("players", players),
        "eval": eval,
        "options": {name.replace("_", "-"): word(value) for name, value in (options or {}).items()},
        "hidden": hidden,
        "whole_deal": whole_deal,
        "whole_game": whole_game,
    }
    return json.dumps(written)


#: Arguments of an analysis that are not settings of the algorithm.
_FLAGS = ("all_moves", "trace", "events", "picture")


def request(
    algorithm: str,
    settings: Mapping[str, Any],
    *,
    seed: int | None = None,
    time: float | None = None,
    **flags: bool,
) -> str:
    """How to search."""
    given = {name.replace("_", "-"): word(value) for name, value in settings.items() if value is not None}
    if time is not None and (isinstance(time, bool) or not isinstance(time, (int, float)) or not time > 0 or math.isinf(time)):
        raise unfit("time", time, "is not a number of seconds above 0")
    written: dict[str, Any] = {
        "algorithm": algorithm,
        "settings": given,
        "seed": checked_number("seed", seed),
        "time": None if time is None else float(time),
    }
    written.update({name: bool(flags.get(name)) for name in _FLAGS})
    return json.dumps(written)


def player_texts(players: str | Iterable[str]) -> list[str]:
    """Players, given as a list, or as one text with commas between."""
    if isinstance(players, str):
        return _divided(players)
    return list(players)


def _divided(text: str) -> list[str]:
    """A comma also stands between the settings of one player, but a setting has a ``=`` before any ``:``."""
    players: list[str] = []
    for piece in text.replace(";", ",").split(","):
        piece = piece.strip()
        is_setting = "=" in piece.split(":", 1)[0]
        if is_setting and players:
            players[-1] += "," + piece
        elif piece:
            players.append(piece)
    return players
