"""References to the functions of a module, exchanged everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilewright.core.ir import relax
from tilewright.core.ir.construction import with_struct_info
from tilewright.core.ir.expr import Call, GlobalVar
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.walk import rewrite


def replace_global_vars(module: IRModule, replacements: Mapping[Any, Any]) -> IRModule:
    """`module` with references replaced; text is the name of a function, of a new one where it is a replacement."""
    if not replacements:
        return module
    new = {_known(module, old): value for old, value in replacements.items()}
    changes = {old: _reference(value, old) for old, value in new.items()}

    def swapped(value: object) -> Any:
        return changes.get(value, value) if isinstance(value, GlobalVar) else value

    def call(node: Call) -> Call:
        return node if swapped(node.op) is node.op else node.replace(op=swapped(node.op))

    def relax_call(node: relax.Call) -> relax.Call:
        op = swapped(node.op)
        args = tuple(map(swapped, node.args))
        if op is node.op and all(a is b for a, b in zip(args, node.args)):
            return node
        return with_struct_info(relax.Call(op, args, node.attrs, node.sinfo_args, node.span), node.struct_info_)

    rules = {Call: call, relax.Call: relax_call, GlobalVar: swapped}
    functions = {swapped(variable): rewrite(function, rules) for variable, function in module.functions.items()}
    return module.with_functions({variable: _renamed(variable, function) for variable, function in functions.items()})


def _known(module: IRModule, old: Any) -> GlobalVar:
    return module.get_global_var(old) if isinstance(old, str) else old


def _reference(value: object, old: GlobalVar) -> GlobalVar:
    if isinstance(value, GlobalVar):
        return value
    return with_struct_info(GlobalVar(str(value)), old.struct_info_)


def _renamed(variable: GlobalVar, function: Any) -> Any:
    """A function that others can link to is linked under its reference's name."""
    known = function.attrs.get("global_symbol")
    return (
        function.with_attr("global_symbol", variable.name_hint) if known not in (None, variable.name_hint) else function
    )
