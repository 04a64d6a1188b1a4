"""Positions, tables of moves and drawings for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

_RED = {"H": "#c0392b", "D": "#c0392b"}
_SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_SEATS = ("#c0392b", "#2471a3", "#1e8449", "#b7950b", "#7d3c98", "#5d6d7e", "#a04000", "#148f77")


def card(text: str) -> str:
    """A card, with its suit as a sign where it is one."""
    if len(text) == 2 and text[0] in _SUITS:
        colour = _RED.get(text[0], "inherit")
        return f'<span style="color:{colour}">{_SUITS[text[0]]}{escape(text[1])}</span>'
    return escape(text)


def table(headings: Sequence[str], rows: Iterable[Sequence[Any]], marked: int | None = None) -> str:
    """A table; one of its rows may be marked."""
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = ""
    for place, row in enumerate(rows):
        style = ' style="font-weight:bold"' if place == marked else ""
        cells = "".join(f'<td style="text-align:left">{cell}</td>' for cell in row)
        body += f"<tr{style}>{cells}</tr>"
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def hands(layout: Mapping[str, Any], mover: int | None) -> str:
    """The hands of all seats, the mover first marked, and the trick on the table."""
    suits = "SHDC"
    rows = []
    for seat, held in enumerate(layout["hands"], 1):
        by_suit = [
            " ".join(card(one) for one in held if len(one) == 2 and one[0] == suit) or "–" for suit in suits
        ]
        others = " ".join(card(one) for one in held if len(one) != 2 or one[0] not in suits)
        rows.append([f"seat {seat}", *by_suit, *([others] if others else [])])
    text = table(["", *(_SUITS[suit] for suit in suits)], rows, None if mover is None else mover - 1)
    trick = layout.get("trick") or []
    if trick:
        played = ", ".join(f"seat {one['seat']} {card(one['card'])}" for one in trick)
        text += f"<div>on the table: {played}</div>"
    return text


def board(cells: Sequence[Mapping[str, Any]]) -> str:
    """A board: a dot for each cell, in the colour of the player whose piece stands there."""
    step, radius = 11, 8
    width = max(cell["column"] for cell in cells) * step + 4 * radius
    height = max(cell["row"] for cell in cells) * 2 * step + 4 * radius
    text = f'<svg width="{width}" height="{height}" role="img" aria-label="board">'
    for cell in cells:
        x, y = cell["column"] * step + 2 * radius, cell["row"] * 2 * step + 2 * radius
        owner = cell["owner"]
        fill = "none" if owner is None else _SEATS[(owner - 1) % len(_SEATS)]
        text += (
            f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="#888">'
            f"<title>{escape(cell['name'])}</title></circle>"
        )
    return text + "</svg>"


def layout(what: Mapping[str, Any], mover: int | None, text: str) -> str:
    """Hands or a board, or the notation if a game has neither."""
    if what.get("hands"):
        return hands(what, mover)
    if what.get("cells"):
        return board(what["cells"])
    return f"<code>{escape(text)}</code>"


def moves(listed: Sequence[Any], best: str | None) -> str:
    """What every move is worth to each player."""
    seats = len(listed[0].payoff) if listed else 0
    marked = next((place for place, move in enumerate(listed) if move.move == best), None)
    headings = ["move", *(f"player {seat}" for seat in range(1, seats + 1)), ""]
    rows = (
        [card(move.move), *move.payoff, "" if move.same_as is None else f"same as {card(move.same_as)}"]
        for move in listed
    )
    return table(headings, rows, marked)
