"""Hybrid script, the language of 2020: `tvm.hybrid.script` over a function or a class, `from_source`, and `ashybrid`.

The names `tir` and `ty` mean the same namespace; inside a definition they need no import.  Python evaluates the annotations of a decorated class
before this module sees it, and the programs of that time import nothing: looking `script` up lends the names to the module that asks,
until the decorator runs.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FrameType, FunctionType
from typing import TYPE_CHECKING, Any

from tilewright.core.builder.dialects import HYBRID
from tilewright.core.frontend import hybrid_registry as registry
from tilewright.core.frontend.live import caller, hybrid_function, hybrid_module, hybrid_source
from tilewright.core.frontend.live import from_source as _any_source
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.printer.state import Inexpressible

tir = ty = HYBRID


class HybridClass:
    """A class in hybrid script: calling it parses it, `mod = Module()`."""

    def __init__(self, name: str, parse: Callable[[], IRModule]) -> None:
        self.__name__ = name
        self._parse = parse

    def __call__(self) -> IRModule:
        """The module; raises `DiagnosticError` when the script is wrong."""
        return self._parse()


class _Script:
    """The decorator, with the names it has lent to the module that looked it up."""

    script_role = "hybrid"

    def __init__(self, frame: FrameType) -> None:
        self._globals = frame.f_globals
        self._lent = [name for name in ("ty", "tir") if name not in frame.f_globals and name not in frame.f_locals]
        for name in self._lent:
            self._globals[name] = HYBRID

    def __call__(self, program: Callable[..., Any] | type) -> PrimFunc | HybridClass:
        frame = caller()
        for name in self._lent:
            self._globals.pop(name, None)
        if isinstance(program, type):
            return HybridClass(program.__name__, hybrid_module(program, frame))
        if not isinstance(program, FunctionType):
            raise TypeError("tvm.hybrid.script decorates functions and classes")
        return hybrid_function(program, frame)


if TYPE_CHECKING:

    def script(program: object) -> Any:
        """Make a function, or a class of functions, hybrid script: a function becomes a `PrimFunc`, a class gives an `IRModule` when it is called."""
        ...


def __getattr__(name: str) -> Any:
    if name == "script":
        return _Script(caller())
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def from_source(program: Any) -> Any:
    """The function or module that a text in hybrid script, or a Python function or class, defines.

    Raises `DiagnosticError` when the script is wrong.
    """
    if isinstance(program, str):
        return hybrid_source(program)
    return _any_source(program)


def ashybrid(input_ir: PrimFunc | IRModule, show_meta: bool = False) -> str:
    """The script of a function or module, which `from_source` reads back; with `show_meta` the metadata that it refers to stand above it.

    What hybrid script has no form for is in the classic dialect.
    """
    try:
        return input_ir.script(show_meta=show_meta, dialect="hybrid")
    except Inexpressible:
        return input_ir.script(show_meta=show_meta, dialect="classic")


__all__ = ["HybridClass", "ashybrid", "from_source", "registry", "script", "tir", "ty"]
