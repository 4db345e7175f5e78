"""Passes: named functions from module to module, and the decorators that make them.

`@tir_pass("tir.FlattenBuffer")` over a function `PrimFunc -> PrimFunc` makes a `Pass`; `tilewright.transform` shows it under TVM's name as a factory.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tilewright.ir.function import IRModule, PrimFunc


@dataclass(frozen=True)
class Pass:
    """A named step of lowering; call it with a module, or with a function when it works function by function."""

    name: str
    run: Callable[[IRModule], IRModule]
    run_function: Callable[[PrimFunc], PrimFunc] | None = None

    def __call__(self, mod: IRModule) -> IRModule:
        return self.run(mod)

    @property
    def summary(self) -> str:
        """First line of what the pass says of itself."""
        return (self.run_function or self.run).__doc__ or ""


def tir_pass(name: str) -> Callable[[Callable[[PrimFunc], PrimFunc]], Pass]:
    """A pass that rewrites each `PrimFunc` on its own."""

    def make(function: Callable[[PrimFunc], PrimFunc]) -> Pass:
        return Pass(name, lambda mod: mod.map_functions(function), function)

    return make


def module_pass(name: str) -> Callable[[Callable[[IRModule], IRModule]], Pass]:
    """A pass that sees the whole module."""
    return lambda function: Pass(name, function)
