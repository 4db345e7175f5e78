# Generated from tilewright.transform.register_tiling.transpose by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tir import Stmt as _Stmt

def has_turns(stmt: _Any, known: _Any, vector_bytes: _Any) -> _Any:
    """Whether rows become columns in the nest."""

def turned(stmt: _Any, known: _Any, vector_bytes: _Any) -> _Stmt | _Any:
    """The nest in blocks, None when it is none of these; `known` are the pointers to memory of its own."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
