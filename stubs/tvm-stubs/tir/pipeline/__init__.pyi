# Generated from tilewright.tir.pipeline by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tir import get_default_tir_pipeline as get_default_tir_pipeline
from tvm.tir import get_tir_pipeline as get_tir_pipeline

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
