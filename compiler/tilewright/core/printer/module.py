"""Modules: a class of functions, by name and with `main` last; calls between them are written `Module.f(x)`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.function import BaseFunc, IRModule, PrimFunc
from tilewright.core.ir.python_function import is_python
from tilewright.core.ir.relax import ExternFunc, Function
from tilewright.core.printer.document import Blank, Document, Line, Suite, call, text
from tilewright.core.printer.relax_function import extern_function, function
from tilewright.core.printer.state import Printer
from tilewright.core.printer.tir_function import prim_func
from tilewright.core.printer.values import mapping

# How each kind of function is printed under a name.
FUNCTIONS: dict[type, Callable[[Printer, Any, str | None], Document]] = {
    PrimFunc: prim_func,
    Function: function,
    ExternFunc: extern_function,
}


def ir_module(printer: Printer, node: IRModule, name: str | None = None) -> Document:
    """`@I.ir_module` over `class Module:`"""
    shown = name or "Module"
    with printer.inside(node) as scope:
        printer.names.define(node, shown)
        scope.named.append(node)
        printer.listing = True
        for key, values in (("module_attrs", node.attrs), ("module_global_infos", node.global_infos)):
            if values:
                scope.statements.append(Line(call(printer.ir(key), mapping(printer, values))))
        printer.listing = False
        functions = sorted(node.functions.items(), key=_order)
        for variable, _ in functions:
            printer.define_as(variable, scope, lambda variable=variable: text(f"{shown}.{variable.name_hint}"))
        for position, (variable, function) in enumerate(functions):
            before = functions[position - 1][1] if position else None
            apart = before is not None and (not isinstance(before, ExternFunc) or is_python(before))
            scope.statements += [Blank()] if apart else []
            scope.statements.append(_function(printer, variable, function))
    head = f"class {shown}(BasePyModule):" if any(map(is_python, node.functions.values())) else f"class {shown}:"
    decorator = printer.words.decorator or printer.ir("ir_module")
    return Suite((text("@", decorator), text(head)), scope.statements)


def _function(printer: Printer, variable: GlobalVar, function: BaseFunc) -> Document:
    made = FUNCTIONS[type(function)](printer, function, variable.name_hint)
    made.node = function
    return made


_RANKS: dict[type, int] = {ExternFunc: 0, PrimFunc: 1, Function: 2}


def _order(item: tuple[GlobalVar, BaseFunc]) -> tuple[int, str]:
    """Functions from outside first, then those of TensorIR, then others; `main` at the end."""
    variable, function = item
    rank = 3 if variable.name_hint == "main" else _RANKS.get(type(function), 1)
    return rank, variable.name_hint
