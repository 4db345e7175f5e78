# Generated from tilewright.meta_schedule.tir_integration by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.meta_schedule.tir_integration import compile_tir as compile_tir
from tvm.meta_schedule import tune_tir as tune_tir

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
