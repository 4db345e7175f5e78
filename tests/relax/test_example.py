"""The example of the manual holds."""

from __future__ import annotations

import runpy
from pathlib import Path

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "relax" / "mlp.py"


def test_the_network() -> None:
    runpy.run_path(str(EXAMPLE))["check"]()


def test_a_network_written_as_a_class() -> None:
    runpy.run_path(str(EXAMPLE.with_name("classes.py")))["check"]()


def test_a_network_that_is_trained() -> None:
    runpy.run_path(str(EXAMPLE.with_name("train.py")))["check"]()
