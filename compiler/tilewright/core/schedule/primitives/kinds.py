"""Primitives on the kinds of loops: parallel, vectorize, bind, unroll; and annotations of loops and blocks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilewright.core.ir.attrs import DictAttrs
from tilewright.core.ir.expr import IterVar, IterVarKind, Var
from tilewright.core.ir.stmt import ForKind
from tilewright.core.schedule.checks import check_compact_dataflow, check_never_ended, mentions
from tilewright.core.schedule.errors import Refusal
from tilewright.core.schedule.references import StmtSRef
from tilewright.core.schedule.state import ScheduleState


def parallel(state: ScheduleState, loop: StmtSRef) -> None:
    """Let the iterations of a loop run at the same time on several threads of the CPU."""
    _mark(state, loop, ForKind.PARALLEL, None)


def vectorize(state: ScheduleState, loop: StmtSRef) -> None:
    """Let the iterations of a loop become the lanes of vectors."""
    _mark(state, loop, ForKind.VECTORIZED, None)


def bind(state: ScheduleState, loop: StmtSRef, thread_axis: str) -> None:
    """Let each iteration of a loop run on the thread of a GPU with that index."""
    _mark(state, loop, ForKind.THREAD_BINDING, thread_axis)


def unroll(state: ScheduleState, loop: StmtSRef) -> None:
    """Write the iterations of a loop one after another."""
    state.replace(loop, loop.loop.replace(kind=ForKind.UNROLLED, thread_binding=None))


def _mark(state: ScheduleState, loop: StmtSRef, kind: ForKind, thread_axis: str | None) -> None:
    check_compact_dataflow(state, loop)
    for block in state.blocks_below(loop):
        _check_parallel(block, loop, thread_axis)
    node = loop.loop
    check_never_ended(node)
    binding = None
    if thread_axis is not None:
        thread = Var(thread_axis, node.loop_var.dtype)
        binding = IterVar(None, thread, IterVarKind.ThreadIndex, thread_axis)
    state.replace(loop, node.replace(kind=kind, thread_binding=binding))


def _check_parallel(block: StmtSRef, loop: StmtSRef, thread_axis: str | None) -> None:
    """Refuses iterations that depend on each other: only data parallel axes may use the loop, reduction axes that of threads of one block."""
    realize = block.binding
    across = thread_axis is not None and thread_axis.startswith("threadIdx")
    for axis, value in zip(realize.block.iter_vars, realize.iter_values):
        if not mentions(value, loop.loop.loop_var):
            continue
        if axis.iter_type is IterVarKind.DataPar or (axis.iter_type is IterVarKind.CommReduce and across):
            continue
        raise Refusal(
            "The loop cannot be parallelized because it is bound to a block iter that is not data-parallel",
            f"The loop {{0}} cannot run at the same time for all its iterations: the axis `{axis.var.name}` of the block {{1}} that it is bound to is not data parallel",
            loop.loop,
            realize.block,
        )


def annotate(state: ScheduleState, ref: StmtSRef, ann_key: str, ann_val: object) -> None:
    """Give a loop or block an annotation that it does not have."""
    node = ref.stmt
    assert node is not None
    if ann_key in node.annotations:
        raise Refusal(
            f"The annotation {ann_key} is there already",
            f"{{0}} has the annotation `{ann_key}` already",
            node,
        )
    _annotated(state, ref, {**node.annotations, ann_key: ann_val})


def unannotate(state: ScheduleState, ref: StmtSRef, ann_key: str) -> None:
    """Take an annotation from a loop or block."""
    node = ref.stmt
    assert node is not None
    if ann_key not in node.annotations:
        raise Refusal(f"There is no annotation {ann_key}", f"{{0}} has no annotation `{ann_key}`", node)
    _annotated(state, ref, {key: value for key, value in node.annotations.items() if key != ann_key})


def _annotated(state: ScheduleState, ref: StmtSRef, annotations: Mapping[str, object]) -> None:
    node: Any = ref.stmt
    state.replace(ref, node.replace(annotations=DictAttrs(annotations)))


__all__ = ["annotate", "bind", "parallel", "unannotate", "unroll", "vectorize"]
