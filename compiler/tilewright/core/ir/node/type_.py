"""Types of variables and functions, as TVM names them: `PrimType`, `PointerType`, `TupleType`, `FuncType`.

type ::= PrimType(dtype) | PointerType(element_type, storage_scope) | TupleType(fields) | FuncType(arg_types, ret_type)
"""

from __future__ import annotations

from tilewright.core.base.dtype import HANDLE, VOID, DType, DTypeField, dtype_named
from tilewright.core.dialects.releases import is_later
from tilewright.core.ir.node import ports
from tilewright.core.ir.node.array import array
from tilewright.core.ir.node.declaration import Node, node
from tilewright.core.ir.node.fields import Several


class Type(Node):
    """Base of the types; equal when built the same way."""

    __slots__ = ()
    span = None

    def _key(self) -> tuple[object, ...]:
        return (type(self), *[getattr(self, name) for name in self.field_names])

    def is_base_of(self, derived: object) -> bool:
        """Whether every value of `derived` is one of this."""
        return ports.is_base_of.call(self, derived)

    def is_missing(self) -> bool:
        """Whether it stands for a type that is not known yet."""
        return isinstance(self, MissingType)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Type) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())


class Marker(Type):
    """Base of the types that say nothing but what they are; scripts have no form for them."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"{type(self).__name__}()"

    __repr__ = __str__


class MissingType(Marker):
    """The type of an expression that is not known yet."""


MISSING = MissingType()


@node
class PrimType(Type):
    """A machine value of one dtype; `PrimType("handle")` is an untyped pointer.  It is equal to the text of its dtype."""

    dtype: DTypeField

    def __post_init__(self) -> None:
        if type(self.dtype) is not DType:
            self.dtype = dtype_named(self.dtype)

    def __eq__(self, other: object) -> bool:
        return self.dtype == (other.dtype if isinstance(other, PrimType) else other)

    def __hash__(self) -> int:
        return hash(self.dtype)

    def __str__(self) -> str:
        return str(self.dtype) if is_later() else ports.script.call(self)

    def is_scalar(self) -> bool:
        """Whether it has one element."""
        return not self.dtype.is_vector

    def matches_code(self, *codes: int) -> bool:
        """Whether its kind is one of these of `DataTypeCode`."""
        return any(self.dtype.type_code == int(code) for code in codes)

    def matches_element_type(self, code: int, bits: int) -> bool:
        """Whether an element is of that kind and has that many bits."""
        return self.dtype.type_code == int(code) and self.dtype.bits == bits


@node
class PointerType(Type):
    """A pointer to elements of `element_type` in memory of `storage_scope` ("global", "shared", ...)."""

    element_type: Type
    storage_scope: str = "global"


class TensorMapType(Marker):
    """The type of descriptors of tensors, with which a GPU copies tiles."""


@node
class TupleType(Type):
    """Several values; no fields means void."""

    fields: Several[Type] = ()  # pyright: ignore[reportAssignmentType]

    def __post_init__(self) -> None:
        self.fields = array(self.fields)


@node
class FuncType(Type):
    """A function."""

    arg_types: Several[Type]
    ret_type: Type

    def __post_init__(self) -> None:
        self.arg_types = array(self.arg_types)


VOID_TYPE = TupleType(())


def dtype_of(type_: Type) -> DType:
    """The dtype of a variable of this type: pointers are handles."""
    if isinstance(type_, PrimType):
        return type_.dtype
    return HANDLE if isinstance(type_, (PointerType, TensorMapType)) else VOID
