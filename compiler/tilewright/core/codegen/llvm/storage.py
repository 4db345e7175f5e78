"""Memory that the program allocates: on the stack when it is small and its size is known, else on the heap.

Stack memory is reserved once, on entry, so that loops do not grow it.  Heap memory is freed at the end of the statement and on every
way out of it; when there is none, the call fails with a message.  All of it is aligned to 64 bytes.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tilewright.core.base.dtype import DType
from tilewright.core.codegen.llvm.cleanup import give_back, leave
from tilewright.core.codegen.llvm.index import index
from tilewright.core.codegen.llvm.scratch import DECLARATIONS, SCRATCH
from tilewright.core.codegen.llvm.types import element_bytes, memory, stored_bits, unsupported
from tilewright.core.codegen.llvm.writer import Body
from tilewright.core.ir.expr import Expr, IntImm
from tilewright.core.ir.stmt import Allocate, AllocateConst

ALIGNMENT = 64
STACK_BYTES_EACH = 32 << 10
STACK_BYTES_IN_ALL = 256 << 10


def allocate(body: Body, stmt: Allocate, inside: Any) -> None:
    """Lower `Allocate`; `inside()` lowers its body."""
    size = _constant_bytes(stmt)
    if size is not None and size <= STACK_BYTES_EACH and body.stack_bytes + size <= STACK_BYTES_IN_ALL:
        body.stack_bytes += size
        body.values[stmt.buffer_var] = _on_stack(body, stmt.dtype, size)
        inside()
        return
    pointer = body.values[stmt.buffer_var] = _on_heap(body, stmt, size)
    body.allocations.append(pointer)
    inside()
    body.allocations.pop()
    give_back(body, pointer)


def allocate_const(body: Body, stmt: AllocateConst) -> None:
    """Give the pointer of an `AllocateConst` its constant data."""
    array = _constant_array(body, stmt.data_or_idx)
    expected = math.prod(_known(extent) for extent in stmt.extents)
    if array.size != expected:
        raise unsupported(
            f"the constant `{stmt.buffer_var.name}` has {array.size} elements where {expected} are declared"
        )
    content = _stored(array, stmt.dtype)
    body.values[stmt.buffer_var] = body.module.constant(content or bytes(1), ALIGNMENT)


def from_heap(body: Body, amount: str) -> str:
    """So many bytes of the heap, null where there are none; the code of another machine takes them from its C library."""
    make = body.module.heap[0]
    body.module.declare(make, DECLARATIONS[make])
    size = f"i64 {amount}" if make == SCRATCH else f"i64 {ALIGNMENT}, i64 {amount}"
    return body.set(f"call align {ALIGNMENT} ptr @{make}({size})")


def _constant_bytes(stmt: Allocate) -> int | None:
    """The size of an allocation whose extents are constants."""
    if not all(isinstance(extent, IntImm) for extent in stmt.extents):
        return None
    return math.prod(max(0, _known(extent)) for extent in stmt.extents) * element_bytes(stmt.dtype) * stmt.dtype.lanes


def _on_stack(body: Body, type_: DType, size: int) -> str:
    count = max(1, size // element_bytes(type_))
    return body.on_entry(f"alloca [{count} x {memory(type_.element)}], align {ALIGNMENT}")


def _on_heap(body: Body, stmt: Allocate, size: int | None) -> str:
    pointer = from_heap(body, str(_rounded(size)) if size is not None else _runtime_bytes(body, stmt))
    failed, fine = body.labels("memory", "fine")
    none = body.set(f"icmp eq ptr {pointer}, null")
    body.branch_if(none, failed, fine)
    body.begin(failed)
    leave(body, body.module.string(f"{OUT_OF_MEMORY}`{stmt.buffer_var.name}`"))
    body.begin(fine)
    return pointer


OUT_OF_MEMORY = "out of memory for "


def _runtime_bytes(body: Body, stmt: Allocate) -> str:
    """The size in bytes, a multiple of the alignment; so large that no memory has it when the product overflows."""
    total, overflows = str(element_bytes(stmt.dtype) * stmt.dtype.lanes), "false"
    for extent in stmt.extents:
        count = body.set(f"call i64 @llvm.smax.i64(i64 {index(body, extent)}, i64 0)")
        pair = body.set(f"call {{i64, i1}} @llvm.smul.with.overflow.i64(i64 {total}, i64 {count})")
        total = body.set(f"extractvalue {{i64, i1}} {pair}, 0")
        over = body.set(f"extractvalue {{i64, i1}} {pair}, 1")
        overflows = body.set(f"or i1 {overflows}, {over}")
    above = body.set(f"call i64 @llvm.uadd.sat.i64(i64 {total}, i64 {ALIGNMENT - 1})")
    whole = body.set(f"and i64 {above}, -{ALIGNMENT}")
    some = body.set(f"call i64 @llvm.umax.i64(i64 {whole}, i64 {ALIGNMENT})")
    return body.set(f"select i1 {overflows}, i64 {(1 << 63) - ALIGNMENT}, i64 {some}")


def _rounded(size: int) -> int:
    """`size` as a multiple of the alignment, at least one; more than any memory has becomes the largest."""
    return min(max(ALIGNMENT, -(-size // ALIGNMENT) * ALIGNMENT), (1 << 63) - ALIGNMENT)


def _known(extent: Expr) -> int:
    if not isinstance(extent, IntImm):
        raise unsupported("the extents of a constant are numbers")
    return extent.value


def _constant_array(body: Body, given: Any) -> np.ndarray:
    if isinstance(given, (int, IntImm)):
        place, known = int(given), body.module.constants
        if place >= len(known):
            raise unsupported(f"constant number {place} is used and the module has {len(known)}")
        given = known[place]
    return np.asarray(given.numpy() if hasattr(given, "numpy") else given)


def _stored(array: np.ndarray, type_: DType) -> bytes:
    """The elements as they lie in memory: integers of odd widths are widened to whole bytes."""
    if type_.is_integer and not type_.is_bool:
        array = array.astype(f"{'i' if type_.kind == 'int' else 'u'}{stored_bits(type_.element) // 8}")
    elif type_.kind == "float":
        array = array.astype(f"f{type_.bits // 8}")
    return np.ascontiguousarray(array).tobytes()
