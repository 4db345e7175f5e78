# Generated from the op table and the builder's functions by `make stubs`; do not edit.
"""`tilewright.script.tirx` as type checkers and editors see it."""

from builtins import str as _str
from tilewright.core.builder.values import meta_var as _meta_var
from tilewright.core.ops.op import CallEffectKind as _CallEffectKind
from tvm.te import CommReducer as _CommReducer
from tvm.te import Reduce as _Reduce
from tvm.tir import Add as _Add
from tvm.tir import And as _And
from tvm.tir import Broadcast as _Broadcast
from tvm.tir import BufferLoad as _BufferLoad
from tvm.tir import Call as _Call
from tvm.tir import Cast as _Cast
from tvm.tir import Div as _Div
from tvm.tir import EQ as _EQ
from tvm.tir import FloatImm as _FloatImm
from tvm.tir import FloorDiv as _FloorDiv
from tvm.tir import FloorMod as _FloorMod
from tvm.tir import GE as _GE
from tvm.tir import GT as _GT
from tvm.tir import IntImm as _IntImm
from tvm.tir import IterVar as _IterVar
from tvm.tir import LE as _LE
from tvm.tir import LT as _LT
from tvm.tir import Max as _Max
from tvm.tir import Min as _Min
from tvm.tir import Mod as _Mod
from tvm.tir import Mul as _Mul
from tvm.tir import NE as _NE
from tvm.tir import Not as _Not
from tvm.tir import Or as _Or
from tvm.tir import ProducerLoad as _ProducerLoad
from tvm.tir import Ramp as _Ramp
from tvm.tir import Select as _Select
from tvm.tir import Shuffle as _Shuffle
from tvm.tir import SizeVar as _SizeVar
from tvm.tir import StringImm as _StringImm
from tvm.tir import Sub as _Sub
from tvm.tir import Var as _Var
from typing import Any as _Any

__all__ = [
    "Add",
    "And",
    "Assert",
    "Bind",
    "BitwiseAnd",
    "BitwiseNot",
    "BitwiseOr",
    "BitwiseXor",
    "Break",
    "Broadcast",
    "Buffer",
    "BufferFrom",
    "BufferLoad",
    "Call",
    "CallEffectKind",
    "Cast",
    "CommReducer",
    "ComposeLayout",
    "Continue",
    "Div",
    "EQ",
    "Else",
    "FloatImm",
    "FloorDiv",
    "FloorMod",
    "GE",
    "GT",
    "If",
    "IntImm",
    "Iter",
    "IterVar",
    "LE",
    "LShift",
    "LT",
    "Let",
    "LetStmt",
    "Max",
    "Min",
    "Mod",
    "Mul",
    "NE",
    "Not",
    "Or",
    "ProducerLoad",
    "Ptr",
    "R",
    "RShift",
    "Ramp",
    "Range",
    "Reduce",
    "Return",
    "S",
    "Select",
    "Shuffle",
    "SizeVar",
    "StringImm",
    "Sub",
    "SwizzleLayout",
    "TVMBackendAllocWorkspace",
    "TVMBackendFreeWorkspace",
    "TensorMap",
    "Then",
    "TileLayout",
    "Var",
    "While",
    "abs",
    "acos",
    "acosh",
    "address_of",
    "alloc_buffer",
    "alloc_local",
    "alloc_scalar",
    "alloc_shared",
    "allocate",
    "allocate_const",
    "anylist_getitem",
    "anylist_resetitem",
    "anylist_setitem_call_cpacked",
    "anylist_setitem_call_packed",
    "arg",
    "asin",
    "asinh",
    "assume",
    "atan",
    "atan2",
    "atanh",
    "attr",
    "axis",
    "bf16",
    "bfloat16",
    "bind",
    "bitwise_and",
    "bitwise_not",
    "bitwise_or",
    "bitwise_xor",
    "block",
    "block_attr",
    "bool",
    "boolean",
    "break_loop",
    "broadcast",
    "buffer",
    "buffer_decl",
    "buffer_store",
    "buffer_var",
    "call_cpacked",
    "call_cpacked_lowered",
    "call_extern",
    "call_ffi_kernel",
    "call_intrin",
    "call_kernel",
    "call_llvm_intrin",
    "call_llvm_pure_intrin",
    "call_packed",
    "call_packed_lowered",
    "call_pure_extern",
    "cast",
    "ceil",
    "ceildiv",
    "cluster",
    "cluster_id",
    "clz",
    "comm_reducer",
    "compute",
    "continue_loop",
    "cooperative_tensor_fill",
    "cooperative_tensor_load",
    "cooperative_tensor_multiply_accumulate",
    "cooperative_tensor_store",
    "copysign",
    "cos",
    "cosh",
    "create_barriers",
    "cta",
    "cta_id",
    "cta_id_in_cluster",
    "cta_id_in_pair",
    "cuda",
    "decl_buffer",
    "decl_scalar",
    "device_entry",
    "dp4a",
    "end_profile_intrinsic",
    "env_thread",
    "erf",
    "evaluate",
    "exp",
    "exp10",
    "exp2",
    "f16",
    "f32",
    "f64",
    "fabs",
    "filter",
    "float16",
    "float16x16",
    "float16x2",
    "float16x32",
    "float16x4",
    "float16x64",
    "float16x8",
    "float32",
    "float32x16",
    "float32x2",
    "float32x32",
    "float32x4",
    "float32x64",
    "float32x8",
    "float4_e2m1fn",
    "float4_e2m1fnx16",
    "float4_e2m1fnx2",
    "float4_e2m1fnx32",
    "float4_e2m1fnx4",
    "float4_e2m1fnx64",
    "float4_e2m1fnx8",
    "float64",
    "float64x16",
    "float64x2",
    "float64x32",
    "float64x4",
    "float64x64",
    "float64x8",
    "float6_e2m3fn",
    "float6_e2m3fnx16",
    "float6_e2m3fnx2",
    "float6_e2m3fnx32",
    "float6_e2m3fnx4",
    "float6_e2m3fnx64",
    "float6_e2m3fnx8",
    "float6_e3m2fn",
    "float6_e3m2fnx16",
    "float6_e3m2fnx2",
    "float6_e3m2fnx32",
    "float6_e3m2fnx4",
    "float6_e3m2fnx64",
    "float6_e3m2fnx8",
    "float8_e3m4",
    "float8_e3m4x16",
    "float8_e3m4x2",
    "float8_e3m4x32",
    "float8_e3m4x4",
    "float8_e3m4x64",
    "float8_e3m4x8",
    "float8_e4m3",
    "float8_e4m3b11fnuz",
    "float8_e4m3b11fnuzx16",
    "float8_e4m3b11fnuzx2",
    "float8_e4m3b11fnuzx32",
    "float8_e4m3b11fnuzx4",
    "float8_e4m3b11fnuzx64",
    "float8_e4m3b11fnuzx8",
    "float8_e4m3fn",
    "float8_e4m3fnuz",
    "float8_e4m3fnuzx16",
    "float8_e4m3fnuzx2",
    "float8_e4m3fnuzx32",
    "float8_e4m3fnuzx4",
    "float8_e4m3fnuzx64",
    "float8_e4m3fnuzx8",
    "float8_e4m3fnx16",
    "float8_e4m3fnx2",
    "float8_e4m3fnx32",
    "float8_e4m3fnx4",
    "float8_e4m3fnx64",
    "float8_e4m3fnx8",
    "float8_e4m3x16",
    "float8_e4m3x2",
    "float8_e4m3x32",
    "float8_e4m3x4",
    "float8_e4m3x64",
    "float8_e4m3x8",
    "float8_e5m2",
    "float8_e5m2fnuz",
    "float8_e5m2fnuzx16",
    "float8_e5m2fnuzx2",
    "float8_e5m2fnuzx32",
    "float8_e5m2fnuzx4",
    "float8_e5m2fnuzx64",
    "float8_e5m2fnuzx8",
    "float8_e5m2x16",
    "float8_e5m2x2",
    "float8_e5m2x32",
    "float8_e5m2x4",
    "float8_e5m2x64",
    "float8_e5m2x8",
    "float8_e8m0fnu",
    "float8_e8m0fnux16",
    "float8_e8m0fnux2",
    "float8_e8m0fnux32",
    "float8_e8m0fnux4",
    "float8_e8m0fnux64",
    "float8_e8m0fnux8",
    "floor",
    "floordiv",
    "floormod",
    "fma",
    "fmod",
    "func_attr",
    "func_name",
    "func_ret",
    "get_active_lane_mask",
    "grid",
    "handle",
    "handle_add_byte_offset",
    "hint",
    "hypot",
    "i16",
    "i32",
    "i64",
    "i8",
    "if_then_else",
    "ignore_loop_partition",
    "index_map",
    "infinity",
    "init",
    "inline",
    "int16",
    "int16x16",
    "int16x2",
    "int16x32",
    "int16x4",
    "int16x64",
    "int16x8",
    "int32",
    "int32x16",
    "int32x2",
    "int32x32",
    "int32x4",
    "int32x64",
    "int32x8",
    "int64",
    "int64x16",
    "int64x2",
    "int64x32",
    "int64x4",
    "int64x64",
    "int64x8",
    "int8",
    "int8x16",
    "int8x2",
    "int8x32",
    "int8x4",
    "int8x64",
    "int8x8",
    "isfinite",
    "isinf",
    "isnan",
    "isnullptr",
    "iter_var",
    "lane_id",
    "launch_thread",
    "ldexp",
    "let",
    "likely",
    "llvm_lookup_intrinsic_id",
    "local_scalar",
    "log",
    "log10",
    "log1p",
    "log2",
    "lookup_param",
    "macro",
    "make_filled_simdgroup_matrix",
    "match_buffer",
    "max",
    "max_value",
    "meta_class",
    "meta_var",
    "metal",
    "min",
    "min_value",
    "mma_fill",
    "mma_store",
    "nearbyint",
    "nextafter",
    "nki",
    "nvshmem",
    "parallel",
    "popcount",
    "pow",
    "prim_func",
    "print_buffer",
    "ptr",
    "ptr_byte_offset",
    "ptx",
    "ptx_arrive_barrier",
    "ptx_arrive_barrier_expect_tx",
    "ptx_commit_group",
    "ptx_cp_async",
    "ptx_cp_async_barrier",
    "ptx_cp_async_bulk",
    "ptx_init_barrier_thread_count",
    "ptx_ldmatrix",
    "ptx_legacy",
    "ptx_mma",
    "ptx_mma_sp",
    "ptx_wait_barrier",
    "ptx_wait_group",
    "q_multiply_shift",
    "q_multiply_shift_per_axis",
    "ramp",
    "reads",
    "realize",
    "reinterpret",
    "ret",
    "round",
    "rsqrt",
    "s_tir",
    "sblock",
    "sblock_alloc_buffer",
    "sblock_attr",
    "scope_id",
    "selector",
    "serial",
    "shared_scalar",
    "shift_left",
    "shift_right",
    "sigmoid",
    "simdgroup_load",
    "simdgroup_multiply_accumulate",
    "simdgroup_store",
    "sin",
    "sinh",
    "sqrt",
    "start_profile_intrinsic",
    "static_assert",
    "tan",
    "tanh",
    "target",
    "tensormap_encode_tiled",
    "thread",
    "thread_binding",
    "thread_id",
    "thread_id_in_wg",
    "thread_return",
    "tile",
    "trunc",
    "truncdiv",
    "truncmod",
    "tvm_access_ptr",
    "tvm_bmma_sync",
    "tvm_call_cpacked",
    "tvm_call_cpacked_lowered",
    "tvm_call_packed",
    "tvm_call_packed_lowered",
    "tvm_fill_fragment",
    "tvm_global_barrier_kinit",
    "tvm_kernel_replace_point",
    "tvm_load_matrix_sync",
    "tvm_mma_sync",
    "tvm_stack_alloca",
    "tvm_stack_make_array",
    "tvm_stack_make_shape",
    "tvm_storage_sync",
    "tvm_store_matrix_sync",
    "tvm_struct_get",
    "tvm_struct_set",
    "tvm_thread_allreduce",
    "tvm_thread_invariant",
    "tvm_throw_last_error",
    "tvm_tuple",
    "tvm_warp_activemask",
    "tvm_warp_shuffle",
    "tvm_warp_shuffle_down",
    "tvm_warp_shuffle_up",
    "tvm_warp_shuffle_xor",
    "type_annotation",
    "u16",
    "u32",
    "u64",
    "u8",
    "uint16",
    "uint16x16",
    "uint16x2",
    "uint16x32",
    "uint16x4",
    "uint16x64",
    "uint16x8",
    "uint32",
    "uint32x16",
    "uint32x2",
    "uint32x32",
    "uint32x4",
    "uint32x64",
    "uint32x8",
    "uint64",
    "uint64x16",
    "uint64x2",
    "uint64x32",
    "uint64x4",
    "uint64x64",
    "uint64x8",
    "uint8",
    "uint8x16",
    "uint8x2",
    "uint8x32",
    "uint8x4",
    "uint8x64",
    "uint8x8",
    "undef",
    "unroll",
    "var",
    "vectorcombine",
    "vectorhigh",
    "vectorized",
    "vectorlow",
    "void",
    "vscale",
    "warp",
    "warp_id",
    "warp_id_in_wg",
    "warpgroup",
    "warpgroup_id",
    "webgpu",
    "wg",
    "wg_reg_tile",
    "where",
    "writes",
]

Add = _Add
"""`a + b`

Sum; integers wrap around.

- `a`: Left operand.
- `b`: Right operand, of the same type after promotion.

Result type: the type in which the arguments meet.
"""

And = _And
"""`a and b, both bool`

Whether both conditions hold; the second is computed only where the first holds, or where it cannot fail.

- `a`: Left operand.
- `b`: Right operand, of the same type after promotion.

Result type: the type in which the arguments meet.
"""

Assert: _Any
"""Stop the call when `condition` does not hold; the message may say the kind of error: `("ValueError", ["part", "part"])`."""

Bind: _Any
"""A variable that stands for `value` in the statements that follow: `x = T.bind(i * 4)`."""

BitwiseAnd: _Any
"""Bits set in both operands.

- `x`: Left operand, an integer.
- `y`: Right operand, an integer.

Result type: the type in which the arguments meet.
"""

BitwiseNot: _Any
"""Every bit the other way round.

- `x`: An integer.

Result type: that of the first argument.
"""

BitwiseOr: _Any
"""Bits set in one of the operands.

- `x`: Left operand, an integer.
- `y`: Right operand, an integer.

Result type: the type in which the arguments meet.
"""

BitwiseXor: _Any
"""Bits set in exactly one of the operands.

- `x`: Left operand, an integer.
- `y`: Right operand, an integer.

Result type: the type in which the arguments meet.
"""

Break: _Any
"""Leave the innermost loop; `break` means the same."""

Broadcast = _Broadcast
"""`value` in each of `lanes` lanes."""

class Buffer(_Any):  # type: ignore[misc, unused-ignore]
    """A buffer: memory seen as an array of `shape` with elements of `dtype`.

    As the annotation of a parameter, `A: T.Buffer((128, 128), "float32")`, it declares the array that the caller passes; with
    `data` it is another view of memory that exists.  Without `strides` the elements lie in row-major order without gaps.
    `scope` names the memory ("global", "shared", "local"), `align` is the alignment of the pointer in bytes, and `elem_offset`, a
    multiple of `offset_factor`, counts elements from the pointer to the first one.
    """
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class BufferFrom(_Any):  # type: ignore[misc, unused-ignore]
    """A buffer like another: as an annotation, `A: T.BufferFrom(a)` declares a parameter of the shape, type, layout and memory of `a`."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

BufferLoad = _BufferLoad
"""The element (or vector, when the last index is one) of `buffer` at `indices`; lanes whose `predicate` is false are not read."""

Call = _Call
"""A call of an op of the table or of a function of the module."""

CallEffectKind = _CallEffectKind
"""The side effects of a call; the names and numbers are TVM's."""

Cast = _Cast
"""`value` converted to `dtype`: towards zero from float to integer, wrapping between integers."""

CommReducer = _CommReducer
"""A commutative, associative combination of values: results of `lhs` and `rhs`, and the identity that starts it."""

ComposeLayout: _Any
"""A tile layout whose places are swizzled: the `swizzle_len` bits above the first `per_element` are combined with those `atom_len` above.

The numbers may stand in a `T.SwizzleLayout`, which the tile layout follows.
"""

Continue: _Any
"""Go on with the next iteration of the innermost loop; `continue` means the same."""

Div = _Div
"""`a / b for floats; for integers the quotient rounded towards zero`

Quotient: exact rounding for floats, towards zero for integers.

- `a`: Left operand.
- `b`: Right operand, of the same type after promotion.

Result type: the type in which the arguments meet.
"""

EQ = _EQ
"""`a == b`

Whether the operands are equal; false when one is not a number.

- `a`: Left operand.
- `b`: Right operand, of the same type after promotion.

Result type: `bool`.
"""

Else: _Any
"""The branch that runs when the condition of the enclosing `T.If` does not hold."""

FloatImm = _FloatImm
"""A floating-point constant; `value` is a Python float whatever the dtype."""

FloorDiv = _FloorDiv
"""`a // b, rounded towards negative infinity`

Quotient rounded towards negative infinity.

- `a`: Left operand.
- `b`: Right operand, of the same type after promotion.

Result type: the type in which the arguments meet.
"""

FloorMod = _FloorMod
"""`a % b, remainder of `FloorDiv`: it has the sign of `b``

Remainder of the floor division: it has the sign of the second operand.

- `a`: Left operand.
- `b`: Right operand, of the same type after promotion.

Result type: the type in which the arguments meet.
"""

GE = _GE
"""`a >= b`

Whether the first operand is larger or equal.

- `a`: Left operand.
- `b`: Right operand, of the same type after promotion.

Result type: `bool`.
"""

GT = _GT
"""`a > b`

Whether the first operand is larger.

- `a`: Left operand.
- `b`: Right operand, of the same type after promotion.

Result type: `bool`.
"""

If: _Any
"""A choice, written with `T.Then()` and `T.Else()` inside it; `if condition:` means the same.

An integer holds when it is not zero, as in TVM.
"""

IntImm = _IntImm
"""An integer or bool constant."""

Iter: _Any
"""A part of an index: it takes `extent` values and moves by `stride` along `axis`."""

IterVar = _IterVar
"""An iteration variable with its domain: a block axis, a thread index or a reduction axis."""

LE = _LE
"""`a <= b`

Whether the first operand is smaller or equal.

- `a`: Left operand.
- `b`: Right operand, of the same type after promotion.

Result type: `bool`.
"""

LShift: _Any
"""The first operand shifted left by the second; bits that leave are lost.  A shift by the width or more has no defined result.

- `x`: Left operand, an integer.
- `y`: Right operand, an integer.

Result type: the type in which the arguments meet.
"""

LT = _LT
"""`a < b`

Whether the first operand is smaller.

- `a`: Left operand.
- `b`: Right operand, of the same type after promotion.

Result type: `bool`.
"""

Let: _Any
"""The expression `expr` with a variable standing for a value: `T.Let(x * x, where={x: a + b})`."""

LetStmt: _Any
"""A variable that stands for `value` in the statements that follow: `x: T.int32 = i * 4` or `with T.LetStmt(i * 4) as x`.

`type_annotation` says its type where it is not that of the value, `var` which variable it is.
"""

Max = _Max
"""`The larger of a and b`

The larger operand; the second when one is not a number.

- `a`: Left operand.
- `b`: Right operand, of the same type after promotion.

Result type: the type in which the arguments meet.
"""

Min = _Min
"""`The smaller of a and b`

The smaller operand; the second when one is not a number.

- `a`: Left operand.
- `b`: Right operand, of the same type after promotion.

Result type: the type in which the arguments meet.
"""

Mod = _Mod
"""`Remainder of `Div`: it has the sign of `a``

Remainder of the division towards zero: it has the sign of the first operand.

- `a`: Left operand.
- `b`: Right operand, of the same type after promotion.

Result type: the type in which the arguments meet.
"""

Mul = _Mul
"""`a * b`

Product; integers wrap around.

- `a`: Left operand.
- `b`: Right operand, of the same type after promotion.

Result type: the type in which the arguments meet.
"""

NE = _NE
"""`a != b`

Whether the operands differ; true when one is not a number.

- `a`: Left operand.
- `b`: Right operand, of the same type after promotion.

Result type: `bool`.
"""

Not = _Not
"""`not a, of a bool`

Whether the condition does not hold.

- `a`: A condition.

Result type: that of the first argument.
"""

Or = _Or
"""`a or b, both bool`

Whether one of the conditions holds; the second is computed only where the first does not hold, or where it cannot fail.

- `a`: Left operand.
- `b`: Right operand, of the same type after promotion.

Result type: the type in which the arguments meet.
"""

ProducerLoad = _ProducerLoad
"""The element of a tensor expression's tensor at `indices`."""

class Ptr(_Any):  # type: ignore[misc, unused-ignore]
    """A new pointer variable, such as the `data` of a buffer."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class R(_Any):  # type: ignore[misc, unused-ignore]
    """`T.S[extents : strides]` splits an index, `T.R[extents : strides]` says where copies lie; without strides in row-major order."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

RShift: _Any
"""The first operand shifted right by the second, keeping the sign of signed integers.

- `x`: Left operand, an integer.
- `y`: Right operand, an integer.

Result type: the type in which the arguments meet.
"""

Ramp = _Ramp
"""The vector base, base + stride, ..., base + (lanes - 1) * stride."""

Range: _Any
"""The integers from `begin` up to, and not with, `end`; `T.Range(n)` begins at 0."""

Reduce = _Reduce
"""Element `value_index` of the combination of `source` over all points of `axis` at which `condition` holds."""

Return: _Any
"""Leave the function with `value`; `return value` means the same."""

class S(_Any):  # type: ignore[misc, unused-ignore]
    """`T.S[extents : strides]` splits an index, `T.R[extents : strides]` says where copies lie; without strides in row-major order."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

Select = _Select
"""`true_value` where `condition` holds, else `false_value`; both may be evaluated, `T.if_then_else` evaluates only the one that is chosen."""

Shuffle = _Shuffle
"""The lanes of the concatenated `vectors` picked by constant `indices`."""

SizeVar = _SizeVar
"""A variable that is never negative: the extent of a symbolic dimension."""

StringImm = _StringImm
"""A string constant, for names and messages."""

Sub = _Sub
"""`a - b`

Difference; integers wrap around.

- `a`: Left operand.
- `b`: Right operand, of the same type after promotion.

Result type: the type in which the arguments meet.
"""

SwizzleLayout: _Any
"""The swizzle alone, over the elements of one period without gaps; see `T.ComposeLayout`."""

TVMBackendAllocWorkspace: _Any
"""Memory of the runtime for an intermediate result; give it back with `T.TVMBackendFreeWorkspace`.

- `device_type`: The kind of device, by its number in DLPack.
- `device_id`: Which device of that kind.
- `nbytes`: Number of bytes.
- `dtype_code_hint`: Kind of the elements, by its number in DLPack.
- `dtype_bits_hint`: Bits of an element.

Result type: `handle`. May read and write memory.
"""

TVMBackendFreeWorkspace: _Any
"""Give memory back that `T.TVMBackendAllocWorkspace` gave; 0 when it worked.

- `device_type`: The kind of device, by its number in DLPack.
- `device_id`: Which device of that kind.
- `ptr`: The memory.

Result type: `int32`. May read and write memory.
"""

class TensorMap(_Any):  # type: ignore[misc, unused-ignore]
    """A descriptor of a tensor in global memory, as a parameter of a function."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

Then: _Any
"""The branch that runs when the condition of the enclosing `T.If` holds."""

TileLayout: _Any
"""A layout of a buffer from its parts: `T.TileLayout(T.S[(8, 4):(4 @ Axis.laneid, 1)])`."""

Var = _Var
"""A variable, known by identity; `name` is only what it is printed as.  `dtype` may be given as text or as a `Type`."""

While: _Any
"""Run the statements again and again as long as `condition` holds before them; `while condition:` means the same."""

abs: _Any
"""`x` without its sign; of an integer too, whose smallest value stays as it is.

- `x`: A floating-point number.

Result type: that of the first argument.
"""

acos: _Any
"""The angle in radians, 0 to pi, whose cosine is `x`.

- `x`: A floating-point number.

Result type: that of the first argument.
"""

acosh: _Any
"""The number, at least 0, whose hyperbolic cosine is `x`.

- `x`: A floating-point number.

Result type: that of the first argument.
"""

address_of: _Any
"""The address of an element of a buffer.

- `obj`: An element of a buffer, or a buffer, which means its first element.

Result type: `handle`.
"""

alloc_buffer: _Any
"""New memory for the statements that follow, as a buffer.  That of a block is made by `T.sblock_alloc_buffer`.

`annotations` say more of the memory to passes.
"""

alloc_local: _Any
"""New memory of one thread for the statements that follow, as a buffer; see `T.alloc_buffer`."""

alloc_scalar: _Any
"""A cell: memory for one value, that the name it is assigned to stands for."""

alloc_shared: _Any
"""New memory of a thread block for the statements that follow, as a buffer; see `T.alloc_buffer`."""

allocate: _Any
"""Memory for `extents` elements of `dtype`; gives the pointer.  `T.alloc_buffer` is the usual way to have an intermediate array."""

allocate_const: _Any
"""Constant data, written in the program: `T.allocate_const([1, 2, 3, 4], "int32", [4])` gives the pointer to it.

A number instead of the data is the place of the data among the module's attribute "constants", where `ExtractPrimFuncConstants` moves them.
"""

anylist_getitem: _Any
"""The value at a position of a list.

- `list_handle`: A handle to a list of the runtime's values.
- `index`: Position in the list.

Result type: `handle`. Reads memory. Cannot be compiled for a CPU: it works on the lists of a virtual machine, which only its own functions hold.
"""

anylist_resetitem: _Any
"""Forget the value at a position of a list.

- `list_handle`: A handle to a list of the runtime's values.
- `index`: Position in the list.

Result type: `int32`. May read and write memory. Cannot be compiled for a CPU: it works on the lists of a virtual machine, which only its own functions hold.
"""

anylist_setitem_call_cpacked: _Any
"""Call a function by its symbol and keep what it returns at a position of a list.

- `list_handle`: A handle to a list of the runtime's values.
- `index`: Position in the list.
- `func_name`: The name of the function.
- `args`: The arguments.

Result type: `int32`. May read and write memory. Cannot be compiled for a CPU: it works on the lists of a virtual machine, which only its own functions hold.
"""

anylist_setitem_call_packed: _Any
"""Call a registered function and keep what it returns at a position of a list.

- `list_handle`: A handle to a list of the runtime's values.
- `index`: Position in the list.
- `func_name`: The name of the function.
- `args`: The arguments.

Result type: `int32`. May read and write memory. Cannot be compiled for a CPU: it works on the lists of a virtual machine, which only its own functions hold.
"""

arg: _Any
"""The next parameter of the function that is being built, a variable or a buffer; returns it."""

asin: _Any
"""The angle in radians, -pi/2 to pi/2, whose sine is `x`.

- `x`: A floating-point number.

Result type: that of the first argument.
"""

asinh: _Any
"""The number whose hyperbolic sine is `x`.

- `x`: A floating-point number.

Result type: that of the first argument.
"""

assume: _Any
"""Tell the compiler that `cond` holds here, so that it may rely on it.

- `cond`: A condition.

Result type: `bool`.
"""

atan: _Any
"""The angle in radians, -pi/2 to pi/2, whose tangent is `x`.

- `x`: A floating-point number.

Result type: that of the first argument.
"""

atan2: _Any
"""The angle in radians, -pi to pi, of the point with abscissa `x2` and ordinate `x1`.

- `x1`: The ordinate.
- `x2`: The abscissa.

Result type: the type in which the arguments meet.
"""

atanh: _Any
"""The number whose hyperbolic tangent is `x`.

- `x`: A floating-point number.

Result type: that of the first argument.
"""

attr: _Any
"""Mark the statements that follow: `T.attr(node, "key", value)`, or `T.attr({"key": value, ...})` when it is about nothing in particular.

Of several keys the first is the outermost mark.
"""

axis: _Any
"""The axes of a block.  Each function defines one at the top of the enclosing block and returns its variable."""

class bf16(_Any):  # type: ignore[misc, unused-ignore]
    """A 16-bit number with the range of `float32` and 8 significant bits."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class bfloat16(_Any):  # type: ignore[misc, unused-ignore]
    """A 16-bit number with the range of `float32` and 8 significant bits."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

bind: _Any
"""A variable that stands for `value` in the statements that follow: `x = T.bind(i * 4)`."""

bitwise_and: _Any
"""Bits set in both operands.

- `x`: Left operand, an integer.
- `y`: Right operand, an integer.

Result type: the type in which the arguments meet.
"""

bitwise_not: _Any
"""Every bit the other way round.

- `x`: An integer.

Result type: that of the first argument.
"""

bitwise_or: _Any
"""Bits set in one of the operands.

- `x`: Left operand, an integer.
- `y`: Right operand, an integer.

Result type: the type in which the arguments meet.
"""

bitwise_xor: _Any
"""Bits set in exactly one of the operands.

- `x`: Left operand, an integer.
- `y`: Right operand, an integer.

Result type: the type in which the arguments meet.
"""

block: _Any
"""A block: a unit of computation that is repeated over its axes.

```python
for i, j in T.grid(128, 128):
    with T.block("C"):
        vi, vj = T.axis.remap("SS", [i, j])
        C[vi, vj] = A[vi, vj] + 1.0
```

`name` is how schedules and messages call it.  With `no_realize=True` the block stands on its own, bound to no loop.
Programs of 2021 give the domains of the axes and then the name: `with T.block([128, 128], "C") as [vi, vj]`.
"""

block_attr: _Any
"""Attributes of the enclosing block: `T.block_attr({"warp_execution": True})`."""

class bool(_Any):  # type: ignore[misc, unused-ignore]
    """A truth value, stored in 1 byte."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class boolean(_Any):  # type: ignore[misc, unused-ignore]
    """A truth value, stored in 1 byte."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

break_loop: _Any
"""Leave the innermost loop; `break` means the same.

Result type: `void`. Changes what runs next.
"""

broadcast = _Broadcast
"""`value` in each of `lanes` lanes."""

buffer: _Any
"""A buffer: memory seen as an array of `shape` with elements of `dtype`.

As the annotation of a parameter, `A: T.Buffer((128, 128), "float32")`, it declares the array that the caller passes; with
`data` it is another view of memory that exists.  Without `strides` the elements lie in row-major order without gaps.
`scope` names the memory ("global", "shared", "local"), `align` is the alignment of the pointer in bytes, and `elem_offset`, a
multiple of `offset_factor`, counts elements from the pointer to the first one.
"""

buffer_decl: _Any
"""The name under which older programs know `T.Buffer`."""

buffer_store: _Any
"""Write `value` into `buffer` at `indices`: `B[i, j] = value` means `T.buffer_store(B, value, [i, j])`.

A slice as last index, or a vector of indices, writes a vector.  The value is converted to the buffer's element type; lanes for which
`predicate` does not hold stay as they are.
"""

buffer_var: _Any
"""A new pointer variable, such as the `data` of a buffer."""

call_cpacked: _Any
"""Call a function with the runtime's calling convention by its symbol, without looking it up in the registry.

- `args`: The name of the function, then its arguments; a buffer is passed as a tensor.

Result type: `int32`. May read and write memory.
"""

call_cpacked_lowered: _Any
"""A `T.call_cpacked` whose arguments have been put on the stack.

- `args`: The name, the stack of arguments, and the begin and end of those used.

Result type: `int32`. May read and write memory.
"""

call_extern: _Any
"""Call a C function by name: `T.call_extern("int32", "puts", text)`.  It may do anything.

- `dtype`: The data type of the result.
- `func_name`: The name of the function.
- `args`: The arguments.

Result type: `dtype`. May read and write memory.
"""

call_ffi_kernel: _Any
"""Launch a kernel: its name, its arguments, then a value for each of `launch_params`, the tags of threads and sizes of memory."""

call_intrin: _Any
"""A call of an op by its name, `T.call_intrin("float32", "tirx.exp", x)`."""

call_kernel: _Any
"""Launch a kernel written in another language (CUDA source, Triton) with `launch_args` threads.

It needs a GPU, for which this compiler makes no code.
"""

call_llvm_intrin: _Any
"""Call an LLVM intrinsic that may do anything: `T.call_llvm_intrin("float32", "llvm.fma", a, b, c)`.

- `dtype`: The data type of the result.
- `name`: The name of the intrinsic, such as "llvm.fma", or its number.
- `args`: The arguments.

Result type: `dtype`. May read and write memory.
"""

call_llvm_pure_intrin: _Any
"""Call an LLVM intrinsic that only computes a value from its arguments.

- `dtype`: The data type of the result.
- `name`: The name of the intrinsic, such as "llvm.fma", or its number.
- `args`: The arguments.

Result type: `dtype`.
"""

call_packed: _Any
"""Call a function that is registered with the runtime: `T.call_packed("my.function", A, n)`.

- `args`: The name of the function, then its arguments; a buffer is passed as a tensor.

Result type: `int32`. May read and write memory.
"""

call_packed_lowered: _Any
"""A `T.call_packed` whose arguments have been put on the stack.

- `args`: The name, the stack of arguments, and the begin and end of those used.

Result type: `int32`. May read and write memory.
"""

call_pure_extern: _Any
"""Call a C function by name that only computes a value from its arguments.

- `dtype`: The data type of the result.
- `func_name`: The name of the function.
- `args`: The arguments.

Result type: `dtype`.
"""

cast: _Any
"""`src` converted to a data type: towards zero from float to integer, wrapping between integers; the constant when it is one."""

ceil: _Any
"""The smallest whole number not below `x`; an integer is returned as it is.

- `x`: A floating-point number.

Result type: that of the first argument.
"""

ceildiv: _Any
"""The quotient rounded towards positive infinity: how many parts of size `rhs` cover `lhs`."""

cluster: _Any
"""Tile primitives, done by the threads of a cluster."""

cluster_id: _Any
"""The number of this cluster in its kernel, one for each extent; without extents their size follows from the others."""

clz: _Any
"""Number of zero bits above the highest set one; 0 has no defined result.

- `x`: An integer other than 0.

Result type: `int32`.
"""

comm_reducer: _Any
"""A way to combine values that is commutative and associative: `T.comm_reducer(lambda x, y: x + y, [T.float32(0)])`.

`combiner` takes the values of both sides and returns the combined ones; `identity` holds what each begins with, and is that itself for a single one.
"""

compute: _Any
"""A new buffer whose elements are given by a formula of their indices: `C = T.compute((128, 128), lambda i, j: A[i, j] + B[i, j])`.

It stands for an allocation and a loop nest with one block that fills it.  The elements have the type of the formula unless `dtype` says another.
"""

continue_loop: _Any
"""Go on with the next iteration of the innermost loop; `continue` means the same.

Result type: `void`. Changes what runs next.
"""

cooperative_tensor_fill: _Any
"""Fill a cooperative tensor.

- `d`: A matrix, or its place in an array of them.
- `index`: A matrix, or its place in an array of them.
- `value`: A value.
- `rows`: The size of the matrix.
- `cols`: The size of the matrix.

Result type: `void`. May read and write memory. Cannot be compiled for a CPU: it belongs to a device, a GPU.
"""

cooperative_tensor_load: _Any
"""Load a cooperative tensor.

- `d`: A matrix, or its place in an array of them.
- `index`: A matrix, or its place in an array of them.
- `ptr`: A pointer or an address.
- `stride`: The distance between rows.
- `rows`: The size of the matrix.
- `cols`: The size of the matrix.
- `transpose_matrix`: Whether a matrix is transposed.
- `mma_M`: A size of the matrix product.
- `mma_N`: A size of the matrix product.
- `mma_K`: A size of the matrix product.
- `operand_role`: Which operand of the matrix product it is.

Result type: `void`. May read and write memory. Cannot be compiled for a CPU: it belongs to a device, a GPU.
"""

cooperative_tensor_multiply_accumulate: _Any
"""d = a * b + c on cooperative tensors.

- `d`: A matrix, or its place in an array of them.
- `index_d`: A matrix, or its place in an array of them.
- `a`: An operand.
- `index_a`: A matrix, or its place in an array of them.
- `b`: An operand.
- `index_b`: A matrix, or its place in an array of them.
- `c`: An operand.
- `index_c`: A matrix, or its place in an array of them.
- `M`: A size of the matrix product.
- `N`: A size of the matrix product.
- `K`: A size of the matrix product.
- `transpose_a`: Whether a matrix is transposed.
- `transpose_b`: Whether a matrix is transposed.

Result type: `void`. May read and write memory. Cannot be compiled for a CPU: it belongs to a device, a GPU.
"""

cooperative_tensor_store: _Any
"""Store a cooperative tensor.

- `d`: A matrix, or its place in an array of them.
- `index`: A matrix, or its place in an array of them.
- `ptr`: A pointer or an address.
- `stride`: The distance between rows.
- `rows`: The size of the matrix.
- `cols`: The size of the matrix.
- `transpose_matrix`: Whether a matrix is transposed.
- `mma_M`: A size of the matrix product.
- `mma_N`: A size of the matrix product.
- `mma_K`: A size of the matrix product.
- `operand_role`: Which operand of the matrix product it is.

Result type: `void`. May read and write memory. Cannot be compiled for a CPU: it belongs to a device, a GPU.
"""

copysign: _Any
"""The magnitude of `x1` with the sign of `x2`.

- `x1`: The magnitude.
- `x2`: The sign.

Result type: the type in which the arguments meet.
"""

cos: _Any
"""The cosine of `x`, an angle in radians.

- `x`: A floating-point number.

Result type: that of the first argument.
"""

cosh: _Any
"""The hyperbolic cosine of `x`.

- `x`: A floating-point number.

Result type: that of the first argument.
"""

create_barriers: _Any
"""Make barriers.

- `barrier_count`: How many.

Result type: `void`. May read and write memory. Cannot be compiled for a CPU: it uses the barriers of a GPU.
"""

cta: _Any
"""Tile primitives, done by the threads of a cta."""

cta_id: _Any
"""The number of this thread block in its kernel, one for each extent; without extents their size follows from the others."""

cta_id_in_cluster: _Any
"""The number of this thread block in its cluster, one for each extent; `preferred` is the size that the cluster has where it can."""

cta_id_in_pair: _Any
"""Which of the two thread blocks of a pair this is, 0 or 1."""

cuda: _Any
"""Functions of CUDA that are no single instruction."""

decl_buffer: _Any
"""A buffer for the statements that follow: a view of `data`, or new memory when none is given.

The arguments are those of `T.Buffer`.
"""

decl_scalar: _Any
"""A cell over memory that exists: the element of `data` at `elem_offset`, or at as many bytes."""

device_entry: _Any
"""From here on the function runs on a device, every thread of which does what follows."""

dp4a: _Any
"""The sum of the four products of the elements of `vec1` and `vec2`, plus `acc`, as an int32.

- `vec1`: Four 8-bit integers.
- `vec2`: Four 8-bit integers.
- `acc`: What the products are added to.

Result type: `int32`.
"""

end_profile_intrinsic: _Any
"""Where the measurement of part `id` of a function ends.

- `id`: The number of the measured part.

Result type: `handle`.
"""

env_thread: _Any
"""The variable that holds a thread's index, such as that of "threadIdx.x"; `T.launch_thread` gives it its extent."""

erf: _Any
"""The error function of `x`.

- `x`: A floating-point number.

Result type: that of the first argument.
"""

evaluate: _Any
"""Compute `value` for its effect, as a statement; a call on its own line means the same."""

exp: _Any
"""e to the power `x`.

- `x`: A floating-point number.

Result type: that of the first argument.
"""

exp10: _Any
"""10 to the power `x`.

- `x`: A floating-point number.

Result type: that of the first argument.
"""

exp2: _Any
"""2 to the power `x`.

- `x`: A floating-point number.

Result type: that of the first argument.
"""

class f16(_Any):  # type: ignore[misc, unused-ignore]
    """An IEEE half-precision number: 11 significant bits, magnitudes up to 65504."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class f32(_Any):  # type: ignore[misc, unused-ignore]
    """An IEEE single-precision number: 24 significant bits, about 7 decimal digits."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class f64(_Any):  # type: ignore[misc, unused-ignore]
    """An IEEE double-precision number: 53 significant bits, about 16 decimal digits."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

fabs: _Any
"""`x` without its sign; of an integer too, whose smallest value stays as it is.

- `x`: A floating-point number.

Result type: that of the first argument.
"""

filter: _Any
"""Whether `pred` holds, which says which threads run what depends on it.

- `var`: A value.
- `pred`: A condition.

Result type: `bool`. May read and write memory. Cannot be compiled for a CPU: it belongs to a device, a GPU.
"""

class float16(_Any):  # type: ignore[misc, unused-ignore]
    """An IEEE half-precision number: 11 significant bits, magnitudes up to 65504."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float16x16(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 16 `float16` values (32 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float16x2(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 2 `float16` values (4 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float16x32(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 32 `float16` values (64 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float16x4(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 4 `float16` values (8 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float16x64(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 64 `float16` values (128 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float16x8(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 8 `float16` values (16 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float32(_Any):  # type: ignore[misc, unused-ignore]
    """An IEEE single-precision number: 24 significant bits, about 7 decimal digits."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float32x16(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 16 `float32` values (64 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float32x2(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 2 `float32` values (8 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float32x32(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 32 `float32` values (128 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float32x4(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 4 `float32` values (16 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float32x64(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 64 `float32` values (256 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float32x8(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 8 `float32` values (32 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float4_e2m1fn(_Any):  # type: ignore[misc, unused-ignore]
    """A floating-point number of 4 bits in the format `float4_e2m1fn`."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float4_e2m1fnx16(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 16 `float4_e2m1fn` values (8 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float4_e2m1fnx2(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 2 `float4_e2m1fn` values (1 byte)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float4_e2m1fnx32(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 32 `float4_e2m1fn` values (16 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float4_e2m1fnx4(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 4 `float4_e2m1fn` values (2 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float4_e2m1fnx64(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 64 `float4_e2m1fn` values (32 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float4_e2m1fnx8(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 8 `float4_e2m1fn` values (4 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float64(_Any):  # type: ignore[misc, unused-ignore]
    """An IEEE double-precision number: 53 significant bits, about 16 decimal digits."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float64x16(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 16 `float64` values (128 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float64x2(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 2 `float64` values (16 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float64x32(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 32 `float64` values (256 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float64x4(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 4 `float64` values (32 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float64x64(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 64 `float64` values (512 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float64x8(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 8 `float64` values (64 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float6_e2m3fn(_Any):  # type: ignore[misc, unused-ignore]
    """A floating-point number of 6 bits in the format `float6_e2m3fn`."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float6_e2m3fnx16(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 16 `float6_e2m3fn` values (12 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float6_e2m3fnx2(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 2 `float6_e2m3fn` values (2 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float6_e2m3fnx32(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 32 `float6_e2m3fn` values (24 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float6_e2m3fnx4(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 4 `float6_e2m3fn` values (3 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float6_e2m3fnx64(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 64 `float6_e2m3fn` values (48 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float6_e2m3fnx8(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 8 `float6_e2m3fn` values (6 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float6_e3m2fn(_Any):  # type: ignore[misc, unused-ignore]
    """A floating-point number of 6 bits in the format `float6_e3m2fn`."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float6_e3m2fnx16(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 16 `float6_e3m2fn` values (12 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float6_e3m2fnx2(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 2 `float6_e3m2fn` values (2 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float6_e3m2fnx32(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 32 `float6_e3m2fn` values (24 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float6_e3m2fnx4(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 4 `float6_e3m2fn` values (3 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float6_e3m2fnx64(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 64 `float6_e3m2fn` values (48 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float6_e3m2fnx8(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 8 `float6_e3m2fn` values (6 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e3m4(_Any):  # type: ignore[misc, unused-ignore]
    """A floating-point number of 8 bits in the format `float8_e3m4`."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e3m4x16(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 16 `float8_e3m4` values (16 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e3m4x2(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 2 `float8_e3m4` values (2 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e3m4x32(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 32 `float8_e3m4` values (32 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e3m4x4(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 4 `float8_e3m4` values (4 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e3m4x64(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 64 `float8_e3m4` values (64 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e3m4x8(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 8 `float8_e3m4` values (8 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e4m3(_Any):  # type: ignore[misc, unused-ignore]
    """A floating-point number of 8 bits in the format `float8_e4m3`."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e4m3b11fnuz(_Any):  # type: ignore[misc, unused-ignore]
    """A floating-point number of 8 bits in the format `float8_e4m3b11fnuz`."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e4m3b11fnuzx16(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 16 `float8_e4m3b11fnuz` values (16 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e4m3b11fnuzx2(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 2 `float8_e4m3b11fnuz` values (2 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e4m3b11fnuzx32(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 32 `float8_e4m3b11fnuz` values (32 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e4m3b11fnuzx4(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 4 `float8_e4m3b11fnuz` values (4 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e4m3b11fnuzx64(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 64 `float8_e4m3b11fnuz` values (64 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e4m3b11fnuzx8(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 8 `float8_e4m3b11fnuz` values (8 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e4m3fn(_Any):  # type: ignore[misc, unused-ignore]
    """A floating-point number of 8 bits in the format `float8_e4m3fn`."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e4m3fnuz(_Any):  # type: ignore[misc, unused-ignore]
    """A floating-point number of 8 bits in the format `float8_e4m3fnuz`."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e4m3fnuzx16(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 16 `float8_e4m3fnuz` values (16 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e4m3fnuzx2(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 2 `float8_e4m3fnuz` values (2 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e4m3fnuzx32(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 32 `float8_e4m3fnuz` values (32 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e4m3fnuzx4(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 4 `float8_e4m3fnuz` values (4 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e4m3fnuzx64(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 64 `float8_e4m3fnuz` values (64 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e4m3fnuzx8(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 8 `float8_e4m3fnuz` values (8 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e4m3fnx16(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 16 `float8_e4m3fn` values (16 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e4m3fnx2(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 2 `float8_e4m3fn` values (2 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e4m3fnx32(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 32 `float8_e4m3fn` values (32 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e4m3fnx4(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 4 `float8_e4m3fn` values (4 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e4m3fnx64(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 64 `float8_e4m3fn` values (64 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e4m3fnx8(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 8 `float8_e4m3fn` values (8 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e4m3x16(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 16 `float8_e4m3` values (16 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e4m3x2(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 2 `float8_e4m3` values (2 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e4m3x32(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 32 `float8_e4m3` values (32 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e4m3x4(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 4 `float8_e4m3` values (4 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e4m3x64(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 64 `float8_e4m3` values (64 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e4m3x8(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 8 `float8_e4m3` values (8 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e5m2(_Any):  # type: ignore[misc, unused-ignore]
    """A floating-point number of 8 bits in the format `float8_e5m2`."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e5m2fnuz(_Any):  # type: ignore[misc, unused-ignore]
    """A floating-point number of 8 bits in the format `float8_e5m2fnuz`."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e5m2fnuzx16(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 16 `float8_e5m2fnuz` values (16 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e5m2fnuzx2(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 2 `float8_e5m2fnuz` values (2 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e5m2fnuzx32(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 32 `float8_e5m2fnuz` values (32 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e5m2fnuzx4(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 4 `float8_e5m2fnuz` values (4 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e5m2fnuzx64(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 64 `float8_e5m2fnuz` values (64 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e5m2fnuzx8(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 8 `float8_e5m2fnuz` values (8 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e5m2x16(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 16 `float8_e5m2` values (16 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e5m2x2(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 2 `float8_e5m2` values (2 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e5m2x32(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 32 `float8_e5m2` values (32 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e5m2x4(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 4 `float8_e5m2` values (4 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e5m2x64(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 64 `float8_e5m2` values (64 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e5m2x8(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 8 `float8_e5m2` values (8 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e8m0fnu(_Any):  # type: ignore[misc, unused-ignore]
    """A floating-point number of 8 bits in the format `float8_e8m0fnu`."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e8m0fnux16(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 16 `float8_e8m0fnu` values (16 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e8m0fnux2(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 2 `float8_e8m0fnu` values (2 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e8m0fnux32(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 32 `float8_e8m0fnu` values (32 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e8m0fnux4(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 4 `float8_e8m0fnu` values (4 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e8m0fnux64(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 64 `float8_e8m0fnu` values (64 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class float8_e8m0fnux8(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 8 `float8_e8m0fnu` values (8 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

floor: _Any
"""The largest whole number not above `x`; an integer is returned as it is.

- `x`: A floating-point number.

Result type: that of the first argument.
"""

floordiv: _Any
"""Quotient rounded towards negative infinity.

- `a`: Left operand.
- `b`: Right operand, of the same type after promotion.

Result type: the type in which the arguments meet.
"""

floormod: _Any
"""Remainder of the floor division: it has the sign of the second operand.

- `a`: Left operand.
- `b`: Right operand, of the same type after promotion.

Result type: the type in which the arguments meet.
"""

fma: _Any
"""`x` * `y` + `z`, rounded once.

- `x`: A factor.
- `y`: A factor.
- `z`: A summand.

Result type: that of the first argument.
"""

fmod: _Any
"""The remainder of the division of `x` by `y` rounded towards zero; it has the sign of `x`.

- `x`: The dividend.
- `y`: The divisor.

Result type: the type in which the arguments meet.
"""

func_attr: _Any
"""Attributes of the function: `T.func_attr({"global_symbol": "main", "tirx.noalias": True})`."""

func_name: _Any
"""The name of the function that is being built."""

func_ret: _Any
"""The type of the value that the function returns, such as `T.int32`; returns it."""

get_active_lane_mask: _Any
"""For each lane k whether `base` + k is below `limit`: the mask of the last, partial vector of a loop.

- `dtype`: The data type of the result.
- `base`: Index of the first lane.
- `limit`: The end of the loop.

Result type: `dtype`.
"""

grid: _Any
"""Nested serial loops, one for each extent: `for i, j in T.grid(128, 64)`.  A pair is the begin of a loop and its extent."""

class handle(_Any):  # type: ignore[misc, unused-ignore]
    """A pointer variable: untyped, as `a: T.handle` for a parameter that `T.match_buffer` describes, or to elements of `dtype`."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

handle_add_byte_offset: _Any
"""The pointer `offset` bytes further on.

- `handle`: A pointer.
- `offset`: A number of bytes.

Result type: `handle`.
"""

hint: _Any
"""Say something to passes about the statements inside."""

hypot: _Any
"""The square root of `x1`^2 + `x2`^2, without overflow on the way.

- `x1`: One leg.
- `x2`: The other leg.

Result type: the type in which the arguments meet.
"""

class i16(_Any):  # type: ignore[misc, unused-ignore]
    """A signed integer of 16 bits, -32768 to 32767."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class i32(_Any):  # type: ignore[misc, unused-ignore]
    """A signed integer of 32 bits, -2147483648 to 2147483647."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class i64(_Any):  # type: ignore[misc, unused-ignore]
    """A signed integer of 64 bits, -9223372036854775808 to 9223372036854775807."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class i8(_Any):  # type: ignore[misc, unused-ignore]
    """A signed integer of 8 bits, -128 to 127."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

if_then_else: _Any
"""`t` when `cond` holds, else `f`; only the chosen one is computed, so it may guard a load that would be out of bounds.

- `cond`: A condition.
- `t`: The value when it holds.
- `f`: The value when it does not hold.

Result type: the type in which the two values meet.
"""

ignore_loop_partition: _Any
"""`predicate`, which loop partitioning is to leave as it is.

- `predicate`: A condition.

Result type: `bool`.
"""

index_map: _Any
"""A map from the indices of one layout to those of another: `T.index_map(lambda i, j: (i // 16, j, i % 16))`."""

infinity: _Any
"""Infinity, as a constant of a floating-point type."""

init: _Any
"""The init of the enclosing block: it runs before the first reduction step.

```python
with T.init():
    C[vi, vj] = T.float32(0)
```

It runs once for each point of the spatial axes, when all reduction axes are at their beginning.
"""

from typing import no_type_check as inline
"""A function to be expanded where it is called: `@T.macro` or `@T.macro(hygienic=False)`.

Names that a hygienic macro does not define mean what they meant where it was written; those of another one what they mean at the call.
"""

MYPY = True
if 1 != 1 and not MYPY:  # only pyright looks inside
    from tilewright.script.pyright.tirx_inline.typing_extensions import no_type_check as inline

class int16(_Any):  # type: ignore[misc, unused-ignore]
    """A signed integer of 16 bits, -32768 to 32767."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class int16x16(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 16 `int16` values (32 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

int16x2: _Any
"""A vector of 2 `int16` values (4 bytes)."""

class int16x32(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 32 `int16` values (64 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class int16x4(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 4 `int16` values (8 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class int16x64(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 64 `int16` values (128 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class int16x8(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 8 `int16` values (16 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class int32(_Any):  # type: ignore[misc, unused-ignore]
    """A signed integer of 32 bits, -2147483648 to 2147483647."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class int32x16(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 16 `int32` values (64 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

int32x2: _Any
"""A vector of 2 `int32` values (8 bytes)."""

class int32x32(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 32 `int32` values (128 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class int32x4(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 4 `int32` values (16 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class int32x64(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 64 `int32` values (256 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class int32x8(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 8 `int32` values (32 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class int64(_Any):  # type: ignore[misc, unused-ignore]
    """A signed integer of 64 bits, -9223372036854775808 to 9223372036854775807."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class int64x16(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 16 `int64` values (128 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

int64x2: _Any
"""A vector of 2 `int64` values (16 bytes)."""

class int64x32(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 32 `int64` values (256 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class int64x4(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 4 `int64` values (32 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class int64x64(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 64 `int64` values (512 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class int64x8(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 8 `int64` values (64 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class int8(_Any):  # type: ignore[misc, unused-ignore]
    """A signed integer of 8 bits, -128 to 127."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class int8x16(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 16 `int8` values (16 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

int8x2: _Any
"""A vector of 2 `int8` values (2 bytes)."""

class int8x32(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 32 `int8` values (32 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class int8x4(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 4 `int8` values (4 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class int8x64(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 64 `int8` values (64 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class int8x8(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 8 `int8` values (8 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

isfinite: _Any
"""Whether `x` is neither infinite nor not-a-number.

- `x`: A number; an integer is always finite.

Result type: `bool`.
"""

isinf: _Any
"""Whether `x` is positive or negative infinity.

- `x`: A number; an integer is always finite.

Result type: `bool`.
"""

isnan: _Any
"""Whether `x` is not a number.

- `x`: A number; an integer is always finite.

Result type: `bool`.
"""

isnullptr: _Any
"""Whether the handle points nowhere.

- `x`: A handle.

Result type: `bool`.
"""

iter_var: _Any
"""An iteration variable: `iter_type` is the name of its kind, such as "ThreadIndex", `thread_tag` the thread it is bound to."""

lane_id: _Any
"""The number of this thread in its warp, one for each extent; without extents their size follows from the others."""

launch_thread: _Any
"""Run the statements that follow in `extent` threads: `with T.launch_thread("blockIdx.x", 64) as bx`.

`thread` is a tag or a variable made by `T.env_thread`.
"""

ldexp: _Any
"""`x1` times 2 to the power `x2`.

- `x1`: A floating-point number.
- `x2`: An int32.

Result type: that of the first argument.
"""

class let(_Any):  # type: ignore[misc, unused-ignore]
    """`x: T.let = value`, or with its type `x: T.let[T.int32] = value`: a variable that stands for a value, as `x = T.bind(value)`."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

likely: _Any
"""`cond`, said to hold nearly always.

- `cond`: A condition.

Result type: that of the first argument.
"""

llvm_lookup_intrinsic_id: _Any
"""A number that stands for the LLVM intrinsic `name` in `T.call_llvm_intrin`, as long as this process runs."""

local_scalar: _Any
"""A cell of one thread; see `T.alloc_scalar`."""

log: _Any
"""The natural logarithm of `x`.

- `x`: A floating-point number.

Result type: that of the first argument.
"""

log10: _Any
"""The logarithm of `x` to base 10.

- `x`: A floating-point number.

Result type: that of the first argument.
"""

log1p: _Any
"""The natural logarithm of 1 + `x`, precise for `x` near 0.

- `x`: A floating-point number.

Result type: that of the first argument.
"""

log2: _Any
"""The logarithm of `x` to base 2.

- `x`: A floating-point number.

Result type: that of the first argument.
"""

lookup_param: _Any
"""A parameter tensor that was linked into the module, by name.

- `param_name`: The name.

Result type: `handle`. May read and write memory.
"""

from typing import no_type_check as macro
"""A function to be expanded where it is called: `@T.macro` or `@T.macro(hygienic=False)`.

Names that a hygienic macro does not define mean what they meant where it was written; those of another one what they mean at the call.
"""

if 1 != 1 and not MYPY:  # only pyright looks inside
    from tilewright.script.pyright.tirx_macro.typing_extensions import no_type_check as macro

make_filled_simdgroup_matrix: _Any
"""A matrix of a group of threads, filled with a value.

- `d`: The matrices of the group.
- `index`: Which of them.
- `value`: The value.
- `col`: Columns of the matrix.
- `row`: Rows of the matrix.

Result type: `handle`. May read and write memory. Cannot be compiled for a CPU: it needs the matrix units of an Apple GPU.
"""

match_buffer: _Any
"""A buffer for a handle parameter, or in a block a buffer that names a part of another.

`A = T.match_buffer(a, (128, 128), "float32")` at the top of a function says what array the handle `a` points to.
`B = T.match_buffer(A[vi * 16 : vi * 16 + 16, 0:16], (16, 16))` in a block makes `B[0, 0]` mean the first element of the
part; its shape may be left out.  The other arguments are those of `T.Buffer`.
"""

max: _Any
"""The larger operand; the second when one is not a number.

- `a`: Left operand.
- `b`: Right operand, of the same type after promotion.

Result type: the type in which the arguments meet.
"""

max_value: _Any
"""The largest finite value of a data type, as a constant."""

meta_class: _Any
"""A class whose objects hold buffers and numbers of a kernel: `@T.meta_class`; the program makes them while a script is read.

Memory that its constructor makes must be kept in attributes, and is named after the object and the attribute.
"""

meta_var = _meta_var
"""A Python value that a script keeps as such: `x = T.meta_var(4 * n)` names the expression without making a variable."""

metal: _Any
"""Functions of Metal."""

min: _Any
"""The smaller operand; the second when one is not a number.

- `a`: Left operand.
- `b`: Right operand, of the same type after promotion.

Result type: the type in which the arguments meet.
"""

min_value: _Any
"""The smallest finite value of a data type, as a constant: for floats the negative one of the largest magnitude."""

mma_fill: _Any
"""Fill the registers of the warp with zeros.

- `dtype`: The data type of the result.
- `local_size`: Elements in each thread.
- `local_ptr`: Pointer to the registers.
- `offset`: First element of them.

Result type: `dtype`. May read and write memory. Cannot be compiled for a CPU: it needs the tensor cores of a GPU.
"""

mma_store: _Any
"""Store the result of `T.ptx_mma` from the registers of the warp.

- `dtype`: The data type of the result.
- `m`: Rows.
- `n`: Columns.
- `dst_ptr`: Pointer to where.
- `src_ptr`: Pointer to the registers.
- `src_offset`: First element of them.
- `dst_stride`: Elements from one row to the next.

Result type: `dtype`. May read and write memory. Cannot be compiled for a CPU: it needs the tensor cores of a GPU.
"""

nearbyint: _Any
"""The whole number nearest to `x`, halves to the even one; an integer is returned as it is.

- `x`: A floating-point number.

Result type: that of the first argument.
"""

nextafter: _Any
"""The number of this type next to `x1` on the way to `x2`.

- `x1`: Where to start.
- `x2`: Where to go.

Result type: the type in which the arguments meet.
"""

nki: _Any
"""Instructions of Trainium."""

nvshmem: _Any
"""Functions of NVSHMEM, by which GPUs share memory."""

parallel: _Any
"""A loop whose iterations are shared out among the threads of the CPU; they must not depend on one another."""

popcount: _Any
"""Number of bits set in `x`.

- `x`: An integer.

Result type: that of the first argument.
"""

pow: _Any
"""`x` to the power `y`.

- `x`: The base.
- `y`: The exponent.

Result type: the type in which the arguments meet.
"""

from typing import no_type_check as prim_func
"""Make a Python function a TensorIR function: `@T.prim_func`, or `@T.prim_func(s_tir=True)` for one with blocks, which schedules can change.

Its parameters are annotated with `T.Buffer(...)`, `T.handle` or a data type.  A private function has no `global_symbol`.
"""

if 1 != 1 and not MYPY:  # only pyright looks inside
    from tilewright.script.pyright.tirx_prim_func.typing_extensions import no_type_check as prim_func

print_buffer: _Any
"""Write the elements of a buffer from a kernel.

- `buffer_var`: The pointer of the buffer.
- `dtype`: A data type.
- `is_string`: How the elements are written.
- `is_scalar`: How the elements are written.
- `dim_num`: The number of dimensions.
- `shape`: The shape.

Result type: `void`. May read and write memory. Cannot be compiled for a CPU: it belongs to a device, a GPU.
"""

ptr: _Any
"""A new pointer variable to elements of `dtype` in `storage_scope` memory."""

ptr_byte_offset: _Any
"""The pointer `byte_offset` bytes after `data`, to elements of another type.

- `data`: What is read.
- `byte_offset`: The distance from the pointer, in bytes.
- `dtype`: A data type.

Result type: `handle`. May read and write memory. Cannot be compiled for a CPU: it belongs to a device, a GPU.
"""

ptx: _Any
"""The instructions of PTX: `T.ptx.ld.global_.b32(x, pointer)`."""

ptx_arrive_barrier: _Any
"""Tell a barrier that this thread has come.

- `barrier_id`: Which barrier.

Result type: `void`. May read and write memory. Cannot be compiled for a CPU: it uses the barriers of a GPU.
"""

ptx_arrive_barrier_expect_tx: _Any
"""Tell a barrier that this thread has come and how many bytes are still to arrive.

- `barrier_id`: Which barrier.
- `byte_count`: Number of bytes.

Result type: `void`. May read and write memory. Cannot be compiled for a CPU: it uses the barriers of a GPU.
"""

ptx_commit_group: _Any
"""Close the group of copies begun so far.

Result type: `void`. May read and write memory. Cannot be compiled for a CPU: it copies asynchronously on a GPU.
"""

ptx_cp_async: _Any
"""Begin to copy from global to shared memory.

- `dtype`: The data type of the result.
- `shared_ptr`: Pointer into shared memory.
- `shared_offset`: First element there.
- `global_ptr`: Pointer into global memory.
- `global_offset`: First element there.
- `bytes`: Number of bytes.

Result type: `dtype`. May read and write memory. Cannot be compiled for a CPU: it copies asynchronously on a GPU.
"""

ptx_cp_async_barrier: _Any
"""Let a barrier wait for the copies begun so far.

- `barrier_id`: Which barrier.

Result type: `void`. May read and write memory. Cannot be compiled for a CPU: it uses the barriers of a GPU.
"""

ptx_cp_async_bulk: _Any
"""Begin to copy a large part from global to shared memory.

- `dtype`: The data type of the result.
- `shared_ptr`: Pointer into shared memory.
- `shared_offset`: First element there.
- `global_ptr`: Pointer into global memory.
- `global_offset`: First element there.
- `bytes`: Number of bytes.
- `barrier_id`: Which barrier.

Result type: `dtype`. May read and write memory. Cannot be compiled for a CPU: it copies asynchronously on a GPU.
"""

ptx_init_barrier_thread_count: _Any
"""Say how many threads a barrier waits for.

- `barrier_id`: Which barrier.
- `thread_count`: Number of threads.

Result type: `void`. May read and write memory. Cannot be compiled for a CPU: it uses the barriers of a GPU.
"""

ptx_ldmatrix: _Any
"""The instruction `ldmatrix` of an NVIDIA GPU: load small matrices from shared memory.

- `dtype`: The data type of the result.
- `trans`: Whether they are transposed.
- `num`: How many: 1, 2 or 4.
- `type`: Their element type, such as ".b16".
- `local_ptr`: Pointer to the result.
- `local_offset`: First element of it.
- `smem_ptr`: Pointer into shared memory.
- `smem_offset`: First element there.

Result type: `dtype`. May read and write memory. Cannot be compiled for a CPU: it needs the tensor cores of a GPU.
"""

ptx_legacy: _Any
"""Instructions of PTX with offsets beside the pointers."""

ptx_mma: _Any
"""The instruction `mma` of an NVIDIA GPU: multiply small matrices and add.

- `dtype`: The data type of the result.
- `shape`: The size of the product, such as "m16n8k16".
- `A_layout`: "row" or "col".
- `B_layout`: "row" or "col".
- `A_dtype`: Element type of the left factor.
- `B_dtype`: Element type of the right factor.
- `C_dtype`: Element type of the summand.
- `multiplicand_a`: Pointer to the left factor.
- `a_index`: First element of it.
- `multiplicand_b`: Pointer to the right factor.
- `b_index`: First element of it.
- `accumulator`: Pointer to the summand, which becomes the result.
- `c_index`: First element of it.
- `saturate`: Whether results beyond the type's range stay at its end.
- `operator`: Of single bits: "xor" or "and".

Result type: `dtype`. May read and write memory. Cannot be compiled for a CPU: it needs the tensor cores of a GPU.
"""

ptx_mma_sp: _Any
"""The instruction `mma.sp` of an NVIDIA GPU: multiply where the left factor is sparse, and add.

- `dtype`: The data type of the result.
- `shape`: The size of the product, such as "m16n8k16".
- `A_layout`: "row" or "col".
- `B_layout`: "row" or "col".
- `A_dtype`: Element type of the left factor.
- `B_dtype`: Element type of the right factor.
- `C_dtype`: Element type of the summand.
- `multiplicand_a`: Pointer to the left factor.
- `a_index`: First element of it.
- `multiplicand_b`: Pointer to the right factor.
- `b_index`: First element of it.
- `accumulator`: Pointer to the summand, which becomes the result.
- `c_index`: First element of it.
- `metadata`: Pointer to where the left factor is not zero.
- `meta_index`: First element of it.
- `sparse_selector`: Which threads give it.
- `saturate`: Whether results beyond the type's range stay at its end.

Result type: `dtype`. May read and write memory. Cannot be compiled for a CPU: it needs the tensor cores of a GPU.
"""

ptx_wait_barrier: _Any
"""Wait at a barrier.

- `barrier_id`: Which barrier.

Result type: `void`. May read and write memory. Cannot be compiled for a CPU: it uses the barriers of a GPU.
"""

ptx_wait_group: _Any
"""Wait until at most `num` groups of copies are under way.

- `num`: How many groups may still be under way.

Result type: `void`. May read and write memory. Cannot be compiled for a CPU: it copies asynchronously on a GPU.
"""

q_multiply_shift: _Any
"""`x` * `y` * 2^(`s` - `q`) in 64-bit integers, rounded to the nearest, halves upwards: the product of quantized numbers.

- `x`: An int32 in fixed-point form.
- `y`: The factor, an int32 in fixed-point form.
- `q`: Number of fraction bits of `y`.
- `s`: Shift of the product to the left; negative shifts to the right.

Result type: `int32`.
"""

q_multiply_shift_per_axis: _Any
"""(`x` << `ls`) * `y` * 2^(-`q` - `rs`) in 64-bit integers, rounded to the nearest, halves upwards.

- `x`: An int32 in fixed-point form.
- `y`: The factor, an int32 in fixed-point form.
- `ls`: Shift of `x` to the left.
- `rs`: Shift of the product to the right.
- `q`: Number of fraction bits of `y`.
- `is_lshift_required`: 1 when `ls` may be positive, else 0.
- `is_rshift_required`: 1 when `rs` may be positive, else 0.

Result type: `int32`.
"""

ramp = _Ramp
"""The vector base, base + stride, ..., base + (lanes - 1) * stride."""

reads: _Any
"""The parts of buffers that the enclosing block reads: `T.reads(A[vi, 0:16], B[vj])`; `T.reads()` says that it reads nothing.

Without it they are inferred from the accesses in the block.
"""

realize: _Any
"""Storage in `storage_scope` for a part of a buffer, `T.realize(B[0:16], "shared")`, where `condition` holds; a scope of "" is left open."""

reinterpret: _Any
"""The bits of `value` read as another data type of the same size.

- `dtype`: The data type of the result.
- `value`: A value with as many bits.

Result type: `dtype`.
"""

ret: _Any
"""Leave the function with a value; `return val` means the same.

- `val`: The value.

Result type: that of the first argument. Changes what runs next.
"""

round: _Any
"""The whole number nearest to `x`, halves to the even one; an integer is returned as it is.

- `x`: A floating-point number.

Result type: that of the first argument.
"""

rsqrt: _Any
"""1 divided by the square root of `x`.

- `x`: A floating-point number.

Result type: that of the first argument.
"""

s_tir: _Any
"""What passes over blocks make for GPUs of NVIDIA."""

sblock: _Any
"""A block; see `T.block`.  `exec_scope` says which threads of a GPU run it together."""

sblock_alloc_buffer: _Any
"""New memory for an intermediate result, as a buffer: it lives in the enclosing block, or as long as the function runs.

The arguments are those of `T.Buffer`.
"""

sblock_attr: _Any
"""Attributes of the enclosing block: `T.block_attr({"warp_execution": True})`."""

scope_id: _Any
"""The number of this `cur` in its `parent`, one for each extent: `T.scope_id([4, 2], "kernel", "cta")`.

The scopes are "kernel", "cluster", "cta", "cta_pair", "warpgroup", "warp" and "thread".  Without extents it is one number, whose size follows
from the others.
"""

selector: _Any
"""The value of `var` in the one thread for which `pred` holds.

- `var`: A value.
- `pred`: A condition.

Result type: that of the first argument. May read and write memory. Cannot be compiled for a CPU: it belongs to a device, a GPU.
"""

serial: _Any
"""A loop that runs in order: `for i in T.serial(8)` or `for i in T.serial(2, 10)`; `range` means the same.

With `step=3` the variable goes up by 3.  `unroll` asks the compiler of a GPU to write the loop out, that many times when it is a number, or not to.
"""

shared_scalar: _Any
"""A cell of a thread block; see `T.alloc_scalar`."""

shift_left: _Any
"""The first operand shifted left by the second; bits that leave are lost.  A shift by the width or more has no defined result.

- `x`: Left operand, an integer.
- `y`: Right operand, an integer.

Result type: the type in which the arguments meet.
"""

shift_right: _Any
"""The first operand shifted right by the second, keeping the sign of signed integers.

- `x`: Left operand, an integer.
- `y`: Right operand, an integer.

Result type: the type in which the arguments meet.
"""

sigmoid: _Any
"""1 / (1 + exp(-`x`)).

- `x`: A floating-point number.

Result type: that of the first argument.
"""

simdgroup_load: _Any
"""Load a matrix of a group of threads from memory.

- `d`: The matrices of the group.
- `index`: Which of them.
- `ptr`: Pointer to the matrix in memory.
- `stride`: Elements from one row to the next.
- `col`: Columns of the matrix.
- `row`: Rows of the matrix.
- `transpose_matrix`: Whether it is transposed on the way.

Result type: `handle`. May read and write memory. Cannot be compiled for a CPU: it needs the matrix units of an Apple GPU.
"""

simdgroup_multiply_accumulate: _Any
"""Multiply matrices of a group of threads and add: D = A * B + C.

- `d`: The results.
- `index_d`: Which of them.
- `a`: The left factors.
- `index_a`: Which of them.
- `b`: The right factors.
- `index_b`: Which of them.
- `c`: The summands.
- `index_c`: Which of them.

Result type: `handle`. May read and write memory. Cannot be compiled for a CPU: it needs the matrix units of an Apple GPU.
"""

simdgroup_store: _Any
"""Store a matrix of a group of threads to memory.

- `d`: The matrices of the group.
- `index`: Which of them.
- `ptr`: Pointer to the matrix in memory.
- `stride`: Elements from one row to the next.
- `col`: Columns of the matrix.
- `row`: Rows of the matrix.
- `transpose_matrix`: Whether it is transposed on the way.

Result type: `handle`. May read and write memory. Cannot be compiled for a CPU: it needs the matrix units of an Apple GPU.
"""

sin: _Any
"""The sine of `x`, an angle in radians.

- `x`: A floating-point number.

Result type: that of the first argument.
"""

sinh: _Any
"""The hyperbolic sine of `x`.

- `x`: A floating-point number.

Result type: that of the first argument.
"""

sqrt: _Any
"""The square root of `x`; not a number when `x` is negative.

- `x`: A floating-point number.

Result type: that of the first argument.
"""

start_profile_intrinsic: _Any
"""Where the measurement of part `id` of a function begins.

- `id`: The number of the measured part.

Result type: `handle`.
"""

static_assert: _Any
"""Refuse the program when `x`, which must be known while it is read, does not hold."""

tan: _Any
"""The tangent of `x`, an angle in radians.

- `x`: A floating-point number.

Result type: that of the first argument.
"""

tanh: _Any
"""The hyperbolic tangent of `x`.

- `x`: A floating-point number.

Result type: that of the first argument.
"""

target: _Any
"""The target to compile for: `T.target("llvm -mcpu=native")` or a dictionary with the same keys."""

tensormap_encode_tiled: _Any
"""Write the descriptor of a tensor of `rank` dimensions in global memory.

The arguments are the pointers to the descriptor and to the data, `rank` sizes, `rank - 1` strides in bytes, `rank` sizes of a box and `rank` steps.
"""

thread: _Any
"""Tile primitives, done by its own thread."""

thread_binding: _Any
"""A loop whose iterations are the threads of a GPU: `for tx in T.thread_binding(128, thread="threadIdx.x")`.

`thread` is the tag: "blockIdx.x", "threadIdx.y", "vthread.x", ...
"""

thread_id: _Any
"""The number of this thread in its thread block, one for each extent; without extents their size follows from the others."""

thread_id_in_wg: _Any
"""The number of this thread in its warpgroup, one for each extent; without extents their size follows from the others."""

thread_return: _Any
"""End this thread of a GPU.

Result type: `void`. Changes what runs next. Cannot be compiled for a CPU: it ends a thread of a GPU.
"""

tile: _Any
"""Tile primitives, done by its own thread."""

trunc: _Any
"""`x` without its fraction, that is rounded towards zero; an integer is returned as it is.

- `x`: A floating-point number.

Result type: that of the first argument.
"""

truncdiv: _Any
"""The quotient of two integers rounded towards zero."""

truncmod: _Any
"""Remainder of the division towards zero: it has the sign of the first operand.

- `a`: Left operand.
- `b`: Right operand, of the same type after promotion.

Result type: the type in which the arguments meet.
"""

tvm_access_ptr: _Any
"""A pointer to a part of a buffer, for a call that reads or writes through it; says which part and how.

- `ptype`: The element type, as `T.type_annotation(dtype)`.
- `data`: The pointer of the buffer, `A.data`.
- `offset`: Elements from the pointer to the first one accessed.
- `extent`: Number of elements accessed.
- `rw_mask`: 1 when they are read, 2 when they are written, 3 for both.

Result type: `handle`.
"""

tvm_bmma_sync: _Any
"""Multiply matrix fragments of single bits and add.

- `fragment_d`: Pointer to the result.
- `index_d`: Which fragment of it.
- `fragment_a`: Pointer to the left factor.
- `index_a`: Which fragment of it.
- `fragment_b`: Pointer to the right factor.
- `index_b`: Which fragment of it.
- `fragment_c`: Pointer to the summand.
- `index_c`: Which fragment of it.

Result type: `handle`. May read and write memory. Cannot be compiled for a CPU: it needs the tensor cores of a GPU.
"""

tvm_call_cpacked: _Any
"""Call a function with the runtime's calling convention by its symbol, without looking it up in the registry.

- `args`: The name of the function, then its arguments; a buffer is passed as a tensor.

Result type: `int32`. May read and write memory.
"""

tvm_call_cpacked_lowered: _Any
"""A `T.call_cpacked` whose arguments have been put on the stack.

- `args`: The name, the stack of arguments, and the begin and end of those used.

Result type: `int32`. May read and write memory.
"""

tvm_call_packed: _Any
"""Call a function that is registered with the runtime: `T.call_packed("my.function", A, n)`.

- `args`: The name of the function, then its arguments; a buffer is passed as a tensor.

Result type: `int32`. May read and write memory.
"""

tvm_call_packed_lowered: _Any
"""A `T.call_packed` whose arguments have been put on the stack.

- `args`: The name, the stack of arguments, and the begin and end of those used.

Result type: `int32`. May read and write memory.
"""

tvm_fill_fragment: _Any
"""Fill a matrix fragment with a value.

- `fragment`: Pointer to the fragments.
- `m`: Rows of the product.
- `n`: Columns of the product.
- `k`: Length of the sum.
- `index`: Which fragment.
- `value`: The value.

Result type: `handle`. May read and write memory. Cannot be compiled for a CPU: it needs the tensor cores of a GPU.
"""

tvm_global_barrier_kinit: _Any
"""Prepare a barrier across all blocks of a kernel.

Result type: `int32`. May read and write memory. Cannot be compiled for a CPU: it needs the threads of a GPU.
"""

tvm_kernel_replace_point: _Any
"""Where a kernel goes that is put together elsewhere.

Result type: `void`. May read and write memory. Cannot be compiled for a CPU: it marks a place in a kernel of a GPU.
"""

tvm_load_matrix_sync: _Any
"""Load a matrix fragment from memory, by all threads of the warp together.

- `fragment`: Pointer to the fragments.
- `m`: Rows of the product.
- `n`: Columns of the product.
- `k`: Length of the sum.
- `index`: Which fragment.
- `buffer_ptr`: Pointer to the matrix in memory.
- `stride`: Elements from one row to the next.
- `layout`: "row_major" or "col_major".

Result type: `handle`. Reads memory. Cannot be compiled for a CPU: it needs the tensor cores of a GPU.
"""

tvm_mma_sync: _Any
"""Multiply matrix fragments and add: D = A * B + C.

- `fragment_d`: Pointer to the result.
- `index_d`: Which fragment of it.
- `fragment_a`: Pointer to the left factor.
- `index_a`: Which fragment of it.
- `fragment_b`: Pointer to the right factor.
- `index_b`: Which fragment of it.
- `fragment_c`: Pointer to the summand.
- `index_c`: Which fragment of it.

Result type: `handle`. May read and write memory. Cannot be compiled for a CPU: it needs the tensor cores of a GPU.
"""

tvm_stack_alloca: _Any
"""Memory on the stack of the call.

- `dtype_str`: What the memory holds: "shape", "array", "arg_value" or "arg_tcode".
- `num`: How many of them.

Result type: `handle`. May read and write memory.
"""

tvm_stack_make_array: _Any
"""A tensor on the stack of the call, to pass a buffer to a function of the runtime.

- `data`: Pointer to the elements.
- `shape`: A shape, made by `T.tvm_stack_make_shape`.
- `strides`: The strides, made likewise, or 0 when the elements are compact.
- `ndim`: Number of dimensions.
- `arr_dtype`: A zero of the element type.
- `elem_offset`: Elements from the pointer to the first one.

Result type: `handle`. May read and write memory.
"""

tvm_stack_make_shape: _Any
"""A shape on the stack of the call.

- `args`: The sizes.

Result type: `handle`. May read and write memory.
"""

tvm_storage_sync: _Any
"""Wait until all threads that share the memory have come here.

- `storage_scope`: The memory: "shared", "warp" or "global".

Result type: `int32`. May read and write memory. Cannot be compiled for a CPU: it synchronises the threads of a GPU.
"""

tvm_store_matrix_sync: _Any
"""Store a matrix fragment to memory, by all threads of the warp together.

- `fragment`: Pointer to the fragments.
- `m`: Rows of the product.
- `n`: Columns of the product.
- `k`: Length of the sum.
- `index`: Which fragment.
- `buffer_ptr`: Pointer to the matrix in memory.
- `stride`: Elements from one row to the next.
- `layout`: "row_major" or "col_major".

Result type: `handle`. May read and write memory. Cannot be compiled for a CPU: it needs the tensor cores of a GPU.
"""

tvm_struct_get: _Any
"""A field of a structure of the runtime, such as the shape of a tensor argument.

- `arr`: Pointer to an array of structures.
- `index`: Which structure.
- `field`: Which field, by its number in the runtime's interface.
- `dtype`: The data type of the field.

Result type: `dtype`. Reads memory.
"""

tvm_struct_set: _Any
"""Write a field of a structure of the runtime.

- `arr`: Pointer to an array of structures.
- `index`: Which structure.
- `field`: Which field, by its number in the runtime's interface.
- `value`: What to write.

Result type: `int32`. May read and write memory.
"""

tvm_thread_allreduce: _Any
"""Combine a value over the threads of an axis; each gets the result.

- `freduce_args`: How many values, the values, the condition, the results, then the thread axes.

Result type: `handle`. May read and write memory. Cannot be compiled for a CPU: it needs the threads of a GPU.
"""

tvm_thread_invariant: _Any
"""`cond`, said to be the same in all threads of a block.

- `cond`: A condition.

Result type: that of the first argument. Cannot be compiled for a CPU: it needs the threads of a GPU.
"""

tvm_throw_last_error: _Any
"""Fail with the error that the last call left.

Result type: `handle`. May read and write memory.
"""

tvm_tuple: _Any
"""Several values as one argument.

- `value`: The members.

Result type: `handle`.
"""

tvm_warp_activemask: _Any
"""The lanes of the warp that are running, one bit each.

Result type: `uint32`. May read and write memory. Cannot be compiled for a CPU: it needs the threads of a GPU.
"""

tvm_warp_shuffle: _Any
"""The value that lane `warp_id` of the warp has.

- `mask`: The lanes that take part, one bit each.
- `value`: The value of this lane.
- `warp_id`: The lane to read from.
- `width`: Lanes in a group.
- `warp_size`: Lanes in a warp.

Result type: that of the second argument. May read and write memory. Cannot be compiled for a CPU: it needs the threads of a GPU.
"""

tvm_warp_shuffle_down: _Any
"""The value that the lane `offset` above this one has.

- `mask`: The lanes that take part, one bit each.
- `value`: The value of this lane.
- `offset`: How many lanes above.
- `width`: Lanes in a group.
- `warp_size`: Lanes in a warp.

Result type: that of the second argument. May read and write memory. Cannot be compiled for a CPU: it needs the threads of a GPU.
"""

tvm_warp_shuffle_up: _Any
"""The value that the lane `offset` below this one has.

- `mask`: The lanes that take part, one bit each.
- `value`: The value of this lane.
- `offset`: How many lanes below.
- `width`: Lanes in a group.
- `warp_size`: Lanes in a warp.

Result type: that of the second argument. May read and write memory. Cannot be compiled for a CPU: it needs the threads of a GPU.
"""

tvm_warp_shuffle_xor: _Any
"""The value of the lane whose number differs from this one's in the bits of `lane_mask`.

- `mask`: The lanes that take part, one bit each.
- `value`: The value of this lane.
- `lane_mask`: The bits that differ.
- `width`: Lanes in a group.
- `warp_size`: Lanes in a warp.

Result type: that of the second argument. May read and write memory. Cannot be compiled for a CPU: it needs the threads of a GPU.
"""

type_annotation: _Any
"""A data type as an argument of a call; it has no value.

- `dtype`: The data type.

Result type: `dtype`.
"""

class u16(_Any):  # type: ignore[misc, unused-ignore]
    """An unsigned integer of 16 bits, 0 to 65535."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class u32(_Any):  # type: ignore[misc, unused-ignore]
    """An unsigned integer of 32 bits, 0 to 4294967295."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class u64(_Any):  # type: ignore[misc, unused-ignore]
    """An unsigned integer of 64 bits, 0 to 18446744073709551615."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class u8(_Any):  # type: ignore[misc, unused-ignore]
    """An unsigned integer of 8 bits, 0 to 255."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class uint16(_Any):  # type: ignore[misc, unused-ignore]
    """An unsigned integer of 16 bits, 0 to 65535."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class uint16x16(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 16 `uint16` values (32 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

uint16x2: _Any
"""A vector of 2 `uint16` values (4 bytes)."""

class uint16x32(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 32 `uint16` values (64 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class uint16x4(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 4 `uint16` values (8 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class uint16x64(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 64 `uint16` values (128 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class uint16x8(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 8 `uint16` values (16 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class uint32(_Any):  # type: ignore[misc, unused-ignore]
    """An unsigned integer of 32 bits, 0 to 4294967295."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class uint32x16(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 16 `uint32` values (64 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

uint32x2: _Any
"""A vector of 2 `uint32` values (8 bytes)."""

class uint32x32(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 32 `uint32` values (128 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class uint32x4(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 4 `uint32` values (16 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class uint32x64(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 64 `uint32` values (256 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class uint32x8(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 8 `uint32` values (32 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class uint64(_Any):  # type: ignore[misc, unused-ignore]
    """An unsigned integer of 64 bits, 0 to 18446744073709551615."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class uint64x16(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 16 `uint64` values (128 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

uint64x2: _Any
"""A vector of 2 `uint64` values (16 bytes)."""

class uint64x32(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 32 `uint64` values (256 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class uint64x4(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 4 `uint64` values (32 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class uint64x64(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 64 `uint64` values (512 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class uint64x8(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 8 `uint64` values (64 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class uint8(_Any):  # type: ignore[misc, unused-ignore]
    """An unsigned integer of 8 bits, 0 to 255."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class uint8x16(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 16 `uint8` values (16 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

uint8x2: _Any
"""A vector of 2 `uint8` values (2 bytes)."""

class uint8x32(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 32 `uint8` values (32 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class uint8x4(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 4 `uint8` values (4 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class uint8x64(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 64 `uint8` values (64 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class uint8x8(_Any):  # type: ignore[misc, unused-ignore]
    """A vector of 8 `uint8` values (8 bytes)."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

undef: _Any
"""A value that may be anything.

Result type: `int32`. Reads memory.
"""

unroll: _Any
"""A loop that is written out, once for each iteration."""

var: _Any
"""A new variable of a data type."""

vectorcombine: _Any
"""The lanes of `vec1`, then those of `vec2`.

- `dtype`: The data type of the result.
- `vec1`: The first half.
- `vec2`: The second half.

Result type: `dtype`.
"""

vectorhigh: _Any
"""The second half of a vector.

- `dtype`: The data type of the result.
- `vec`: A vector with an even number of lanes.

Result type: `dtype`.
"""

vectorized: _Any
"""A loop that becomes vector instructions, one lane for each iteration; the extent must be a constant."""

vectorlow: _Any
"""The first half of a vector.

- `dtype`: The data type of the result.
- `vec`: A vector with an even number of lanes.

Result type: `dtype`.
"""

class void(_Any):  # type: ignore[misc, unused-ignore]
    """No value: the type of what returns nothing."""
    __init__: _Any
    def __class_getitem__(cls, item: _Any) -> _Any: ...

vscale: _Any
"""How many times longer the target's scalable vectors are than the smallest; known only when the program runs.

Result type: `int32`.
"""

warp: _Any
"""Tile primitives, done by the threads of a warp."""

warp_id: _Any
"""The number of this warp in its thread block, one for each extent; without extents their size follows from the others."""

warp_id_in_wg: _Any
"""The number of this warp in its warpgroup, one for each extent; without extents their size follows from the others."""

warpgroup: _Any
"""Tile primitives, done by the threads of a warpgroup."""

warpgroup_id: _Any
"""The number of this warpgroup in its thread block, one for each extent; without extents their size follows from the others."""

webgpu: _Any
"""Functions of WebGPU."""

wg: _Any
"""Tile primitives, done by the threads of a warpgroup."""

wg_reg_tile: _Any
"""Registers of a warpgroup as one buffer: a row for each of its 128 threads, with `elem_per_thread` elements."""

where: _Any
"""The condition under which the enclosing block runs; it speaks of the loop variables, not of the axes."""

writes: _Any
"""The parts of buffers that the enclosing block writes, as in `T.reads`."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]

