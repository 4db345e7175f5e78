"""The functions of an analysed file by name, alone and with those that they call."""

from __future__ import annotations

from collections.abc import Mapping

from tilewright.core.analyze import Analysis
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.program import Program, is_program
from tilewright.core.ir.relax import Function
from tilewright.core.ir.walk import walk


def values(analysis: Analysis) -> dict[str, Program]:
    """Top-level functions and modules, and functions of modules as `Module.name`; functions of Python's have no stages."""
    known = {**top_level(analysis), **analysis.functions}
    return {name: value for name, value in known.items() if is_program(value)}


def top_level(analysis: Analysis) -> dict[str, Program]:
    """The functions and modules of the file by name."""
    return {
        name: value
        for definition in analysis.definitions
        for name, value in definition.values.items()
        if value is not None
    }


def members(name: str, value: Program) -> dict[str, Program]:
    """`value`, known as `name`, and where it is a module its functions as `Module.name`."""
    inner = value.functions.items() if isinstance(value, IRModule) else ()
    found = {f"{name}.{variable.name_hint}": func for variable, func in inner}
    return {name: value, **{each: func for each, func in found.items() if isinstance(func, (PrimFunc, Function))}}


def with_callees(known: Mapping[str, Program], name: str, value: Program) -> tuple[str, Program]:
    """`value`, known as `name`; a function that calls others of its module comes as a module with them, under the name of that."""
    outer, _, inner = name.rpartition(".")
    module = known.get(outer)
    if isinstance(module, IRModule) and isinstance(value, (PrimFunc, Function)):
        needed = _reached(module, inner)
        if len(needed) > 1:
            return outer, _restricted(module, needed)
    return name, value


def as_module(value: Program, name: str) -> IRModule:
    """A module of the one function, or the module itself."""
    if isinstance(value, Function):
        return IRModule({name.rsplit(".", 1)[-1]: value})
    if isinstance(value, PrimFunc):
        symbol = name.rsplit(".", 1)[-1]
        return IRModule({symbol: value if "global_symbol" in value.attrs else value.with_attr("global_symbol", symbol)})
    return value


def _restricted(module: IRModule, needed: set[str]) -> IRModule:
    functions = {variable: func for variable, func in module.functions.items() if variable.name_hint in needed}
    return IRModule(functions, module.attrs, module.global_infos, module.span)


def _reached(module: IRModule, name: str) -> set[str]:
    """The functions that `name` calls, directly or not, and itself."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        current = waiting.pop()
        if current in found or current not in module:
            continue
        found.add(current)
        mentioned = (getattr(node, "op", node) for node in walk(module[current]))
        waiting += [each.name_hint for each in mentioned if isinstance(each, GlobalVar)]
    return found
