"""Blocks: axes with the `T.axis.remap` short form, regions, attributes, buffers, `T.init`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from tilewright.core.ir.buffer import Buffer, MatchBufferRegion
from tilewright.core.ir.expr import Expr, IntImm, IterVar, IterVarKind, Var
from tilewright.core.ir.stmt import Block, BlockRealize, For, stmt_list
from tilewright.core.printer.document import Document, Group, Line, Suite, Text, bracketed, call, joined, tupled
from tilewright.core.printer.hybrid import axes_as_arguments, bind_axes, block_call
from tilewright.core.printer.scopes import Scope
from tilewright.core.printer.state import Printer, assign
from tilewright.core.printer.tir_buffer import Defines, declaration
from tilewright.core.printer.tir_loop import bounds
from tilewright.core.printer.values import mapping, string

AXES = {
    IterVarKind.DataPar: "spatial",
    IterVarKind.CommReduce: "reduce",
    IterVarKind.Ordered: "scan",
    IterVarKind.Opaque: "opaque",
}
REMAPPED = {IterVarKind.DataPar: "S", IterVarKind.CommReduce: "R"}


def block_realize(printer: Printer, node: BlockRealize) -> Document:
    """`with T.block("C"):`, its axes bound to values."""
    return Group([_block(printer, node.block, node)])


def block(printer: Printer, node: Block) -> Document:
    """A block that nothing realizes: `with T.block("C", no_realize=True):`"""
    return _block(printer, node, None)


def _block(printer: Printer, node: Block, realize: BlockRealize | None) -> Suite:
    with printer.inside(node) as scope:
        header = _header(printer, node, realize, scope)
        if realize is not None and not _is_one(realize.predicate):
            scope.statements.append(Line(call(printer.tir("where"), printer.expr(realize.predicate))))
        for name, regions in (("reads", node.reads), ("writes", node.writes)):
            scope.statements.append(Line(call(printer.tir(name), *[printer.expr(item) for item in regions])))
        if node.annotations:
            scope.statements.append(Line(call(printer.tir("block_attr"), mapping(printer, node.annotations))))
        alloc_buffers(printer, node.alloc_buffers, scope)
        for match in node.match_buffers:
            scope.statements.append(printer.statement(match))
        _init(printer, node, scope)
        printer.body(scope, stmt_list(node.body))
    return Suite((f"with {header}:",), scope.statements, node)


def _header(printer: Printer, node: Block, realize: BlockRealize | None, scope: Scope) -> Text:
    """The call of the block; its axes are defined, in it or in the lines below."""
    if realize is not None and axes_as_arguments(printer, realize):
        made = block_call(printer, realize)
        bind_axes(printer, realize, scope)
        return made
    _axes(printer, node, realize, scope)
    return call(printer.tir("block"), string(node.name_hint), no_realize="True" if realize is None else None)


def _is_one(predicate: Expr) -> bool:
    return isinstance(predicate, IntImm) and predicate.value == 1


def alloc_buffers(printer: Printer, buffers: tuple[Buffer, ...], scope: Scope) -> None:
    """`A = T.alloc_buffer((16,))` for each."""
    for buffer in buffers:
        name = printer.define(buffer, scope)
        scope.statements.append(assign(name, declaration(printer, buffer, "alloc_buffer", scope, Defines.POINTER)))


def match_buffer(printer: Printer, node: MatchBufferRegion) -> Document:
    """`B = T.match_buffer(A[0:4], (4,))`"""
    scope = printer.scope
    name, source = printer.define(node.buffer), printer.expr(node.source)
    return assign(name, declaration(printer, node.buffer, "match_buffer", scope, Defines.LAYOUT, source))


def _init(printer: Printer, node: Block, outer: Scope) -> None:
    """`with T.init():`"""
    if node.init is not None:
        with printer.inside(node.init) as scope:
            printer.body(scope, stmt_list(node.init))
        outer.statements.append(Suite((f"with {printer.tir('init')}():",), scope.statements))


def _axes(printer: Printer, node: Block, realize: BlockRealize | None, scope: Scope) -> None:
    """Axes in order; neighbours that are bound to whole loops are said together."""
    values = realize.iter_values if realize is not None else (None,) * len(node.iter_vars)
    loops = dict(_loops(printer)) if printer.options.syntax_sugar else {}
    pairs = zip(node.iter_vars, values)
    for whole, run in groupby(pairs, key=lambda pair: pair[1] is not None and _is_whole_loop(pair[0], pair[1], loops)):
        items = list(run)
        if whole and len(items) > 1:
            scope.statements.append(_remap(printer, items))
        else:
            scope.statements += [_axis(printer, axis, bound) for axis, bound in items]


def _loops(printer: Printer) -> Iterator[tuple[Var, For]]:
    """The loops around, those said in one `T.grid` included."""
    for scope in printer.scopes:
        current = scope.node
        while isinstance(current, For):
            yield current.loop_var, current
            current = current.body


def _is_whole_loop(axis: IterVar, bound: Expr | None, loops: dict[Var, For]) -> bool:
    """Whether the axis runs with a loop over the same range."""
    if axis.iter_type not in REMAPPED or not isinstance(bound, Var) or axis.dom is None:
        return False
    loop = loops.get(bound)
    return loop is not None and _equal(loop.min, axis.dom.min) and _equal(loop.extent, axis.dom.extent)


def _equal(a: Expr, b: Expr) -> bool:
    if isinstance(a, IntImm) and isinstance(b, IntImm):
        return a.value == b.value and a.dtype is b.dtype
    from tilewright.core.ir.structural import structural_equal

    return a is b or structural_equal(a, b)


def _remap(printer: Printer, items: list[tuple[IterVar, Expr | None]]) -> Line:
    """`vi, vk = T.axis.remap("SR", [i, k])`"""
    names = joined([printer.define(axis.var) for axis, _ in items])
    kinds = "".join(REMAPPED[axis.iter_type] for axis, _ in items)
    bound = bracketed([printer.expr(value) for _, value in items])
    return assign(names, call(printer.tir("axis.remap"), string(kinds), bound))


def _axis(printer: Printer, axis: IterVar, bound: Expr | None) -> Line:
    """`vi = T.axis.spatial(128, i + 1)`; a domain that does not begin at 0 is a pair of its ends."""
    assert axis.dom is not None
    ends = bounds(printer, axis.dom.min, axis.dom.extent)
    domain: Text = ends[0] if len(ends) == 1 else tupled(ends)
    values = [] if bound is None else [printer.expr(bound)]
    made = call(printer.tir(f"axis.{AXES[axis.iter_type]}"), domain, *values)
    return Line(f"{printer.define(axis.var)} = {made}", axis)
