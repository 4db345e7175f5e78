"""UnrollLoop: loops marked `T.unroll` are written out, an iteration after the other.

`pragma_auto_unroll_max_step` around loops unrolls short serial ones too: as in TVM, an innermost loop whose iterations together have at
most that many steps (a step is a store).  `pragma_unroll_explicit` 0 leaves it to the machine compiler.  The option "tir.UnrollLoop" of the `PassContext` sets
both for the whole program, and unrolls loops of at most `auto_max_extent` iterations, which hold at most `auto_max_depth` unrolled loops inside one another.
A loop whose extent is not known, or that would make the program huge, stays a loop.
"""

from __future__ import annotations

from typing import Any

from tilewright.ir.expr import IntImm
from tilewright.ir.function import PrimFunc
from tilewright.ir.operators import const
from tilewright.ir.stmt import AttrStmt, BufferStore, Evaluate, For, ForKind, SeqStmt, Stmt, seq
from tilewright.ir.walk import rewrite_top_down, walk
from tilewright.transform.context import PassContext
from tilewright.transform.fresh import fresh_copy
from tilewright.transform.inline import inline
from tilewright.transform.jumps import leaves_loop
from tilewright.transform.pass_ import tir_pass
from tilewright.transform.sequences import rejoin
from tilewright.transform.tir.lower_loop_step import counted

# Statements that one unrolled loop may become.
_LIMIT = 1 << 14


@tir_pass("tir.UnrollLoop")
def unroll_loop(func: PrimFunc) -> PrimFunc:
    """Write out loops that are marked for it."""
    return func.with_body(_Unroller().rewrite(counted(func.body)))


class _Unroller:
    """Holds the pragmas in force."""

    def __init__(self) -> None:
        options = PassContext.current().option("tir.UnrollLoop")
        self.max_step = int(options.auto_max_step)
        self.explicit = bool(options.explicit_unroll)
        self.max_extent, self.max_depth = int(options.auto_max_extent), int(options.auto_max_depth)
        self.depth = 0

    def rewrite(self, stmt: Stmt) -> Stmt:
        return rewrite_top_down(stmt, {For: self._loop, AttrStmt: self._attr, SeqStmt: _sequence})

    def _attr(self, stmt: AttrStmt, visit: Any) -> Stmt:
        if stmt.attr_key not in ("pragma_auto_unroll_max_step", "pragma_unroll_explicit"):
            return stmt.map_children(visit)
        saved = self.max_step, self.explicit
        value = stmt.value.value if isinstance(stmt.value, IntImm) else 0
        if stmt.attr_key == "pragma_auto_unroll_max_step":
            self.max_step = value
        else:
            self.explicit = bool(value)
        body = visit(stmt.body)
        self.max_step, self.explicit = saved
        return body

    def _loop(self, loop: For, visit: Any) -> Stmt:
        outside, self.depth = self.depth, 0
        loop = loop.map_children(visit)
        inside, self.depth = self.depth, outside
        made = self._unrolled(loop, inside)
        self.depth = max(outside, inside if made is loop else inside + 1)
        return made

    def _unrolled(self, loop: For, depth: int) -> Stmt:
        """The loop written out if it shall be; `depth` loops inside one another were in it."""
        if loop.kind not in (ForKind.UNROLLED, ForKind.SERIAL):
            return loop
        if not isinstance(loop.extent, IntImm) or leaves_loop(loop.body):
            return loop if loop.kind is ForKind.SERIAL else loop.replace(kind=ForKind.SERIAL)
        steps = loop.extent.value * sum(isinstance(node, (BufferStore, Evaluate)) for node in walk(loop.body))
        if loop.kind is ForKind.UNROLLED:
            return _written_out(loop) if steps <= _LIMIT else loop.replace(kind=ForKind.SERIAL)
        innermost = not any(isinstance(node, For) for node in walk(loop.body))
        short = innermost and (steps <= self.max_step or loop.extent.value <= self.max_extent)
        automatic = self.explicit and short and depth <= self.max_depth and steps <= _LIMIT
        return _written_out(loop) if automatic else loop


def _sequence(stmt: SeqStmt, visit: Any) -> Stmt:
    return rejoin(stmt.map_children(visit))


def _written_out(loop: For) -> Stmt:
    assert isinstance(loop.extent, IntImm)
    type_ = loop.loop_var.dtype
    bodies = [loop.body, *(fresh_copy(loop.body) for _ in range(1, loop.extent.value))]
    return seq(
        [
            inline(body, {loop.loop_var: loop.min + const(i, type_)})
            for i, body in enumerate(bodies[: loop.extent.value])
        ]
    )
