"""Every example of a docstring runs, and so does every block of Python and every cluster command of the book."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import binary

DOCS = Path(__file__).resolve().parents[2] / "docs"

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


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", (DOCS / f"{page}.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def run(command: list[str], folder: Path) -> None:
    (folder / "deals.txt").write_text("1:A.K..2 Q.A.2. J..K3.\n2:A.K..2 Q.A.2. J..K3.\n", encoding="utf-8")
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"


# The pages, and what has to come before their first block. Those of write-a-bot are a program and a piece of one: the tests of the
# command line play with the program.
PAGES = {
    "for-python-users": "",
    "for-game-makers": "",
    "python": blocks("for-game-makers", "python")[0].split("ct.check_game")[0],
    "write-a-bot": "",
}


@pytest.mark.parametrize("page", PAGES)
def test_blocks_of_the_book(page: str, tmp_path: Path) -> None:
    script = PAGES[page] + "\n".join(blocks(page, "python"))
    for long, short in (("games=600", "games=6"), ("games=60)", "games=6)"), ('"expert"', '"flat:worlds=5"'), ("flat,heu", "flat:worlds=5,heu")):
        script = script.replace(long, short)
    if importlib.util.find_spec("pyspiel") is None:
        script = "\n".join(line for line in script.splitlines() if "cutthroat.openspiel" not in line)
    (tmp_path / "page.py").write_text(script, encoding="utf-8")
    run([sys.executable, "page.py"], tmp_path)


@pytest.mark.skipif(binary() is None, reason="no command line was built to compare with (CUTTHROAT_BINARY names one)")
def test_the_tournament_of_the_book(tmp_path: Path) -> None:
    """The commands that follow each other, up to the comparison with one machine."""
    script = "\n".join(block for block in blocks("cluster", "sh") if "tournament." in block)
    assert script.rstrip().endswith("cmp tournament.csv alone.csv")
    small = script.replace("--games 720", "--games 72 --cards 3").replace("flat,", "flat:worlds=2,")
    programs = [str(Path(program).absolute().parent) for program in (sys.executable, str(binary()))]
    run(["env", f"PATH={':'.join(programs)}:{os.environ['PATH']}", "sh", "-e", "-c", small], tmp_path)


def commands() -> list[str]:
    scripts = [block for page in sorted(DOCS.glob("*.md")) for block in blocks(page.stem, "sh")]
    lines = [line.split(" # ")[0].strip() for script in scripts for line in script.replace("\\\n", " ").splitlines()]
    # One that names a scheduler needs other machines.
    return [line for line in lines if line.startswith("python -m cutthroat.cluster") and "--scheduler" not in line]


@pytest.mark.parametrize("command", commands())
def test_cluster_commands_of_the_book(command: str, tmp_path: Path) -> None:
    small = re.sub(r"--games \d+", "--games 6", command).replace("flat,", "flat:worlds=2,")
    small = small.replace("reproduce 2002 --scale paper", "reproduce 2000-table1 --scale quick")
    words = [sys.executable, *shlex.split(small)[1:]]
    run(words if "--workers" in words else [*words, "--workers", "2"], tmp_path)
