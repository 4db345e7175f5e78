"""Statements that the hybrid dialect writes in forms of its own: axes in the call of a block, `tir.range`, memory behind a variable.

What it cannot say is refused: `Inexpressible`.
"""

from __future__ import annotations

from tilewright.core.dialects import HYBRID
from tilewright.core.ir.expr import Expr, GlobalVar, IntImm, IterVar, IterVarKind, Var
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.operators import binary
from tilewright.core.ir.relax import ExternFunc
from tilewright.core.ir.stmt import Allocate, BlockRealize, For, ForKind
from tilewright.core.printer.document import Line, Text, bracketed, call, text
from tilewright.core.printer.scopes import Scope
from tilewright.core.printer.state import Inexpressible, Printer
from tilewright.core.printer.values import string

_DOMAINS = {
    IterVarKind.CommReduce: "reduce_axis",
    IterVarKind.Ordered: "scan_axis",
    IterVarKind.Opaque: "opaque_axis",
}
_KINDS = {ForKind.PARALLEL: "parallel", ForKind.VECTORIZED: "vectorized", ForKind.UNROLLED: "unroll"}


def check_root(printer: Printer, node: object) -> None:
    """Refuse functions and modules that the dialect has no decorator for, with `Inexpressible`."""
    if printer.dialect is not HYBRID:
        return
    named = node.functions.items() if isinstance(node, IRModule) else [(None, node)]
    for variable, function in named:
        check_function(_name(variable, function), function)


def check_function(name: str, function: object) -> None:
    """Refuse a function that the dialect has no form for."""
    if not isinstance(function, PrimFunc):
        kind = "Python functions in modules" if isinstance(function, ExternFunc) else "functions of Relax"
        raise Inexpressible(
            f"hybrid script has no {kind}, and `{name}` is one: its modules hold functions of TensorIR alone"
        )
    if "global_symbol" not in function.attrs:
        raise Inexpressible(f"hybrid script has no private functions, and `{name}` is one")


def check_while(printer: Printer) -> None:
    """Refuse a loop that goes on while a condition holds, with `Inexpressible`."""
    if printer.dialect is HYBRID:
        raise Inexpressible("hybrid script has no `while`")


def _name(variable: GlobalVar | None, function: object) -> str:
    if variable is not None:
        return variable.name_hint
    return str(getattr(function, "attrs", {}).get("global_symbol", "main"))


def axes_as_arguments(printer: Printer, realize: BlockRealize | None) -> bool:
    """Whether the axes of a block stand in its call: their domains can be said there, and their values have their types."""
    if realize is None or not printer.dialect.axes_are_arguments:
        return False
    pairs = zip(realize.block.iter_vars, realize.iter_values)
    return all(_is_domain(axis) and value.dtype is axis.var.dtype for axis, value in pairs)


def _is_domain(axis: IterVar) -> bool:
    if axis.dom is None or axis.dom.extent.dtype is not axis.var.dtype or axis.dom.min.dtype is not axis.var.dtype:
        return False
    if not _is_simple(axis.dom.extent):
        return False
    return axis.iter_type in _DOMAINS or (axis.iter_type is IterVarKind.DataPar and _is_zero(axis.dom.min))


def _is_simple(extent: Expr) -> bool:
    """Whether an extent comes back as it is from two ends, whose difference is simplified."""
    return isinstance(extent, (IntImm, Var))


def _is_zero(number: Expr) -> bool:
    return isinstance(number, IntImm) and number.value == 0


def block_call(printer: Printer, realize: BlockRealize) -> Text:
    """`tir.block([16, tir.reduce_axis(0, 8)], "C") as [vi, vk]`"""
    axes = realize.block.iter_vars
    made = call(
        printer.tir("block"), bracketed([_domain(printer, axis) for axis in axes]), string(realize.block.name_hint)
    )
    return text(made, " as ", bracketed([printer.define(axis.var) for axis in axes])) if axes else made


def _domain(printer: Printer, axis: IterVar) -> Text:
    assert axis.dom is not None
    if axis.iter_type is IterVarKind.DataPar:
        return printer.expr(axis.dom.extent)
    low, high = axis.dom.min, binary("Add", axis.dom.min, axis.dom.extent)
    return call(printer.tir(_DOMAINS[axis.iter_type]), printer.expr(low), printer.expr(high))


def bind_axes(printer: Printer, realize: BlockRealize, scope: Scope) -> None:
    """`tir.bind(vi, i)` for each axis."""
    for axis, value in zip(realize.block.iter_vars, realize.iter_values):
        scope.statements.append(Line(call(printer.tir("bind"), printer.name(axis.var), printer.expr(value)), axis))


def loop_range(printer: Printer, node: For) -> Text | None:
    """`tir.range(0, 16, "parallel")`; None for a loop that says more than its kind."""
    if node.annotations or node.step is not None or node.thread_binding is not None or not _is_simple(node.extent):
        return None
    kind = _KINDS.get(node.kind)
    ends = printer.expr(node.min), printer.expr(binary("Add", node.min, node.extent))
    return call(printer.tir("range"), *ends, *([] if kind is None else [string(kind)]))


def allocate_call(printer: Printer, node: Allocate) -> Text:
    """`tir.allocate(p, "float32", [16], condition, scope)` for memory behind the variable `p`, which is declared above."""
    if node.annotations:
        raise Inexpressible(
            f"hybrid script has no annotations of memory, and `{node.buffer_var.name}` has `{next(iter(node.annotations))}`"
        )
    extents = bracketed([printer.expr(extent) for extent in node.extents])
    return call(
        printer.tir("allocate"),
        printer.name(node.buffer_var),
        string(node.dtype),
        extents,
        printer.expr(node.condition),
    )
