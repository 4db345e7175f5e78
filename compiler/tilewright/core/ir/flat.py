"""The flat form of statements, as TVM since 0.25 has it: what defines or checks something for what follows stands beside that, not around it.

    let x = v in (s; t)        is        [bind x = v, s, t]

Programs are kept nested; `flat` gives the list, `nested` takes one.  A member that stands for itself there has an empty body.
"""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.core.ir.expr import IntImm
from tilewright.core.ir.stmt import Allocate, Around, DeclBuffer, Evaluate, SeqStmt, Stmt, seq


def flat(stmt: Stmt) -> tuple[Stmt, ...]:
    """The statements of which `stmt` is made; memory and the buffer that it is for count as one."""
    found: list[Stmt] = []
    pending = [stmt]
    while pending:
        each = pending.pop()
        if isinstance(each, SeqStmt):
            pending += reversed(each.seq)
        elif not isinstance(each, Around):
            found.append(each)
        else:
            found.append(_with_body(each, Evaluate(0)))  # pyright: ignore[reportArgumentType]
            inner = _body(each)
            if not is_nothing(inner):
                pending.append(inner)
    return tuple(found)


def nested(statements: Iterable[Stmt]) -> Stmt:
    """The statements as one, in which those with an empty body hold what follows them."""
    following: list[Stmt] = []
    for each in reversed([*statements]):
        for part in reversed(flat(each)):
            following = [_with_body(part, seq(following))] if stands_alone(part) and following else [part, *following]
    return seq(following)


def stands_alone(stmt: Stmt) -> bool:
    """Whether a statement defines or checks something for what follows it, and holds nothing of that itself."""
    return isinstance(stmt, Around) and is_nothing(_body(stmt))


def is_nothing(stmt: Stmt) -> bool:
    """Whether this is the empty statement, `T.evaluate(0)`."""
    return isinstance(stmt, Evaluate) and isinstance(stmt.value, IntImm) and stmt.value.value == 0


def allocated(stmt: Stmt) -> DeclBuffer | None:
    """The declaration of the buffer for which a statement allocates memory."""
    return stmt.declared if isinstance(stmt, Allocate) else None


def _body(stmt: Around) -> Stmt:
    declaration = allocated(stmt)
    return stmt.body if declaration is None else declaration.body


def _with_body(stmt: Stmt, body: Stmt) -> Stmt:
    declaration = allocated(stmt)
    return stmt.replace(body=body if declaration is None else declaration.replace(body=body))
