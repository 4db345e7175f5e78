# Generated from tilewright.script.parser.tir.parser by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tir import PrimFunc as _PrimFunc
from tilewright.script.parser.tir.parser import TIR_STATEMENTS as TIR_STATEMENTS

def visit_prim_func(context: _Any, node: _Any, keywords: _Any, check: _Any = ...) -> _PrimFunc | _Any:
    """Read a function of the script; None when something in it could not be built, or is known only when the file runs.

    `keywords` are those of its decorator.  Its symbol gets the function as it could be built, holes or not; with `check`, what the verifier finds is reported too.
    """

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
