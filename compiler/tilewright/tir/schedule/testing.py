"""Comparing programs whatever their functions are called."""

from __future__ import annotations

from tilewright.ir.function import IRModule, PrimFunc
from tilewright.ir.structural import assert_structural_equal


def assert_structural_equal_ignore_global_symbol(
    func1: PrimFunc | IRModule, func2: PrimFunc | IRModule, *args: bool, **kwargs: bool
) -> None:
    """`assert_structural_equal` of two functions as if they had the same symbol; of modules it compares the symbols too."""
    assert_structural_equal(_nameless(func1), _nameless(func2), *args, **kwargs)


def _nameless(program: PrimFunc | IRModule) -> PrimFunc | IRModule:
    return program if isinstance(program, IRModule) else program.with_attr("global_symbol", "")


__all__ = ["assert_structural_equal_ignore_global_symbol"]
