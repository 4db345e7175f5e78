"""UnrollLoop: loops marked `T.unroll` are written out, an iteration after the other.

`pragma_auto_unroll_max_step` around loops unrolls short serial ones too: as in TVM, loops with no other loop left inside whose iterations together have at
most that many steps (a step is a store).  `pragma_unroll_explicit` 0 marks them for the machine compiler instead.  The option "tir.UnrollLoop" of the `PassContext` sets
both for the whole program, and unrolls loops of at most `auto_max_extent` iterations, which hold at most `auto_max_depth` unrolled loops inside one another; `unroll_local_access` those that pick registers.
A loop whose extent is not known, or that would make the program huge, stays a loop.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.ir.expr import BufferLoad, IntImm
from tilewright.core.ir.flat import nested
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import AttrStmt, BufferStore, Evaluate, For, ForKind, SeqStmt, Stmt, seq
from tilewright.core.ir.walk import rewrite_top_down, walk
from tilewright.core.passes.core.context import PassContext
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.passes.tir.lowering.lower_loop_step import counted
from tilewright.core.passes.tir.rewriting.fresh import fresh_copy
from tilewright.core.passes.tir.rewriting.inline import inline
from tilewright.core.passes.tir.rewriting.jumps import leaves_loop
from tilewright.core.passes.tir.rewriting.seq_stmt import rejoin

# Statements that one unrolled loop may become.
_LIMIT = 1 << 12


@tir_pass("tir.UnrollLoop")
def unroll_loop(func: PrimFunc) -> PrimFunc:
    """Write out loops that are marked for it."""
    join = nested if func.dialect == "tirx" else seq
    return func.with_body(_Unroller(join).rewrite(counted(func.body)))


class _Unroller:
    """Holds the pragmas in force, and what was found in the statement just left; `join` makes one statement of the iterations."""

    def __init__(self, join: Callable[[list[Stmt]], Stmt]) -> None:
        self.join = join
        options = PassContext.current().option("tir.UnrollLoop")
        self.max_step = int(options.auto_max_step)
        self.explicit = bool(options.explicit_unroll)
        self.max_extent, self.max_depth = int(options.auto_max_extent), int(options.auto_max_depth)
        self.local_access = bool(options.unroll_local_access)
        self.analyzer = Analyzer()
        self.steps = 0  # statements, those of unrolled loops once for each iteration
        self.loops = 0  # loops inside one another that stay
        self.depth = 0  # unrolled loops inside one another

    def rewrite(self, stmt: Stmt) -> Stmt:
        """`stmt` with loops unrolled."""
        rules = {For: self._loop, AttrStmt: self._attr, SeqStmt: self._sequence}
        return rewrite_top_down(stmt, {**rules, BufferStore: self._step, Evaluate: self._step})

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

    def _step(self, stmt: Stmt, visit: object) -> Stmt:
        self.steps += 1
        return stmt

    def _sequence(self, stmt: SeqStmt, visit: Any) -> Stmt:
        """Members count together in steps, and as the deepest one in loops."""
        loops, depth = self.loops, self.depth
        most_loops, most_depth = loops, depth
        members: list[Stmt] = []
        for member in stmt.seq:
            self.loops, self.depth = loops, depth
            members.append(visit(member))
            most_loops, most_depth = max(most_loops, self.loops), max(most_depth, self.depth)
        self.loops, self.depth = most_loops, most_depth
        same = all(new is old for new, old in zip(members, stmt.seq))
        return stmt if same else rejoin(stmt.replace(seq=tuple(members)))

    def _loop(self, loop: For, visit: Any) -> Stmt:
        outside = self.steps
        self.steps = 0
        loop = loop.map_children(visit)
        made = self._unrolled(loop)
        self.steps += outside
        return made

    def _unrolled(self, loop: For) -> Stmt:
        """The loop written out, or marked, if it shall be unrolled."""
        count = self._count(loop)
        asked = loop.kind is ForKind.UNROLLED
        automatic = loop.kind is ForKind.SERIAL and count is not None and self._is_worth(loop, count)
        if count is None or not (asked or automatic) or count * self.steps > _LIMIT:
            if count is not None and count <= self.max_extent == 1:
                return self.join(_written_out(loop, count))
            self.loops += 1
            plain = asked and (count is None or self.explicit)
            return loop.replace(kind=ForKind.SERIAL) if plain else loop
        self.steps *= count
        self.depth += 1
        if self.explicit or count <= self.max_extent == 1:
            return self.join(_written_out(loop, count))
        return loop if asked else loop.replace(kind=ForKind.UNROLLED)

    def _count(self, loop: For) -> int | None:
        """The number of iterations of the loop, when it is known and the loop is not left before."""
        extent = self.analyzer.simplify(loop.extent)
        return extent.value if isinstance(extent, IntImm) and not leaves_loop(loop.body) else None

    def _is_worth(self, loop: For, count: int) -> bool:
        if self.local_access and _picks_registers(loop):
            return True
        short = count * self.steps <= self.max_step or count <= self.max_extent
        return short and not self.loops and self.depth <= self.max_depth


def _picks_registers(loop: For) -> bool:
    """Whether the variable is an index of memory that one thread has for itself, which is in registers when no index varies."""
    return any(
        isinstance(node, (BufferLoad, BufferStore))
        and node.buffer.scope() == "local"
        and any(used is loop.loop_var for index in node.indices for used in walk(index))
        for node in walk(loop.body)
    )


def _written_out(loop: For, count: int) -> list[Stmt]:
    type_ = loop.loop_var.dtype
    bodies = [loop.body, *(fresh_copy(loop.body) for _ in range(1, count))]
    return [inline(body, {loop.loop_var: loop.min + const(i, type_)}) for i, body in enumerate(bodies[:count])]
