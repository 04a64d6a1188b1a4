"""Every example of a docstring runs."""

from __future__ import annotations

import doctest
import importlib

import pytest

MODULES = {
    "cutthroat": None,
    "cutthroat._analysis": None,
    "cutthroat._games": None,
    "cutthroat._laboratory": None,
    "cutthroat._live_game": None,
    "cutthroat.python_game": None,
    "cutthroat.gymnasium": "gymnasium",
    "cutthroat.pettingzoo": "pettingzoo",
    "cutthroat.openspiel": "pyspiel",
}


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_docstrings(name: str) -> None:
    needed = MODULES[name]
    if needed is not None:
        pytest.importorskip(needed)
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0 and result.attempted > 0
