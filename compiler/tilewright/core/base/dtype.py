"""Data types of the language: `DType`, an interned string such as "float32x4" that knows its parts.

A dtype is a string to users (`expr.dtype == "float32"`), as it is in TVM's Python API; the compiler reads the parts as
attributes, computed once per distinct spelling.
"""

from __future__ import annotations

import re
from enum import IntEnum
from functools import cache
from typing import TYPE_CHECKING, Final

KINDS: Final = ("bool", "int", "uint", "float", "bfloat", "handle", "void")

# The 8-, 6- and 4-bit floats by their full names; the bits are in the name.
SMALL_FLOATS: Final = (
    "float8_e3m4",
    "float8_e4m3",
    "float8_e4m3b11fnuz",
    "float8_e4m3fn",
    "float8_e4m3fnuz",
    "float8_e5m2",
    "float8_e5m2fnuz",
    "float8_e8m0fnu",
    "float6_e2m3fn",
    "float6_e3m2fn",
    "float4_e2m1fn",
)
# What they were called before.
_OLDER: Final = {"bfloat": "bfloat16", "e4m3_float8": "float8_e4m3fn", "e5m2_float8": "float8_e5m2"}
_SMALL = "|".join(sorted((*SMALL_FLOATS, *_OLDER), key=len, reverse=True))
_PATTERN = re.compile(
    rf"(?P<base>{_SMALL}|bfloat16|bool|handle|void|custom\[\w+\]\d+|(?:uint|int|float)\d*)(?:x(?P<scalable>vscalex)?(?P<lanes>\d+))?$"
)


class DataTypeCode(IntEnum):
    """Kinds of data types by DLPack's numbers."""

    INT = 0
    UINT = 1
    FLOAT = 2
    HANDLE = 3
    BFLOAT = 4
    BOOL = 6
    Float8E3M4 = 7
    Float8E4M3 = 8
    Float8E4M3B11FNUZ = 9
    Float8E4M3FN = 10
    Float8E4M3FNUZ = 11
    Float8E5M2 = 12
    Float8E5M2FNUZ = 13
    Float8E8M0FNU = 14
    Float6E2M3FN = 15
    Float6E3M2FN = 16
    Float4E2M1FN = 17


TYPE_CODES = {
    "int": DataTypeCode.INT,
    "uint": DataTypeCode.UINT,
    "float": DataTypeCode.FLOAT,
    "handle": DataTypeCode.HANDLE,
    "bfloat": DataTypeCode.BFLOAT,
    "bool": DataTypeCode.BOOL,
}


# The small floats stand in the order of their codes.
_SMALL_CODES = {name: DataTypeCode(DataTypeCode.Float8E3M4 + at) for at, name in enumerate(SMALL_FLOATS)}


class DType(str):
    """One data type.  Make it with `dtype(text)`, or `DType(text)`; equal spellings are the same object.

    `kind` is one of "bool", "int", "uint", "float", "bfloat", "handle", "void"; `bits` the width of one element;
    `lanes` the number of elements (1 for a scalar).
    """

    __slots__ = (
        "bits",
        "element",
        "is_bool",
        "is_float",
        "is_handle",
        "is_integer",
        "is_signed",
        "is_vector",
        "kind",
        "lanes",
        "scalable",
    )

    kind: str
    bits: int
    lanes: int
    scalable: bool
    element: DType
    is_bool: bool
    is_float: bool
    is_integer: bool
    is_signed: bool
    is_handle: bool
    is_vector: bool

    def __new__(cls, text: str) -> DType:
        return dtype(str(text))

    @property
    def dtype(self) -> DType:
        """This one: TVM since 0.27 keeps types where it kept dtypes, and a type has one."""
        return self

    @property
    def type_code(self) -> int:
        """The number that DLPack gives its kind, one of `DataTypeCode`."""
        return _SMALL_CODES.get(str(self.element)) or TYPE_CODES.get(self.kind, TYPE_CODES["handle"])

    def with_lanes(self, lanes: int) -> DType:
        """The type of `lanes` elements of this type's element type; lanes 1 gives the scalar."""
        return self.element if lanes == 1 else dtype(f"{self.element}x{lanes}")

    def times_lanes_of(self, other: DType) -> DType:
        """The type of as many of these as `other` has lanes, scalable when it is."""
        if other.scalable:
            return dtype(f"{self.element}xvscalex{self.lanes * other.lanes}")
        return self if other.lanes == 1 else self.with_lanes(self.lanes * other.lanes)

    @property
    def nbytes(self) -> int:
        """Bytes that one value takes in memory; a bool takes one byte a lane, sub-byte elements are packed."""
        bits = 8 if self.is_bool else self.bits
        return (bits * self.lanes + 7) // 8

    @property
    def itemsize(self) -> int:
        """Bytes of one value; raises `ValueError` for a scalable vector, whose length is not known."""
        if self.scalable:
            raise ValueError(f"the size of {self} is known only where the program runs")
        return self.nbytes

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return dtype, (str(self),)


_INTERNED: dict[str, DType] = {}


def dtype(text: str) -> DType:
    """The data type spelled `text`.

    Raises `ValueError` when the text names no data type.  "int", "uint" and "float" mean 32 bits, "" means void, as in TVM.
    """
    found = _INTERNED.get(text)
    if found is None:
        found = _INTERNED[text] = _parse(text)
    return found


def dtype_named(named: object) -> DType:
    """The data type that a value names: one itself, a type of values, as TVM since 0.27 hands them on (`x.ty`), or anything whose text is its name."""
    if type(named) is DType:  # making a string of it would cost more than what is done with it
        return named
    held = getattr(named, "dtype", None)
    return held if type(held) is DType else dtype(str(named))


def is_dtype(text: str) -> bool:
    """Whether `text` names a data type."""
    return text in _INTERNED or text == "" or (_PATTERN.match(text) is not None and _valid(text))


def _valid(text: str) -> bool:
    try:
        dtype(text)
    except ValueError:
        return False
    return True


def _parse(text: str) -> DType:
    match = _PATTERN.match(text or "void")
    if match is None:
        raise ValueError(f"{text!r} is not a data type")
    base, lanes = match["base"], int(match["lanes"] or 1)
    kind, bits, canonical = _parts(base)
    if lanes < 1 or bits > 2048:
        raise ValueError(f"{text!r} is not a data type")
    suffix = (
        ""
        if match["lanes"] is None or (lanes == 1 and not match["scalable"])
        else f"x{'vscalex' if match['scalable'] else ''}{lanes}"
    )
    if kind == "bool" and match["scalable"]:
        canonical = "uint1"  # so TVM calls the type of masks
    name = canonical + suffix
    if name in _INTERNED:
        return _INTERNED[name]
    made = str.__new__(DType, name)
    made.kind, made.bits, made.lanes, made.scalable = kind, bits, lanes, bool(match["scalable"])
    made.is_bool = kind == "bool"
    made.is_float = kind in ("float", "bfloat")
    made.is_integer = kind in ("int", "uint", "bool")
    made.is_signed = kind in ("int", "float", "bfloat")
    made.is_handle = kind == "handle"
    made.is_vector = lanes > 1 or made.scalable
    made.element = made if not made.is_vector else dtype(canonical)
    # Types are compared by identity: of two threads that make one at the same time, both get the first.
    return _INTERNED.setdefault(name, made)


def _parts(base: str) -> tuple[str, int, str]:
    """Kind, element bits and canonical spelling of a scalar type name."""
    base = _OLDER.get(base, base)
    if base in SMALL_FLOATS:
        return "float", int(base[5]), base
    if base.startswith("custom"):
        return "float", int(base.rsplit("]", 1)[1]), base
    if base == "bfloat16":
        return "bfloat", 16, base
    fixed = {"bool": 1, "handle": 64, "void": 0}
    if base in fixed:
        return base, fixed[base], base
    kind = base.rstrip("0123456789")
    bits = int(base[len(kind) :] or 32)
    if (kind, bits) == ("uint", 1):
        return "bool", 1, "bool"
    if bits == 0 or (kind == "float" and bits not in (8, 16, 32, 64)):
        raise ValueError(f"{base!r} is not a data type")
    return kind, bits, f"{kind}{bits}"


BOOL: Final = dtype("bool")
INT8: Final = dtype("int8")
INT32: Final = dtype("int32")
INT64: Final = dtype("int64")
UINT8: Final = dtype("uint8")
UINT64: Final = dtype("uint64")
FLOAT16: Final = dtype("float16")
BFLOAT16: Final = dtype("bfloat16")
FLOAT32: Final = dtype("float32")
FLOAT64: Final = dtype("float64")
HANDLE: Final = dtype("handle")
VOID: Final = dtype("void")


@cache
def int_range(type_: DType) -> tuple[int, int]:
    """Smallest and largest value of an integer (or bool) type's element."""
    if type_.is_bool:
        return 0, 1
    if type_.kind == "uint":
        return 0, (1 << type_.bits) - 1
    return -(1 << (type_.bits - 1)), (1 << (type_.bits - 1)) - 1


if TYPE_CHECKING:

    class DTypeField:
        """To type checkers, a field that is a dtype and can be given as whatever names one: its text, or a type."""

        def __get__(self, node: object, owner: object = None) -> DType: ...
        def __set__(self, node: object, value: DType | str | object) -> None: ...
else:
    DTypeField = DType
