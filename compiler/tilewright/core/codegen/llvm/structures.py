"""Structures of the runtime on the stack of a call: shapes, tensors in DLPack's form, and their fields; workspaces.

The tensor structure is DLPack's `DLTensor`, 48 bytes; packed arguments are values of 16 bytes, a type number and the value itself.  Fields are addressed
by the numbers that TVM gives them.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.base.dtype import HANDLE, INT32, INT64, DType, dtype
from tilewright.core.codegen.llvm.cleanup import give_back
from tilewright.core.codegen.llvm.conversion import convert
from tilewright.core.codegen.llvm.index import arithmetic, index
from tilewright.core.codegen.llvm.memory import load_at, store_at, to_memory
from tilewright.core.codegen.llvm.storage import ALIGNMENT, from_heap
from tilewright.core.codegen.llvm.types import element_bytes, unsupported
from tilewright.core.codegen.llvm.writer import Body
from tilewright.core.ir.expr import Expr, IntImm, StringImm

TENSOR_BYTES = 48
_UINT8, _UINT16, _UINT64 = dtype("uint8"), dtype("uint16"), dtype("uint64")
# Field number -> byte position in the structure and type of the field.
_FIELDS: dict[int, tuple[int, DType]] = {
    1: (0, HANDLE),
    2: (24, HANDLE),
    3: (32, HANDLE),
    4: (16, INT32),
    5: (20, _UINT8),
    6: (21, _UINT8),
    7: (22, _UINT16),
    8: (40, _UINT64),
    9: (12, INT32),
    10: (8, INT32),
}
# The same of a packed argument; the type of the value is that which the program asks for.
_VALUE_FIELDS: dict[int, tuple[int, DType | None]] = {13: (0, INT32), 14: (4, INT32), 15: (8, None)}
_VALUE_BYTES = 16
_ADDRESS = 0
_BYTES = {"shape": 8, "array": TENSOR_BYTES, "arg_value": 8, "arg_tcode": 4, "arg_ffi_any": 16, "tvm_ffi_any": 16}
_CODES = {"int": 0, "uint": 1, "float": 2, "handle": 3, "bfloat": 4, "bool": 6}


def get_field(body: Body, expr: Expr, args: Sequence[Expr]) -> str:
    """A field of the tensor at an index of an array of tensors."""
    place, type_ = _field(body, args, expr.dtype)
    if type_ is None:
        return place
    return convert(body, load_at(body, place, type_), type_, expr.dtype)


def set_field(body: Body, expr: Expr, args: Sequence[Expr]) -> str:
    """Write a field."""
    place, type_ = _field(body, args, args[3].dtype)
    if type_ is None:
        raise unsupported("the address of a tensor structure cannot be written")
    value = convert(body, body.value(args[3]), args[3].dtype, type_)
    store_at(body, place, to_memory(body, value, type_), type_)
    return "0"


def _field(body: Body, args: Sequence[Expr], wanted: DType) -> tuple[str, DType | None]:
    """Address and type of the field that the arguments name; no type for the structure itself."""
    number = args[2].value if isinstance(args[2], IntImm) else -1
    size = _VALUE_BYTES if number in _VALUE_FIELDS else TENSOR_BYTES
    base = _at(body, body.value(args[0]), arithmetic(body, "mul", index(body, args[1]), str(size)))
    if number == _ADDRESS:
        return base, None
    if number in _VALUE_FIELDS:
        offset, type_ = _VALUE_FIELDS[number]
        return _at(body, base, str(offset)), type_ or wanted
    if number not in _FIELDS:
        raise unsupported(f"field {number} of a runtime structure is not one of a tensor or an argument")
    offset, type_ = _FIELDS[number]
    return _at(body, base, str(offset)), type_


def _at(body: Body, pointer: str, offset: str) -> str:
    return pointer if offset == "0" else body.set(f"getelementptr inbounds i8, ptr {pointer}, i64 {offset}")


def reserve(body: Body, expr: Expr, args: Sequence[Expr]) -> str:
    """Stack memory for a number of items of a named kind."""
    kind = args[0].value if isinstance(args[0], StringImm) else ""
    if kind not in _BYTES or not isinstance(args[1], IntImm):
        raise unsupported("`T.tvm_stack_alloca` takes the kind of item as a string, and their number as a constant")
    return body.on_entry(f"alloca [{max(1, args[1].value * _BYTES[kind])} x i8], align 16")


def make_shape(body: Body, expr: Expr, args: Sequence[Expr]) -> str:
    """An array of 64-bit sizes."""
    pointer = body.on_entry(f"alloca [{max(1, len(args))} x i64], align 8")
    for place, arg in enumerate(args):
        store_at(body, _at(body, pointer, str(8 * place)), index(body, arg), INT64)
    return pointer


def make_array(body: Body, expr: Expr, args: Sequence[Expr]) -> str:
    """A tensor structure on the CPU."""
    data, shape, strides, ndim, element, offset = args
    type_ = element.dtype
    pointer = body.on_entry(f"alloca [{TENSOR_BYTES} x i8], align 8")
    bytes_ = arithmetic(body, "mul", index(body, offset), str(element_bytes(type_) * type_.lanes))
    values = {
        1: body.value(data),
        2: body.value(shape),
        3: body.value(strides) if strides.dtype.is_handle and not isinstance(strides, IntImm) else "null",
        4: convert(body, body.value(ndim), ndim.dtype, INT32),
        5: str(_CODES[type_.kind]),
        6: str(8 if type_.is_bool else type_.bits),
        7: str(type_.lanes),
        8: bytes_,
        9: "0",
        10: "1",
    }
    for number, value in values.items():
        place, kind = _FIELDS[number]
        store_at(body, _at(body, pointer, str(place)), value, kind)
    return pointer


def allocate_workspace(body: Body, expr: Expr, args: Sequence[Expr]) -> str:
    """Heap memory, null when there is none."""
    above = arithmetic(body, "add", index(body, args[2]), str(ALIGNMENT - 1))
    return from_heap(body, body.set(f"and i64 {above}, -{ALIGNMENT}"))


def free_workspace(body: Body, expr: Expr, args: Sequence[Expr]) -> str:
    """Give heap memory back."""
    give_back(body, body.value(args[2]))
    return "0"
