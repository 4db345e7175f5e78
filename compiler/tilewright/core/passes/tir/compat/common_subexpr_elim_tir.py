"""CommonSubexprElimTIR: what is computed several times gets a name.

A computation is named where the last of its variables is defined, in the branch that needs it when only one does.  What reads memory, calls something, or may divide by zero stays where it is, since it may
mean something else, or fail, elsewhere.  With `identify_equiv_terms` sums and products of indices that are equal when multiplied out count as one computation.  Runs on functions without blocks; `tir.disable_cse_tir` in the `PassContext` switches it off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tilewright.core.arith.facts import Facts
from tilewright.core.arith.key import Key, key
from tilewright.core.arith.linear import is_index
from tilewright.core.arith.polynomial import polynomial
from tilewright.core.ir.expr import (
    Add,
    BinaryOp,
    Broadcast,
    BufferLoad,
    Call,
    Cast,
    Expr,
    IntImm,
    Let,
    Mul,
    Not,
    Reduce,
    Select,
    Sub,
    Var,
)
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node import Node
from tilewright.core.ir.stmt import Allocate, Block, For, IfThenElse, LetStmt, Stmt
from tilewright.core.ir.walk import definitions, rewrite_top_down, walk
from tilewright.core.passes.core.context import PassContext
from tilewright.core.passes.core.pass_ import Pass, tir_pass

_COMPUTING = (BinaryOp, Cast, Select, Not)
# How computations are compared.
Naming = Callable[[Expr], Key]
_DIVISIONS = frozenset({"Div", "Mod", "FloorDiv", "FloorMod"})


@tir_pass("tir.CommonSubexprElimTIR")
def common_subexpr_elim_tir(func: PrimFunc) -> PrimFunc:
    """Compute once what is computed several times."""
    return computed_once(func)


def is_more_than_a_cast(node: Expr) -> bool:
    """Whether a computation is worth a name: a cast of a variable or a constant is not."""
    return not isinstance(node, Cast) or not isinstance(node.value, (Var, IntImm))


def computed_once(func: PrimFunc, name: Naming = key, worth: Callable[[Expr], bool] = is_more_than_a_cast) -> PrimFunc:
    """`func` with what it computes several times named, where that is `worth` it; computations of one `name` are the same."""
    disabled = PassContext.current().option("tir.disable_cse_tir")
    if disabled or any(isinstance(node, Block) for node in walk(func)):
        return func
    return func.with_body(_Eliminator(func.body, name, worth).enter(func.body))


def common_subexpr_elim(enable_cse_tir: bool = True, identify_equiv_terms: bool = False) -> Pass:
    """The pass, or one that does nothing; terms are compared by their structure, or with `identify_equiv_terms` by their expanded form."""
    if not enable_cse_tir:
        return tir_pass("tir.CommonSubexprElimTIR")(lambda func: func)
    if identify_equiv_terms:
        return tir_pass("tir.CommonSubexprElimTIR")(lambda func: computed_once(func, _multiplied_out))
    return common_subexpr_elim_tir


def _multiplied_out(e: Expr) -> Key:
    """Equal for terms of indices that are equal polynomials."""
    if isinstance(e, (Add, Sub, Mul)) and is_index(e.dtype):
        return ("polynomial", e.dtype, frozenset(polynomial(Facts(), e).terms.items()))
    return key(e)


class _Eliminator:
    """Walks down; `later` are the variables that are not defined yet at the current place."""

    def __init__(self, body: Stmt, name: Naming, worth: Callable[[Expr], bool]) -> None:
        self.name, self.worth = name, worth
        self.later = {variable for node in walk(body) for variable in definitions(node)}
        self.count = 0

    def enter(self, stmt: Stmt) -> Stmt:
        """`stmt`, before which a variable has just been defined, with what it repeats named."""
        found = self._repeated(stmt)
        while found is not None:
            self.count += 1
            variable = Var(f"cse_v{self.count}", found.dtype)  # pyright: ignore[reportArgumentType]
            stmt = LetStmt(variable, found, _replaced(stmt, found, variable, self.name))
            found = self._repeated(stmt)
        return self._below(stmt)

    def _below(self, stmt: Expr | Stmt) -> Any:
        if not isinstance(stmt, Stmt):
            return stmt
        if isinstance(stmt, IfThenElse):
            return self._branches(stmt)
        defined = definitions(stmt)
        if not defined or not isinstance(stmt, (For, LetStmt, Allocate)):
            return stmt.map_children(self._below)
        self.later.difference_update(defined)
        own = isinstance(stmt, LetStmt) and stmt.var.name.startswith("cse_v")
        body = self._below(stmt.body) if own else self.enter(stmt.body)
        return stmt if body is stmt.body else stmt.replace(body=body)

    def _branches(self, stmt: IfThenElse) -> Stmt:
        """Names, inside a branch, the computations that only this branch repeats."""
        then_case = self.enter(stmt.then_case)
        else_case = None if stmt.else_case is None else self.enter(stmt.else_case)
        same = then_case is stmt.then_case and else_case is stmt.else_case
        return stmt if same else stmt.replace(then_case=then_case, else_case=else_case)

    def _repeated(self, stmt: Stmt) -> Expr | None:
        """The largest computation that stands in `stmt` more than once, is done whichever branches are taken, and could be done before it."""
        seen: dict[Key, Expr] = {}
        always = _always(stmt, self.name)
        best: tuple[int, Expr] | None = None
        for e in _computations(stmt):
            size = self._size(e) if self.worth(e) else None
            if size is None or (best is not None and size <= best[0]) or self.name(e) not in always:
                continue
            first = seen.setdefault(self.name(e), e)
            if first is not e:
                best = (size, first)
        return None if best is None else best[1]

    def _size(self, e: Expr) -> int | None:
        """The number of nodes the computation has; None when it cannot be moved."""
        nodes = list(walk(e))
        fixed = any(
            isinstance(node, (BufferLoad, Call, Let, Reduce)) or node in self.later or _may_fail(node) for node in nodes
        )
        return None if fixed else len(nodes)


def _always(root: Node, name: Naming) -> set[Key]:
    """The computations that are done whichever branches are taken."""
    if isinstance(root, IfThenElse):
        both = set[Key]() if root.else_case is None else _always(root.then_case, name) & _always(root.else_case, name)
        return _always(root.condition, name) | both
    found = {name(root)} if isinstance(root, _COMPUTING) else set[Key]()
    return found.union(*(_always(child, name) for child in root.children()))


def _computations(root: Node) -> Iterator[Expr]:
    """Scalar computations, outermost first; those that are not worth a name too."""
    for node in walk(root):
        if isinstance(node, _COMPUTING) and not node.dtype.is_vector:
            yield node


def _may_fail(node: Node) -> bool:
    if type(node).__name__ not in _DIVISIONS or not isinstance(node, BinaryOp) or node.dtype.is_float:
        return False
    divisor = node.b.value if isinstance(node.b, Broadcast) else node.b
    return not (isinstance(divisor, IntImm) and divisor.value not in (0, -1))


def _replaced(stmt: Stmt, found: Expr, variable: Var, name: Naming) -> Stmt:
    wanted = name(found)
    kinds = [kind for kind in _kinds(BinaryOp) if kind is not BinaryOp]

    def rule(e: Expr, visit: Any) -> Expr:
        return variable if name(e) == wanted else e.map_children(visit)

    return rewrite_top_down(stmt, dict.fromkeys((*kinds, Cast, Select, Not), rule))


def _kinds(base: type) -> Iterator[type]:
    yield base
    for kind in base.__subclasses__():
        yield from _kinds(kind)
