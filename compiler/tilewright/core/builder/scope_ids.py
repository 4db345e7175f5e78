"""The numbers of threads and of groups of them in the tile language: `bx, by = T.cta_id([16, 8])`, `lane = T.lane_id([32])`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.dtype import BOOL, INT32
from tilewright.core.builder.arguments import data_type, describe, integer
from tilewright.core.builder.frames import add_statement, current_span
from tilewright.core.builder.functions import enclosing_function
from tilewright.core.builder.statements import AttrFrame
from tilewright.core.ir.expr import Expr, IntImm, Var
from tilewright.core.ir.stmt import Evaluate, Stmt
from tilewright.core.ir.tile import BINDINGS, DEVICE_ENTRY, ScopeIdDefStmt
from tilewright.core.ir.walk import walk

Extents = Sequence[Any] | None


def device_entry() -> AttrFrame:
    """From here on the function runs on a device, every thread of which does what follows."""
    return AttrFrame(IntImm(INT32, 0), DEVICE_ENTRY, IntImm(BOOL, 1))


def scope_id(extents: Extents, parent: str, cur: str, dtype: str = "int32") -> Any:
    """The number of this `cur` in its `parent`, one for each extent: `T.scope_id([4, 2], "kernel", "cta")`.

    The scopes are "kernel", "cluster", "cta", "cta_pair", "warpgroup", "warp" and "thread".  Without extents it is one number, whose size follows
    from the others.
    """
    if (parent, cur) not in BINDINGS:
        pairs = ", ".join(f'"{inner}" in "{outer}"' for outer, inner in BINDINGS)
        raise UserError("unknown-exec-scope", f'there is no "{cur}" in a "{parent}"; there is {pairs}', "cur")
    return _define(extents, parent, cur, dtype, ())


def _define(extents: Extents, parent: str, cur: str, dtype: str, preferred: Sequence[Any]) -> Var | list[Var]:
    element = data_type(dtype)
    if str(element) not in ("int32", "uint32"):
        raise UserError("unknown-dtype", f"the number of a {cur} is int32 or uint32, not {element}", "dtype")
    sizes = _sizes(extents, "extents")
    function = enclosing_function(f"T.{BINDINGS[parent, cur]}")
    if function.is_checked:
        _check_extents(function.scope_sizes, parent, cur, sizes)
    made = [Var("", element, current_span()) for _ in sizes or (None,)]
    add_statement(
        ScopeIdDefStmt(tuple(made), sizes, parent, cur, _sizes(preferred, "preferred"), Evaluate(0), current_span())
    )
    return made[0] if len(made) == 1 else made


def _sizes(extents: Extents, argument: str) -> tuple[Expr, ...]:
    if extents is not None and not isinstance(extents, (list, tuple)):
        raise UserError("wrong-argument", f"`{argument}` is a list of extents, not {describe(extents)}", argument)
    found = tuple(integer(size, "an extent", argument) for size in extents or ())
    for size in found:
        if isinstance(size, IntImm) and size.value <= 0:
            raise UserError("wrong-argument", f"an extent is positive, not {size.value}", argument)
    return found


def _check_extents(known: dict[tuple[str, str], int | None], parent: str, cur: str, sizes: tuple[Expr, ...]) -> None:
    """The same scope is as large wherever its number is asked for; a pair is one of two in a cluster."""
    if cur == "cta_pair" and ("cluster", "cta") not in known:
        raise UserError("scope-extent", "`T.cta_id_in_pair` needs `T.cta_id_in_cluster` in the same function")
    total = prod(size.value for size in sizes if isinstance(size, IntImm)) if sizes else None
    constant = total if all(isinstance(size, IntImm) for size in sizes) else None
    before = known.get((parent, cur))
    if before is not None and constant is not None and before != constant:
        sentence = f"there are {before} of `T.{BINDINGS[parent, cur]}` in this function, and here {constant}"
        raise UserError("scope-extent", sentence, "extents")
    known[parent, cur] = constant if constant is not None else before
    _check_products(known)


_INSIDE = (
    (("cta", "thread"), ("cta", "warp"), ("warp", "thread")),
    (("cta", "warp"), ("cta", "warpgroup"), ("warpgroup", "warp")),
    (("cta", "thread"), ("cta", "warpgroup"), ("warpgroup", "thread")),
    (("warpgroup", "thread"), ("warpgroup", "warp"), ("warp", "thread")),
    (("kernel", "cta"), ("kernel", "cluster"), ("cluster", "cta")),
)


def _check_products(known: dict[tuple[str, str], int | None]) -> None:
    """A thread block of 4 warps of 32 lanes has 128 threads."""
    for whole, outer, inner in _INSIDE:
        sizes = [known.get(part) for part in (whole, outer, inner)]
        total, first, second = sizes
        if total is not None and first is not None and second is not None and total != first * second:
            names = [f"`T.{BINDINGS[part]}`" for part in (whole, outer, inner)]
            sentence = f"{names[0]} has {total} values, and {names[1]} and {names[2]} have {first} and {second}"
            raise UserError("scope-extent", sentence, "extents")


def scope_conflict(body: Stmt) -> str | None:
    """A sentence in TVM's words about numbers of threads in a body that cannot be; None where they agree."""
    known: dict[tuple[str, str], int | None] = {}
    for each in walk(body):
        if not isinstance(each, ScopeIdDefStmt):
            continue
        if each.preferred_extents and len(each.preferred_extents) != len(each.extents):
            sizes = f"{len(each.preferred_extents)} vs {len(each.extents)}"
            return f"preferred_extents must have the same size as extents, got {sizes}"
        try:
            _check_extents(known, each.parent, each.cur, each.extents)
        except UserError as error:
            return f"Inconsistent extents for scope binding: {error.message}"
    return None


def _form(parent: str, cur: str) -> Callable[..., Any]:
    def made(extents: Extents = None, dtype: str = "int32") -> Any:
        return _define(extents, parent, cur, dtype, ())

    made.__name__ = BINDINGS[parent, cur]
    made.__doc__ = f"The number of this {_NAMES[cur]} in its {_NAMES[parent]}, one for each extent; without extents their size follows from the others."
    return made


_NAMES = {
    "cta": "thread block",
    "kernel": "kernel",
    **{name: name for name in ("cluster", "warpgroup", "warp", "thread")},
}


def cta_id(extents: Extents = None, preferred: Extents = None, dtype: str = "int32") -> Any:
    """The number of this thread block in its kernel, one for each extent; without extents their size follows from the others."""
    if preferred is not None:
        raise UserError("wrong-argument", "`preferred` is for the thread blocks of a cluster", "preferred")
    return _define(extents, "kernel", "cta", dtype, ())


def cta_id_in_cluster(extents: Extents = None, preferred: Extents = None, dtype: str = "int32") -> Any:
    """The number of this thread block in its cluster, one for each extent; `preferred` is the size that the cluster has where it can."""
    return _define(extents, "cluster", "cta", dtype, preferred or ())


def cta_id_in_pair(dtype: str = "int32") -> Any:
    """Which of the two thread blocks of a pair this is, 0 or 1."""
    return _define(None, "cluster", "cta_pair", dtype, ())


cluster_id = _form("kernel", "cluster")
warpgroup_id = _form("cta", "warpgroup")
warp_id = _form("cta", "warp")
warp_id_in_wg = _form("warpgroup", "warp")
lane_id = _form("warp", "thread")
thread_id = _form("cta", "thread")
thread_id_in_wg = _form("warpgroup", "thread")

FORMS = (
    *(device_entry, scope_id, cluster_id, cta_id, cta_id_in_cluster, cta_id_in_pair, warpgroup_id, warp_id),
    *(warp_id_in_wg, lane_id, thread_id, thread_id_in_wg),
)
__all__ = [form.__name__ for form in FORMS]
__all__ += ["FORMS"]
