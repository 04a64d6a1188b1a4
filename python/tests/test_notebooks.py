"""The notebooks run from the first cell to the last."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

NOTEBOOKS = sorted((Path(__file__).resolve().parents[1] / "notebooks").glob("*.ipynb"))

#: Shorter runs than a reader has; the figures of the long ones are in docs/python.md.
SHORT = {"CUTTHROAT_NOTEBOOK_GAMES": "36", "CUTTHROAT_NOTEBOOK_EPISODES": "200", "CUTTHROAT_NOTEBOOK_TESTS": "30"}
NEEDS = {"tournament": ["pandas", "matplotlib"], "train_a_policy": ["pettingzoo", "numpy"]}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in NEEDS.get(path.stem, []):
        pytest.importorskip(module)
    for name, value in SHORT.items():
        monkeypatch.setenv(name, os.environ.get(name, value))
    notebook = nbformat.read(path, as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "kept without outputs"
    nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3").execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert shown and not any(output["output_type"] == "error" for output in shown)
