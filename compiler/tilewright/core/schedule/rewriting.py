"""Rewriting that several primitives share: values of block axes, predicates, and what enclosing blocks declare."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tilewright.core.analysis.regions import block_access_regions
from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.iter_map import IterMapLevel, iter_map_simplify
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr, IterVar, Range, Var
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.stmt import AllocateConst, Block, BlockRealize, DeclBuffer, For, SeqStmt, Stmt, seq, stmt_list
from tilewright.core.passes.tir.rewriting.conditions import is_true
from tilewright.core.passes.tir.rewriting.fresh import declared_buffers
from tilewright.core.schedule.checks import Ranges, range_of
from tilewright.core.schedule.references import StmtSRef


def simplified_bindings(stmt: Stmt, ranges: Mapping[Var, Range], preserve_unit_iters: bool = True) -> Stmt:
    """A statement inside loops of `ranges`, with the values of the axes of its outermost blocks written by their iteration maps."""
    known = dict(ranges)

    def visit(current: Stmt) -> Stmt:
        if isinstance(current, For):
            known[current.loop_var] = range_of(current)
            return current.replace(body=body) if (body := visit(current.body)) is not current.body else current
        if isinstance(current, BlockRealize):
            return _simplified(current, known, preserve_unit_iters) if current.block.iter_vars else _through(current)
        return current.map_children(lambda child: visit(child) if isinstance(child, Stmt) else child)

    def _through(realize: BlockRealize) -> BlockRealize:
        body = visit(realize.block.body)
        return realize if body is realize.block.body else realize.replace(block=realize.block.replace(body=body))

    return visit(stmt)


def _simplified(realize: BlockRealize, known: Ranges, preserve_unit_iters: bool) -> BlockRealize:
    values = iter_map_simplify(
        realize.iter_values,
        known,
        realize.predicate,
        IterMapLevel.Surjective,
        simplify_trivial_iterators=not preserve_unit_iters,
    )
    same = len(values) == len(realize.iter_values) and all(a is b for a, b in zip(values, realize.iter_values))
    return realize if same else realize.replace(iter_values=tuple(values))


def with_predicate(stmt: Stmt, condition: Expr) -> Stmt:
    """A statement whose outermost blocks run only where `condition` holds as well."""
    if isinstance(stmt, BlockRealize):
        return stmt.replace(predicate=conjunction(stmt.predicate, condition))
    return stmt.map_children(lambda child: with_predicate(child, condition) if isinstance(child, Stmt) else child)


def conjunction(a: Expr, b: Expr) -> Expr:
    """Both conditions."""
    return b if is_true(a) else a if is_true(b) else binary("And", a, b)


def all_of(conditions: Iterable[Expr]) -> Expr:
    """Every condition; True for none."""
    found = const(True, "bool")
    for condition in conditions:
        found = conjunction(found, condition)
    return found


def analyzer_of(loops: Iterable[For]) -> Analyzer:
    """An analyzer that knows the ranges of loops."""
    analyzer = Analyzer()
    for loop in loops:
        analyzer.bind(loop.loop_var, range_of(loop))
    return analyzer


def axis_analyzer(axes: Iterable[IterVar]) -> Analyzer:
    """An analyzer that knows the domains of axes."""
    analyzer = Analyzer()
    for axis in axes:
        if axis.dom is not None:
            analyzer.bind(axis.var, axis.dom)
    return analyzer


def without(stmt: Stmt, removed: Stmt) -> Stmt | None:
    """A statement without one in it; None when nothing is left. Loops that hold nothing else go with it."""
    if stmt is removed:
        return None
    if isinstance(stmt, SeqStmt):
        parts = [without(part, removed) for part in stmt.seq]
        left = [part for part in parts if part is not None]
        unchanged = len(left) == len(stmt.seq) and all(a is b for a, b in zip(left, stmt.seq))
        return stmt if unchanged else seq(left) if left else None
    if isinstance(stmt, BlockRealize):
        return stmt
    found = False

    def visit(child: object) -> object:
        nonlocal found
        if not isinstance(child, Stmt):
            return child
        inner = without(child, removed)
        found = found or inner is None
        return child if inner is None else inner

    made = stmt.map_children(visit)
    return None if found else made


def parts_of(body: Stmt) -> list[Stmt]:
    """The statements that follow each other in a body, below the constants and buffers that it begins with."""
    return parts_of(body.body) if isinstance(body, (AllocateConst, DeclBuffer)) else list(stmt_list(body))


def with_parts(body: Stmt, parts: list[Stmt]) -> Stmt:
    """A body with other statements below the constants and buffers that it begins with."""
    if isinstance(body, (AllocateConst, DeclBuffer)):
        return body.replace(body=with_parts(body.body, parts))
    return seq(parts)


def swapped_deep(stmt: Stmt, old: Stmt, new: Stmt) -> Stmt:
    """A statement with another in the place of one anywhere in it."""
    if stmt is old:
        return new
    return stmt.map_children(lambda child: swapped_deep(child, old, new) if isinstance(child, (Stmt, Block)) else child)


def buffers_around(ref: StmtSRef, func_buffers: Iterable[Buffer]) -> dict[Var, Buffer]:
    """The buffers that are known where a loop or block stands, by pointer."""
    known = {buffer.data: buffer for buffer in func_buffers}
    for ancestor in [*ref.ancestors()][::-1]:
        if ancestor.is_block:
            known.update(own_buffers(ancestor.block))
    return known


def _leading_buffers(body: Stmt) -> dict[Var, Buffer]:
    """The buffers that a body begins with, by pointer: views of constants."""
    found: dict[Var, Buffer] = {}
    while isinstance(body, (AllocateConst, DeclBuffer)):
        if isinstance(body, DeclBuffer):
            found[body.buffer.data] = body.buffer
        body = body.body
    return found


def own_buffers(block: Block) -> dict[Var, Buffer]:
    """The buffers that a block allocates, matches or begins with, by pointer."""
    return {**{buffer.data: buffer for buffer in declared_buffers(block)}, **_leading_buffers(block.body)}


def with_regions(block: Block, known: Mapping[Var, Buffer]) -> Block:
    """A block that declares what it is found to read and write, whatever it declared before."""
    own = own_buffers(block)
    found = block_access_regions(block.replace(reads=(), writes=()), {**known, **own})
    reads = tuple(region for region in found.reads if region.buffer.data not in own)
    writes = tuple(region for region in found.writes if region.buffer.data not in own)
    return block.replace(reads=reads, writes=writes)


def axis_values(realize: BlockRealize) -> dict[Var, Expr]:
    """The values of a block's axes."""
    return {axis.var: value for axis, value in zip(realize.block.iter_vars, realize.iter_values)}
