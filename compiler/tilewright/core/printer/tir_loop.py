"""Loops: `range`, `T.grid` over nested ones, and the loops of other kinds."""

from __future__ import annotations

from tilewright.core.ir.expr import Expr, IntImm, Var
from tilewright.core.ir.operators import binary
from tilewright.core.ir.stmt import For, ForKind, stmt_list
from tilewright.core.ir.walk import walk
from tilewright.core.printer.document import Document, Suite, Text, call, joined, text
from tilewright.core.printer.hybrid import loop_range
from tilewright.core.printer.state import Printer
from tilewright.core.printer.values import mapping, string

FUNCTIONS = {
    ForKind.SERIAL: "serial",
    ForKind.PARALLEL: "parallel",
    ForKind.VECTORIZED: "vectorized",
    ForKind.UNROLLED: "unroll",
    ForKind.THREAD_BINDING: "thread_binding",
}


def loop(printer: Printer, node: For) -> Document:
    """`for i, j in T.grid(16, 16):`, `for i in range(16):`, `for i in T.parallel(2, 10):`"""
    nest: list[For] = grid(node) if printer.options.syntax_sugar else [node]
    header = (
        call(printer.tir("grid"), *[printer.expr(level.extent) for level in nest])
        if len(nest) > 1
        else _single(printer, node)
    )
    with printer.inside(node) as scope:
        names = joined([printer.define(level.loop_var) for level in nest])
        body = printer.body(scope, stmt_list(nest[-1].body))
    return Suite((f"for {names} in {header}:",), body)


def grid(node: For) -> list[For]:
    """The loops from `node` inwards that one `T.grid` can say: serial, from 0, without annotations, of extents that do not
    depend on one another; at least `node`."""
    levels: list[For] = []
    variables: set[Var] = set()
    current = node
    while isinstance(current, For) and _is_plain(current) and not _mentions(current.extent, variables):
        levels.append(current)
        variables.add(current.loop_var)
        current = current.body
    return levels or [node]


def _is_plain(node: For) -> bool:
    return node.kind is ForKind.SERIAL and _is_zero(node.min) and not node.annotations and node.step is None


def _is_zero(number: Expr) -> bool:
    return isinstance(number, IntImm) and number.value == 0


def _mentions(extent: Expr, variables: set[Var]) -> bool:
    return not isinstance(extent, IntImm) and any(node in variables for node in walk(extent) if isinstance(node, Var))


def _single(printer: Printer, node: For) -> Text:
    """The iterable of one loop: `range(n)`, `T.thread_binding(n, thread="blockIdx.x")`."""
    if printer.dialect.loops_say_their_kind and (said := loop_range(printer, node)) is not None:
        return said
    plain = node.kind is ForKind.SERIAL and not node.annotations
    function = "range" if plain else printer.tir(FUNCTIONS[node.kind])
    thread = None if node.thread_binding is None else string(node.thread_binding.thread_tag)
    unroll = _unrolling(printer, node)
    annotations = mapping(printer, node.annotations) if node.annotations and unroll is None else None
    if node.step is None:
        between = bounds(printer, node.min, node.extent)
        return call(function, *between, thread=thread, annotations=annotations, unroll=unroll)
    between = (printer.expr(node.min), printer.expr(binary("Add", node.min, node.extent)))
    step = printer.expr(node.step)
    if plain:
        return call(function, *between, step)
    return call(function, *between, thread=thread, annotations=annotations, step=step, unroll=unroll)


def _unrolling(printer: Printer, node: For) -> Text | None:
    """The value of `unroll=` in tirx, where the annotations of a serial loop say nothing else."""
    if not printer.dialect.names_are_cells or node.kind is not ForKind.SERIAL or len(node.annotations) != 1:
        return None
    ((key, value),) = node.annotations.items()
    given = getattr(value, "value", value)
    if key == "disable_unroll" and given in (True, 1):
        return text("False")
    if key != "pragma_unroll" or not isinstance(given, int) or given < 1:
        return None
    is_truth = given is True or (isinstance(value, Expr) and value.dtype.is_bool)
    return text("True" if is_truth else str(given))


def bounds(printer: Printer, low: Expr, extent: Expr) -> tuple[Text, ...]:
    """`extent`, or begin and end when the loop does not begin at 0."""
    if _is_zero(low):
        return (printer.expr(extent),)
    return printer.expr(low), printer.expr(binary("Add", low, extent))
