"""What tests share."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def binary() -> str | None:
    """The command line to compare with: that of CUTTHROAT_BINARY, or one that was built here."""
    if "CUTTHROAT_BINARY" in os.environ:
        return os.environ["CUTTHROAT_BINARY"]
    built = [ROOT / "target" / profile / "cutthroat" for profile in ("debug", "release", "fast", "quick")]
    return next((str(path) for path in built if path.exists()), None)


@pytest.fixture(scope="session")
def command_line():
    """Runs the command line and returns what it prints."""
    path = binary()
    if path is None:
        pytest.skip("no command line was built to compare with (CUTTHROAT_BINARY names one)")

    def run(*arguments: str) -> str:
        done = subprocess.run([path, *arguments], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run
