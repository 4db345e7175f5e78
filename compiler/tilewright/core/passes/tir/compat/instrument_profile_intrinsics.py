"""InstrumentProfileIntrinsics: calls that start and end a clock around loops, which are numbered from the outside in.

By default loops inside others are measured when they have siblings; without `tir.instr_siblings`, loops down to the depth `tir.lwp_max_depth`.  Loops with fewer than
`tir.lwp_min_height` levels of loops below them or a sibling before them are left out, and so are those directly in a parallel loop that is inside another.  A whole function is measured under a
number of its own, unless `tir.lwp_disable_func_prof`.  Each run of the pass numbers from 0, as TVM does with `tir.reset_start_id`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

from tilewright.core.ir.expr import Call
from tilewright.core.ir.function import IRModule, PrimFunc, prim_funcs
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import Block, BlockRealize, Evaluate, For, ForKind, IfThenElse, SeqStmt, Stmt
from tilewright.core.ir.walk import Visit, rewrite_top_down
from tilewright.core.passes.core.context import PassContext
from tilewright.core.passes.core.pass_ import module_pass
from tilewright.core.passes.tir.rewriting.seq_stmt import rejoin


@dataclass(frozen=True)
class _Place:
    """A loop's number, the loops around it, the levels of loops below it or a sibling before it, and whether it has siblings."""

    number: int
    depth: int
    height: int
    has_siblings: bool

    def is_measured(self) -> bool:
        option = PassContext.current().option
        if self.height < option("tir.lwp_min_height"):
            return False
        return self.has_siblings if option("tir.instr_siblings") else self.depth <= option("tir.lwp_max_depth")


@module_pass("tir.InstrumentProfileIntrinsics")
def instrument_profile_intrinsics(module: IRModule) -> IRModule:
    """Measure loops and functions by calls of `start_profile_intrinsic` and `end_profile_intrinsic`."""
    numbers = count()
    made = {var: _instrumented(func, numbers) for var, func in prim_funcs(module)}
    return module.with_functions({**module.functions, **made})


def _instrumented(func: PrimFunc, numbers: Iterator[int]) -> PrimFunc:
    own = next(numbers)
    places: dict[int, _Place] = {}
    _place(func.body, 0, False, numbers, places)

    def loop(stmt: For, visit: Visit) -> Stmt:
        made: Stmt = stmt.map_children(visit)
        place = places.get(id(stmt))
        return made if place is None or not place.is_measured() else _measured(place.number, made)

    body = rewrite_top_down(func.body, {For: loop, SeqStmt: lambda stmt, visit: rejoin(stmt.map_children(visit))})
    if not PassContext.current().option("tir.lwp_disable_func_prof"):
        body = _around(body, own)
    return func.with_body(body)


def _place(stmt: object, depth: int, in_parallel: bool, numbers: Iterator[int], places: dict[int, _Place]) -> int:
    """Note the places of the loops of a statement; returns how many levels of loops it has."""
    below, height = _loops(stmt), 0
    for loop in below:
        number = next(numbers)
        parallel = in_parallel or (depth > 0 and loop.kind is ForKind.PARALLEL)
        height = max(height, _place(loop.body, depth + 1, parallel, numbers, places))
        if not in_parallel:
            places[id(loop)] = _Place(number, depth, height, depth > 0 and len(below) > 1)
    return height + 1 if below else 0


def _loops(stmt: Any) -> list[For]:
    """The outermost loops of a statement, without those of branches, which TVM does not measure."""
    if isinstance(stmt, For):
        return [stmt]
    if isinstance(stmt, IfThenElse):
        return []
    return [loop for child in stmt.children() if isinstance(child, Stmt) for loop in _loops(child)]


def _measured(number: int, stmt: Stmt) -> Stmt:
    return rejoin(SeqStmt([_call("start", number), stmt, _call("end", number)]))


def _around(body: Stmt, number: int) -> Stmt:
    """The function's body measured, inside its root block."""
    if isinstance(body, BlockRealize) and isinstance(body.block, Block) and not body.block.iter_vars:
        return body.replace(block=body.block.replace(body=_measured(number, body.block.body)))
    return _measured(number, body)


def _call(what: str, number: int) -> Stmt:
    return Evaluate(Call("handle", f"tir.{what}_profile_intrinsic", (const(number),)))
