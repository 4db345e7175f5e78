"""The proof that a rewritten piece of a file means what it meant: both texts are parsed, and their functions compared.

Two functions are the same when they are structurally equal after each variable, buffer and assertion has been given the rest of its suite as its body
(whether such a scope ends before the suite does cannot be observed), or after that with one flat view of each memory and type of elements and without declarations of views.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from tilewright.core.analyze import Definition
from tilewright.core.base.diagnostics import Diagnostic, Severity
from tilewright.core.base.dtype import INT32, DType
from tilewright.core.builder.older import UNKNOWN_LENGTH
from tilewright.core.frontend.source_map import Symbol, SymbolKind
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.expr import BufferLoad, IntImm, Var
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.node import Node
from tilewright.core.ir.program import Program, is_program
from tilewright.core.ir.recursion import with_recursion_limit
from tilewright.core.ir.stmt import Allocate, AllocateConst, AssertStmt, BufferStore, DeclBuffer, LetStmt, SeqStmt, Stmt
from tilewright.core.ir.structural import structural_equal
from tilewright.core.ir.walk import rewrite

_Open = LetStmt | Allocate | AllocateConst | AssertStmt | DeclBuffer
_OPEN: Final = (LetStmt, Allocate, AllocateConst, AssertStmt, DeclBuffer)


def difference(before: Definition, after: Definition | None, dialect: str) -> tuple[Symbol, str] | None:
    """The first function of a piece that does not mean the same any more, with the reason; None when all do."""
    had = list(programs(before))
    has = [] if after is None else list(programs(after))
    for symbol, now in zip(had, has):
        reason = _reason(before, symbol, after, now, dialect)
        if reason is not None:
            return symbol, reason
    if len(had) != len(has):
        return had[min(len(has), len(had) - 1)] if had else has[0], "its rewritten text cannot be read"
    return None


def programs(definition: Definition) -> Iterator[Symbol]:
    """The functions and modules of the script that a piece defines, in order; those of a module are not told from it."""
    for symbol in definition.source_map.symbols:
        if symbol.start >= 0 and symbol.kind in (SymbolKind.FUNCTION, SymbolKind.MODULE) and is_program(symbol.value):
            yield symbol


def _reason(before: Definition, symbol: Symbol, after: Definition | None, now: Symbol, dialect: str) -> str | None:
    assert after is not None
    if not _is_whole(before, symbol):
        mistake = next(iter(_errors(before, symbol)), None)
        if mistake is not None:
            return f"it has a mistake: {mistake.message}"
    known = {(each.code, each.message) for each in before.diagnostics}
    for each in _errors(after, now):
        if (each.code, each.message) not in known:
            return f"the {dialect} dialect cannot say this: {each.message}"
    left, right = normal(symbol.value), normal(now.value)
    if not (_equal(left, right) or _equal(_with_one_view(left), _with_one_view(right))):
        return f"it would compute something else in the {dialect} dialect"
    return None


def _equal(left: Node, right: Node) -> bool:
    return structural_equal(left, right, map_free_vars=True)


def _is_whole(definition: Definition, symbol: Symbol) -> bool:
    """Whether the parser has read all of a function: nothing of it depends on values that only running the file gives."""
    found = definition.values.values()
    return any(value is symbol.value or _holds(value, symbol.value) for value in found)


def _holds(module: object, function: object) -> bool:
    return isinstance(module, IRModule) and any(each is function for each in module.functions.values())


def _errors(definition: Definition, symbol: Symbol) -> Iterator[Diagnostic]:
    low, high = symbol.extent
    for each in definition.diagnostics:
        if each.severity is Severity.ERROR and low <= each.span.start <= high:
            yield each


@with_recursion_limit
def normal(value: Program) -> Node:
    """The program with the rest of its suite in the body of each scope that may take it."""
    return rewrite(value, {SeqStmt: _extended})


def _extended(node: SeqStmt) -> Stmt:
    made = _suite(node.seq)
    return made[0] if len(made) == 1 else node if made == node.seq else SeqStmt(made, node.span)


def _suite(statements: Sequence[Stmt]) -> tuple[Stmt, ...]:
    for at, each in enumerate(statements[:-1]):
        if isinstance(each, _OPEN):
            inner = each.body.seq if isinstance(each.body, SeqStmt) else (each.body,)
            body = _suite((*inner, *statements[at + 1 :]))
            return (*statements[:at], replace(each, body=body[0] if len(body) == 1 else SeqStmt(body)))
    return tuple(statements)


@with_recursion_limit
def _with_one_view(value: Node) -> Node:
    """The program without declarations of views, and with one buffer for all flat views of a memory that have the same type of elements, however long each of them says it is."""
    views: dict[tuple[Var, DType], Buffer] = {}

    def view(buffer: Buffer) -> Buffer:
        if not _is_flat(buffer):
            return buffer
        made = buffer.replace(shape=(IntImm(INT32, UNKNOWN_LENGTH),), name="view")
        return views.setdefault((buffer.data, buffer.dtype), made)

    def with_view(node: Any) -> Any:
        return node.replace(buffer=view(node.buffer))

    def undeclared(node: DeclBuffer) -> Stmt:
        return node.body

    rules = {BufferLoad: with_view, BufferStore: with_view, BufferRegion: with_view, DeclBuffer: undeclared}
    return rewrite(value, rules)


def _is_flat(buffer: Buffer) -> bool:
    offset = buffer.elem_offset
    return len(buffer.shape) == 1 and not buffer.strides and isinstance(offset, IntImm) and offset.value == 0
