"""tensorize: a tensor intrinsic in the place of a block that computes what the intrinsic's description says."""

from __future__ import annotations

from collections.abc import Mapping

from tilewright.core.base.dtype import INT64, DType
from tilewright.core.ir.attrs import DictAttrs
from tilewright.core.ir.buffer import Buffer, BufferRegion, MatchBufferRegion
from tilewright.core.ir.expr import Call, Cast, Expr, IntImm, IterVar, Range, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import cast, const
from tilewright.core.ir.renew import renew_defs
from tilewright.core.ir.stmt import Block, BlockRealize, For
from tilewright.core.ir.walk import walk
from tilewright.core.passes.tir.compat.narrowing import Narrowing, layout
from tilewright.core.passes.tir.rewriting.fresh import declared_buffers
from tilewright.core.schedule.primitives.blockize import blockized
from tilewright.core.schedule.primitives.matching import Matching
from tilewright.core.schedule.references import StmtSRef
from tilewright.core.schedule.state import ScheduleState
from tilewright.core.schedule.tensor_intrin import TensorIntrin


def tensorize(state: ScheduleState, ref: StmtSRef, intrin: TensorIntrin, preserve_unit_iters: bool = True) -> None:
    """Let the machine's instruction compute a block, or what is below a loop, which is made a block first."""
    reuse: dict[Block, Block] = {}
    realize = ref.binding if ref.is_block else blockized(state, ref, reuse, preserve_unit_iters)
    matching = Matching(_described(intrin.desc), realize, ref)
    impl = _with_index_type(renew_defs(intrin.impl), realize.block)
    body = _root(impl)
    regions = {region.buffer: region.region for region in (*body.reads, *body.writes)}
    matches: list[MatchBufferRegion] = []
    for param, described in zip(impl.params, intrin.desc.params):
        buffer = impl.buffer_map[param]
        current = matching.buffer_of(intrin.desc.buffer_map[described])
        matches.append(_match(buffer, current, matching.base[current], regions[buffer]))
    block = realize.block.replace(
        body=body.body,
        alloc_buffers=(*realize.block.alloc_buffers, *body.alloc_buffers),
        match_buffers=tuple(matches),
        annotations=DictAttrs({**dict(body.annotations), **dict(realize.block.annotations)}),
    )
    if ref.is_block:
        state.replace(ref, block, {ref.block: block})
    else:
        state.replace(ref, realize.replace(block=block))


def _root(func: PrimFunc) -> Block:
    assert isinstance(func.body, BlockRealize), "a function of TensorIR has a block around its body"
    return func.body.block


def _described(desc: PrimFunc) -> BlockRealize:
    assert isinstance(desc.body, BlockRealize), "a function of TensorIR has a block around its body"
    return desc.body


def _match(buffer: Buffer, current: Buffer, base: list[Expr], region: tuple[Range, ...]) -> MatchBufferRegion:
    """A parameter of the implementation as a part of the program's buffer, which may have more dimensions."""
    more = len(base) - len(region)
    ranges = [Range.from_min_extent(low, const(1, low.dtype)) for low in base[:more]]
    for low, range_ in zip(base[more:], region):
        ranges.append(Range.from_min_extent(low, cast(range_.extent, low.dtype)))
    return MatchBufferRegion(buffer, BufferRegion(current, tuple(ranges)))


def _with_index_type(impl: PrimFunc, block: Block) -> PrimFunc:
    """The implementation with indices as wide as those of the program."""
    used = (range_.min.dtype for region in (*block.reads, *block.writes) for range_ in region.region)
    if INT64 not in used:
        return impl
    buffers = [*impl.buffer_map.values(), *(each for node in walk(impl.body) for each in declared_buffers(node))]
    indices = [var for node in walk(impl.body) for var in _indices(node)]
    indices += [var for buffer in buffers for part in layout(buffer) for var in walk(part) if isinstance(var, Var)]
    names = {var: Var(var.name, INT64) for var in indices if var.dtype.bits < 64}
    wide = _Widening(INT64, names)
    mapping = {param: wide.buffer(buffer) for param, buffer in impl.buffer_map.items()}
    return impl.replace(body=wide.visit(impl.body), buffer_map=mapping)


def _indices(node: object) -> tuple[Var, ...]:
    if isinstance(node, For):
        return (node.loop_var,)
    return (node.var,) if isinstance(node, IterVar) else ()


class _Widening(Narrowing):
    """The same rewriting towards more bits: axes, loop variables, and numbers in indices and sizes."""

    _in_index = False

    def __init__(self, wide: DType, variables: Mapping[Var, Var]) -> None:
        super().__init__(wide, variables)
        # Calls take offsets and strides as wide as they have become.
        self.rules = {kind: rule for kind, rule in self.rules.items() if kind is not Call}

    def is_wide(self, type_: DType) -> bool:
        return type_.kind == "int" and type_.bits < self.narrow.bits

    def becomes_narrow(self, e: IntImm | Cast) -> bool:
        return self._in_index and isinstance(e, IntImm)

    def index(self, e: Expr) -> Expr:
        self._in_index, around = True, self._in_index
        made = self.visit(e)
        self._in_index = around
        return cast(made, self.narrow) if made.dtype.kind == "int" and made.dtype.lanes == 1 else made


__all__ = ["tensorize"]
