# Generated from the op table and the builder's functions by `make stubs`; do not edit.
"""`tilewright.script.tir` as type checkers and editors see it."""

from builtins import bool as _bool
from collections.abc import Callable as _Callable
from collections.abc import Mapping as _Mapping
from collections.abc import Sequence as _Sequence
from tilewright.core.base.source import Span as _Span
from tilewright.core.builder.blocks import BlockFrame as _BlockFrame
from tilewright.core.builder.blocks import BlockInitFrame as _BlockInitFrame
from tilewright.core.builder.buffers import Shape as _Shape
from tilewright.core.builder.loops import ForFrame as _ForFrame
from tilewright.core.builder.statements import AssertFrame as _AssertFrame
from tilewright.core.builder.statements import AttrFrame as _AttrFrame
from tilewright.core.builder.statements import ElseFrame as _ElseFrame
from tilewright.core.builder.statements import IfFrame as _IfFrame
from tilewright.core.builder.statements import ThenFrame as _ThenFrame
from tilewright.core.builder.statements import WhileFrame as _WhileFrame
from tilewright.core.ir.expr import ExprLike as _ExprLike
from tilewright.core.ir.node.type_ import Type as _Type
from tilewright.core.ops.op import CallEffectKind as _CallEffectKind
from tilewright.core.ops.op import Op as _Op
from tilewright.core.target.target import Target as _Target
from tvm.ir import PrimExpr as _PrimExpr
from tvm.ir import Range as _Range
from tvm.te import CommReducer as _CommReducer
from tvm.te import Reduce as _Reduce
from tvm.tir import Add as _Add
from tvm.tir import And as _And
from tvm.tir import Broadcast as _Broadcast
from tvm.tir import Buffer as _Buffer
from tvm.tir import BufferLoad as _BufferLoad
from tvm.tir import BufferRegion as _BufferRegion
from tvm.tir import Call as _Call
from tvm.tir import Cast as _Cast
from tvm.tir import Div as _Div
from tvm.tir import EQ as _EQ
from tvm.tir import FloatImm as _FloatImm
from tvm.tir import FloorDiv as _FloorDiv
from tvm.tir import FloorMod as _FloorMod
from tvm.tir import GE as _GE
from tvm.tir import GT as _GT
from tvm.tir import IndexMap as _IndexMap
from tvm.tir import IntImm as _IntImm
from tvm.tir import IterVar as _IterVar
from tvm.tir import LE as _LE
from tvm.tir import LT as _LT
from tvm.tir import Let as _Let
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
from tvm.tirx.layout import Layout as _Layout
from typing import Any as _Any
from typing import NoReturn as _NoReturn
from typing import overload as _overload
from typing_extensions import Self as _Self

__all__ = [
    "Add",
    "And",
    "Assert",
    "Broadcast",
    "Buffer",
    "BufferFrom",
    "BufferLoad",
    "Call",
    "CallEffectKind",
    "Cast",
    "CommReducer",
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
    "IterVar",
    "LE",
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
    "Ramp",
    "Range",
    "Reduce",
    "Select",
    "Shuffle",
    "SizeVar",
    "StringImm",
    "Sub",
    "TVMBackendAllocWorkspace",
    "TVMBackendFreeWorkspace",
    "Then",
    "Var",
    "While",
    "abs",
    "acos",
    "acosh",
    "address_of",
    "alloc_buffer",
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
    "bfloat16",
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
    "clz",
    "comm_reducer",
    "compute",
    "continue_loop",
    "copysign",
    "cos",
    "cosh",
    "create_barriers",
    "decl_buffer",
    "dp4a",
    "end_profile_intrinsic",
    "env_thread",
    "erf",
    "evaluate",
    "exp",
    "exp10",
    "exp2",
    "fabs",
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
    "fmod",
    "func_attr",
    "func_name",
    "func_ret",
    "get_active_lane_mask",
    "grid",
    "handle",
    "handle_add_byte_offset",
    "hypot",
    "if_then_else",
    "ignore_loop_partition",
    "index_map",
    "infinity",
    "init",
    "int16",
    "int16x16",
    "int16x32",
    "int16x4",
    "int16x64",
    "int16x8",
    "int32",
    "int32x16",
    "int32x32",
    "int32x4",
    "int32x64",
    "int32x8",
    "int64",
    "int64x16",
    "int64x32",
    "int64x4",
    "int64x64",
    "int64x8",
    "int8",
    "int8x16",
    "int8x32",
    "int8x4",
    "int8x64",
    "int8x8",
    "isfinite",
    "isinf",
    "isnan",
    "isnullptr",
    "iter_var",
    "launch_thread",
    "ldexp",
    "let",
    "likely",
    "llvm_lookup_intrinsic_id",
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
    "meta_var",
    "min",
    "min_value",
    "mma_fill",
    "mma_store",
    "nearbyint",
    "nextafter",
    "parallel",
    "popcount",
    "pow",
    "prim_func",
    "ptr",
    "ptx_arrive_barrier",
    "ptx_arrive_barrier_expect_tx",
    "ptx_commit_group",
    "ptx_cp_async",
    "ptx_cp_async_barrier",
    "ptx_cp_async_bulk",
    "ptx_init_barrier_thread_count",
    "ptx_ldmatrix",
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
    "serial",
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
    "tan",
    "tanh",
    "target",
    "thread_binding",
    "thread_return",
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
    "type_annotation",
    "uint16",
    "uint16x16",
    "uint16x32",
    "uint16x4",
    "uint16x64",
    "uint16x8",
    "uint32",
    "uint32x16",
    "uint32x32",
    "uint32x4",
    "uint32x64",
    "uint32x8",
    "uint64",
    "uint64x16",
    "uint64x32",
    "uint64x4",
    "uint64x64",
    "uint64x8",
    "uint8",
    "uint8x16",
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

def Assert(condition: _ExprLike, message: str) -> _AssertFrame | _Any:
    """Stop the call with `message` when `condition` does not hold; `assert condition, message` means the same."""

Broadcast = _Broadcast
"""`value` in each of `lanes` lanes."""

class Buffer(_Buffer):
    """A buffer: memory seen as an array of `shape` with elements of `dtype`.

    As the annotation of a parameter, `A: T.Buffer((128, 128), "float32")`, it declares the array that the caller passes; with
    `data` it is another view of memory that exists.  Without `strides` the elements lie in row-major order without gaps.
    `scope` names the memory ("global", "shared", "local"), `align` is the alignment of the pointer in bytes, and `elem_offset`, a
    multiple of `offset_factor`, counts elements from the pointer to the first one.
    """
    def __new__(
        cls,
        shape: _Shape,
        dtype: str = "float32",
        data: _Var | None = None,
        strides: _Sequence[_Any] | None = None,
        elem_offset: _ExprLike | None = None,
        scope: str = "global",
        align: int = 0,
        offset_factor: int = 0,
        buffer_type: str = "",
        axis_separators: _Sequence[int] | None = None,
        layout: _Layout | str | None = "default",
        allocated_addr: _Any = None,
    ) -> _Self | _Any: ...
    def __init__(
        self,
        shape: _Shape,
        dtype: str = "float32",
        data: _Var | None = None,
        strides: _Sequence[_Any] | None = None,
        elem_offset: _ExprLike | None = None,
        scope: str = "global",
        align: int = 0,
        offset_factor: int = 0,
        buffer_type: str = "",
        axis_separators: _Sequence[int] | None = None,
        layout: _Layout | str | None = "default",
        allocated_addr: _Any = None,
    ) -> None: ...
    def __class_getitem__(cls, item: _Any) -> _Any: ...

class BufferFrom(_Buffer):
    """A buffer like another: as an annotation, `A: T.BufferFrom(a)` declares a parameter of the shape, type, layout and memory of `a`."""
    def __new__(cls, buffer: _Buffer) -> _Self | _Any: ...
    def __init__(self, buffer: _Buffer) -> None: ...
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

def Else() -> _ElseFrame | _Any:
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

def If(condition: _ExprLike) -> _IfFrame | _Any:
    """A choice, written with `T.Then()` and `T.Else()` inside it; `if condition:` means the same.

    An integer holds when it is not zero, as in TVM.
    """

IntImm = _IntImm
"""An integer or bool constant."""

IterVar = _IterVar
"""An iteration variable with its domain: a block axis, a thread index or a reduction axis."""

LE = _LE
"""`a <= b`

Whether the first operand is smaller or equal.

- `a`: Left operand.
- `b`: Right operand, of the same type after promotion.

Result type: `bool`.
"""

LT = _LT
"""`a < b`

Whether the first operand is smaller.

- `a`: Left operand.
- `b`: Right operand, of the same type after promotion.

Result type: `bool`.
"""

def Let(expr: _ExprLike, where: _Mapping[_Var, _ExprLike]) -> _Let | _Any:
    """The expression `expr` with a variable standing for a value: `T.Let(x * x, where={x: a + b})`."""

def LetStmt(value: _ExprLike, type_annotation: _Type | None = None, *, var: _Var | None = None) -> _Any:
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

class Ptr(_Var):
    """A new pointer variable, such as the `data` of a buffer."""
    def __new__(cls, dtype: str, storage_scope: str = "global") -> _Self | _Any: ...
    def __init__(self, dtype: str, storage_scope: str = "global") -> None: ...
    def __class_getitem__(cls, item: _Any) -> _Any: ...

Ramp = _Ramp
"""The vector base, base + stride, ..., base + (lanes - 1) * stride."""

def Range(begin: _ExprLike, end: _ExprLike | None = None) -> _Range | _Any:
    """The integers from `begin` up to, and not with, `end`; `T.Range(n)` begins at 0."""

Reduce = _Reduce
"""Element `value_index` of the combination of `source` over all points of `axis` at which `condition` holds."""

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

def TVMBackendAllocWorkspace(
    device_type: _ExprLike,
    device_id: _ExprLike,
    nbytes: _ExprLike,
    dtype_code_hint: _ExprLike,
    dtype_bits_hint: _ExprLike,
    *,
    dtype: str | None = None,
) -> _PrimExpr | _Any:
    """Memory of the runtime for an intermediate result; give it back with `T.TVMBackendFreeWorkspace`.

    - `device_type`: The kind of device, by its number in DLPack.
    - `device_id`: Which device of that kind.
    - `nbytes`: Number of bytes.
    - `dtype_code_hint`: Kind of the elements, by its number in DLPack.
    - `dtype_bits_hint`: Bits of an element.

    Result type: `handle`. May read and write memory.
    """

def TVMBackendFreeWorkspace(
    device_type: _ExprLike,
    device_id: _ExprLike,
    ptr: _ExprLike,
    *,
    dtype: str | None = None,
) -> _PrimExpr | _Any:
    """Give memory back that `T.TVMBackendAllocWorkspace` gave; 0 when it worked.

    - `device_type`: The kind of device, by its number in DLPack.
    - `device_id`: Which device of that kind.
    - `ptr`: The memory.

    Result type: `int32`. May read and write memory.
    """

def Then() -> _ThenFrame | _Any:
    """The branch that runs when the condition of the enclosing `T.If` holds."""

Var = _Var
"""A variable, known by identity; `name` is only what it is printed as.  `dtype` may be given as text or as a `Type`."""

def While(condition: _ExprLike) -> _WhileFrame | _Any:
    """Run the statements again and again as long as `condition` holds before them; `while condition:` means the same."""

def abs(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """`x` without its sign; of an integer too, whose smallest value stays as it is.

    - `x`: A floating-point number.

    Result type: that of the first argument.
    """

def acos(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """The angle in radians, 0 to pi, whose cosine is `x`.

    - `x`: A floating-point number.

    Result type: that of the first argument.
    """

def acosh(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """The number, at least 0, whose hyperbolic cosine is `x`.

    - `x`: A floating-point number.

    Result type: that of the first argument.
    """

def address_of(obj: _Any, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """The address of an element of a buffer.

    - `obj`: An element of a buffer, or a buffer, which means its first element.

    Result type: `handle`.
    """

def alloc_buffer(
    shape: _Shape,
    dtype: str = "float32",
    data: _Var | None = None,
    strides: _Sequence[_Any] | None = None,
    elem_offset: _ExprLike | None = None,
    scope: str = "global",
    align: int = -1,
    offset_factor: int = 0,
    buffer_type: str = "default",
    axis_separators: _Sequence[int] | None = None,
    layout: _Layout | str | None = "default",
) -> _Buffer | _Any:
    """New memory for an intermediate result, as a buffer: it lives in the enclosing block, or as long as the function runs.

    The arguments are those of `T.Buffer`.
    """

def allocate(
    extents: _Sequence[_Any],
    dtype: str,
    scope: str = "global",
    condition: _ExprLike | None = None,
    annotations: _Mapping[str, _Any] | None = None,
) -> _Any:
    """Memory for `extents` elements of `dtype`; gives the pointer.  `T.alloc_buffer` is the usual way to have an intermediate array."""

def allocate_const(
    data: _Sequence[_Any] | int,
    dtype: str,
    extents: _Sequence[_Any],
    annotations: _Mapping[str, _Any] | None = None,
) -> _Any:
    """Constant data, written in the program: `T.allocate_const([1, 2, 3, 4], "int32", [4])` gives the pointer to it.

    A number instead of the data is the place of the data among the module's attribute "constants", where `ExtractPrimFuncConstants` moves them.
    """

def anylist_getitem(list_handle: _ExprLike, index: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """The value at a position of a list.

    - `list_handle`: A handle to a list of the runtime's values.
    - `index`: Position in the list.

    Result type: `handle`. Reads memory. Cannot be compiled for a CPU: it works on the lists of a virtual machine, which only its own functions hold.
    """

def anylist_resetitem(
    list_handle: _ExprLike,
    index: _ExprLike,
    *,
    dtype: str | None = None,
) -> _PrimExpr | _Any:
    """Forget the value at a position of a list.

    - `list_handle`: A handle to a list of the runtime's values.
    - `index`: Position in the list.

    Result type: `int32`. May read and write memory. Cannot be compiled for a CPU: it works on the lists of a virtual machine, which only its own functions hold.
    """

def anylist_setitem_call_cpacked(
    list_handle: _ExprLike,
    index: _ExprLike,
    func_name: str,
    *args: _Any,
    dtype: str | None = None,
) -> _PrimExpr | _Any:
    """Call a function by its symbol and keep what it returns at a position of a list.

    - `list_handle`: A handle to a list of the runtime's values.
    - `index`: Position in the list.
    - `func_name`: The name of the function.
    - `args`: The arguments.

    Result type: `int32`. May read and write memory. Cannot be compiled for a CPU: it works on the lists of a virtual machine, which only its own functions hold.
    """

def anylist_setitem_call_packed(
    list_handle: _ExprLike,
    index: _ExprLike,
    func_name: str,
    *args: _Any,
    dtype: str | None = None,
) -> _PrimExpr | _Any:
    """Call a registered function and keep what it returns at a position of a list.

    - `list_handle`: A handle to a list of the runtime's values.
    - `index`: Position in the list.
    - `func_name`: The name of the function.
    - `args`: The arguments.

    Result type: `int32`. May read and write memory. Cannot be compiled for a CPU: it works on the lists of a virtual machine, which only its own functions hold.
    """

def arg(name: str, obj: _Var | _Buffer) -> _Any:
    """The next parameter of the function that is being built, a variable or a buffer; returns it."""

def asin(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """The angle in radians, -pi/2 to pi/2, whose sine is `x`.

    - `x`: A floating-point number.

    Result type: that of the first argument.
    """

def asinh(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """The number whose hyperbolic sine is `x`.

    - `x`: A floating-point number.

    Result type: that of the first argument.
    """

def assume(cond: _ExprLike = True, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """Tell the compiler that `cond` holds here, so that it may rely on it.

    - `cond`: A condition.

    Result type: `bool`.
    """

def atan(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """The angle in radians, -pi/2 to pi/2, whose tangent is `x`.

    - `x`: A floating-point number.

    Result type: that of the first argument.
    """

def atan2(x1: _ExprLike, x2: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """The angle in radians, -pi to pi, of the point with abscissa `x2` and ordinate `x1`.

    - `x1`: The ordinate.
    - `x2`: The abscissa.

    Result type: the type in which the arguments meet.
    """

def atanh(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """The number whose hyperbolic tangent is `x`.

    - `x`: A floating-point number.

    Result type: that of the first argument.
    """

def attr(node: object, attr_key: str, value: _ExprLike | str) -> _AttrFrame | _Any:
    """Mark the statements that follow with `attr_key` = `value`; `node` is the variable, buffer or number that this is about."""

class axis:
    """The axes of a block.  Each function defines one at the top of the enclosing block and returns its variable."""

    @staticmethod
    def R(
        dom: _Range | _Sequence[_PrimExpr] | _PrimExpr | int,
        binding: _PrimExpr | int,
        dtype: str = "int32",
    ) -> _Var | _Any:
        """A reduction axis: its points are combined into one result, in any order.

        `dom` is the extent, a pair `(begin, end)`, or a range, and gives the axis its type; `binding` is the value that the axis takes here.
        """

    @staticmethod
    def S(
        dom: _Range | _Sequence[_PrimExpr] | _PrimExpr | int,
        binding: _PrimExpr | int,
        dtype: str = "int32",
    ) -> _Var | _Any:
        """A spatial axis: its points are independent of one another and may run in any order or in parallel.

        `dom` is the extent, a pair `(begin, end)`, or a range, and gives the axis its type; `binding` is the value that the axis takes here.
        """

    @staticmethod
    def opaque(
        dom: _Range | _Sequence[_PrimExpr] | _PrimExpr | int,
        binding: _PrimExpr | int,
        dtype: str = "int32",
    ) -> _Var | _Any:
        """An opaque axis: nothing is known about how its points depend on one another.

        `dom` is the extent, a pair `(begin, end)`, or a range, and gives the axis its type; `binding` is the value that the axis takes here.
        """

    @staticmethod
    def reduce(
        dom: _Range | _Sequence[_PrimExpr] | _PrimExpr | int,
        binding: _PrimExpr | int,
        dtype: str = "int32",
    ) -> _Var | _Any:
        """A reduction axis: its points are combined into one result, in any order.

        `dom` is the extent, a pair `(begin, end)`, or a range, and gives the axis its type; `binding` is the value that the axis takes here.
        """

    @staticmethod
    def remap(kinds: str, bindings: _Sequence[_PrimExpr], dtype: str = "int32") -> _Any:
        """Several axes at once, each bound to a loop variable and running over that loop's domain.

        `vi, vj, vk = T.axis.remap("SSR", [i, j, k])`: the letters are "S" for spatial and "R" for reduction axes.
        """

    @staticmethod
    def scan(
        dom: _Range | _Sequence[_PrimExpr] | _PrimExpr | int,
        binding: _PrimExpr | int,
        dtype: str = "int32",
    ) -> _Var | _Any:
        """A scan axis: each point may depend on those before it, so they run in order.

        `dom` is the extent, a pair `(begin, end)`, or a range, and gives the axis its type; `binding` is the value that the axis takes here.
        """

    @staticmethod
    def spatial(
        dom: _Range | _Sequence[_PrimExpr] | _PrimExpr | int,
        binding: _PrimExpr | int,
        dtype: str = "int32",
    ) -> _Var | _Any:
        """A spatial axis: its points are independent of one another and may run in any order or in parallel.

        `dom` is the extent, a pair `(begin, end)`, or a range, and gives the axis its type; `binding` is the value that the axis takes here.
        """

class bfloat16(_PrimExpr):
    """A 16-bit number with the range of `float32` and 8 significant bits."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

def bitwise_and(x: _ExprLike, y: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """Bits set in both operands.

    - `x`: Left operand, an integer.
    - `y`: Right operand, an integer.

    Result type: the type in which the arguments meet.
    """

def bitwise_not(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """Every bit the other way round.

    - `x`: An integer.

    Result type: that of the first argument.
    """

def bitwise_or(x: _ExprLike, y: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """Bits set in one of the operands.

    - `x`: Left operand, an integer.
    - `y`: Right operand, an integer.

    Result type: the type in which the arguments meet.
    """

def bitwise_xor(x: _ExprLike, y: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """Bits set in exactly one of the operands.

    - `x`: Left operand, an integer.
    - `y`: Right operand, an integer.

    Result type: the type in which the arguments meet.
    """

def block(
    name: str | _Sequence[object] = "",
    no_realize: _bool | str = False,
    *,
    name_hint: str = "",
) -> _BlockFrame | _Any:
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

def block_attr(attrs: _Mapping[str, _Any]) -> None:
    """Attributes of the enclosing block: `T.block_attr({"warp_execution": True})`."""

class bool(_PrimExpr):
    """A truth value, stored in 1 byte."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class boolean(_PrimExpr):
    """A truth value, stored in 1 byte."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

def break_loop(*, dtype: str | None = None) -> _PrimExpr | _Any:
    """Leave the innermost loop; `break` means the same.

    Result type: `void`. Changes what runs next.
    """

broadcast = _Broadcast
"""`value` in each of `lanes` lanes."""

def buffer(
    shape: _Shape,
    dtype: str = "float32",
    data: _Var | None = None,
    strides: _Sequence[_Any] | None = None,
    elem_offset: _ExprLike | None = None,
    scope: str = "global",
    align: int = 0,
    offset_factor: int = 0,
    buffer_type: str = "",
    axis_separators: _Sequence[int] | None = None,
    layout: _Layout | str | None = "default",
    allocated_addr: _Any = None,
) -> _Buffer | _Any:
    """A buffer: memory seen as an array of `shape` with elements of `dtype`.

    As the annotation of a parameter, `A: T.Buffer((128, 128), "float32")`, it declares the array that the caller passes; with
    `data` it is another view of memory that exists.  Without `strides` the elements lie in row-major order without gaps.
    `scope` names the memory ("global", "shared", "local"), `align` is the alignment of the pointer in bytes, and `elem_offset`, a
    multiple of `offset_factor`, counts elements from the pointer to the first one.
    """

def buffer_decl(*args: _Any, **kwargs: _Any) -> _Buffer | _Any:
    """The name under which older programs know `T.Buffer`."""

def buffer_store(
    buffer: _Buffer,
    value: _ExprLike,
    indices: object,
    predicate: _ExprLike | None = None,
) -> None:
    """Write `value` into `buffer` at `indices`: `B[i, j] = value` means `T.buffer_store(B, value, [i, j])`.

    A slice as last index, or a vector of indices, writes a vector.  The value is converted to the buffer's element type; lanes for which
    `predicate` does not hold stay as they are.
    """

def buffer_var(dtype: str, storage_scope: str = "global") -> _Var | _Any:
    """A new pointer variable, such as the `data` of a buffer."""

def call_cpacked(*args: _Any, dtype: str | None = None) -> _PrimExpr | _Any:
    """Call a function with the runtime's calling convention by its symbol, without looking it up in the registry.

    - `args`: The name of the function, then its arguments; a buffer is passed as a tensor.

    Result type: `int32`. May read and write memory.
    """

def call_cpacked_lowered(*args: _Any, dtype: str | None = None) -> _PrimExpr | _Any:
    """A `T.call_cpacked` whose arguments have been put on the stack.

    - `args`: The name, the stack of arguments, and the begin and end of those used.

    Result type: `int32`. May read and write memory.
    """

@_overload
def call_extern(dtype: str, func_name: str, *args: _Any) -> _PrimExpr | _Any:
    """Call a C function by name: `T.call_extern("int32", "puts", text)`.  It may do anything.

    - `dtype`: The data type of the result.
    - `func_name`: The name of the function.
    - `args`: The arguments.

    Result type: `dtype`. May read and write memory.
    """
@_overload
def call_extern(func_name: str, *args: _Any, dtype: str) -> _PrimExpr | _Any: ...

def call_intrin(dtype: str, func_name: str | _Op, *args: object, span: _Span | None = None) -> _PrimExpr | _Any:
    """Call an op by its registered name: `T.call_intrin("float32", "tir.fma", a, b, c)`."""

def call_kernel(kernel: object, launch_args: _Sequence[_Any], *args: object, **kwargs: object) -> _NoReturn:
    """Launch a kernel written in another language (CUDA source, Triton) with `launch_args` threads.

    It needs a GPU, for which this compiler makes no code.
    """

@_overload
def call_llvm_intrin(dtype: str, name: _Any, *args: _Any) -> _PrimExpr | _Any:
    """Call an LLVM intrinsic that may do anything: `T.call_llvm_intrin("float32", "llvm.fma", a, b, c)`.

    - `dtype`: The data type of the result.
    - `name`: The name of the intrinsic, such as "llvm.fma", or its number.
    - `args`: The arguments.

    Result type: `dtype`. May read and write memory.
    """
@_overload
def call_llvm_intrin(name: _Any, *args: _Any, dtype: str) -> _PrimExpr | _Any: ...

@_overload
def call_llvm_pure_intrin(dtype: str, name: _Any, *args: _Any) -> _PrimExpr | _Any:
    """Call an LLVM intrinsic that only computes a value from its arguments.

    - `dtype`: The data type of the result.
    - `name`: The name of the intrinsic, such as "llvm.fma", or its number.
    - `args`: The arguments.

    Result type: `dtype`.
    """
@_overload
def call_llvm_pure_intrin(name: _Any, *args: _Any, dtype: str) -> _PrimExpr | _Any: ...

def call_packed(*args: _Any, dtype: str | None = None) -> _PrimExpr | _Any:
    """Call a function that is registered with the runtime: `T.call_packed("my.function", A, n)`.

    - `args`: The name of the function, then its arguments; a buffer is passed as a tensor.

    Result type: `int32`. May read and write memory.
    """

def call_packed_lowered(*args: _Any, dtype: str | None = None) -> _PrimExpr | _Any:
    """A `T.call_packed` whose arguments have been put on the stack.

    - `args`: The name, the stack of arguments, and the begin and end of those used.

    Result type: `int32`. May read and write memory.
    """

@_overload
def call_pure_extern(dtype: str, func_name: str, *args: _Any) -> _PrimExpr | _Any:
    """Call a C function by name that only computes a value from its arguments.

    - `dtype`: The data type of the result.
    - `func_name`: The name of the function.
    - `args`: The arguments.

    Result type: `dtype`.
    """
@_overload
def call_pure_extern(func_name: str, *args: _Any, dtype: str) -> _PrimExpr | _Any: ...

def cast(src: _ExprLike, dtype: str) -> _PrimExpr | _Any:
    """`src` converted to a data type: towards zero from float to integer, wrapping between integers; the constant when it is one."""

def ceil(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """The smallest whole number not below `x`; an integer is returned as it is.

    - `x`: A floating-point number.

    Result type: that of the first argument.
    """

def ceildiv(lhs: _ExprLike, rhs: _ExprLike) -> _PrimExpr | _Any:
    """The quotient rounded towards positive infinity: how many parts of size `rhs` cover `lhs`."""

def clz(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """Number of zero bits above the highest set one; 0 has no defined result.

    - `x`: An integer other than 0.

    Result type: `int32`.
    """

def comm_reducer(combiner: _Callable[..., _Any], identity: _Sequence[_Any] | _ExprLike) -> _CommReducer | _Any:
    """A way to combine values that is commutative and associative: `T.comm_reducer(lambda x, y: x + y, [T.float32(0)])`.

    `combiner` takes the values of both sides and returns the combined ones; `identity` holds what each begins with, and is that itself for a single one.
    """

def compute(
    shape: _Shape,
    fcompute: _Callable[..., _ExprLike],
    dtype: str | None = None,
    name: str = "",
) -> _Buffer | _Any:
    """A new buffer whose elements are given by a formula of their indices: `C = T.compute((128, 128), lambda i, j: A[i, j] + B[i, j])`.

    It stands for an allocation and a loop nest with one block that fills it.  The elements have the type of the formula unless `dtype` says another.
    """

def continue_loop(*, dtype: str | None = None) -> _PrimExpr | _Any:
    """Go on with the next iteration of the innermost loop; `continue` means the same.

    Result type: `void`. Changes what runs next.
    """

def copysign(x1: _ExprLike, x2: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """The magnitude of `x1` with the sign of `x2`.

    - `x1`: The magnitude.
    - `x2`: The sign.

    Result type: the type in which the arguments meet.
    """

def cos(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """The cosine of `x`, an angle in radians.

    - `x`: A floating-point number.

    Result type: that of the first argument.
    """

def cosh(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """The hyperbolic cosine of `x`.

    - `x`: A floating-point number.

    Result type: that of the first argument.
    """

def create_barriers(barrier_count: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """Make barriers.

    - `barrier_count`: How many.

    Result type: `void`. May read and write memory. Cannot be compiled for a CPU: it uses the barriers of a GPU.
    """

def decl_buffer(
    shape: _Shape,
    dtype: str = "float32",
    data: _Var | None = None,
    strides: _Sequence[_Any] | None = None,
    elem_offset: _ExprLike | None = None,
    scope: str = "global",
    align: int = 0,
    offset_factor: int = 0,
    buffer_type: str = "",
    axis_separators: _Sequence[int] | None = None,
    layout: _Layout | str | None = "default",
    allocated_addr: object = None,
) -> _Any:
    """A buffer for the statements that follow: a view of `data`, or new memory when none is given.

    The arguments are those of `T.Buffer`.
    """

def dp4a(vec1: _ExprLike, vec2: _ExprLike, acc: _ExprLike = 0, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """The sum of the four products of the elements of `vec1` and `vec2`, plus `acc`, as an int32.

    - `vec1`: Four 8-bit integers.
    - `vec2`: Four 8-bit integers.
    - `acc`: What the products are added to.

    Result type: `int32`.
    """

def end_profile_intrinsic(id: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """Where the measurement of part `id` of a function ends.

    - `id`: The number of the measured part.

    Result type: `handle`.
    """

def env_thread(thread_tag: str, dtype: str = "int32") -> _Var | _Any:
    """The variable that holds a thread's index, such as that of "threadIdx.x"; `T.launch_thread` gives it its extent."""

def erf(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """The error function of `x`.

    - `x`: A floating-point number.

    Result type: that of the first argument.
    """

def evaluate(value: _ExprLike) -> None:
    """Compute `value` for its effect, as a statement; a call on its own line means the same."""

def exp(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """e to the power `x`.

    - `x`: A floating-point number.

    Result type: that of the first argument.
    """

def exp10(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """10 to the power `x`.

    - `x`: A floating-point number.

    Result type: that of the first argument.
    """

def exp2(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """2 to the power `x`.

    - `x`: A floating-point number.

    Result type: that of the first argument.
    """

def fabs(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """`x` without its sign; of an integer too, whose smallest value stays as it is.

    - `x`: A floating-point number.

    Result type: that of the first argument.
    """

class float16(_PrimExpr):
    """An IEEE half-precision number: 11 significant bits, magnitudes up to 65504."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float16x16(_PrimExpr):
    """A vector of 16 `float16` values (32 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float16x2(_PrimExpr):
    """A vector of 2 `float16` values (4 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float16x32(_PrimExpr):
    """A vector of 32 `float16` values (64 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float16x4(_PrimExpr):
    """A vector of 4 `float16` values (8 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float16x64(_PrimExpr):
    """A vector of 64 `float16` values (128 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float16x8(_PrimExpr):
    """A vector of 8 `float16` values (16 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float32(_PrimExpr):
    """An IEEE single-precision number: 24 significant bits, about 7 decimal digits."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float32x16(_PrimExpr):
    """A vector of 16 `float32` values (64 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float32x2(_PrimExpr):
    """A vector of 2 `float32` values (8 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float32x32(_PrimExpr):
    """A vector of 32 `float32` values (128 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float32x4(_PrimExpr):
    """A vector of 4 `float32` values (16 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float32x64(_PrimExpr):
    """A vector of 64 `float32` values (256 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float32x8(_PrimExpr):
    """A vector of 8 `float32` values (32 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float4_e2m1fn(_PrimExpr):
    """A floating-point number of 4 bits in the format `float4_e2m1fn`."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float4_e2m1fnx16(_PrimExpr):
    """A vector of 16 `float4_e2m1fn` values (8 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float4_e2m1fnx2(_PrimExpr):
    """A vector of 2 `float4_e2m1fn` values (1 byte)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float4_e2m1fnx32(_PrimExpr):
    """A vector of 32 `float4_e2m1fn` values (16 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float4_e2m1fnx4(_PrimExpr):
    """A vector of 4 `float4_e2m1fn` values (2 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float4_e2m1fnx64(_PrimExpr):
    """A vector of 64 `float4_e2m1fn` values (32 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float4_e2m1fnx8(_PrimExpr):
    """A vector of 8 `float4_e2m1fn` values (4 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float64(_PrimExpr):
    """An IEEE double-precision number: 53 significant bits, about 16 decimal digits."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float64x16(_PrimExpr):
    """A vector of 16 `float64` values (128 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float64x2(_PrimExpr):
    """A vector of 2 `float64` values (16 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float64x32(_PrimExpr):
    """A vector of 32 `float64` values (256 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float64x4(_PrimExpr):
    """A vector of 4 `float64` values (32 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float64x64(_PrimExpr):
    """A vector of 64 `float64` values (512 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float64x8(_PrimExpr):
    """A vector of 8 `float64` values (64 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float6_e2m3fn(_PrimExpr):
    """A floating-point number of 6 bits in the format `float6_e2m3fn`."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float6_e2m3fnx16(_PrimExpr):
    """A vector of 16 `float6_e2m3fn` values (12 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float6_e2m3fnx2(_PrimExpr):
    """A vector of 2 `float6_e2m3fn` values (2 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float6_e2m3fnx32(_PrimExpr):
    """A vector of 32 `float6_e2m3fn` values (24 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float6_e2m3fnx4(_PrimExpr):
    """A vector of 4 `float6_e2m3fn` values (3 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float6_e2m3fnx64(_PrimExpr):
    """A vector of 64 `float6_e2m3fn` values (48 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float6_e2m3fnx8(_PrimExpr):
    """A vector of 8 `float6_e2m3fn` values (6 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float6_e3m2fn(_PrimExpr):
    """A floating-point number of 6 bits in the format `float6_e3m2fn`."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float6_e3m2fnx16(_PrimExpr):
    """A vector of 16 `float6_e3m2fn` values (12 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float6_e3m2fnx2(_PrimExpr):
    """A vector of 2 `float6_e3m2fn` values (2 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float6_e3m2fnx32(_PrimExpr):
    """A vector of 32 `float6_e3m2fn` values (24 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float6_e3m2fnx4(_PrimExpr):
    """A vector of 4 `float6_e3m2fn` values (3 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float6_e3m2fnx64(_PrimExpr):
    """A vector of 64 `float6_e3m2fn` values (48 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float6_e3m2fnx8(_PrimExpr):
    """A vector of 8 `float6_e3m2fn` values (6 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e3m4(_PrimExpr):
    """A floating-point number of 8 bits in the format `float8_e3m4`."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e3m4x16(_PrimExpr):
    """A vector of 16 `float8_e3m4` values (16 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e3m4x2(_PrimExpr):
    """A vector of 2 `float8_e3m4` values (2 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e3m4x32(_PrimExpr):
    """A vector of 32 `float8_e3m4` values (32 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e3m4x4(_PrimExpr):
    """A vector of 4 `float8_e3m4` values (4 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e3m4x64(_PrimExpr):
    """A vector of 64 `float8_e3m4` values (64 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e3m4x8(_PrimExpr):
    """A vector of 8 `float8_e3m4` values (8 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e4m3(_PrimExpr):
    """A floating-point number of 8 bits in the format `float8_e4m3`."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e4m3b11fnuz(_PrimExpr):
    """A floating-point number of 8 bits in the format `float8_e4m3b11fnuz`."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e4m3b11fnuzx16(_PrimExpr):
    """A vector of 16 `float8_e4m3b11fnuz` values (16 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e4m3b11fnuzx2(_PrimExpr):
    """A vector of 2 `float8_e4m3b11fnuz` values (2 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e4m3b11fnuzx32(_PrimExpr):
    """A vector of 32 `float8_e4m3b11fnuz` values (32 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e4m3b11fnuzx4(_PrimExpr):
    """A vector of 4 `float8_e4m3b11fnuz` values (4 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e4m3b11fnuzx64(_PrimExpr):
    """A vector of 64 `float8_e4m3b11fnuz` values (64 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e4m3b11fnuzx8(_PrimExpr):
    """A vector of 8 `float8_e4m3b11fnuz` values (8 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e4m3fn(_PrimExpr):
    """A floating-point number of 8 bits in the format `float8_e4m3fn`."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e4m3fnuz(_PrimExpr):
    """A floating-point number of 8 bits in the format `float8_e4m3fnuz`."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e4m3fnuzx16(_PrimExpr):
    """A vector of 16 `float8_e4m3fnuz` values (16 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e4m3fnuzx2(_PrimExpr):
    """A vector of 2 `float8_e4m3fnuz` values (2 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e4m3fnuzx32(_PrimExpr):
    """A vector of 32 `float8_e4m3fnuz` values (32 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e4m3fnuzx4(_PrimExpr):
    """A vector of 4 `float8_e4m3fnuz` values (4 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e4m3fnuzx64(_PrimExpr):
    """A vector of 64 `float8_e4m3fnuz` values (64 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e4m3fnuzx8(_PrimExpr):
    """A vector of 8 `float8_e4m3fnuz` values (8 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e4m3fnx16(_PrimExpr):
    """A vector of 16 `float8_e4m3fn` values (16 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e4m3fnx2(_PrimExpr):
    """A vector of 2 `float8_e4m3fn` values (2 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e4m3fnx32(_PrimExpr):
    """A vector of 32 `float8_e4m3fn` values (32 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e4m3fnx4(_PrimExpr):
    """A vector of 4 `float8_e4m3fn` values (4 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e4m3fnx64(_PrimExpr):
    """A vector of 64 `float8_e4m3fn` values (64 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e4m3fnx8(_PrimExpr):
    """A vector of 8 `float8_e4m3fn` values (8 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e4m3x16(_PrimExpr):
    """A vector of 16 `float8_e4m3` values (16 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e4m3x2(_PrimExpr):
    """A vector of 2 `float8_e4m3` values (2 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e4m3x32(_PrimExpr):
    """A vector of 32 `float8_e4m3` values (32 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e4m3x4(_PrimExpr):
    """A vector of 4 `float8_e4m3` values (4 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e4m3x64(_PrimExpr):
    """A vector of 64 `float8_e4m3` values (64 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e4m3x8(_PrimExpr):
    """A vector of 8 `float8_e4m3` values (8 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e5m2(_PrimExpr):
    """A floating-point number of 8 bits in the format `float8_e5m2`."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e5m2fnuz(_PrimExpr):
    """A floating-point number of 8 bits in the format `float8_e5m2fnuz`."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e5m2fnuzx16(_PrimExpr):
    """A vector of 16 `float8_e5m2fnuz` values (16 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e5m2fnuzx2(_PrimExpr):
    """A vector of 2 `float8_e5m2fnuz` values (2 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e5m2fnuzx32(_PrimExpr):
    """A vector of 32 `float8_e5m2fnuz` values (32 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e5m2fnuzx4(_PrimExpr):
    """A vector of 4 `float8_e5m2fnuz` values (4 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e5m2fnuzx64(_PrimExpr):
    """A vector of 64 `float8_e5m2fnuz` values (64 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e5m2fnuzx8(_PrimExpr):
    """A vector of 8 `float8_e5m2fnuz` values (8 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e5m2x16(_PrimExpr):
    """A vector of 16 `float8_e5m2` values (16 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e5m2x2(_PrimExpr):
    """A vector of 2 `float8_e5m2` values (2 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e5m2x32(_PrimExpr):
    """A vector of 32 `float8_e5m2` values (32 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e5m2x4(_PrimExpr):
    """A vector of 4 `float8_e5m2` values (4 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e5m2x64(_PrimExpr):
    """A vector of 64 `float8_e5m2` values (64 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e5m2x8(_PrimExpr):
    """A vector of 8 `float8_e5m2` values (8 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e8m0fnu(_PrimExpr):
    """A floating-point number of 8 bits in the format `float8_e8m0fnu`."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e8m0fnux16(_PrimExpr):
    """A vector of 16 `float8_e8m0fnu` values (16 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e8m0fnux2(_PrimExpr):
    """A vector of 2 `float8_e8m0fnu` values (2 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e8m0fnux32(_PrimExpr):
    """A vector of 32 `float8_e8m0fnu` values (32 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e8m0fnux4(_PrimExpr):
    """A vector of 4 `float8_e8m0fnu` values (4 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e8m0fnux64(_PrimExpr):
    """A vector of 64 `float8_e8m0fnu` values (64 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class float8_e8m0fnux8(_PrimExpr):
    """A vector of 8 `float8_e8m0fnu` values (8 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

def floor(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """The largest whole number not above `x`; an integer is returned as it is.

    - `x`: A floating-point number.

    Result type: that of the first argument.
    """

def floordiv(a: _ExprLike, b: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """Quotient rounded towards negative infinity.

    - `a`: Left operand.
    - `b`: Right operand, of the same type after promotion.

    Result type: the type in which the arguments meet.
    """

def floormod(a: _ExprLike, b: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """Remainder of the floor division: it has the sign of the second operand.

    - `a`: Left operand.
    - `b`: Right operand, of the same type after promotion.

    Result type: the type in which the arguments meet.
    """

def fmod(x: _ExprLike, y: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """The remainder of the division of `x` by `y` rounded towards zero; it has the sign of `x`.

    - `x`: The dividend.
    - `y`: The divisor.

    Result type: the type in which the arguments meet.
    """

def func_attr(attrs: _Mapping[str, _Any]) -> None:
    """Attributes of the function: `T.func_attr({"global_symbol": "main", "tir.noalias": True})`."""

def func_name(name: str) -> None:
    """The name of the function that is being built."""

def func_ret(ret_type: object) -> _Type | _Any:
    """The type of the value that the function returns, such as `T.int32`; returns it."""

@_overload
def get_active_lane_mask(dtype: str, base: _ExprLike, limit: _ExprLike) -> _PrimExpr | _Any:
    """For each lane k whether `base` + k is below `limit`: the mask of the last, partial vector of a loop.

    - `dtype`: The data type of the result.
    - `base`: Index of the first lane.
    - `limit`: The end of the loop.

    Result type: `dtype`.
    """
@_overload
def get_active_lane_mask(base: _ExprLike, limit: _ExprLike, *, dtype: str) -> _PrimExpr | _Any: ...

def grid(*extents: _PrimExpr | int | tuple[_PrimExpr | int, _PrimExpr | int]) -> _ForFrame | _Any:
    """Nested serial loops, one for each extent: `for i, j in T.grid(128, 64)`.  A pair is the begin of a loop and its extent."""

class handle(_Var):
    """A pointer variable: untyped, as `a: T.handle` for a parameter that `T.match_buffer` describes, or to elements of `dtype`."""
    def __new__(
        cls,
        dtype: str | None = None,
        storage_scope: str = "global",
        *,
        is_size_var: _bool = False,
    ) -> _Self | _Any: ...
    def __init__(
        self,
        dtype: str | None = None,
        storage_scope: str = "global",
        *,
        is_size_var: _bool = False,
    ) -> None: ...

def handle_add_byte_offset(
    handle: _ExprLike,
    offset: _ExprLike,
    *,
    dtype: str | None = None,
) -> _PrimExpr | _Any:
    """The pointer `offset` bytes further on.

    - `handle`: A pointer.
    - `offset`: A number of bytes.

    Result type: `handle`.
    """

def hypot(x1: _ExprLike, x2: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """The square root of `x1`^2 + `x2`^2, without overflow on the way.

    - `x1`: One leg.
    - `x2`: The other leg.

    Result type: the type in which the arguments meet.
    """

def if_then_else(cond: _ExprLike, t: _ExprLike, f: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """`t` when `cond` holds, else `f`; only the chosen one is computed, so it may guard a load that would be out of bounds.

    - `cond`: A condition.
    - `t`: The value when it holds.
    - `f`: The value when it does not hold.

    Result type: the type in which the two values meet.
    """

def ignore_loop_partition(predicate: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """`predicate`, which loop partitioning is to leave as it is.

    - `predicate`: A condition.

    Result type: `bool`.
    """

def index_map(
    mapping: _Callable[..., _Any],
    *,
    inverse_index_map: _Callable[..., _Any] | None = None,
    index_dtype: str = "int64",
) -> _IndexMap | _Any:
    """A map from the indices of one layout to those of another: `T.index_map(lambda i, j: (i // 16, j, i % 16))`."""

def infinity(dtype: str, span: _Span | None = None) -> _PrimExpr | _Any:
    """Infinity, as a constant of a floating-point type."""

def init() -> _BlockInitFrame | _Any:
    """The init of the enclosing block: it runs before the first reduction step.

    ```python
    with T.init():
        C[vi, vj] = T.float32(0)
    ```

    It runs once for each point of the spatial axes, when all reduction axes are at their beginning.
    """

class int16(_PrimExpr):
    """A signed integer of 16 bits, -32768 to 32767."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class int16x16(_PrimExpr):
    """A vector of 16 `int16` values (32 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class int16x32(_PrimExpr):
    """A vector of 32 `int16` values (64 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class int16x4(_PrimExpr):
    """A vector of 4 `int16` values (8 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class int16x64(_PrimExpr):
    """A vector of 64 `int16` values (128 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class int16x8(_PrimExpr):
    """A vector of 8 `int16` values (16 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class int32(_PrimExpr):
    """A signed integer of 32 bits, -2147483648 to 2147483647."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class int32x16(_PrimExpr):
    """A vector of 16 `int32` values (64 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class int32x32(_PrimExpr):
    """A vector of 32 `int32` values (128 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class int32x4(_PrimExpr):
    """A vector of 4 `int32` values (16 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class int32x64(_PrimExpr):
    """A vector of 64 `int32` values (256 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class int32x8(_PrimExpr):
    """A vector of 8 `int32` values (32 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class int64(_PrimExpr):
    """A signed integer of 64 bits, -9223372036854775808 to 9223372036854775807."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class int64x16(_PrimExpr):
    """A vector of 16 `int64` values (128 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class int64x32(_PrimExpr):
    """A vector of 32 `int64` values (256 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class int64x4(_PrimExpr):
    """A vector of 4 `int64` values (32 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class int64x64(_PrimExpr):
    """A vector of 64 `int64` values (512 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class int64x8(_PrimExpr):
    """A vector of 8 `int64` values (64 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class int8(_PrimExpr):
    """A signed integer of 8 bits, -128 to 127."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class int8x16(_PrimExpr):
    """A vector of 16 `int8` values (16 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class int8x32(_PrimExpr):
    """A vector of 32 `int8` values (32 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class int8x4(_PrimExpr):
    """A vector of 4 `int8` values (4 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class int8x64(_PrimExpr):
    """A vector of 64 `int8` values (64 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class int8x8(_PrimExpr):
    """A vector of 8 `int8` values (8 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

def isfinite(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """Whether `x` is neither infinite nor not-a-number.

    - `x`: A number; an integer is always finite.

    Result type: `bool`.
    """

def isinf(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """Whether `x` is positive or negative infinity.

    - `x`: A number; an integer is always finite.

    Result type: `bool`.
    """

def isnan(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """Whether `x` is not a number.

    - `x`: A number; an integer is always finite.

    Result type: `bool`.
    """

def isnullptr(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """Whether the handle points nowhere.

    - `x`: A handle.

    Result type: `bool`.
    """

def iter_var(v: _Var | str, dom: _Range, iter_type: str, thread_tag: str) -> _IterVar | _Any:
    """An iteration variable: `iter_type` is the name of its kind, such as "ThreadIndex", `thread_tag` the thread it is bound to."""

def launch_thread(thread: _Var | str, extent: _PrimExpr | int) -> _Any:
    """Run the statements that follow in `extent` threads: `with T.launch_thread("blockIdx.x", 64) as bx`.

    `thread` is a tag or a variable made by `T.env_thread`.
    """

def ldexp(x1: _ExprLike, x2: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """`x1` times 2 to the power `x2`.

    - `x1`: A floating-point number.
    - `x2`: An int32.

    Result type: that of the first argument.
    """

def let(v: _Var, value: _ExprLike, body: _ExprLike | None = None) -> _Any:
    """The older way to write `T.LetStmt(value, var=v)`, or with `body` the older way to write `T.Let(body, {v: value})`."""

def likely(cond: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """`cond`, said to hold nearly always.

    - `cond`: A condition.

    Result type: that of the first argument.
    """

def llvm_lookup_intrinsic_id(name: str) -> int | _Any:
    """A number that stands for the LLVM intrinsic `name` in `T.call_llvm_intrin`, as long as this process runs."""

def log(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """The natural logarithm of `x`.

    - `x`: A floating-point number.

    Result type: that of the first argument.
    """

def log10(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """The logarithm of `x` to base 10.

    - `x`: A floating-point number.

    Result type: that of the first argument.
    """

def log1p(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """The natural logarithm of 1 + `x`, precise for `x` near 0.

    - `x`: A floating-point number.

    Result type: that of the first argument.
    """

def log2(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """The logarithm of `x` to base 2.

    - `x`: A floating-point number.

    Result type: that of the first argument.
    """

def lookup_param(param_name: str, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """A parameter tensor that was linked into the module, by name.

    - `param_name`: The name.

    Result type: `handle`. May read and write memory.
    """

from typing import no_type_check as macro
"""A function to be expanded where it is called: `@T.macro` or `@T.macro(hygienic=False)`.

Names that a hygienic macro does not define mean what they meant where it was written; those of another one what they mean at the call.
"""

MYPY = True
if 1 != 1 and not MYPY:  # only pyright looks inside
    from tilewright.script.pyright.tir_macro.typing_extensions import no_type_check as macro

def make_filled_simdgroup_matrix(
    d: _ExprLike,
    index: _ExprLike,
    value: _ExprLike,
    col: _ExprLike = 8,
    row: _ExprLike = 8,
    *,
    dtype: str | None = None,
) -> _PrimExpr | _Any:
    """A matrix of a group of threads, filled with a value.

    - `d`: The matrices of the group.
    - `index`: Which of them.
    - `value`: The value.
    - `col`: Columns of the matrix.
    - `row`: Rows of the matrix.

    Result type: `handle`. May read and write memory. Cannot be compiled for a CPU: it needs the matrix units of an Apple GPU.
    """

def match_buffer(
    param: _Var | _BufferLoad | _BufferRegion,
    shape: _Shape | None = None,
    dtype: str = "float32",
    data: _Var | None = None,
    strides: _Sequence[_Any] | None = None,
    elem_offset: _ExprLike | None = None,
    scope: str = "global",
    align: int = -1,
    offset_factor: int = 0,
    buffer_type: str = "default",
    axis_separators: _Sequence[int] | None = None,
    layout: _Layout | str | None = "default",
) -> _Buffer | _Any:
    """A buffer for a handle parameter, or in a block a buffer that names a part of another.

    `A = T.match_buffer(a, (128, 128), "float32")` at the top of a function says what array the handle `a` points to.
    `B = T.match_buffer(A[vi * 16 : vi * 16 + 16, 0:16], (16, 16))` in a block makes `B[0, 0]` mean the first element of the
    part; its shape may be left out.  The other arguments are those of `T.Buffer`.
    """

def max(a: _ExprLike, b: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """The larger operand; the second when one is not a number.

    - `a`: Left operand.
    - `b`: Right operand, of the same type after promotion.

    Result type: the type in which the arguments meet.
    """

def max_value(dtype: str, span: _Span | None = None) -> _PrimExpr | _Any:
    """The largest finite value of a data type, as a constant."""

class meta_var(_Any):  # type: ignore[misc, unused-ignore]
    """A Python value that a script keeps as such: `x = T.meta_var(4 * n)` names the expression without making a variable."""
    __init__: _Any

def min(a: _ExprLike, b: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """The smaller operand; the second when one is not a number.

    - `a`: Left operand.
    - `b`: Right operand, of the same type after promotion.

    Result type: the type in which the arguments meet.
    """

def min_value(dtype: str, span: _Span | None = None) -> _PrimExpr | _Any:
    """The smallest finite value of a data type, as a constant: for floats the negative one of the largest magnitude."""

@_overload
def mma_fill(dtype: str, local_size: _ExprLike, local_ptr: _ExprLike, offset: _ExprLike) -> _PrimExpr | _Any:
    """Fill the registers of the warp with zeros.

    - `dtype`: The data type of the result.
    - `local_size`: Elements in each thread.
    - `local_ptr`: Pointer to the registers.
    - `offset`: First element of them.

    Result type: `dtype`. May read and write memory. Cannot be compiled for a CPU: it needs the tensor cores of a GPU.
    """
@_overload
def mma_fill(local_size: _ExprLike, local_ptr: _ExprLike, offset: _ExprLike, *, dtype: str) -> _PrimExpr | _Any: ...

@_overload
def mma_store(
    dtype: str,
    m: _ExprLike,
    n: _ExprLike,
    dst_ptr: _ExprLike,
    src_ptr: _ExprLike,
    src_offset: _ExprLike,
    dst_stride: _ExprLike,
) -> _PrimExpr | _Any:
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
@_overload
def mma_store(
    m: _ExprLike,
    n: _ExprLike,
    dst_ptr: _ExprLike,
    src_ptr: _ExprLike,
    src_offset: _ExprLike,
    dst_stride: _ExprLike,
    *,
    dtype: str,
) -> _PrimExpr | _Any: ...

def nearbyint(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """The whole number nearest to `x`, halves to the even one; an integer is returned as it is.

    - `x`: A floating-point number.

    Result type: that of the first argument.
    """

def nextafter(x1: _ExprLike, x2: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """The number of this type next to `x1` on the way to `x2`.

    - `x1`: Where to start.
    - `x2`: Where to go.

    Result type: the type in which the arguments meet.
    """

def parallel(
    start: _PrimExpr | int,
    stop: _PrimExpr | int | None = None,
    *,
    annotations: _Mapping[str, _Any] | None = None,
    step: _PrimExpr | int | None = None,
) -> _ForFrame | _Any:
    """A loop whose iterations are shared out among the threads of the CPU; they must not depend on one another."""

def popcount(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """Number of bits set in `x`.

    - `x`: An integer.

    Result type: that of the first argument.
    """

def pow(x: _ExprLike, y: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """`x` to the power `y`.

    - `x`: The base.
    - `y`: The exponent.

    Result type: the type in which the arguments meet.
    """

from typing import no_type_check as prim_func
"""Make a Python function a TensorIR function: `@T.prim_func` or `@T.prim_func(private=True)`.

Its parameters are annotated with `T.Buffer(...)`, `T.handle` or a data type.  A private function has no `global_symbol`; only the functions of
its module can call it.  `capture` lists the Python functions and objects that the script may use; without it all that Python would see are.
"""

if 1 != 1 and not MYPY:  # only pyright looks inside
    from tilewright.script.pyright.tir_prim_func.typing_extensions import no_type_check as prim_func

def ptr(dtype: str, storage_scope: str = "global", is_size_var: _bool = False) -> _Var | _Any:
    """A new pointer variable to elements of `dtype` in `storage_scope` memory."""

def ptx_arrive_barrier(barrier_id: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """Tell a barrier that this thread has come.

    - `barrier_id`: Which barrier.

    Result type: `void`. May read and write memory. Cannot be compiled for a CPU: it uses the barriers of a GPU.
    """

def ptx_arrive_barrier_expect_tx(
    barrier_id: _ExprLike,
    byte_count: _ExprLike,
    *,
    dtype: str | None = None,
) -> _PrimExpr | _Any:
    """Tell a barrier that this thread has come and how many bytes are still to arrive.

    - `barrier_id`: Which barrier.
    - `byte_count`: Number of bytes.

    Result type: `void`. May read and write memory. Cannot be compiled for a CPU: it uses the barriers of a GPU.
    """

def ptx_commit_group(*, dtype: str | None = None) -> _PrimExpr | _Any:
    """Close the group of copies begun so far.

    Result type: `void`. May read and write memory. Cannot be compiled for a CPU: it copies asynchronously on a GPU.
    """

@_overload
def ptx_cp_async(
    dtype: str,
    shared_ptr: _ExprLike,
    shared_offset: _ExprLike,
    global_ptr: _ExprLike,
    global_offset: _ExprLike,
    bytes: _ExprLike,
) -> _PrimExpr | _Any:
    """Begin to copy from global to shared memory.

    - `dtype`: The data type of the result.
    - `shared_ptr`: Pointer into shared memory.
    - `shared_offset`: First element there.
    - `global_ptr`: Pointer into global memory.
    - `global_offset`: First element there.
    - `bytes`: Number of bytes.

    Result type: `dtype`. May read and write memory. Cannot be compiled for a CPU: it copies asynchronously on a GPU.
    """
@_overload
def ptx_cp_async(
    shared_ptr: _ExprLike,
    shared_offset: _ExprLike,
    global_ptr: _ExprLike,
    global_offset: _ExprLike,
    bytes: _ExprLike,
    *,
    dtype: str,
) -> _PrimExpr | _Any: ...

def ptx_cp_async_barrier(barrier_id: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """Let a barrier wait for the copies begun so far.

    - `barrier_id`: Which barrier.

    Result type: `void`. May read and write memory. Cannot be compiled for a CPU: it uses the barriers of a GPU.
    """

@_overload
def ptx_cp_async_bulk(
    dtype: str,
    shared_ptr: _ExprLike,
    shared_offset: _ExprLike,
    global_ptr: _ExprLike,
    global_offset: _ExprLike,
    bytes: _ExprLike,
    barrier_id: _ExprLike,
) -> _PrimExpr | _Any:
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
@_overload
def ptx_cp_async_bulk(
    shared_ptr: _ExprLike,
    shared_offset: _ExprLike,
    global_ptr: _ExprLike,
    global_offset: _ExprLike,
    bytes: _ExprLike,
    barrier_id: _ExprLike,
    *,
    dtype: str,
) -> _PrimExpr | _Any: ...

def ptx_init_barrier_thread_count(
    barrier_id: _ExprLike,
    thread_count: _ExprLike,
    *,
    dtype: str | None = None,
) -> _PrimExpr | _Any:
    """Say how many threads a barrier waits for.

    - `barrier_id`: Which barrier.
    - `thread_count`: Number of threads.

    Result type: `void`. May read and write memory. Cannot be compiled for a CPU: it uses the barriers of a GPU.
    """

@_overload
def ptx_ldmatrix(
    dtype: str,
    trans: _ExprLike,
    num: _ExprLike,
    type: str,
    local_ptr: _ExprLike,
    local_offset: _ExprLike,
    smem_ptr: _ExprLike,
    smem_offset: _ExprLike,
) -> _PrimExpr | _Any:
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
@_overload
def ptx_ldmatrix(
    trans: _ExprLike,
    num: _ExprLike,
    type: str,
    local_ptr: _ExprLike,
    local_offset: _ExprLike,
    smem_ptr: _ExprLike,
    smem_offset: _ExprLike,
    *,
    dtype: str,
) -> _PrimExpr | _Any: ...

@_overload
def ptx_mma(
    dtype: str,
    shape: str,
    A_layout: str,
    B_layout: str,
    A_dtype: str,
    B_dtype: str,
    C_dtype: str,
    multiplicand_a: _ExprLike,
    a_index: _ExprLike,
    multiplicand_b: _ExprLike,
    b_index: _ExprLike,
    accumulator: _ExprLike,
    c_index: _ExprLike,
    saturate: _ExprLike,
    operator: str | None = None,
) -> _PrimExpr | _Any:
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
@_overload
def ptx_mma(
    shape: str,
    A_layout: str,
    B_layout: str,
    A_dtype: str,
    B_dtype: str,
    C_dtype: str,
    multiplicand_a: _ExprLike,
    a_index: _ExprLike,
    multiplicand_b: _ExprLike,
    b_index: _ExprLike,
    accumulator: _ExprLike,
    c_index: _ExprLike,
    saturate: _ExprLike,
    operator: str | None = None,
    *,
    dtype: str,
) -> _PrimExpr | _Any: ...

@_overload
def ptx_mma_sp(
    dtype: str,
    shape: str,
    A_layout: str,
    B_layout: str,
    A_dtype: str,
    B_dtype: str,
    C_dtype: str,
    multiplicand_a: _ExprLike,
    a_index: _ExprLike,
    multiplicand_b: _ExprLike,
    b_index: _ExprLike,
    accumulator: _ExprLike,
    c_index: _ExprLike,
    metadata: _ExprLike,
    meta_index: _ExprLike,
    sparse_selector: _ExprLike,
    saturate: _ExprLike,
) -> _PrimExpr | _Any:
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
@_overload
def ptx_mma_sp(
    shape: str,
    A_layout: str,
    B_layout: str,
    A_dtype: str,
    B_dtype: str,
    C_dtype: str,
    multiplicand_a: _ExprLike,
    a_index: _ExprLike,
    multiplicand_b: _ExprLike,
    b_index: _ExprLike,
    accumulator: _ExprLike,
    c_index: _ExprLike,
    metadata: _ExprLike,
    meta_index: _ExprLike,
    sparse_selector: _ExprLike,
    saturate: _ExprLike,
    *,
    dtype: str,
) -> _PrimExpr | _Any: ...

def ptx_wait_barrier(barrier_id: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """Wait at a barrier.

    - `barrier_id`: Which barrier.

    Result type: `void`. May read and write memory. Cannot be compiled for a CPU: it uses the barriers of a GPU.
    """

def ptx_wait_group(num: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """Wait until at most `num` groups of copies are under way.

    - `num`: How many groups may still be under way.

    Result type: `void`. May read and write memory. Cannot be compiled for a CPU: it copies asynchronously on a GPU.
    """

def q_multiply_shift(
    x: _ExprLike,
    y: _ExprLike,
    q: _ExprLike,
    s: _ExprLike,
    *,
    dtype: str | None = None,
) -> _PrimExpr | _Any:
    """`x` * `y` * 2^(`s` - `q`) in 64-bit integers, rounded to the nearest, halves upwards: the product of quantized numbers.

    - `x`: An int32 in fixed-point form.
    - `y`: The factor, an int32 in fixed-point form.
    - `q`: Number of fraction bits of `y`.
    - `s`: Shift of the product to the left; negative shifts to the right.

    Result type: `int32`.
    """

def q_multiply_shift_per_axis(
    x: _ExprLike,
    y: _ExprLike,
    ls: _ExprLike,
    rs: _ExprLike,
    q: _ExprLike,
    is_lshift_required: _ExprLike,
    is_rshift_required: _ExprLike,
    *,
    dtype: str | None = None,
) -> _PrimExpr | _Any:
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

def reads(*buffer_slices: object) -> None:
    """The parts of buffers that the enclosing block reads: `T.reads(A[vi, 0:16], B[vj])`; `T.reads()` says that it reads nothing.

    Without it they are inferred from the accesses in the block.
    """

def realize(buffer_slice: _BufferRegion, storage_scope: str, condition: _PrimExpr | _bool = True) -> _Any:
    """Storage in `storage_scope` for a part of a buffer, `T.realize(B[0:16], "shared")`, where `condition` holds; a scope of "" is left open."""

@_overload
def reinterpret(dtype: str, value: _ExprLike) -> _PrimExpr | _Any:
    """The bits of `value` read as another data type of the same size.

    - `dtype`: The data type of the result.
    - `value`: A value with as many bits.

    Result type: `dtype`.
    """
@_overload
def reinterpret(value: _ExprLike, *, dtype: str) -> _PrimExpr | _Any: ...

def ret(val: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """Leave the function with a value; `return val` means the same.

    - `val`: The value.

    Result type: that of the first argument. Changes what runs next.
    """

def round(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """The whole number nearest to `x`, halves to the even one; an integer is returned as it is.

    - `x`: A floating-point number.

    Result type: that of the first argument.
    """

def rsqrt(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """1 divided by the square root of `x`.

    - `x`: A floating-point number.

    Result type: that of the first argument.
    """

def serial(
    start: _PrimExpr | int,
    stop: _PrimExpr | int | None = None,
    *,
    annotations: _Mapping[str, _Any] | None = None,
    step: _PrimExpr | int | None = None,
    unroll: _bool | int | None = None,
) -> _ForFrame | _Any:
    """A loop that runs in order: `for i in T.serial(8)` or `for i in T.serial(2, 10)`; `range` means the same.

    With `step=3` the variable goes up by 3.  `unroll` asks the compiler of a GPU to write the loop out, that many times when it is a number, or not to.
    """

def shift_left(x: _ExprLike, y: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """The first operand shifted left by the second; bits that leave are lost.  A shift by the width or more has no defined result.

    - `x`: Left operand, an integer.
    - `y`: Right operand, an integer.

    Result type: the type in which the arguments meet.
    """

def shift_right(x: _ExprLike, y: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """The first operand shifted right by the second, keeping the sign of signed integers.

    - `x`: Left operand, an integer.
    - `y`: Right operand, an integer.

    Result type: the type in which the arguments meet.
    """

def sigmoid(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """1 / (1 + exp(-`x`)).

    - `x`: A floating-point number.

    Result type: that of the first argument.
    """

def simdgroup_load(
    d: _ExprLike,
    index: _ExprLike,
    ptr: _ExprLike,
    stride: _ExprLike,
    col: _ExprLike = 8,
    row: _ExprLike = 8,
    transpose_matrix: _ExprLike = False,
    *,
    dtype: str | None = None,
) -> _PrimExpr | _Any:
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

def simdgroup_multiply_accumulate(
    d: _ExprLike,
    index_d: _ExprLike,
    a: _ExprLike,
    index_a: _ExprLike,
    b: _ExprLike,
    index_b: _ExprLike,
    c: _ExprLike,
    index_c: _ExprLike,
    *,
    dtype: str | None = None,
) -> _PrimExpr | _Any:
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

def simdgroup_store(
    d: _ExprLike,
    index: _ExprLike,
    ptr: _ExprLike,
    stride: _ExprLike,
    col: _ExprLike = 8,
    row: _ExprLike = 8,
    transpose_matrix: _ExprLike = False,
    *,
    dtype: str | None = None,
) -> _PrimExpr | _Any:
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

def sin(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """The sine of `x`, an angle in radians.

    - `x`: A floating-point number.

    Result type: that of the first argument.
    """

def sinh(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """The hyperbolic sine of `x`.

    - `x`: A floating-point number.

    Result type: that of the first argument.
    """

def sqrt(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """The square root of `x`; not a number when `x` is negative.

    - `x`: A floating-point number.

    Result type: that of the first argument.
    """

def start_profile_intrinsic(id: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """Where the measurement of part `id` of a function begins.

    - `id`: The number of the measured part.

    Result type: `handle`.
    """

def tan(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """The tangent of `x`, an angle in radians.

    - `x`: A floating-point number.

    Result type: that of the first argument.
    """

def tanh(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """The hyperbolic tangent of `x`.

    - `x`: A floating-point number.

    Result type: that of the first argument.
    """

def target(target_config: _Mapping[str, _Any] | str, host: _Any = None) -> _Target | _Any:
    """The target to compile for: `T.target("llvm -mcpu=native")` or a dictionary with the same keys."""

def thread_binding(
    start: _PrimExpr | int,
    stop: _PrimExpr | int | str | None = None,
    thread: str | None = None,
    *,
    annotations: _Mapping[str, _Any] | None = None,
) -> _ForFrame | _Any:
    """A loop whose iterations are the threads of a GPU: `for tx in T.thread_binding(128, thread="threadIdx.x")`.

    `thread` is the tag: "blockIdx.x", "threadIdx.y", "vthread.x", ...
    """

def thread_return(*, dtype: str | None = None) -> _PrimExpr | _Any:
    """End this thread of a GPU.

    Result type: `void`. Changes what runs next. Cannot be compiled for a CPU: it ends a thread of a GPU.
    """

def trunc(x: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """`x` without its fraction, that is rounded towards zero; an integer is returned as it is.

    - `x`: A floating-point number.

    Result type: that of the first argument.
    """

def truncdiv(a: _ExprLike, b: _ExprLike) -> _PrimExpr | _Any:
    """The quotient of two integers rounded towards zero."""

def truncmod(a: _ExprLike, b: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """Remainder of the division towards zero: it has the sign of the first operand.

    - `a`: Left operand.
    - `b`: Right operand, of the same type after promotion.

    Result type: the type in which the arguments meet.
    """

def tvm_access_ptr(
    ptype: _ExprLike,
    data: _ExprLike,
    offset: _ExprLike,
    extent: _ExprLike,
    rw_mask: _ExprLike,
    *,
    dtype: str | None = None,
) -> _PrimExpr | _Any:
    """A pointer to a part of a buffer, for a call that reads or writes through it; says which part and how.

    - `ptype`: The element type, as `T.type_annotation(dtype)`.
    - `data`: The pointer of the buffer, `A.data`.
    - `offset`: Elements from the pointer to the first one accessed.
    - `extent`: Number of elements accessed.
    - `rw_mask`: 1 when they are read, 2 when they are written, 3 for both.

    Result type: `handle`.
    """

def tvm_bmma_sync(
    fragment_d: _ExprLike,
    index_d: _ExprLike,
    fragment_a: _ExprLike,
    index_a: _ExprLike,
    fragment_b: _ExprLike,
    index_b: _ExprLike,
    fragment_c: _ExprLike,
    index_c: _ExprLike,
    *,
    dtype: str | None = None,
) -> _PrimExpr | _Any:
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

def tvm_call_cpacked(*args: _Any, dtype: str | None = None) -> _PrimExpr | _Any:
    """Call a function with the runtime's calling convention by its symbol, without looking it up in the registry.

    - `args`: The name of the function, then its arguments; a buffer is passed as a tensor.

    Result type: `int32`. May read and write memory.
    """

def tvm_call_cpacked_lowered(*args: _Any, dtype: str | None = None) -> _PrimExpr | _Any:
    """A `T.call_cpacked` whose arguments have been put on the stack.

    - `args`: The name, the stack of arguments, and the begin and end of those used.

    Result type: `int32`. May read and write memory.
    """

def tvm_call_packed(*args: _Any, dtype: str | None = None) -> _PrimExpr | _Any:
    """Call a function that is registered with the runtime: `T.call_packed("my.function", A, n)`.

    - `args`: The name of the function, then its arguments; a buffer is passed as a tensor.

    Result type: `int32`. May read and write memory.
    """

def tvm_call_packed_lowered(*args: _Any, dtype: str | None = None) -> _PrimExpr | _Any:
    """A `T.call_packed` whose arguments have been put on the stack.

    - `args`: The name, the stack of arguments, and the begin and end of those used.

    Result type: `int32`. May read and write memory.
    """

def tvm_fill_fragment(
    fragment: _ExprLike,
    m: _ExprLike,
    n: _ExprLike,
    k: _ExprLike,
    index: _ExprLike,
    value: _ExprLike,
    *,
    dtype: str | None = None,
) -> _PrimExpr | _Any:
    """Fill a matrix fragment with a value.

    - `fragment`: Pointer to the fragments.
    - `m`: Rows of the product.
    - `n`: Columns of the product.
    - `k`: Length of the sum.
    - `index`: Which fragment.
    - `value`: The value.

    Result type: `handle`. May read and write memory. Cannot be compiled for a CPU: it needs the tensor cores of a GPU.
    """

def tvm_load_matrix_sync(
    fragment: _ExprLike,
    m: _ExprLike,
    n: _ExprLike,
    k: _ExprLike,
    index: _ExprLike,
    buffer_ptr: _ExprLike,
    stride: _ExprLike,
    layout: _ExprLike,
    *,
    dtype: str | None = None,
) -> _PrimExpr | _Any:
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

def tvm_mma_sync(
    fragment_d: _ExprLike,
    index_d: _ExprLike,
    fragment_a: _ExprLike,
    index_a: _ExprLike,
    fragment_b: _ExprLike,
    index_b: _ExprLike,
    fragment_c: _ExprLike,
    index_c: _ExprLike,
    *,
    dtype: str | None = None,
) -> _PrimExpr | _Any:
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

def tvm_stack_alloca(dtype_str: str, num: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """Memory on the stack of the call.

    - `dtype_str`: What the memory holds: "shape", "array", "arg_value" or "arg_tcode".
    - `num`: How many of them.

    Result type: `handle`. May read and write memory.
    """

def tvm_stack_make_array(
    data: _ExprLike,
    shape: _ExprLike,
    strides: _ExprLike,
    ndim: _ExprLike,
    arr_dtype: _ExprLike,
    elem_offset: _ExprLike,
    *,
    dtype: str | None = None,
) -> _PrimExpr | _Any:
    """A tensor on the stack of the call, to pass a buffer to a function of the runtime.

    - `data`: Pointer to the elements.
    - `shape`: A shape, made by `T.tvm_stack_make_shape`.
    - `strides`: The strides, made likewise, or 0 when the elements are compact.
    - `ndim`: Number of dimensions.
    - `arr_dtype`: A zero of the element type.
    - `elem_offset`: Elements from the pointer to the first one.

    Result type: `handle`. May read and write memory.
    """

def tvm_stack_make_shape(*args: _Any, dtype: str | None = None) -> _PrimExpr | _Any:
    """A shape on the stack of the call.

    - `args`: The sizes.

    Result type: `handle`. May read and write memory.
    """

def tvm_storage_sync(storage_scope: str, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """Wait until all threads that share the memory have come here.

    - `storage_scope`: The memory: "shared", "warp" or "global".

    Result type: `int32`. May read and write memory. Cannot be compiled for a CPU: it synchronises the threads of a GPU.
    """

def tvm_store_matrix_sync(
    fragment: _ExprLike,
    m: _ExprLike,
    n: _ExprLike,
    k: _ExprLike,
    index: _ExprLike,
    buffer_ptr: _ExprLike,
    stride: _ExprLike,
    layout: _ExprLike,
    *,
    dtype: str | None = None,
) -> _PrimExpr | _Any:
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

def tvm_struct_get(arr: _ExprLike, index: _ExprLike, field: _ExprLike, dtype: str) -> _PrimExpr | _Any:
    """A field of a structure of the runtime, such as the shape of a tensor argument.

    - `arr`: Pointer to an array of structures.
    - `index`: Which structure.
    - `field`: Which field, by its number in the runtime's interface.
    - `dtype`: The data type of the field.

    Result type: `dtype`. Reads memory.
    """

def tvm_struct_set(
    arr: _ExprLike,
    index: _ExprLike,
    field: _ExprLike,
    value: _ExprLike,
    *,
    dtype: str | None = None,
) -> _PrimExpr | _Any:
    """Write a field of a structure of the runtime.

    - `arr`: Pointer to an array of structures.
    - `index`: Which structure.
    - `field`: Which field, by its number in the runtime's interface.
    - `value`: What to write.

    Result type: `int32`. May read and write memory.
    """

def tvm_thread_allreduce(*freduce_args: _Any, dtype: str | None = None) -> _PrimExpr | _Any:
    """Combine a value over the threads of an axis; each gets the result.

    - `freduce_args`: How many values, the values, the condition, the results, then the thread axes.

    Result type: `handle`. May read and write memory. Cannot be compiled for a CPU: it needs the threads of a GPU.
    """

def tvm_thread_invariant(cond: _ExprLike, *, dtype: str | None = None) -> _PrimExpr | _Any:
    """`cond`, said to be the same in all threads of a block.

    - `cond`: A condition.

    Result type: that of the first argument. Cannot be compiled for a CPU: it needs the threads of a GPU.
    """

def tvm_throw_last_error(*, dtype: str | None = None) -> _PrimExpr | _Any:
    """Fail with the error that the last call left.

    Result type: `handle`. May read and write memory.
    """

def tvm_tuple(*value: _Any, dtype: str | None = None) -> _PrimExpr | _Any:
    """Several values as one argument.

    - `value`: The members.

    Result type: `handle`.
    """

def tvm_warp_activemask(*, dtype: str | None = None) -> _PrimExpr | _Any:
    """The lanes of the warp that are running, one bit each.

    Result type: `uint32`. May read and write memory. Cannot be compiled for a CPU: it needs the threads of a GPU.
    """

def tvm_warp_shuffle(
    mask: _ExprLike,
    value: _ExprLike,
    warp_id: _ExprLike,
    width: _ExprLike,
    warp_size: _ExprLike,
    *,
    dtype: str | None = None,
) -> _PrimExpr | _Any:
    """The value that lane `warp_id` of the warp has.

    - `mask`: The lanes that take part, one bit each.
    - `value`: The value of this lane.
    - `warp_id`: The lane to read from.
    - `width`: Lanes in a group.
    - `warp_size`: Lanes in a warp.

    Result type: that of the second argument. May read and write memory. Cannot be compiled for a CPU: it needs the threads of a GPU.
    """

def tvm_warp_shuffle_down(
    mask: _ExprLike,
    value: _ExprLike,
    offset: _ExprLike,
    width: _ExprLike,
    warp_size: _ExprLike,
    *,
    dtype: str | None = None,
) -> _PrimExpr | _Any:
    """The value that the lane `offset` above this one has.

    - `mask`: The lanes that take part, one bit each.
    - `value`: The value of this lane.
    - `offset`: How many lanes above.
    - `width`: Lanes in a group.
    - `warp_size`: Lanes in a warp.

    Result type: that of the second argument. May read and write memory. Cannot be compiled for a CPU: it needs the threads of a GPU.
    """

def tvm_warp_shuffle_up(
    mask: _ExprLike,
    value: _ExprLike,
    offset: _ExprLike,
    width: _ExprLike,
    warp_size: _ExprLike,
    *,
    dtype: str | None = None,
) -> _PrimExpr | _Any:
    """The value that the lane `offset` below this one has.

    - `mask`: The lanes that take part, one bit each.
    - `value`: The value of this lane.
    - `offset`: How many lanes below.
    - `width`: Lanes in a group.
    - `warp_size`: Lanes in a warp.

    Result type: that of the second argument. May read and write memory. Cannot be compiled for a CPU: it needs the threads of a GPU.
    """

def type_annotation(dtype: str) -> _PrimExpr | _Any:
    """A data type as an argument of a call; it has no value.

    - `dtype`: The data type.

    Result type: `dtype`.
    """

class uint16(_PrimExpr):
    """An unsigned integer of 16 bits, 0 to 65535."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class uint16x16(_PrimExpr):
    """A vector of 16 `uint16` values (32 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class uint16x32(_PrimExpr):
    """A vector of 32 `uint16` values (64 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class uint16x4(_PrimExpr):
    """A vector of 4 `uint16` values (8 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class uint16x64(_PrimExpr):
    """A vector of 64 `uint16` values (128 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class uint16x8(_PrimExpr):
    """A vector of 8 `uint16` values (16 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class uint32(_PrimExpr):
    """An unsigned integer of 32 bits, 0 to 4294967295."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class uint32x16(_PrimExpr):
    """A vector of 16 `uint32` values (64 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class uint32x32(_PrimExpr):
    """A vector of 32 `uint32` values (128 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class uint32x4(_PrimExpr):
    """A vector of 4 `uint32` values (16 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class uint32x64(_PrimExpr):
    """A vector of 64 `uint32` values (256 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class uint32x8(_PrimExpr):
    """A vector of 8 `uint32` values (32 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class uint64(_PrimExpr):
    """An unsigned integer of 64 bits, 0 to 18446744073709551615."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class uint64x16(_PrimExpr):
    """A vector of 16 `uint64` values (128 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class uint64x32(_PrimExpr):
    """A vector of 32 `uint64` values (256 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class uint64x4(_PrimExpr):
    """A vector of 4 `uint64` values (32 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class uint64x64(_PrimExpr):
    """A vector of 64 `uint64` values (512 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class uint64x8(_PrimExpr):
    """A vector of 8 `uint64` values (64 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class uint8(_PrimExpr):
    """An unsigned integer of 8 bits, 0 to 255."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class uint8x16(_PrimExpr):
    """A vector of 16 `uint8` values (16 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class uint8x32(_PrimExpr):
    """A vector of 32 `uint8` values (32 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class uint8x4(_PrimExpr):
    """A vector of 4 `uint8` values (4 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class uint8x64(_PrimExpr):
    """A vector of 64 `uint8` values (64 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

class uint8x8(_PrimExpr):
    """A vector of 8 `uint8` values (8 bytes)."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

def undef(*, dtype: str | None = None) -> _PrimExpr | _Any:
    """A value that may be anything.

    Result type: `int32`. Reads memory.
    """

def unroll(
    start: _PrimExpr | int,
    stop: _PrimExpr | int | None = None,
    *,
    annotations: _Mapping[str, _Any] | None = None,
    step: _PrimExpr | int | None = None,
) -> _ForFrame | _Any:
    """A loop that is written out, once for each iteration."""

def var(dtype: str, name: str = "") -> _Var | _Any:
    """A new variable of a data type."""

@_overload
def vectorcombine(dtype: str, vec1: _ExprLike, vec2: _ExprLike) -> _PrimExpr | _Any:
    """The lanes of `vec1`, then those of `vec2`.

    - `dtype`: The data type of the result.
    - `vec1`: The first half.
    - `vec2`: The second half.

    Result type: `dtype`.
    """
@_overload
def vectorcombine(vec1: _ExprLike, vec2: _ExprLike, *, dtype: str) -> _PrimExpr | _Any: ...

@_overload
def vectorhigh(dtype: str, vec: _ExprLike) -> _PrimExpr | _Any:
    """The second half of a vector.

    - `dtype`: The data type of the result.
    - `vec`: A vector with an even number of lanes.

    Result type: `dtype`.
    """
@_overload
def vectorhigh(vec: _ExprLike, *, dtype: str) -> _PrimExpr | _Any: ...

def vectorized(
    start: _PrimExpr | int,
    stop: _PrimExpr | int | None = None,
    *,
    annotations: _Mapping[str, _Any] | None = None,
    step: _PrimExpr | int | None = None,
) -> _ForFrame | _Any:
    """A loop that becomes vector instructions, one lane for each iteration; the extent must be a constant."""

@_overload
def vectorlow(dtype: str, vec: _ExprLike) -> _PrimExpr | _Any:
    """The first half of a vector.

    - `dtype`: The data type of the result.
    - `vec`: A vector with an even number of lanes.

    Result type: `dtype`.
    """
@_overload
def vectorlow(vec: _ExprLike, *, dtype: str) -> _PrimExpr | _Any: ...

class void(_PrimExpr):
    """No value: the type of what returns nothing."""
    def __new__(cls, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> _Self | _Any: ...
    def __init__(self, expr: _PrimExpr | int | float | str | None = None, is_size_var: _bool = False) -> None: ...

def vscale(*, dtype: str | None = None) -> _PrimExpr | _Any:
    """How many times longer the target's scalable vectors are than the smallest; known only when the program runs.

    Result type: `int32`.
    """

def where(predicate: _PrimExpr | int) -> None:
    """The condition under which the enclosing block runs; it speaks of the loop variables, not of the axes."""

def writes(*buffer_slices: object) -> None:
    """The parts of buffers that the enclosing block writes, as in `T.reads`."""

