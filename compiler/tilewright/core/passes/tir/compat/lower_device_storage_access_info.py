"""LowerDeviceStorageAccessInfo: memory of a special kind is addressed as its description says.

A kind is a storage scope such as "global.cache"; its description is a `MemoryInfo`, given by the global function "tvm.info.mem.<scope>".  Where it
tells the address at which the memory begins, nothing is allocated: the pointer is a name for that address.  Pointers into the memory
count in its own units.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.core.base.dtype import DType
from tilewright.core.base.registry import get_global_func
from tilewright.core.ir.buffer import decl_buffer, scope_of
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BufferLoad, Call, Expr, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import binary, call, cast, const
from tilewright.core.ir.stmt import Allocate, DeclBuffer, LetStmt, Stmt
from tilewright.core.ir.walk import Visit, rewrite_top_down
from tilewright.core.passes.core.errors import PassError
from tilewright.core.passes.core.pass_ import tir_pass

_PLAIN = frozenset({"global", "shared", "shared.dyn", "local", "warp"})


@dataclass(frozen=True)
class MemoryInfo:
    """The properties of a special memory scope: bits of one address unit, bits of the widest access, bits in all, its base address."""

    unit_bits: int = 0
    max_num_bits: int = 0
    max_simd_bits: int = 0
    head_address: Expr | None = None


@tir_pass("tir.LowerDeviceStorageAccessInfo")
def lower_device_storage_access_info(func: PrimFunc) -> PrimFunc:
    """Address special memory as its description says."""
    known: dict[Var, MemoryInfo] = {}

    def allocate(stmt: Allocate, visit: Visit) -> Stmt:
        info = memory_info(scope_of(stmt.buffer_var))
        if info is None:
            return stmt.map_children(visit)
        known[stmt.buffer_var] = info
        body = visit(stmt.body)
        return body if info.head_address is None else LetStmt(stmt.buffer_var, info.head_address, body)

    def declare(stmt: DeclBuffer, visit: Visit) -> Stmt:
        """Memory without an address has nothing that could be declared."""
        info = known.get(stmt.buffer.data)
        gone = info is not None and info.head_address is None
        return visit(stmt.body) if gone else stmt.map_children(visit)

    def pointer(e: Call, visit: Visit) -> Expr:
        made: Call = e.map_children(visit)
        if callee_name(e) != "tir.tvm_access_ptr":
            return made
        return _address(made, known.get(made.args[1]) if isinstance(made.args[1], Var) else None)

    return func.with_body(rewrite_top_down(func.body, {Allocate: allocate, DeclBuffer: declare, Call: pointer}))


def memory_info(scope: str) -> MemoryInfo | None:
    """The description of a kind of memory, None when none is registered."""
    if scope in _PLAIN:
        return None
    function = get_global_func(f"tvm.info.mem.{scope}", allow_missing=True)
    return None if function is None else function()


def _address(e: Call, info: MemoryInfo | None) -> Expr:
    """The address of the element; where memory counts in units and has no address, the number of the unit."""
    element: DType = e.args[0].dtype
    pointer, offset = e.args[1], e.args[2]
    assert isinstance(pointer, Var), "an access is through the pointer of a buffer"
    if info is not None and not e.dtype.is_handle:
        bits = element.bits * element.lanes
        if info.unit_bits % bits:
            raise PassError(
                f"elements of {element} do not fill the units of {scope_of(pointer)}, which have {info.unit_bits} bits"
            )
        return cast(binary("FloorDiv", offset, const(info.unit_bits // bits, offset.dtype)), e.dtype)
    if info is not None and info.head_address is None:
        raise PassError(f"memory of kind {scope_of(pointer)} has no address")
    place = offset * const(element.lanes, offset.dtype)
    scalar = element.element
    view = decl_buffer((place + const(1, place.dtype),), scalar, pointer.name, pointer)
    return call("tir.address_of", BufferLoad(view, (place,)))
