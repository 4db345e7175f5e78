"""Codes for scripts that schedule, and what is said about them."""

from __future__ import annotations

from tilewright.core.base.codes.code import Code

_PROGRAM = """@T.prim_func
def f(A: T.Buffer((64, 32), "float32"), B: T.Buffer((64,), "float32")):
    for i, k in T.grid(64, 32):
        with T.block("B"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                B[vi] = T.float32(0)
            B[vi] = B[vi] + A[vi, vk]


sch = tvm.tir.Schedule(f)
"""


def _script(*lines: str) -> str:
    return _PROGRAM + "\n".join(lines) + "\n"


_LOOPS = 'i, k = sch.get_loops(sch.get_block("B"))'

CODES = (
    Code(
        "unknown-block",
        "error",
        "A schedule is asked for a block that its program does not have at this step.",
        'Blocks are called as in the program (`T.block("B")`), and those that steps make as these name them: `cache_read` makes `A_shared`. A block that was inlined is gone. `sch.mod.show()` before the line shows the blocks that there are.',
        _script('block = sch.get_block("C")'),
        _script('block = sch.get_block("B")'),
    ),
    Code(
        "schedule-method",
        "error",
        "A schedule has no method of this name.",
        "The methods of `Schedule` are its primitives and questions; `docs/schedules.md` lists them.",
        _script(_LOOPS, "sch.vectorise(i)"),
        _script(_LOOPS, "sch.vectorize(i)"),
    ),
    Code(
        "schedule-arguments",
        "error",
        "The arguments of a method of `Schedule` do not fit it.",
        "Too many or too few arguments, a parameter that the method does not have, a block where a loop is taken, a list where loops are taken one by one (`fuse(*loops)`), a loop of another schedule, or the name of a thread or a kind of memory that there is not.",
        _script(_LOOPS, "sch.split(i, factor=[4, 16])"),
        _script(_LOOPS, "sch.split(i, factors=[4, 16])"),
    ),
    Code(
        "schedule-unpack",
        "error",
        "A step of a schedule gives another number of loops or blocks than is taken.",
        "`get_loops` gives all loops around a block, `split` one loop for each factor, `fuse` and `cache_read` one loop or block that is no list. What an earlier step has split or fused changes how many loops there are.",
        _script('i, j, k = sch.get_loops(sch.get_block("B"))'),
        _script('i, k = sch.get_loops(sch.get_block("B"))'),
    ),
    Code(
        "consumed-handle",
        "error",
        "A loop or block is used that an earlier step has replaced.",
        "`split` and `fuse` replace the loops that they are given, `compute_inline` removes the block, and `compute_at` replaces the loops of the block that it moves: use what the step returns, or ask for the loops again.",
        _script(_LOOPS, "i0, i1 = sch.split(i, factors=[4, 16])", "sch.parallel(i)"),
        _script(_LOOPS, "i0, i1 = sch.split(i, factors=[4, 16])", "sch.parallel(i0)"),
    ),
    Code(
        "schedule-step",
        "error",
        "A step of a schedule is not possible on the program as it is there.",
        "Each step keeps what the program computes, and refuses what would not: iterations of a reduction at once, an order in which something is read before it is computed, factors that do not cover a loop. The message says what stands in the way.",
        _script(_LOOPS, "sch.vectorize(k)"),
        _script(_LOOPS, "sch.vectorize(i)"),
    ),
    Code(
        "unused-schedule",
        "warning",
        "A program is returned or built as it was before a schedule of it took its steps.",
        "A schedule leaves the program that it is made of as it is: `sch.mod` is the one after the steps.",
        'def schedule(mod):\n    sch = tvm.tir.Schedule(mod)\n    i, j = sch.get_loops(sch.get_block("B"))\n    sch.vectorize(j)\n    return mod\n',
        'def schedule(mod):\n    sch = tvm.tir.Schedule(mod)\n    i, j = sch.get_loops(sch.get_block("B"))\n    sch.vectorize(j)\n    return sch.mod\n',
    ),
)

__all__ = ["CODES"]
