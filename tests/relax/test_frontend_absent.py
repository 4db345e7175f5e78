"""Readers that TVM has and Tilewright does not say so, however they are asked for."""

from __future__ import annotations

import importlib

import pytest


@pytest.mark.parametrize(
    ("module", "name", "what"),
    [
        ("onnx", "from_onnx", "ONNX"),
        ("stablehlo", "from_stablehlo", "StableHLO"),
        ("tflite", "from_tflite", "TFLite"),
        ("nnef", "from_nnef", "NNEF"),
    ],
)
def test_asking_for_a_reader(module: str, name: str, what: str) -> None:
    reader = importlib.import_module(f"tilewright.relax.frontend.{module}")
    with pytest.raises(ImportError, match=f"`{name}`: reading models of {what} is not part of Tilewright"):
        getattr(reader, name)
