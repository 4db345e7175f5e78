"""RemoveStoreUndef: stores of `T.undef()`, which say that a value does not matter, disappear."""

from __future__ import annotations

from tilewright.core.ir.buffer import scope_of
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BufferLoad, Call, Expr, IntImm, Let, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node import Node
from tilewright.core.ir.operators import logical_not
from tilewright.core.ir.stmt import Allocate, BufferStore, DeclBuffer, Evaluate, For, IfThenElse, LetStmt, SeqStmt, Stmt
from tilewright.core.ir.walk import rewrite, walk
from tilewright.core.passes.core.errors import PassError
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.passes.tir.lowering.remove_no_op import has_no_effect, is_nothing
from tilewright.core.passes.tir.rewriting.seq_stmt import without_nothing


@tir_pass("tir.RemoveStoreUndef")
def remove_store_undef(func: PrimFunc) -> PrimFunc:
    """Drop stores of values that do not matter; raises `PassError` when such a value decides where or whether something is done."""
    unknown = _named(func) | _cells(func)

    def store(stmt: BufferStore) -> Stmt:
        if any(_is_undefined(index, unknown) for index in stmt.indices):
            raise PassError(f"an index of `{stmt.buffer.name}` is T.undef()")
        return _NOTHING if _is_undefined(stmt.value, unknown) else stmt

    def load(e: BufferLoad) -> BufferLoad:
        if any(_is_undefined(index, unknown) for index in e.indices):
            raise PassError(f"an index of `{e.buffer.name}` is T.undef()")
        return e

    def branch(stmt: IfThenElse) -> Stmt:
        if _is_undefined(stmt.condition, unknown):
            raise PassError("a condition is T.undef()")
        if is_nothing(stmt.then_case) and stmt.else_case is None and has_no_effect(stmt.condition):
            return _NOTHING
        if is_nothing(stmt.then_case) and stmt.else_case is not None:
            return IfThenElse(logical_not(stmt.condition), stmt.else_case, None, stmt.span)
        return stmt

    def let(stmt: LetStmt) -> Stmt:
        return stmt.body if stmt.var in unknown else stmt

    def memory(stmt: Allocate) -> Stmt:
        return stmt.body if stmt.buffer_var in unknown else stmt

    def declaration(stmt: DeclBuffer) -> Stmt:
        return stmt.body if stmt.buffer.data in unknown else stmt

    def loop(stmt: For) -> Stmt:
        return _NOTHING if is_nothing(stmt.body) and has_no_effect(stmt.extent) else stmt

    if not unknown and not any(_is_undef(node) for node in walk(func)):
        return func
    rules = {
        BufferLoad: load,
        BufferStore: store,
        IfThenElse: branch,
        LetStmt: let,
        Allocate: memory,
        DeclBuffer: declaration,
        For: loop,
        SeqStmt: without_nothing,
    }
    return func.with_body(rewrite(func.body, rules))


_NOTHING = Evaluate(IntImm("int32", 0))  # pyright: ignore[reportArgumentType]


def _is_undef(node: Node) -> bool:
    return isinstance(node, Call) and callee_name(node) == "tir.undef"


def _named(func: PrimFunc) -> frozenset[Var]:
    """The names of values that do not matter, or are made of such."""
    found: set[Var] = set()
    for node in walk(func):
        if isinstance(node, (LetStmt, Let)) and _is_undefined(node.value, frozenset(found)):
            found.add(node.var)
    return frozenset(found)


def _cells(func: PrimFunc) -> frozenset[Var]:
    """The pointers of local variables to which nothing but values that do not matter is assigned: memory of one element that only stores and loads mention."""
    nodes = list(walk(func.body))
    cells = {node.buffer_var for node in nodes if isinstance(node, Allocate) and _is_cell(node)}
    assigned: set[Var] = set()
    for node in nodes:
        if isinstance(node, BufferStore) and node.buffer.data in cells:
            assigned.add(node.buffer.data)
            if not _is_undef(node.value):
                cells.discard(node.buffer.data)
        elif isinstance(node, Var):
            cells.discard(node)
    return frozenset(cells & assigned)


def _is_cell(stmt: Allocate) -> bool:
    is_one = all(isinstance(extent, IntImm) and extent.value == 1 for extent in stmt.extents)
    return is_one and scope_of(stmt.buffer_var) == "local"


def _is_undefined(value: Expr, unknown: frozenset[Var]) -> bool:
    """Whether something in the value does not matter; what an element of memory holds does, wherever it lies, unless it is a local variable without a value."""
    if isinstance(value, BufferLoad):
        return value.buffer.data in unknown
    return (
        _is_undef(value)
        or value in unknown
        or any(isinstance(child, Expr) and _is_undefined(child, unknown) for child in value.children())
    )
