"""`T`: the names of TensorIR scripts.  `prim_func` is the decorator; everything else is what the builder's namespace holds.

The module itself is the decorator of release 0.7, `@tvm.script.tir`, over a function or a class of hybrid script.
"""

from __future__ import annotations

import sys
from types import FunctionType, ModuleType
from typing import Any

from tilewright.core.base.caller import caller
from tilewright.core.builder.dialects import member_called
from tilewright.core.builder.namespace import TIR
from tilewright.core.frontend.live import hybrid_function, hybrid_module, prim_func

# The parser takes the names of a program that imports this module from here.
__script_namespace__ = TIR


def __getattr__(name: str) -> Any:
    found = member_called(TIR, name)
    if found is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return found.value


def __dir__() -> list[str]:
    return list(TIR.members)


class _Decorator(ModuleType):
    """A module that can be called as a decorator."""

    script_role = "hybrid"

    def __call__(self, program: object) -> Any:
        frame = caller()
        if isinstance(program, type):
            return hybrid_module(program, frame)
        if not isinstance(program, FunctionType):
            raise TypeError("tvm.script.tir decorates functions and classes")
        return hybrid_function(program, frame)


sys.modules[__name__].__class__ = _Decorator

__all__ = [*TIR.members, "prim_func"]  # pyright: ignore[reportUnsupportedDunderAll]
