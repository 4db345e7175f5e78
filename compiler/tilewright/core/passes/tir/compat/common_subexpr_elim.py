"""CommonSubexprElim of TVM since 0.25: like CommonSubexprElimTIR, with each name given as late as its uses allow, in the innermost scope that has all of them."""

from __future__ import annotations

from tilewright.core.ir.expr import Cast, Expr, IntImm, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node import Node
from tilewright.core.ir.stmt import AttrStmt, DeclBuffer, For, IfThenElse, LetStmt, SeqStmt, Stmt
from tilewright.core.ir.walk import rewrite, walk
from tilewright.core.passes.core.pass_ import Pass, tir_pass
from tilewright.core.passes.tir.compat.common_subexpr_elim_tir import computed_once

_AROUND = (AttrStmt, DeclBuffer, For, LetStmt)


def common_subexpr_elim_late() -> Pass:
    """The pass that names what is computed several times, right before it is first used."""
    return tir_pass("tir.CommonSubexprElim")(_eliminated)


def _eliminated(func: PrimFunc) -> PrimFunc:
    old = {node.var for node in walk(func) if isinstance(node, LetStmt)}

    def late(stmt: LetStmt) -> Stmt:
        return stmt if stmt.var in old else _before_first_use(stmt.var, stmt.value, stmt.body)

    named = computed_once(func, worth=_is_no_condition)
    return named if named is func else named.with_body(rewrite(named.body, {LetStmt: late}))


def _is_no_condition(node: Expr) -> bool:
    """Whether a computation gets a name: a condition does not, and a cast of a constant is none."""
    return not node.dtype.is_bool and not (isinstance(node, Cast) and isinstance(node.value, IntImm))


def _before_first_use(name: Var, value: Expr, stmt: Stmt) -> Stmt:
    """`stmt` with the name given inside it, where everything that uses it still sees it."""
    if isinstance(stmt, SeqStmt):
        return _in_sequence(name, value, stmt)
    if isinstance(stmt, IfThenElse):
        return _in_branch(name, value, stmt)
    if isinstance(stmt, _AROUND) and not any(_uses(child, name) for child in stmt.children() if child is not stmt.body):
        return stmt.replace(body=_before_first_use(name, value, stmt.body))
    return LetStmt(name, value, stmt)


def _in_sequence(name: Var, value: Expr, stmt: SeqStmt) -> Stmt:
    users = [at for at, part in enumerate(stmt.seq) if _uses(part, name)]
    first = users[0] if users else 0
    if len(users) == 1:
        rest: tuple[Stmt, ...] = (_before_first_use(name, value, stmt.seq[first]), *stmt.seq[first + 1 :])
    else:
        rest = (LetStmt(name, value, SeqStmt(stmt.seq[first:]) if len(stmt.seq) > first + 1 else stmt.seq[first]),)
    parts = (*stmt.seq[:first], *rest)
    return parts[0] if len(parts) == 1 else SeqStmt(parts)


def _in_branch(name: Var, value: Expr, stmt: IfThenElse) -> Stmt:
    if _uses(stmt.condition, name) or stmt.else_case is None or _uses(stmt.else_case, name):
        return LetStmt(name, value, stmt)
    return stmt.replace(then_case=_before_first_use(name, value, stmt.then_case))


def _uses(root: Node, name: Var) -> bool:
    return any(node is name for node in walk(root))
