"""THE dict of lowerings that op rows name as `Special(rule)`; each stands with its topic."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tilewright.core.codegen.llvm import arithmetic, calls, classify, control, foreign, pointers, structures, vectors
from tilewright.core.codegen.llvm.types import unsupported
from tilewright.core.codegen.llvm.writer import Body
from tilewright.core.ir.expr import Expr

Special = Callable[[Body, Expr, Sequence[Expr]], str]


def _operator(function: Callable[[Body, Sequence[Expr]], str]) -> Special:
    """A lowering that needs the operands only."""
    return lambda body, expr, args: function(body, args)


def _refuse(sentence: str) -> Special:
    """A row that has no meaning for a native function on the CPU."""

    def lower(body: Body, expr: Expr, args: Sequence[Expr]) -> str:
        raise unsupported(sentence)

    return lower


_LOWERED = "a call whose arguments stand on a stack is made by TVM's own lowering; write `T.call_packed`"
_CPACKED = "`T.call_cpacked` calls a function of TVM's interface by its symbol; register it and write `T.call_packed`"

SPECIALS: dict[str, Special] = {
    "floordiv": _operator(arithmetic.floordiv),
    "floormod": _operator(arithmetic.floormod),
    "min": _operator(arithmetic.minimum),
    "max": _operator(arithmetic.maximum),
    "not": _operator(arithmetic.bitwise_not),
    "bitwise_not": _operator(arithmetic.bitwise_not),
    "isnan": classify.isnan,
    "isinf": classify.isinf,
    "isfinite": classify.isfinite,
    "clz": classify.clz,
    "if_then_else": control.if_then_else,
    "likely": control.same,
    "assume": control.assume,
    "undef": control.undef,
    "ret": control.ret,
    "break_loop": control.jump_out,
    "continue_loop": control.jump_on,
    "address_of": pointers.address_of,
    "tvm_access_ptr": pointers.access_ptr,
    "handle_add_byte_offset": pointers.add_byte_offset,
    "isnullptr": pointers.is_null,
    "prefetch": pointers.prefetch,
    "reinterpret": pointers.reinterpret,
    "large_uint_imm": pointers.large_unsigned,
    "type_annotation": pointers.no_value,
    "tvm_struct_get": structures.get_field,
    "tvm_struct_set": structures.set_field,
    "tvm_stack_alloca": structures.reserve,
    "tvm_stack_make_shape": structures.make_shape,
    "tvm_stack_make_array": structures.make_array,
    "alloc_workspace": structures.allocate_workspace,
    "free_workspace": structures.free_workspace,
    "vectorlow": vectors.low,
    "vectorhigh": vectors.high,
    "vectorcombine": vectors.combine,
    "vscale": vectors.vscale,
    "get_active_lane_mask": vectors.active_lane_mask,
    "call_extern": lambda body, expr, args: calls.call_extern(body, expr.dtype, args),
    "call_llvm_intrin": foreign.call_llvm_intrinsic,
    "call_packed": foreign.call_packed,
    "call_traced": foreign.call_traced,
    "call_cpacked": _refuse(_CPACKED),
    "call_packed_lowered": _refuse(_LOWERED),
    "call_cpacked_lowered": _refuse(_LOWERED),
    "throw_last_error": foreign.throw_last_error,
    "lookup_param": _refuse("`T.lookup_param` finds tensors that TVM links into a module; pass them as arguments"),
    "tvm_tuple": _refuse("`T.tvm_tuple` groups arguments for code generators of accelerators"),
    "check_return": _refuse("`tvm_check_return` wraps calls in code that TVM generates for small devices"),
    "thread_context": _refuse("`tvm_thread_context` belongs to code that TVM generates for accelerators"),
    "context_id": _refuse("`tvm_context_id` belongs to code that TVM generates for accelerators"),
    "profile": control.undef,
}
