"""Finding reductions: loop nests that accumulate terms into each element of a buffer.

for i, j, k:
    if k == 0: C[i, j] = 0
    C[i, j] = C[i, j] + A[i, k] * B[k, j]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod

from tilewright.core.arith.key import deep_equal
from tilewright.core.arith.linear import linear
from tilewright.core.base.dtype import BOOL
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import (
    EQ,
    Add,
    And,
    BufferLoad,
    Call,
    Cast,
    Div,
    Expr,
    FloatImm,
    IntImm,
    Max,
    Min,
    Mul,
    Sub,
    Var,
)
from tilewright.core.ir.stmt import BufferStore, For, ForKind, IfThenElse, SeqStmt, Stmt
from tilewright.core.ir.walk import walk

_COMPUTED = ("float32", "float64", "int32", "int64", "uint32", "uint64")
# Functions that have the same result on a vector's lanes as on scalars.
_FUNCTIONS = frozenset({"tir.exp", "tir.sqrt", "tir.fabs", "tir.tanh", "tir.erf", "tir.log", "tir.sin", "tir.cos"})
# Functions that make a float32 of the bits of a bfloat16.
_BITS = frozenset({"tir.reinterpret", "tir.shift_left"})


@dataclass(frozen=True)
class Reduction:
    """A reduction: `outer` are the spatial loops, `inner` the reduction loops, each in their order.

    `init` is None when the element accumulates into its old value; `sorted` says that all outer loops enclose the inner ones; `asked` are the most rows and vectors
    of a register tile, where somebody has said so.
    """

    outer: tuple[For, ...]
    inner: tuple[For, ...]
    init: Expr | None
    store: BufferStore
    sorted: bool
    asked: tuple[int, int] | None = None

    @property
    def loops(self) -> tuple[For, ...]:
        """All loops."""
        return (*self.outer, *self.inner)

    @property
    def has_half(self) -> bool:
        """Whether it reads float16 numbers, which not every processor widens by itself."""
        return any(load.dtype.kind == "float" and load.dtype.bits == 16 for load in self.loads())

    def loads(self) -> list[BufferLoad]:
        """The loads of other buffers."""
        own = self.store.buffer.data
        return [node for node in walk(self.store.value) if isinstance(node, BufferLoad) and node.buffer.data is not own]


def reduction(stmt: For, known: set[Var]) -> Reduction | None:
    """The reduction that a loop nest computes, None when it is none of arithmetic terms; `known` are the pointers without aliases."""
    loops, body = plain_nest(stmt)
    first, store = body.seq if isinstance(body, SeqStmt) and len(body.seq) == 2 else (None, body)
    if not isinstance(store, BufferStore) or store.predicate is not None or len(store.indices) != 1:
        return None
    chosen = {node for node in walk(store.indices[0]) if isinstance(node, Var)}
    outer = tuple(loop for loop in loops if loop.loop_var in chosen)
    inner = tuple(loop for loop in loops if loop.loop_var not in chosen)
    init = None
    if first is not None:
        init = _init(first, store, inner)
        if init is None:
            return None
    found = Reduction(outer, inner, init, store, loops == (*outer, *inner))
    return found if inner and steps(inner) > 1 and _is_plain(found, known) else None


def plain_nest(stmt: For) -> tuple[tuple[For, ...], Stmt]:
    """The perfectly nested plain loops and the innermost body; no loops when one is not plain."""
    loops: list[For] = []
    body: Stmt = stmt
    while isinstance(body, For):
        if body.kind is not ForKind.SERIAL or not isinstance(body.min, IntImm) or body.annotations:
            return (), stmt
        loops.append(body)
        body = body.body
    return tuple(loops), body


def _init(first: Stmt, store: BufferStore, inner: tuple[For, ...]) -> Expr | None:
    """The initial value of an element, stored at the first iteration of the inner loops."""
    if not isinstance(first, IfThenElse) or first.else_case is not None:
        return None
    begin = first.then_case
    if not isinstance(begin, BufferStore) or begin.buffer is not store.buffer or begin.predicate is not None:
        return None
    if not deep_equal(begin.indices[0], store.indices[0]):
        return None
    asked = _first_point(first.condition)
    needed = {loop.loop_var: number(loop.min) for loop in inner if steps((loop,)) > 1}
    simple = isinstance(begin.value, (IntImm, FloatImm))
    return begin.value if simple and asked == needed else None


def _first_point(condition: Expr) -> dict[Var, int] | None:
    """a == 0 and b == 0 -> {a: 0, b: 0}, a * 4 + b == 0 -> {a: 0, b: 0} for variables that are never negative; None for another condition"""
    if isinstance(condition, And):
        left, right = _first_point(condition.a), _first_point(condition.b)
        return None if left is None or right is None else {**left, **right}
    if isinstance(condition, EQ) and isinstance(condition.a, Var) and isinstance(condition.b, IntImm):
        return {condition.a: condition.b.value}
    if isinstance(condition, EQ) and isinstance(condition.b, IntImm):
        sum_ = linear(condition.a)
        atoms = [(atom, by) for atom, by in sum_.atoms() if isinstance(atom, Var) and by > 0]
        if len(atoms) == len(list(sum_.atoms())) and sum_.constant == condition.b.value:
            return {atom: 0 for atom, _ in atoms}
    return None


def _is_plain(found: Reduction, known: set[Var]) -> bool:
    """Whether the element is computed by arithmetic on itself and on other buffers, and extents are constants or free variables."""
    store, own = found.store, 0
    if str(store.buffer.dtype) not in _COMPUTED or store.buffer.data not in known:
        return False
    variables = {loop.loop_var for loop in found.loops}
    if not all(_is_size(loop.extent, variables) for loop in found.loops):
        return False
    for node in walk(store.value):
        if isinstance(node, BufferLoad):
            if node.predicate is not None or len(node.indices) != 1 or node.dtype.is_vector or node.dtype is BOOL:
                return False
            if node.buffer.data is store.buffer.data:
                if node.buffer is not store.buffer or not deep_equal(node.indices[0], store.indices[0]):
                    return False
                own += 1
            elif node.buffer.data not in known or any(isinstance(part, BufferLoad) for part in walk(node.indices[0])):
                return False
    return own == 1 and is_arithmetic(store.value)


def _is_size(extent: Expr, variables: set[Var]) -> bool:
    return not any(isinstance(node, (BufferLoad, Call)) or node in variables for node in walk(extent))


def is_arithmetic(e: Expr) -> bool:
    """Whether a value is made of loads and numbers by operations that act lane by lane."""
    if isinstance(e, (IntImm, FloatImm, Var, BufferLoad)):
        return not (isinstance(e, Var) and e.dtype.is_handle)
    if isinstance(e, Cast):
        return e.dtype.bits >= 16 and is_arithmetic(e.value)
    if isinstance(e, Call):
        if callee_name(e) in _BITS:
            return is_arithmetic(e.args[0]) and all(is_arithmetic(arg) for arg in e.args[1:])
        return callee_name(e) in _FUNCTIONS and _is_wide_float(e) and is_arithmetic(e.args[0])
    if isinstance(e, Div):
        return _is_wide_float(e) and is_arithmetic(e.a) and is_arithmetic(e.b)
    return isinstance(e, (Add, Sub, Mul, Min, Max)) and is_arithmetic(e.a) and is_arithmetic(e.b)


def _is_wide_float(e: Expr) -> bool:
    return e.dtype.kind == "float" and e.dtype.bits >= 32


def mentions(value: Expr, loop: For) -> bool:
    """Whether the loop's variable is used outside of indices."""
    if isinstance(value, BufferLoad):
        return False
    return value is loop.loop_var or any(mentions(e, loop) for e in value.children() if isinstance(e, Expr))


def is_linear(index: Expr, variables: Iterable[Var]) -> bool:
    """Whether the expression is linear in the variables."""
    given = set(variables)
    return all(atom in given or not any(node in given for node in walk(atom)) for atom, _ in linear(index).atoms())


def is_next(index: Expr, loop: For) -> bool:
    """Whether each iteration of the loop is at the element behind that of the one before."""
    return step(index, loop) == 1 and is_linear(index, (loop.loop_var,))


def is_flat(access: BufferLoad | BufferStore, known: set[Var]) -> bool:
    """Whether an access is by one index, without a predicate, to memory that has no alias."""
    return access.predicate is None and len(access.indices) == 1 and access.buffer.data in known


def are_distinct(index: Expr, loops: Sequence[For]) -> bool:
    """Whether no two points of the loops have the same index: each stride exceeds the span of all smaller ones."""
    reach = 0
    for length, loop in sorted(((step(index, loop), loop) for loop in loops), key=lambda each: each[0]):
        if length <= reach:
            return False
        reach += length * (steps((loop,)) - 1)
    return is_linear(index, [loop.loop_var for loop in loops])


def step(index: Expr, loop: For) -> int:
    """The stride of a linear index in a loop."""
    return next((by for atom, by in linear(index).atoms() if atom is loop.loop_var), 0)


def steps(loops: Iterable[For]) -> int:
    """The number of points of the loops; an unknown extent counts as very many."""
    return prod(loop.extent.value if isinstance(loop.extent, IntImm) else _MANY for loop in loops)


_MANY = 1 << 20


def number(e: Expr) -> int:
    """The value of a constant."""
    assert isinstance(e, IntImm)
    return e.value
