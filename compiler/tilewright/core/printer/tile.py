"""The tile language: numbers of scopes, tile primitives, layouts of buffers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilewright.core.ir.expr import Add, Expr, IntImm, StringImm, Sub
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node import Node
from tilewright.core.ir.stmt import stmt_list
from tilewright.core.ir.tile import BINDINGS, PERSISTENT, LambdaExpr, ScopeIdDefStmt, TilePrimitiveCall
from tilewright.core.ir.tile_layout import MEMORY, Axis, ComposeLayout, Iter, OnAxis, TileLayout
from tilewright.core.printer.document import (
    LAMBDA,
    Document,
    Group,
    Line,
    Text,
    bracketed,
    call,
    joined,
    operation,
    text,
    tupled,
)
from tilewright.core.printer.state import ExpressionRule, Printer, StatementRule, assign
from tilewright.core.printer.values import mapping, string, value

# What `T` calls the scope of a tile primitive; that of one thread is not said.
_SCOPES = {"thread": "tile"}


def scope_id(printer: Printer, node: ScopeIdDefStmt) -> Document:
    """`bx, by = T.cta_id([4, 8])`"""
    named: dict[str, Text | None] = {}
    if node.preferred_extents:
        named["preferred"] = _extents(printer, node.preferred_extents)
    dtype = str(node.def_ids[0].dtype)
    if dtype != "int32":
        named["dtype"] = text(string(dtype))
    given = [_extents(printer, node.extents)] if node.extents else []
    header = call(printer.tir(BINDINGS[node.parent, node.cur]), *given, **named)
    ends = printer.scope.concise
    with printer.inside(node) as scope:
        names = joined([printer.define(variable) for variable in node.def_ids])
        printer.body(scope, stmt_list(node.body), ends)
        printer.keep_names()
    return Group([assign(names, header), *scope.statements])


def _extents(printer: Printer, sizes: tuple[Expr, ...]) -> Text:
    return bracketed([printer.expr(size) for size in sizes])


def tile_primitive(printer: Printer, node: TilePrimitiveCall) -> Document:
    """`T.cta.copy(A_shared[0:64], A[0:64], dispatch="tma")`"""
    name = str(node.op.script).removeprefix("tile.")
    args = [_argument(printer, arg) for arg in node.args]
    while args and node.args[len(args) - 1] is None:
        args.pop()
    named: dict[str, Text | None] = {
        "workspace": mapping(printer, node.workspace) if node.workspace else None,
        "dispatch": None if node.dispatch is None else text(string(node.dispatch)),
        **{key: value(printer, item) for key, item in node.config.items()},
    }
    return Line(call(printer.tir(f"{_SCOPES.get(node.scope, node.scope)}.{name}"), *args, **named))


def _argument(printer: Printer, arg: Any) -> Text:
    if isinstance(arg, tuple):
        return bracketed([text(str(number)) for number in arg])
    if isinstance(arg, StringImm):
        return text(string(arg.value))
    if isinstance(arg, Node):
        return printer.expr(arg)
    return text(string(arg)) if isinstance(arg, str) else text(str(arg))


def function(printer: Printer, node: LambdaExpr) -> Text:
    """`lambda i, j: i < j`"""
    with printer.inside(node):
        names = [printer.define(variable) for variable in node.vars]
        body = printer.expr(node.pred)
    return operation(LAMBDA, f"lambda {joined(names)}: {body}")


def is_persistent(printer: Printer, node: PrimFunc) -> bool:
    """Whether the decorator says that blocks of threads stay for the whole kernel."""
    value = node.attrs.get(PERSISTENT)
    return printer.dialect.names_are_cells and bool(getattr(value, "value", value))


def attributes_below(printer: Printer, node: PrimFunc) -> Mapping[str, Any]:
    """The attributes of a function that its decorator does not say."""
    if not is_persistent(printer, node):
        return node.attrs
    return {key: value for key, value in node.attrs.items() if key != PERSISTENT}


def tile_layout(printer: Printer, node: TileLayout) -> Text:
    """`T.TileLayout(T.S[(8, 4):(4 @ Axis.laneid, 1)] + T.R[2:1 @ Axis.warpid] + 3)`"""
    parts = [_parts(printer, form, part) for form, part in (("S", node.shard), ("R", node.replica)) if part]
    moved = [_on_axis(printer, item.value, item.axis) for item in node.offset]
    if moved:
        alone = len(moved) == 1 and not isinstance(node.offset[0].value, (Add, Sub))
        parts.append(moved[0] if alone else text("(", " + ".join(moved), ")"))
    return call(printer.tir("TileLayout"), " + ".join(parts))


def _parts(printer: Printer, form: str, parts: tuple[Iter, ...]) -> Text:
    extents = [printer.expr(part.extent) for part in parts]
    strides = [_on_axis(printer, part.stride, part.axis) for part in parts]
    if len(parts) == 1:
        return text(printer.tir(form), "[", extents[0], ":", strides[0], "]")
    return text(printer.tir(form), "[", tupled(extents), ":", tupled(strides), "]")


def _on_axis(printer: Printer, number: Expr, axis: Axis) -> Text:
    written = printer.expr(number)
    if axis is MEMORY or axis.name == MEMORY.name:
        return written
    return text(written if isinstance(number, IntImm) else text("(", written, ")"), " @ Axis.", axis.name)


def on_axis(printer: Printer, node: OnAxis) -> Text:
    """`4 @ Axis.laneid`"""
    return _on_axis(printer, node.value, node.axis)


def axis(printer: Printer, node: Axis) -> Text:
    """`Axis.laneid`"""
    return text("Axis.", node.name)


def iter_(printer: Printer, node: Iter) -> Text:
    """`T.Iter(8, 4, "laneid")`"""
    return call(printer.tir("Iter"), printer.expr(node.extent), printer.expr(node.stride), string(node.axis.name))


def compose_layout(printer: Printer, node: ComposeLayout) -> Text:
    """`T.ComposeLayout(3, 3, 3, T.TileLayout(T.S[(8, 64):(64, 1)]))`"""
    numbers = [text(str(number)) for number in (node.per_element, node.swizzle_len, node.atom_len)]
    last = [] if node.swizzle_inner else [text("False")]
    return call(printer.tir("ComposeLayout"), *numbers, printer.expr(node.tile_layout), *last)


STATEMENTS: dict[type, StatementRule] = {ScopeIdDefStmt: scope_id, TilePrimitiveCall: tile_primitive}
EXPRESSIONS: dict[type, ExpressionRule] = {
    LambdaExpr: function,
    TileLayout: tile_layout,
    ComposeLayout: compose_layout,
    OnAxis: on_axis,
    Axis: axis,
    Iter: iter_,
}
