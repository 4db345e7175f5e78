# Generated from tilewright.te.blocks by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tir import Stmt as _Stmt

def compute_statement(op: _Any, stages: _Any) -> _Stmt | _Any:
    """The loops of a stage around its block, or around one block for each of several results."""

def extern_statement(op: _Any, stages: _Any) -> _Stmt | _Any:
    """The statement of an external stage, about the buffers of the function, in a block that declares nothing."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
