"""Calls of ops of devices, whose arguments may be buffers, texts and truth values; and those whose type depends on an argument."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.dtype import BOOL, DType
from tilewright.core.base.source import Span
from tilewright.core.builder.arguments import data_type, describe, expression
from tilewright.core.builder.frames import value_span
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.expr import Call, Expr, IntImm, StringImm
from tilewright.core.ir.operators import EqualOp, call, const
from tilewright.core.ops.op import Op
from tilewright.core.ops.table import OPS

Type = DType | None


def device_call(row: Op, args: tuple[Any, ...], type_: Type, span: Span | None) -> Expr:
    """The call of a row of `the files of devices in `ops``."""
    return call(row, *[device_argument(row, arg) for arg in args], dtype_=type_, span=span)


def device_argument(row: Op, value: object) -> Expr:
    """An argument as an expression: a buffer as its pointer, a text as a constant."""
    if isinstance(value, Buffer):
        return value.data
    if isinstance(value, str):
        return StringImm(value)
    if isinstance(value, bool):
        return IntImm(BOOL, int(value))
    if isinstance(value, BufferRegion):
        raise UserError("slice-as-value", f"`T.{row.script}` takes elements of buffers, not {describe(value)}")
    if isinstance(value, (tuple, list)):
        raise UserError(
            "not-an-expression", f"an argument of `T.{row.script}` must be an expression, not {describe(value)}"
        )
    return value.asobject() if isinstance(value, EqualOp) else expression(value, f"an argument of `T.{row.script}`")


def _call(name: str, *args: object, dtype: str | DType | None = None) -> Expr:
    row = OPS[f"tir.{name}"]
    return device_call(row, args, None if dtype is None else data_type(str(dtype)), value_span())


def func_call(
    func_name: str, *args: object, source_code: str, return_type: str = "void", lazy_args: tuple[int, ...] = ()
) -> Expr:
    """Call a function of CUDA whose source is given; it returns a value of `return_type`."""
    return _call("cuda.func_call", func_name, *args, source_code, dtype=return_type)


def ldg(addr: object, dtype: str, *, dst: object = None, vec: str = "") -> Expr:
    """Load a value of type `dtype` through the read-only cache; with `vec`, "v2" or "v4", several into the elements `dst`."""
    if not vec and dst is None:
        return _call("cuda.ldg", addr, dtype, dtype=dtype)
    count = {"v2": 2, "v4": 4}.get(vec)
    if count is None or not isinstance(dst, (list, tuple)) or len(dst) != count:
        raise UserError("wrong-argument", '`T.cuda.ldg` with `vec="v2"` or "v4" has as many elements in `dst`', "dst")
    return _call("cuda.ldg", *dst, addr, dtype, vec, count)


def mov_sreg(bits: int, reg_name: str) -> Expr:
    """The value of the special register `reg_name`, an integer of `bits` bits."""
    if bits not in (32, 64):
        raise UserError("wrong-argument", f"a special register has 32 or 64 bits, not {describe(bits)}", "bits")
    return _call("cuda.mov_sreg", bits, reg_name, dtype=f"int{bits}")


def wait_until(
    dst: object,
    ptr: object,
    predicate: object,
    scope: str = "gpu",
    space: str = "global",
    ptx_type: str | None = None,
    backoff_ns: int | None = None,
) -> Expr:
    """Read what `ptr` points to into `dst`, again and again until `predicate`, a condition or a function of the value, holds."""
    target = dst[(0,) * len(dst.shape)] if isinstance(dst, Buffer) else dst
    holds = predicate(target) if callable(predicate) and not isinstance(predicate, Expr) else predicate
    return _call("cuda.wait_until", target, ptr, holds, scope, space, ptx_type or "", backoff_ns or 0)


def warp_sum(value: object, width: int = 32) -> Expr:
    """The sum of the values of `width` lanes."""
    return _call("cuda.warp_reduce", value, "sum", width)


def warp_max(value: object, width: int = 32) -> Expr:
    """The largest of the values of `width` lanes."""
    return _call("cuda.warp_reduce", value, "max", width)


def warp_min(value: object, width: int = 32) -> Expr:
    """The smallest of the values of `width` lanes."""
    return _call("cuda.warp_reduce", value, "min", width)


def cta_sum(value: object, num_warps: int, scratch: object) -> Expr:
    """The sum of the values of the `num_warps` warps of a thread block, which meet in `scratch`."""
    return _call("cuda.cta_reduce", value, "sum", num_warps, scratch)


def cta_max(value: object, num_warps: int, scratch: object) -> Expr:
    """The largest of the values of the `num_warps` warps of a thread block, which meet in `scratch`."""
    return _call("cuda.cta_reduce", value, "max", num_warps, scratch)


def cta_min(value: object, num_warps: int, scratch: object) -> Expr:
    """The smallest of the values of the `num_warps` warps of a thread block, which meet in `scratch`."""
    return _call("cuda.cta_reduce", value, "min", num_warps, scratch)


def sm100_2sm_leader_smem_addr(ptr: object) -> Expr:
    """The address in shared memory of `ptr` in the first of two thread blocks that work together."""
    address = _call("cuda.cvta_generic_to_shared", ptr)
    return Call(address.dtype, OPS["tir.bitwise_and"], (address, const(0xFEFFFFFF, "uint32")), value_span())


def tensormap_encode_tiled(
    *args: object,
    descriptor_dtype: str,
    rank: int,
    interleave: int = 0,
    swizzle: int = 0,
    l2_promotion: int = 0,
    oob_fill: int = 0,
    force_cu_dtype: int = -1,
) -> Expr:
    """Write the descriptor of a tensor of `rank` dimensions in global memory.

    The arguments are the pointers to the descriptor and to the data, `rank` sizes, `rank - 1` strides in bytes, `rank` sizes of a box and `rank` steps.
    """
    if not isinstance(rank, int) or not 1 <= rank <= 5 or len(args) != 4 * rank + 1:
        sentence = f"`T.tensormap_encode_tiled` takes 4 * rank + 1 values for a rank of 1 to 5, and has {len(args)}"
        raise UserError("wrong-argument", sentence, "rank")
    settings = (interleave, swizzle, l2_promotion, oob_fill, force_cu_dtype)
    return _call("tensormap_encode_tiled", *args, str(descriptor_dtype), rank, *settings)


def call_ffi_kernel(*args: object, launch_params: Sequence[str], ret_ty: str = "int32") -> Expr:
    """Launch a kernel: its name, its arguments, then a value for each of `launch_params`, the tags of threads and sizes of memory."""
    return _call("call_ffi_kernel", *args, *map(str, launch_params), dtype=ret_ty)


CUDA_FORMS = (
    *(func_call, ldg, mov_sreg, wait_until, warp_sum, warp_max, warp_min, cta_sum, cta_max, cta_min),
    sm100_2sm_leader_smem_addr,
)
__all__ = ["CUDA_FORMS", "call_ffi_kernel", "device_argument", "device_call", "tensormap_encode_tiled"]
