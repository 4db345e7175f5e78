"""Split reductions: a long reduction of few elements is computed in parts, one after another or in threads, which are joined at the end.

    for k in 1 << 24:                       for p in 64, k in 1 << 18:
        if k == 0: s = 0          ->            if k == 0: part[p] = 0
        s += A[k]                               part[p] += A[p << 18 | k]
                                            for p in 64: if p == 0: s = 0
                                                         s += part[p]

The number of parts depends on the sizes alone, never on the number of threads, so that the result is the same for any.  As in `horizontal_reduction`, floats are
reassociated only where the loops also store the initial value.  Maxima and minima of floats stay whole: their result depends on the order when a term is a NaN.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from tilewright.core.base.dtype import INT64
from tilewright.core.ir.buffer import Buffer, decl_buffer
from tilewright.core.ir.expr import EQ, Add, BufferLoad, Expr, IntImm, Max, Min, Mul, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import binary, cast, const
from tilewright.core.ir.stmt import BufferStore, For, ForKind, IfThenElse, Stmt, seq
from tilewright.core.ir.walk import rewrite, substitute
from tilewright.core.passes.tir.rewriting.memory import allocated
from tilewright.core.passes.tir.simd.register_tiling.nest import Reduction, number, reduction, steps
from tilewright.core.passes.tir.simd.register_tiling.tile_loops import if_any, independent
from tilewright.core.passes.tir.threads.choices import chose
from tilewright.core.passes.tir.threads.work import chunk_of, work

# The most elements of a reduction that is split, and the most parts; a part is a multiple of so many terms.
_ELEMENTS, PARTS, _EVEN = 1024, 64, 64
# Iterations of loops around a reduction that give threads enough to do without a split.
_AROUND = 8
_NEUTRAL: dict[type, int] = {Add: 0, Mul: 1}


def split_reductions(func: PrimFunc, known: set[Var]) -> PrimFunc:
    """The function with its long reductions of few elements in parts; `known` are the pointers without aliases."""
    chunk = chunk_of(func)

    def split(stmt: Stmt, around: int) -> Stmt:
        made = None
        if isinstance(stmt, For):
            found = reduction(stmt, known)
            made = None if found is None else _parts(found, chunk)
            around *= steps((stmt,))
            if made is None and (around >= _AROUND or stmt.kind is not ForKind.SERIAL):
                return stmt
        return made or stmt.map_children(lambda child: split(child, around) if isinstance(child, Stmt) else child)

    return func.with_body(split(func.body, 1))


@dataclass(frozen=True)
class _Plan:
    """`loop` is cut into `count` parts of `size` iterations, the last one shorter; `elements` results each."""

    found: Reduction
    loop: For
    size: Expr
    count: Expr
    elements: int


def _parts(found: Reduction, chunk: int) -> Stmt | None:
    """The reduction in parts, None when it is not worth it or would change its result."""
    plan = _plan(found, chunk)
    if plan is None:
        return None
    dtype = found.store.buffer.dtype
    parts = str(plan.count) if isinstance(plan.count, IntImm) else f"up to {PARTS}"
    chose(
        f"`{found.store.buffer.name}`: reduced in {parts} parts along `{plan.loop.loop_var.name}`, which are joined in order"
    )
    memory = decl_buffer((PARTS * plan.elements,), dtype, "part")
    return allocated(memory, if_any(found.loops, seq([_each(plan, memory), _joined(plan, memory)])))


def _plan(found: Reduction, chunk: int) -> _Plan | None:
    value = found.store.value
    whole_numbers = not value.dtype.is_float
    if not (isinstance(value, (Add, Mul)) or (whole_numbers and isinstance(value, (Max, Min)))):
        return None
    elements = steps(found.outer)
    if found.init is None or not found.sorted or elements > _ELEMENTS:
        return None
    loop = max(found.inner, key=lambda each: steps((each,)))
    nest = _nest(found.loops, found.store)
    if work(nest).least < 4 * chunk or steps((loop,)) < 4 * _EVEN:
        return None
    rest = tuple(each for each in found.loops if each is not loop)
    grain = work(_nest(rest, found.store)).grain(chunk)
    extent = cast(loop.extent, "int64")
    least, most = const(1, INT64), const(PARTS, INT64)
    wished = binary("Min", binary("Max", binary("FloorDiv", extent, grain), least), most)
    if isinstance(wished, IntImm):
        wished = const(1 << (wished.value.bit_length() - 1), INT64)  # parts of one size where sizes are powers of two
    size = binary("FloorDiv", extent + wished - const(1, INT64), wished)
    size = binary("FloorDiv", size + const(_EVEN - 1, INT64), const(_EVEN, INT64)) * const(_EVEN, INT64)
    count = binary("FloorDiv", extent + size - const(1, INT64), size)
    if isinstance(count, IntImm) and count.value < 2:
        return None
    kind = str(loop.loop_var.dtype)
    return _Plan(found, loop, cast(size, kind), cast(count, kind), elements)


def _nest(loops: tuple[For, ...], body: Stmt) -> Stmt:
    for loop in reversed(loops):
        body = loop.replace(body=body)
    return body


def _each(plan: _Plan, memory: Buffer) -> Stmt:
    """The loop over parts, each reduced into its own elements."""
    found, loop = plan.found, plan.loop
    part = loop.loop_var.replace(name="part")
    inner = loop.loop_var.replace()
    begin = part * plan.size
    place = _place(found, part, plan.elements)
    store = found.store
    own = BufferLoad(memory, (place,))
    moved: dict[Var, Expr] = {loop.loop_var: loop.min + begin + inner}
    value = substitute(rewrite(store.value, {BufferLoad: partial(_own, store, own)}), moved)
    start = const(_NEUTRAL[type(store.value)], store.value.dtype) if type(store.value) in _NEUTRAL else found.init
    assert start is not None
    loops = [each if each is not loop else _shorter(plan, loop, inner, begin) for each in found.inner]
    first: Expr | None = None
    for each in loops:
        if steps((each,)) > 1:
            here = EQ(each.loop_var, each.min)
            first = here if first is None else binary("And", first, here)
    assert first is not None
    body = seq([IfThenElse(first, BufferStore(memory, start, (place,))), BufferStore(memory, value, (place,))])
    nest = _nest((*found.outer, *loops), body)
    zero = const(0, part.dtype)
    return independent(loop, nest, loop_var=part, min=zero, extent=plan.count)


def _shorter(plan: _Plan, loop: For, inner: Var, begin: Expr) -> For:
    """The loop over the terms of one part."""
    extent: Expr = plan.size
    even = (
        isinstance(loop.extent, IntImm) and isinstance(plan.size, IntImm) and not number(loop.extent) % plan.size.value
    )
    if not even:
        extent = binary("Min", plan.size, loop.extent - begin)
    return loop.replace(loop_var=inner, min=const(0, inner.dtype), extent=extent)


def _own(store: BufferStore, own: BufferLoad, load: BufferLoad) -> BufferLoad:
    return own if load.buffer.data is store.buffer.data else load


def _joined(plan: _Plan, memory: Buffer) -> Stmt:
    """The loops that join the parts of each element, in order."""
    found, store = plan.found, plan.found.store
    part = plan.loop.loop_var.replace(name="part")
    outer = {loop.loop_var: loop.loop_var.replace() for loop in found.outer}
    index = substitute(store.indices[0], outer)
    so_far = BufferLoad(store.buffer, (index,))
    term = BufferLoad(memory, (substitute(_place(found, part, plan.elements), outer),))
    value = store.value
    assert isinstance(value, (Add, Mul, Max, Min))
    first = isinstance(value.a, BufferLoad) and value.a.buffer.data is store.buffer.data
    total = type(value)(so_far, term) if first else type(value)(term, so_far)
    assert found.init is not None
    begins = IfThenElse(EQ(part, const(0, part.dtype)), BufferStore(store.buffer, found.init, (index,)))
    body: Stmt = seq([begins, BufferStore(store.buffer, total, (index,), None, store.span)])
    zero = const(0, part.dtype)
    body = plan.loop.replace(loop_var=part, min=zero, extent=plan.count, body=body)
    for loop in reversed(found.outer):
        body = loop.replace(loop_var=outer[loop.loop_var], body=body)
    return body


def _place(found: Reduction, part: Var, elements: int) -> Expr:
    """The place of an element in the memory of parts."""
    place: Expr = part * const(elements, part.dtype)
    stride = elements
    for loop in found.outer:
        stride //= number(loop.extent)
        place = place + cast((loop.loop_var - loop.min) * const(stride, loop.loop_var.dtype), str(part.dtype))
    return place


__all__ = ["split_reductions"]
