"""The part of a module that is reachable from its entries."""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.core.graph.queries import all_global_vars
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import Function


def without_unreached(mod: IRModule, before: IRModule) -> IRModule:
    """The module without those functions of Relax that were in `before`, are private and are called no more."""
    called: set[str] = set()
    for function in mod.functions.values():
        if isinstance(function, Function):
            called.update(variable.name_hint for variable in all_global_vars(function))
    kept = {
        variable: function
        for variable, function in mod.functions.items()
        if variable.name_hint in called
        or variable not in before
        or not isinstance(function, Function)
        or "global_symbol" in function.attrs
    }
    return mod if len(kept) == len(mod) else mod.with_functions(kept)


def reached(mod: IRModule, entries: Iterable[str]) -> set[str]:
    """The names of the functions that the entries call, directly or not, and their own."""
    found: set[str] = set()
    pending = list(entries)
    while pending:
        name = pending.pop()
        if name in found or name not in mod:
            continue
        found.add(name)
        function = mod[name]
        if isinstance(function, Function):
            pending += [variable.name_hint for variable in all_global_vars(function)]
    return found
