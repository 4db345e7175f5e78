# Generated from tilewright.meta_schedule.tir_integration by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tir import Schedule as _Schedule
from tvm.meta_schedule import tune_tir as tune_tir

def compile_tir(database: _Any, mod: _Any, target: _Any) -> _Schedule | _Any:
    """The best schedule of a function in a database, None where it has none."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
