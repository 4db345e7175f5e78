"""The cost of a function, its operations and the bytes that it moves, as expressions in its symbolic sizes: the numbers behind GFLOP/s and GB/s.

Work is counted on values that are stored, not on indices and conditions; an `if` counts as taken.
"""

from __future__ import annotations

from tilewright.core.analysis.regions import accessed_regions
from tilewright.core.analysis.survey import Access, Survey
from tilewright.core.analysis.surveyor import survey
from tilewright.core.arith.facts import Facts
from tilewright.core.arith.simplify import simplify
from tilewright.core.base.dtype import INT64
from tilewright.core.ir import expr as nodes
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BufferLoad, Call, Expr, IntImm, IterVarKind, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import cast, const
from tilewright.core.ir.stmt import Block, BlockRealize, BufferStore, For, While
from tilewright.core.ir.walk import substitute, variables_of, walk

# Ops of the table that count as one operation; a fused multiply and add counts as two.
_FREE_GROUPS = frozenset({"memory", "control", "calls", "runtime", "gpu", "bits"})


def flops(func: PrimFunc) -> Expr | None:
    """Operations on values in one call, an int64 expression in the symbolic sizes.

    None when a `while` loop with work in it makes the number depend on the data.
    """
    found = survey(func)
    if _has_data_dependent_work(func):
        return None
    total: Expr = const(0, INT64)
    for access in found.accesses:
        if isinstance(access.node, BufferStore):
            work = operations(access.node.value)
            if work:
                total = total + const(work, INT64) * repetitions(found, access)
    return simplify(Facts(), total)


def block_cost(func: PrimFunc, block: Block) -> tuple[Expr, Expr | None] | None:
    """Operations of all iterations of a block of `func`, and the bytes of the parts of buffers that it reads and writes, each counted once, as int64.

    The bytes are None for a block that shares its loops with others; the whole is None where a `while` loop in it makes the work depend on the data.
    """
    if any(isinstance(node, While) for node in walk(block)):
        return None
    found = survey(func)
    total: Expr = const(0, INT64)
    for access in found.accesses:
        if isinstance(access.node, BufferStore) and access.around.blocks and access.around.blocks[-1].block is block:
            total = total + const(operations(access.node.value), INT64) * repetitions(found, access)
    return simplify(Facts(), total), _moved_by(func, block)


def _moved_by(func: PrimFunc, block: Block) -> Expr | None:
    nest = next((node for node in walk(func.body) if isinstance(node, For) and _holds_alone(node, block)), None)
    if nest is None:
        return None
    buffers = {region.buffer.data: region.buffer for region in (*block.reads, *block.writes)}
    regions = accessed_regions(nest, buffers)
    own = {region.buffer for region in regions.writes} if block.init is not None else set[Buffer]()
    total: Expr = const(0, INT64)
    for region in (*(region for region in regions.reads if region.buffer not in own), *regions.writes):
        total = total + _volume(region)
    return simplify(Facts(), total)


def _holds_alone(loop: For, block: Block) -> bool:
    """Whether the block is the only one below a loop."""
    return [node for node in walk(loop) if isinstance(node, Block)] == [block]


def _has_data_dependent_work(func: PrimFunc) -> bool:
    loops = [node for node in walk(func.body) if isinstance(node, While)]
    stores = [node for loop in loops for node in walk(loop.body) if isinstance(node, BufferStore)]
    return any(operations(store.value) for store in stores)


def operations(value: Expr) -> int:
    """Operations that computing a value takes, indices apart; a vector counts once a lane."""
    lanes = max(value.dtype.lanes, 1)
    if isinstance(value, BufferLoad):
        return 0
    below = sum(operations(child) for child in value.children() if isinstance(child, Expr))
    if isinstance(value, nodes.ARITHMETIC_NODES):
        return below + lanes
    if isinstance(value, Call) and getattr(value.op, "group", "memory") not in _FREE_GROUPS:
        return below + (2 * lanes if callee_name(value) == "tir.fma" else lanes)
    return below


def repetitions(found: Survey, access: Access) -> Expr:
    """The number of times that an access happens in one call, as int64: loop extents multiplied, or the domains of a block that T.where cuts short.

    An extent that depends on an outer loop counts with the mean of its first and last value.
    """
    cut = next((position for position, realize in enumerate(access.around.blocks) if _is_cut(realize)), None)
    if cut is not None:
        return _points(access.around.blocks[: cut + 1], access)
    total: Expr = const(1, INT64)
    halves = 1
    for loop in access.around.loops:
        extent, doubled = _mean(found, loop.extent)
        total, halves = total * cast(extent, INT64), halves * (2 if doubled else 1)
    return _in_init(total if halves == 1 else total // const(halves, INT64), access)


def _is_cut(realize: BlockRealize) -> bool:
    return not isinstance(realize.predicate, IntImm)


def _points(blocks: tuple[BlockRealize, ...], access: Access) -> Expr:
    """Points of the domains of the innermost of these blocks."""
    total: Expr = const(1, INT64)
    for axis in blocks[-1].block.iter_vars:
        if axis.dom is not None and not (access.around.in_init and axis.iter_type is IterVarKind.CommReduce):
            total = total * cast(axis.dom.extent, INT64)
    return total


def _in_init(total: Expr, access: Access) -> Expr:
    """An init runs once for all points of the reduction axes."""
    if not access.around.in_init or not access.around.blocks:
        return total
    for axis in access.around.blocks[-1].block.iter_vars:
        if axis.iter_type is IterVarKind.CommReduce and axis.dom is not None:
            total = total // cast(axis.dom.extent, INT64)
    return total


def _mean(found: Survey, extent: Expr) -> tuple[Expr, bool]:
    """The extent, or the sum of its values at the first and the last point of the loops it depends on."""
    outer = [var for var in variables_of(extent) if var in found.domains]
    if not outer:
        return extent, False
    first: dict[Var, Expr] = {var: found.domains[var][0] for var in outer}
    last: dict[Var, Expr] = {var: found.domains[var][0] + found.domains[var][1] - 1 for var in outer}
    return substitute(extent, first) + substitute(extent, last), True


def bytes_moved(func: PrimFunc) -> Expr:
    """Bytes that have to cross from and to memory at least: every part of a parameter that is read, and every part that is written, once.

    What a function reads only after having written it does not count as read.
    """
    buffers = {buffer.data: buffer for buffer in func.buffer_map.values()}
    body = func.body.block.body if isinstance(func.body, BlockRealize) and not func.body.block.iter_vars else func.body
    regions = accessed_regions(body, buffers)
    initial = _read_first(survey(func))
    total: Expr = const(0, INT64)
    for region in (*(region for region in regions.reads if region.buffer in initial), *regions.writes):
        total = total + _volume(region)
    return simplify(Facts(), total)


def _volume(region: BufferRegion) -> Expr:
    total: Expr = const(region.buffer.dtype.nbytes, INT64)
    for range_ in region.region:
        total = total * cast(range_.extent, INT64)
    return total


def _read_first(found: Survey) -> set[Buffer]:
    """Buffers whose values from outside are used: read before, or in, the first statement that stores to them."""
    initial: set[Buffer] = set()
    written: dict[Buffer, BufferStore] = {}
    for access in found.accesses:
        if isinstance(access.node, BufferStore):
            written.setdefault(access.buffer, access.node)
        elif access.buffer not in written or any(node is access.node for node in walk(written[access.buffer])):
            initial.add(access.buffer)
    return initial
