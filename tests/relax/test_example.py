"""The example of the manual holds."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "relax" / "mlp.py"


def test_the_network() -> None:
    runpy.run_path(str(EXAMPLE))["check"]()


def test_a_network_written_as_a_class() -> None:
    runpy.run_path(str(EXAMPLE.with_name("classes.py")))["check"]()


def test_a_network_that_is_trained() -> None:
    runpy.run_path(str(EXAMPLE.with_name("train.py")))["check"]()


def test_a_language_model_with_a_cache_of_keys_and_values() -> None:
    tokens = runpy.run_path(str(EXAMPLE.with_name("language_model.py")))["check"]()
    assert len(tokens) == 9


@pytest.mark.torch
def test_a_kernel_as_an_operator_of_pytorch() -> None:
    pytest.importorskip("torch")
    runpy.run_path(str(EXAMPLE.with_name("torch_operator.py")))["check"]()
