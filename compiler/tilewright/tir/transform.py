"""`tilewright.tir.transform`: the passes over TensorIR, each as a function that gives it, as in TVM: `transform.Simplify()(mod)`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.ir.function import PrimFunc
from tilewright.transform.pass_ import Pass
from tilewright.transform.tir import PASSES


def Apply(ftransform: Callable[[PrimFunc], PrimFunc]) -> Pass:
    """The pass that applies `ftransform` to each function."""
    return Pass("tir.Apply", lambda mod: mod.map_functions(ftransform), ftransform)


def __getattr__(name: str) -> Any:
    if name not in PASSES:
        raise AttributeError(f"module 'tilewright.tir.transform' has no pass {name!r}")
    found = PASSES[name]
    return found if isinstance(found, type) else _factory(name, found)


def __dir__() -> list[str]:
    return sorted({*globals(), *PASSES})


def _factory(name: str, found: Pass) -> Callable[[], Pass]:
    def make() -> Pass:
        return found

    make.__name__ = make.__qualname__ = name
    make.__doc__ = found.summary
    return make
