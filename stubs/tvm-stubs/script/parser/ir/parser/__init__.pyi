# Generated from tilewright.script.parser.ir.parser by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm import IRModule as _IRModule

def visit_module_class(context: _Any, node: _Any, check: _Any = ...) -> _IRModule | _Any:
    """Read a module; None when one of its functions could not be built."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
