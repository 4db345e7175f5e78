"""LowerCrossThreadReduction: reductions over loops that are bound to threads of a block.

Each thread combines its part in a variable of its own; then the threads combine theirs (`tvm_thread_allreduce`), and one writes the result.
Where the result is local to threads, all of them write it, and what reads it for memory that others see runs in one thread.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tilewright.core.base.dtype import BOOL
from tilewright.core.ir.buffer import Buffer, BufferRegion, decl_buffer
from tilewright.core.ir.expr import And, BufferLoad, Expr, IntImm, IterVar, IterVarKind, Range, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node import Node
from tilewright.core.ir.operators import binary, call, const
from tilewright.core.ir.stmt import (
    AttrStmt,
    Block,
    BlockRealize,
    BufferStore,
    Evaluate,
    For,
    ForKind,
    Stmt,
    seq,
    thread_tag,
)
from tilewright.core.ir.walk import free_vars, rewrite, substitute
from tilewright.core.passes.core.errors import PassError
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.passes.tir.rewriting.conditions import both, is_true
from tilewright.core.passes.tir.rewriting.reduction_pattern import Reduction, reduction_of


@tir_pass("tir.LowerCrossThreadReduction")
def lower_cross_thread_reduction(func: PrimFunc) -> PrimFunc:
    """Turn reductions over threads into partial results and `tvm_thread_allreduce`.

    Raises `PassError` for a reduction over threads that is no commutative one, or whose loops stand in an order that does not allow it.
    """
    lowering = _Lowering()
    lowering.scan(func.body, (), None)
    if not lowering.plans:
        return func
    body = lowering.rebuilt(func.body)
    broadcasts = {plan.reduction.buffers[0]: plan for plan in lowering.plans.values() if plan.stays_local}
    return func.with_body(_in_one_thread(body, broadcasts, ()) if broadcasts else body)


@dataclass(eq=False)
class _Plan:
    """The lowering of one block."""

    realize: BlockRealize
    reduction: Reduction
    scope: Block | None
    loops: tuple[For, ...]  # the reduction's, outermost first
    threads: tuple[For, ...]
    across: tuple[Buffer, ...] = ()
    inside: tuple[Buffer, ...] = ()
    reduced: frozenset[Var] = field(default_factory=lambda: frozenset[Var]())

    def __post_init__(self) -> None:
        self.reduced = frozenset(loop.loop_var for loop in self.loops)
        self.across = tuple(_scalar("cross_thread_", buffer) for buffer in self.reduction.buffers)
        serial = len(self.threads) < len(self.loops) or not is_true(self.realize.predicate)
        self.inside = tuple(_scalar("in_thread_", buffer) for buffer in self.reduction.buffers) if serial else ()

    @property
    def stays_local(self) -> bool:
        """Whether each thread has its own copy of the result."""
        return self.reduction.buffers[0].scope() == "local"

    def block(self, suffix: str, body: Stmt, reads: Sequence[BufferRegion], writes: Sequence[BufferRegion]) -> Block:
        return Block((), tuple(reads), tuple(writes), self.realize.block.name_hint + suffix, body)


def _scalar(prefix: str, buffer: Buffer) -> Buffer:
    return decl_buffer((1,), buffer.dtype, prefix + buffer.name, strides=(1,), scope="local")


class _Lowering:
    """The plans of a function, and the function rebuilt by them."""

    def __init__(self) -> None:
        self.plans: dict[BlockRealize, _Plan] = {}
        self.tops: dict[For, _Plan] = {}

    def scan(self, node: Node, loops: tuple[For, ...], scope: Block | None) -> None:
        """Make the plans of the blocks below `node`, which stands in `loops` of the block `scope`."""
        if isinstance(node, BlockRealize):
            plan = _plan(node, loops, scope)
            if plan is not None:
                self._take(plan)
            self.scan(node.block.body, (), node.block)
            return
        around = (*loops, node) if isinstance(node, For) else loops
        for child in node.children():
            self.scan(child, around, scope)

    def _take(self, plan: _Plan) -> None:
        if plan.loops[0] in self.tops:
            other = self.tops[plan.loops[0]].realize.block.name_hint
            raise PassError(
                f"blocks `{other}` and `{plan.realize.block.name_hint}` reduce over the threads of one loop; each needs loops of its own"
            )
        self.plans[plan.realize] = self.tops[plan.loops[0]] = plan

    def rebuilt(self, node: Node) -> Stmt:
        """The statement with the planned blocks lowered."""
        plan = self.plans.get(node) if isinstance(node, BlockRealize) else None
        if plan is not None:
            return _in_thread(plan) if plan.inside else _across(plan)
        made = node.map_children(lambda child: self.rebuilt(child) if isinstance(child, Stmt) else child)
        if isinstance(made, Block):
            return self._with_buffers(node, made)  # pyright: ignore[reportReturnType]
        if not isinstance(made, For) or not isinstance(node, For):
            return made  # pyright: ignore[reportReturnType]
        bound = any(node in plan.threads for plan in self.plans.values())
        top = self.tops.get(node)
        body = made.body if bound else made
        return body if top is None else _around(top, body)

    def _with_buffers(self, before: Node, block: Block) -> Block:
        made = [
            buffer for plan in self.plans.values() if plan.scope is before for buffer in (*plan.across, *plan.inside)
        ]
        return block.replace(alloc_buffers=(*block.alloc_buffers, *made)) if made else block


def _plan(realize: BlockRealize, loops: tuple[For, ...], scope: Block | None) -> _Plan | None:
    """The plan for a block; None when no thread takes part in its reduction."""
    block = realize.block
    if block.init is None:
        return None
    used: set[Var] = set()
    for axis, value in zip(block.iter_vars, realize.iter_values):
        if axis.iter_type is IterVarKind.CommReduce:
            used.update(free_vars(value))
    reduced = tuple(loop for loop in loops if loop.loop_var in used)
    threads = tuple(loop for loop in reduced if loop.kind is ForKind.THREAD_BINDING)
    if not threads:
        return None
    _check_loops(block, loops, reduced, threads)
    return _Plan(realize, reduction_of(block), scope, reduced, threads)


def _check_loops(block: Block, loops: tuple[For, ...], reduced: tuple[For, ...], threads: tuple[For, ...]) -> None:
    within = loops[loops.index(reduced[0]) :]
    if within != reduced:
        other = next(loop for loop in within if loop not in reduced)
        raise PassError(
            f"block `{block.name_hint}` reduces over threads outside of loop `{other.loop_var.name}`, which is no loop of the reduction"
        )
    for loop in threads:
        if not thread_tag(loop).startswith("threadIdx"):
            raise PassError(
                f"block `{block.name_hint}` reduces over `{loop.loop_var.name}`, which is bound to {thread_tag(loop)}: only threads of one block can combine their values"
            )


def _region(buffer: Buffer) -> BufferRegion:
    return BufferRegion(buffer, (Range(const(0, "int32"), const(1, "int32")),))


def _element(buffer: Buffer) -> BufferLoad:
    return BufferLoad(buffer, (const(0, "int32"),))


def _realized(block: Block, predicate: Expr | None = None) -> BlockRealize:
    return BlockRealize((), IntImm(BOOL, 1) if predicate is None else predicate, block)


def _around(plan: _Plan, body: Stmt) -> Stmt:
    """The threads' loops around: start, what was there, combine, write."""
    steps = [_start(plan), body, _across(plan)] if plan.inside else [body]
    made = seq([*steps, _write_back(plan)])
    for loop in reversed(plan.threads):
        made = loop.replace(body=made)
    return made


def _start(plan: _Plan) -> Stmt:
    stores: list[Stmt] = [
        BufferStore(own, value, (const(0, "int32"),)) for own, value in zip(plan.inside, plan.reduction.identity)
    ]
    return _realized(plan.block("_in_thread_init", seq(stores), (), [_region(own) for own in plan.inside]))


def _in_thread(plan: _Plan) -> Stmt:
    """The block combining into the thread's own variables."""
    block = plan.realize.block
    own = dict(zip(plan.reduction.buffers, plan.inside))
    zero = (const(0, "int32"),)
    body = rewrite(
        block.body,
        {
            BufferLoad: lambda e: BufferLoad(own[e.buffer], zero) if e.buffer in own else e,
            BufferStore: lambda s: BufferStore(own[s.buffer], s.value, zero) if s.buffer in own else s,
        },
    )
    made = block.replace(
        init=None, body=body, writes=tuple(map(_region, plan.inside)), name_hint=block.name_hint + "_in_thread"
    )
    return plan.realize.replace(block=made)


def _across(plan: _Plan) -> Stmt:
    """The block in which the threads combine their values."""
    block, reduction = plan.realize.block, plan.reduction
    values = [_element(own) for own in plan.inside] if plan.inside else list(reduction.values)
    results = [_element(result) for result in plan.across]
    threads = [loop.loop_var for loop in plan.threads]
    count = const(len(values), "uint32")
    combined = call("tir.tvm_thread_allreduce", count, *values, IntImm(BOOL, 1), *results, *threads, dtype_="handle")
    nothing = call("tir.reinterpret", const(0, "uint64"), dtype_="handle")
    body = AttrStmt(reduction.reducer, "reduce_scope", nothing, Evaluate(combined))
    reads = [_region(own) for own in plan.inside] if plan.inside else block.reads
    made = plan.block("_cross_thread", body, reads, [_region(result) for result in plan.across])
    if plan.inside:
        return _realized(made)
    return plan.realize.replace(block=made.replace(iter_vars=block.iter_vars))


def _write_back(plan: _Plan) -> Stmt:
    """The block that writes the result where it belongs: by the first thread, or by every one into its own memory."""
    block, zero = plan.realize.block, const(0, "int32")
    kept = [
        (axis, value)
        for axis, value in zip(block.iter_vars, plan.realize.iter_values)
        if axis.iter_type is not IterVarKind.CommReduce
    ]
    renamed = {axis.var: axis.var.replace() for axis, _ in kept}
    body = seq(
        [
            BufferStore(buffer, BufferLoad(result, (zero,)), plan.reduction.indices)
            for buffer, result in zip(plan.reduction.buffers, plan.across)
        ]
    )
    made = plan.block("_write_back", body, [_region(result) for result in plan.across], block.writes)
    made = made.replace(iter_vars=tuple(axis.replace(var=renamed[axis.var]) for axis, _ in kept))
    made = substitute(made, renamed) if renamed else made
    return BlockRealize(tuple(value for _, value in kept), _write_condition(plan), made)


def _write_condition(plan: _Plan) -> Expr:
    """The block's condition on other loops, and that this is the first thread."""
    condition: Expr = IntImm(BOOL, 1)
    for part in _conjuncts(plan.realize.predicate):
        if not plan.reduced.intersection(free_vars(part)):
            condition = binary("And", condition, part)
    for loop in () if plan.stays_local else plan.threads:
        condition = binary("And", condition, binary("EQ", loop.loop_var, loop.min))
    return condition


def _conjuncts(condition: Expr) -> list[Expr]:
    return [*_conjuncts(condition.a), *_conjuncts(condition.b)] if isinstance(condition, And) else [condition]


def _in_one_thread(node: Node, plans: dict[Buffer, _Plan], tags: tuple[str, ...]) -> Stmt:
    """Blocks that carry a thread's own copy of a result to memory that others see run in the first thread."""
    if isinstance(node, For) and node.kind is ForKind.THREAD_BINDING:
        tags = (*tags, thread_tag(node))
    if isinstance(node, BlockRealize):
        plan = next((plans[region.buffer] for region in node.block.reads if region.buffer in plans), None)
        shared = all(region.buffer.scope() != "local" for region in node.block.writes)
        if plan is not None and shared:
            return _alone(node, [loop for loop in plan.threads if thread_tag(loop) not in tags])
    return node.map_children(lambda child: _in_one_thread(child, plans, tags) if isinstance(child, Stmt) else child)  # pyright: ignore[reportReturnType]


def _alone(realize: BlockRealize, loops: list[For]) -> Stmt:
    """The block inside loops over the threads of a reduction, running in the first of them."""
    condition: Expr = IntImm(BOOL, 1)
    made: list[For] = []
    for loop in loops:
        var = Var("t" + thread_tag(loop)[-1], loop.loop_var.dtype)
        binding = IterVar(None, Var("", var.dtype), IterVarKind.ThreadIndex, thread_tag(loop))
        made.append(loop.replace(loop_var=var, thread_binding=binding))
        condition = binary("And", condition, binary("EQ", var, loop.min))
    body: Stmt = realize.replace(predicate=both(condition, realize.predicate))
    for loop in reversed(made):
        body = loop.replace(body=body)
    return body
