"""Which data type comes out: promotion of two operands, and the result rules that op rows name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tilewright.core.base.diagnostics import TVMError
from tilewright.core.base.dtype import BOOL, FLOAT32, HANDLE, INT32, INT64, VOID, DType, dtype, int_range


class DTypeError(TVMError, TypeError):
    """Two operands whose types do not go together, or an operand of the wrong kind; the text is a sentence."""


class DivisionByZeroError(DTypeError):
    """A quotient or remainder by the constant 0, in TVM's words."""

    def __init__(self) -> None:
        super().__init__("Divide by zero")


class LiteralError(TVMError, ValueError):
    """A number that its type does not hold."""


def promote(a: DType, b: DType) -> DType:
    """The type in which two operands meet.

    As in TVM: lanes broadcast from 1; a float beats an integer; among floats the wider wins; among integers of one
    signedness the wider wins, and signed against unsigned takes the wider width and is unsigned when the widths
    agree; bool counts as the narrowest unsigned integer.  Raises `DTypeError` for handles, differing lanes, and
    two different float families of equal width.
    """
    if a is b:
        return a
    if a.is_handle or b.is_handle:
        raise DTypeError(f"{a} and {b} cannot be combined: a handle has no arithmetic")
    if a.scalable or b.scalable:
        return _promote_scalable(a, b)
    lanes = _lanes(a, b)
    return _promote_elements(a.element, b.element).with_lanes(lanes)


def _promote_scalable(a: DType, b: DType) -> DType:
    """A scalar meets the lanes of a scalable vector; two vectors have the same."""
    if a.is_vector and b.is_vector and (a.lanes, a.scalable) != (b.lanes, b.scalable):
        raise DTypeError(f"{a} and {b} differ in their lanes")
    wide = a if a.scalable else b
    return dtype(f"{_promote_elements(a.element, b.element)}xvscalex{wide.lanes}")


def _lanes(a: DType, b: DType) -> int:
    if a.lanes != b.lanes and 1 not in (a.lanes, b.lanes):
        raise DTypeError(f"{a} has {a.lanes} lanes and {b} has {b.lanes}")
    return max(a.lanes, b.lanes)


def _promote_elements(a: DType, b: DType) -> DType:
    if a is b:
        return a
    if a.is_float and b.is_float:
        return _promote_floats(a, b)
    if a.is_float:
        return a
    if b.is_float:
        return b
    if a.bits != b.bits:
        return a if a.bits > b.bits else b
    return a if a.kind == "uint" else b


def _promote_floats(a: DType, b: DType) -> DType:
    if a.bits == b.bits:
        raise DTypeError(f"{a} and {b} have the same width and neither holds the other; cast one of them")
    return a if a.bits > b.bits else b


def of_immediate(value: bool | int | float, other: DType | None = None) -> DType:
    """The type that a bare Python number takes: that of the operand it meets if that holds it, else bool, int32 (int64 when it does not fit) or float32."""
    if other is not None and not other.is_handle and not (isinstance(value, float) and not other.is_float):
        if not other.is_integer or other.is_bool:
            return other.element
        low, high = int_range(other.element)
        if low <= value <= high:
            return other.element
    if isinstance(value, bool):
        return BOOL
    if isinstance(value, int):
        return INT32 if -(1 << 31) <= value < (1 << 31) else INT64
    return FLOAT32


Rule = Callable[[Sequence[DType]], DType]


def _same(types: Sequence[DType]) -> DType:
    return types[0]


def _promoted(types: Sequence[DType]) -> DType:
    found = types[0]
    for other in types[1:]:
        found = promote(found, other)
    return found


def _comparison(types: Sequence[DType]) -> DType:
    return BOOL.times_lanes_of(_promoted(types))


def _select(types: Sequence[DType]) -> DType:
    return promote(types[1], types[2])


# The rules that a row's `result` may name.  "dtype" is special: the first parameter of kind "dtype" gives the type.
RESULT_RULES: dict[str, Rule] = {
    "same": _same,
    "promote": _promoted,
    "comparison": _comparison,
    "bool": lambda types: BOOL,
    "bool_like": lambda types: BOOL.times_lanes_of(types[0]),
    "select": _select,
    "second": lambda types: types[1],
    "int32": lambda types: INT32,
    "int32_like": lambda types: INT32.times_lanes_of(types[0]),
    "int64": lambda types: INT64,
    "uint1": lambda types: BOOL,
    "handle": lambda types: HANDLE,
    "void": lambda types: VOID,
    "uint8": lambda types: dtype("uint8"),
    "uint32": lambda types: dtype("uint32"),
    "uint64": lambda types: dtype("uint64"),
    "float32": lambda types: dtype("float32"),
}
