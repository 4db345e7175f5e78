"""Readers that TVM has and Tilewright does not say so, however they are asked for."""

from __future__ import annotations

import importlib

import pytest

from tilewright import relax


@pytest.mark.parametrize(
    ("module", "name", "what"),
    [
        ("stablehlo", "from_stablehlo", "StableHLO"),
        ("tflite", "from_tflite", "TFLite"),
        ("nnef", "from_nnef", "NNEF"),
    ],
)
def test_asking_for_a_reader(module: str, name: str, what: str) -> None:
    reader = importlib.import_module(f"tilewright.relax.frontend.{module}")
    with pytest.raises(ImportError, match=f"{name} is not in Tilewright: it does not read models of {what}; "):
        getattr(reader, name)


def test_the_readers_that_are_there_come_with_relax() -> None:
    assert relax.frontend.nn.Linear(2, 3).weight.shape == [3, 2]
    assert relax.training.loss.L1Loss().num_backbone_outputs == 1
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        relax.nothing  # noqa: B018
