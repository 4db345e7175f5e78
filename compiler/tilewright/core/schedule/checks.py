"""Preconditions of schedule primitives on blocks and loops; a violated one raises a `Refusal`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tilewright.core.arith.iter_map import IterMapLevel, detect_iter_map
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import And, Expr, IntImm, IterVarKind, Range, Var
from tilewright.core.ir.stmt import Block, BlockRealize, For
from tilewright.core.ir.walk import walk
from tilewright.core.passes.tir.rewriting.conditions import is_true
from tilewright.core.passes.tir.rewriting.jumps import ends_loop
from tilewright.core.schedule.errors import Refusal
from tilewright.core.schedule.references import StmtSRef

if TYPE_CHECKING:
    from tilewright.core.schedule.state import ScheduleState

Ranges = dict[Var, Range]


def loop_ranges(refs: Iterable[StmtSRef]) -> Ranges:
    """The ranges of loop variables."""
    return {ref.loop.loop_var: range_of(ref.loop) for ref in refs}


def range_of(loop: For) -> Range:
    """The range of a loop's variable."""
    return Range.from_min_extent(loop.min, loop.extent)


def is_one(e: Expr) -> bool:
    """Whether an expression is the number 1."""
    return isinstance(e, IntImm) and e.value == 1


def is_zero(e: Expr) -> bool:
    """Whether an expression is the number 0."""
    return isinstance(e, IntImm) and e.value == 0


def mentions(e: object, var: Var) -> bool:
    """Whether a node mentions a variable."""
    return any(node is var for node in walk(e))  # pyright: ignore[reportArgumentType]


def uses_any(e: object, names: Iterable[Var]) -> bool:
    """Whether a node mentions any of the variables."""
    wanted = set(names)
    return any(node in wanted for node in walk(e) if isinstance(node, Var))  # pyright: ignore[reportArgumentType]


def affine_binding(realize: BlockRealize, ranges: Ranges, level: IterMapLevel = IterMapLevel.Surjective) -> bool:
    """Whether the axes of a block are bound to a quasi-affine map of the loops around it."""
    if not realize.block.iter_vars:
        return True
    if not _predicate_fits(realize, ranges):
        return False
    found = detect_iter_map(realize.iter_values, ranges, realize.predicate, level).indices
    return bool(found) and all(not index.args or any(is_one(split.scale) for split in index.args) for index in found)


def _predicate_fits(realize: BlockRealize, ranges: Ranges) -> bool:
    """Whether each condition on several loops that run more than once is one on the value of an axis."""
    for condition in conjuncts(realize.predicate):
        used = {node for node in walk(condition) if isinstance(node, Var) and node in ranges}
        used = {var for var in used if not is_one(ranges[var].extent)}
        if len(used) > 1 and not any(used <= set(walk(value)) for value in realize.iter_values):
            return False
    return True


def conjuncts(condition: Expr) -> list[Expr]:
    """The conditions of which one is made up."""
    if isinstance(condition, And):
        return [*conjuncts(condition.a), *conjuncts(condition.b)]
    return [] if is_true(condition) else [condition]


def has_affine_binding(block: StmtSRef) -> bool:
    """`affine_binding` of a block where it stands."""
    return affine_binding(block.binding, loop_ranges(block.loops()))


def is_dominant(state: ScheduleState, scope: StmtSRef, block: StmtSRef) -> bool:
    """Whether a block is the only one of its scope that writes its outputs; below a loop, all that is asked is that no block inside of its blocks does."""
    if scope.is_block:
        writers = state.get_block_scope(scope).writers
        return all(writers.get(region.buffer, [block]) == [block] for region in block.block.writes)
    inner = [state.get_block_scope(child).writers for child in state.child_blocks(scope)]
    return all(len(writers.get(region.buffer, ())) <= 1 for region in block.block.writes for writers in inner)


def complete_fault(state: ScheduleState, block: StmtSRef, scope: StmtSRef) -> str | None:
    """The reason for which a block is not complete; None when it is."""
    for axis in block.block.iter_vars:
        if axis.iter_type is not IterVarKind.DataPar:
            return f"its axis `{axis.var.name}` is not data parallel"
    if not is_dominant(state, scope, block):
        return "it is not the only block that writes its output"
    read = {region.buffer for region in block.block.reads}
    both = next((region.buffer for region in block.block.writes if region.buffer in read), None)
    return None if both is None else f"it reads the buffer `{both.name}` that it writes"


def reduction_fault(state: ScheduleState, block: StmtSRef, scope: StmtSRef) -> str | None:
    """The reason for which a block is no reduction block; None when it is one."""
    node = block.block
    if node.init is None:
        return f"it has no initialisation{_taken_initialisation(state, block)}"
    if not has_affine_binding(block):
        return "the values of its axes are no quasi-affine map of the loops"
    for axis in node.iter_vars:
        if axis.iter_type not in (IterVarKind.DataPar, IterVarKind.CommReduce):
            return f"its axis `{axis.var.name}` is neither data parallel nor a reduction axis"
    if not is_dominant(state, scope, block):
        return "it is not the only block that writes its output"
    reduced = [axis.var for axis in node.iter_vars if axis.iter_type is IterVarKind.CommReduce]
    if any(uses_any(region, reduced) for region in node.writes):
        return "a reduction axis selects what it writes"
    return None


def _taken_initialisation(state: ScheduleState, block: StmtSRef) -> str:
    """The block before it that fills what it reduces into, as the end of a sentence; empty when there is none."""
    scope = block.scope()
    if scope is None or not block.block.writes:
        return ""
    buffer = block.block.writes[0].buffer
    writers = state.get_block_scope(scope).writers.get(buffer, [])
    before = writers[: writers.index(block)] if block in writers else []
    fills = [each.block for each in before if buffer not in read_buffers(each.block)]
    if not fills or buffer not in read_buffers(block.block):
        return ""
    return f" of its own, since the block `{fills[-1].name_hint}` fills `{buffer.name}` before it, as after decompose_reduction"


def check_complete(state: ScheduleState, block: StmtSRef, scope: StmtSRef) -> None:
    """Refuses a block that is not complete."""
    fault = complete_fault(state, block, scope)
    if fault is not None:
        raise Refusal("Incomplete block", "The block {0} is not a complete block: " + fault, block.block)


def check_reduction(state: ScheduleState, block: StmtSRef, scope: StmtSRef) -> None:
    """Refuses a block that is no reduction block."""
    fault = reduction_fault(state, block, scope)
    if fault is not None:
        raise Refusal("Not a reduction block", "The block {0} is not a reduction block: " + fault, block.block)


def check_complete_or_reduction(state: ScheduleState, block: StmtSRef, scope: StmtSRef) -> None:
    """Refuses a block that is neither complete nor a reduction block."""
    complete = complete_fault(state, block, scope)
    reduction = reduction_fault(state, block, scope) if complete is not None else None
    if complete is not None and reduction is not None:
        raise Refusal(
            "The block is neither a complete block nor a reduction block",
            f"The block {{0}} is not a complete block: {complete}; and it is not a reduction block: {reduction}",
            block.block,
        )


def compact_dataflow_fault(state: ScheduleState, ref: StmtSRef) -> tuple[StmtSRef, str] | None:
    """A block below a loop (or the block itself) that is neither complete nor a reduction block, and why."""
    for block in state.child_blocks(ref):
        complete = complete_fault(state, block, ref)
        reduction = reduction_fault(state, block, ref) if complete is not None else None
        if complete is not None and reduction is not None:
            return block, f"not complete: {complete}; not a reduction block: {reduction}"
    return None


def check_compact_dataflow(state: ScheduleState, ref: StmtSRef) -> None:
    """Refuses a loop below which a block is neither complete nor a reduction block."""
    fault = compact_dataflow_fault(state, ref)
    if fault is not None:
        raise Refusal(
            "The queried subtree is not a compact dataflow",
            "The block {0} below the loop keeps it from being a compact dataflow: "
            + fault[1].replace("{", "{{").replace("}", "}}"),
            fault[0].block,
        )


def check_plain_loop(loop: For, primitive: str) -> None:
    """Refuses a loop with annotations or a thread, or that does not begin at 0."""
    if loop.annotations or loop.thread_binding is not None:
        raise Refusal(
            "The primitive can't be applied because the loop has annotation or thread binding",
            "The primitive can't be applied because the loop {0} has annotation or thread binding",
            loop,
        )
    if not is_zero(loop.min):
        raise Refusal(
            "The primitive only supports loop starting with 0",
            f"{primitive} of the loop {{0}}: only loops that start at 0 can be changed so",
            loop,
        )
    check_never_ended(loop)


def check_never_ended(loop: For) -> None:
    """Refuses a loop that a `break` ends, whose iterations cannot be shared out among other loops, put in another order or run at the same time."""
    if ends_loop(loop.body):
        raise Refusal(
            "The loop is ended by `break`",
            "The loop {0} has a `break`: in other loops, or in another order, iterations would run that it leaves out",
            loop,
        )


def written_buffers(block: Block) -> list[Buffer]:
    """The buffers that a block declares to write, each once."""
    return list(dict.fromkeys(region.buffer for region in block.writes))


def read_buffers(block: Block) -> list[Buffer]:
    """The buffers that a block declares to read, each once."""
    return list(dict.fromkeys(region.buffer for region in block.reads))


def iter_type_values(realize: BlockRealize, kind: IterVarKind) -> list[Expr]:
    """The values bound to the axes of one kind."""
    return [value for axis, value in zip(realize.block.iter_vars, realize.iter_values) if axis.iter_type is kind]


def is_output_block(block: StmtSRef, scope: StmtSRef) -> bool:
    """Whether a block writes a buffer that was not allocated by the block around it."""
    allocated = set(scope.block.alloc_buffers)
    return any(region.buffer not in allocated for region in block.block.writes)


def check_not_output(block: StmtSRef, scope: StmtSRef) -> None:
    """Refuses a block whose output outlives its scope."""
    if is_output_block(block, scope):
        raise Refusal(
            "Cannot operate on an output block",
            "The block {0} is an output block: what it writes is used outside its scope",
            block.block,
        )


def same_scope(a: StmtSRef, b: StmtSRef) -> None:
    """Refuses a block and a loop of different scopes."""
    if a.scope() is not b.scope():
        assert a.stmt is not None
        assert b.stmt is not None
        raise Refusal(
            "The block and the loop are not in the same scope",
            "The block {0} and the loop {1} are not in the same block scope",
            a.stmt,
            b.stmt,
        )
