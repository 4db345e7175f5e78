"""The demonstration runs to its end: mistakes found, mended, asked about, built, run and equal to numpy."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

DEMO = Path(__file__).parent.parent / "examples" / "demo" / "demo.py"


@pytest.mark.slow
def test_the_demonstration_ends_with_numpys_numbers() -> None:
    done = subprocess.run([sys.executable, str(DEMO)], capture_output=True, text=True, timeout=180)
    assert done.returncode == 0, done.stderr
    for expected in (
        "found 4 mistakes",
        "quick fix: Change to `init`",
        "No mistakes left",
        "hover: vk",
        "tir.pyi:",
        "GFLOP/s",
        "C[0, 127] = T.float32(1)",
        "equal.",
    ):
        assert expected in done.stdout
    assert done.stdout.rstrip().endswith("docs/tutorial/index.md.")


@pytest.mark.slow
def test_a_server_that_does_not_answer_in_time_ends_the_demonstration_in_a_sentence() -> None:
    done = subprocess.run([sys.executable, str(DEMO), "--wait", "0.001"], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "The language server did not answer within 0.001 s (its start); run this again when the machine is less busy."
    ]
