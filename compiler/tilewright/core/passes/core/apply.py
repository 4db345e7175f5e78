"""Passes made of functions and of other passes: `Apply`, `Filter`, `ApplyPassToFunction`, `PrintIR`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from tilewright.core.ir.function import BaseFunc, IRModule, PrimFunc
from tilewright.core.passes.core.decorators import PrimFuncPass
from tilewright.core.passes.core.pass_ import Pass

if TYPE_CHECKING:
    from tilewright.core.ir.expr import GlobalVar


def Apply(ftransform: Callable[[PrimFunc], PrimFunc]) -> Pass:
    """The pass that applies `ftransform` to each TensorIR function."""
    return PrimFuncPass(lambda func, mod, ctx: ftransform(func), "tir.Apply", 0)


def Filter(fcond: Callable[[PrimFunc], bool]) -> Pass:
    """The pass that keeps the TensorIR functions for which `fcond` holds."""
    return PrimFuncPass(lambda func, mod, ctx: func if fcond(func) else None, "tir.Filter", 0)


def ApplyPassToFunction(
    transform: Pass, func_name_regex: str, error_if_no_function_matches_regex: bool = False
) -> Pass:
    """The pass that runs `transform` on a module of those functions whose whole names match, and leaves the others as they are.

    The pass raises `ValueError` when none matches and `error_if_no_function_matches_regex` is set.
    """
    pattern = re.compile(func_name_regex)

    def run(mod: IRModule) -> IRModule:
        """Apply a pass to the functions that match a regular expression."""
        chosen = {var: func for var, func in mod.functions.items() if pattern.fullmatch(var.name_hint)}
        if not chosen:
            if error_if_no_function_matches_regex:
                names = ", ".join(var.name_hint for var in mod.functions) or "no functions"
                raise ValueError(f"no function matches {func_name_regex!r}; the module has {names}")
            return mod
        before = mod.with_functions(chosen)
        after = transform(before)
        return mod if after is before else _joined(mod, chosen, after)

    return Pass("ApplyPassToFunction", run)


def _joined(mod: IRModule, chosen: dict[GlobalVar, BaseFunc], after: IRModule) -> IRModule:
    """`mod` with the chosen functions as they are in `after`: changed, left out, or with new ones beside them."""
    made = {
        var: after.functions.get(var, func)
        for var, func in mod.functions.items()
        if var not in chosen or var in after.functions
    }
    made.update({var: func for var, func in after.functions.items() if var not in made})
    return mod.with_functions(made)


def PrintIR(header: str = "", show_meta_data: bool = False) -> Pass:
    """The pass that prints the module and leaves it as it is."""

    def run(mod: IRModule) -> IRModule:
        """Print the module."""
        print(f"PrintIR({header}):\n{mod.script(show_meta=show_meta_data)}")
        return mod

    return Pass("PrintIR", run)
