"""`DataflowUseInplaceCalls`: elementwise ops that write their result where an argument was that nothing needs any more."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any

from tilewright.core.builder.relax_calls import call_tir_inplace
from tilewright.core.graph.block_builder import BlockBuilder
from tilewright.core.graph.queries import free_vars
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BufferLoad, IntImm
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.relax import (
    Binding,
    BindingBlock,
    Call,
    DataflowBlock,
    DataflowVar,
    Id,
    RelaxExpr,
    ShapeExpr,
    Tuple,
    TupleGetItem,
    Var,
    VarBinding,
)
from tilewright.core.ir.stmt import Block, BufferStore
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo
from tilewright.core.ir.structural import structural_equal
from tilewright.core.ir.walk import rewrite
from tilewright.core.ops.relax import MARKS
from tilewright.core.ops.relax_op import RelaxOp
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.legalize import LEGALIZE
from tilewright.core.passes.relax.over_functions import ModuleMutator

_OPS = frozenset(f"relax.{name}" for name in ("add", "subtract", "multiply", "divide", "nn.relu", "nn.silu"))
# Ops whose result may lie in the memory of their first argument.
_VIEWS = frozenset(
    {*MARKS, *(f"relax.{name}" for name in ("reshape", "flatten", "squeeze", "expand_dims", "memory.view"))}
)
_OUTSIDE = -1
_ELSEWHERE = frozenset({_OUTSIDE})


def DataflowUseInplaceCalls() -> Pass:
    """In dataflow blocks, sums, differences, products, quotients, `relu` and `silu` as `call_tir_inplace`, where an argument of the result's shape and
    type was computed in the block and neither it nor another name of it is used later."""
    return Pass("DataflowUseInplaceCalls", lambda mod: InPlaceCalls(mod).transform())


class InPlaceCalls(ModuleMutator):
    """Writes the calls of dataflow blocks over their arguments where it can."""

    def __init__(self, mod: IRModule) -> None:
        super().__init__(mod)
        self._places: dict[Id, int] = {}

    def visit_dataflow_block_(self, block: DataflowBlock) -> BindingBlock:
        self._places = _places(block)
        return super().visit_dataflow_block_(block)

    def visit_var_binding_(self, binding: VarBinding) -> None:
        at = self._places.get(binding.var.vid)
        if at is None or not isinstance(binding.value, Call):
            super().visit_var_binding_(binding)
            return
        made = self.in_place(self.visit_expr_post_order(binding.value), at)
        self.rebind(binding, made)

    def in_place(self, call: Call, at: int) -> RelaxExpr:
        """The call with its result where argument `at` is; the same call when its function cannot be written so."""
        scratch = BlockBuilder()
        op = call.op
        legal = LEGALIZE[op.legalize](scratch, call)
        if not isinstance(legal, Call) or len(legal.args) != 2 or not isinstance(legal.args[1], Tuple):
            return call
        values = legal.args[1].fields
        place = next((n for n in reversed(range(len(values))) if values[n] is call.args[at]), None)
        if place is None:
            return call
        variable: Any = legal.args[0]
        function = scratch.get()[variable]
        assert isinstance(function, PrimFunc)
        new = self.builder_.add_func(_writing_into(function, place), f"{variable.name_hint}_inplace")
        return self.builder_.normalize(call_tir_inplace(new, Tuple(values), [place], legal.sinfo_args[0]))


def _writing_into(function: PrimFunc, place: int) -> PrimFunc:
    """The function without its last parameter: what it wrote there it writes into the buffer at `place`."""
    *params, last = function.params
    old, new = function.buffer_map[last], function.buffer_map[params[place]]

    def buffer(given: Buffer) -> Buffer:
        return new if given is old else given

    def block(node: Block) -> Block:
        reads, writes = (
            tuple(_of(region, buffer(region.buffer)) for region in part) for part in (node.reads, node.writes)
        )
        return node.replace(reads=reads, writes=writes)

    rules = {
        BufferLoad: lambda node: node if node.buffer is not old else BufferLoad(new, node.indices),
        BufferStore: lambda node: node if node.buffer is not old else BufferStore(new, node.value, node.indices),
        Block: block,
    }
    buffers = {param: found for param, found in function.buffer_map.items() if param is not last}
    return function.replace(params=tuple(params), body=rewrite(function.body, rules), buffer_map=buffers)


def _of(region: BufferRegion, buffer: Buffer) -> BufferRegion:
    return region if region.buffer is buffer else BufferRegion(buffer, region.region)


# Which arguments nothing needs any more


def _places(block: DataflowBlock) -> dict[Id, int]:
    """For each variable whose value can be written over an argument, which one; the last where there are several."""
    return {block.bindings[now].var.vid: exact[-1] for now, (_, exact) in inplace_candidates(block).items() if exact}


def inplace_candidates(block: DataflowBlock) -> dict[int, tuple[list[int], list[int]]]:
    """For each binding, by its number, the arguments that nothing needs any more and that are as large as the result, or larger, and those of its shape."""
    memory = _memory(block)
    ends = _ends(block, memory)
    found: dict[int, tuple[list[int], list[int]]] = {}
    for now, item in enumerate(block.bindings):
        value = item.value
        if isinstance(value, Call) and callee_name(value) in _OPS:
            free = [at for at, argument in enumerate(value.args) if _is_free(argument, now, memory, ends)]
            result = item.var.struct_info_
            large = [at for at in free if _is_as_large(value.args[at].struct_info_, result)]
            if large:
                found[now] = large, [at for at in large if _is_alike(value.args[at].struct_info_, result)]
    return found


def _is_free(argument: RelaxExpr, now: int, memory: Mapping[Any, Memory], ends: Mapping[int, int]) -> bool:
    pieces = _pieces(memory.get(getattr(argument, "vid", None), _ELSEWHERE))
    return _OUTSIDE not in pieces and all(ends[piece] <= now for piece in pieces)


def _is_as_large(one: Any, other: Any) -> bool:
    sizes = [_elements(info) for info in (one, other)]
    known = all(size is not None for size in sizes) and one.dtype is other.dtype
    return _is_alike(one, other) or (known and sizes[0] >= sizes[1])  # pyright: ignore[reportOperatorIssue]


def _elements(info: StructInfo | None) -> int | None:
    """The number of elements a tensor has, where that is known."""
    if not isinstance(info, TensorStructInfo) or not isinstance(info.shape, ShapeExpr):
        return None
    sizes = [size.value for size in info.shape.values if isinstance(size, IntImm)]
    return prod(sizes) if len(sizes) == len(info.shape.values) else None


def _is_alike(one: StructInfo | None, other: StructInfo | None) -> bool:
    infos = [info for info in (one, other) if isinstance(info, TensorStructInfo) and isinstance(info.shape, ShapeExpr)]
    return len(infos) == 2 and infos[0].dtype is infos[1].dtype and structural_equal(infos[0].shape, infos[1].shape)


# Where a value may lie: the numbers of pieces of memory, nested for tuples as the value is.
Memory = frozenset[int] | tuple["Memory", ...]


def _memory(block: DataflowBlock) -> dict[Id, Memory]:
    """The pieces of memory in which the value of each variable may lie; what was not made in the block is `_OUTSIDE`."""
    known: dict[Id, Memory] = {}
    for now, item in enumerate(block.bindings):
        known[item.var.vid] = _of_value(item, now, known)
    return known


def _of_value(item: Binding, now: int, known: Mapping[Id, Memory]) -> Memory:
    def of(part: RelaxExpr) -> Memory:
        if isinstance(part, Tuple):
            return tuple(of(field) for field in part.fields)
        return known.get(part.vid, _ELSEWHERE) if isinstance(part, Var) else _ELSEWHERE

    value = item.value
    if isinstance(value, Call):
        if not isinstance(value.op, RelaxOp):
            return _ELSEWHERE.union(*(_pieces(of(part)) for part in value.args))
        return of(value.args[0]) if value.op.name in _VIEWS else frozenset({now})
    if isinstance(value, TupleGetItem):
        whole = of(value.tuple_value)
        return whole[value.index] if isinstance(whole, tuple) else whole
    return of(value)


def _pieces(memory: Memory) -> frozenset[int]:
    return frozenset[int]().union(*map(_pieces, memory)) if isinstance(memory, tuple) else memory


def _ends(block: DataflowBlock, memory: Mapping[Id, Memory]) -> dict[int, int]:
    """The last binding that needs each piece of memory; what is seen outside of the block is needed after all of them."""
    ends: dict[int, int] = {}
    for now, item in enumerate(block.bindings):
        used = () if isinstance(item.value, TupleGetItem) else free_vars(item.value)
        until = now if isinstance(item.var, DataflowVar) else len(block.bindings)
        for piece in _pieces(memory[item.var.vid]):
            ends[piece] = max(ends.get(piece, 0), until)
        for var in used:
            for piece in _pieces(memory.get(var.vid, _ELSEWHERE)):
                ends[piece] = max(ends.get(piece, 0), now)
    return ends
