"""Struct info: the inferred type of a Relax value before it is computed.

sinfo ::= ObjectStructInfo() | PrimStructInfo(dtype or value) | ShapeStructInfo(values or ndim) | TensorStructInfo(shape, dtype, vdevice, ndim)
        | TupleStructInfo(fields) | FuncStructInfo(params, ret, purity, derive_func)

Shapes are symbolic: their dimensions are TIR expressions over int64 variables.  -1 dimensions means that the rank is unknown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tilewright.core.base.dtype import DType, dtype, dtype_named
from tilewright.core.base.keywords import also_named
from tilewright.core.base.source import Span
from tilewright.core.ir.expr import Expr, IntImm, expr
from tilewright.core.ir.global_info import VDevice
from tilewright.core.ir.node import Array, Node, array, node, ports
from tilewright.core.ir.node.type_ import PrimType, TupleType, Type

if TYPE_CHECKING:
    from tilewright.core.ir.relax import RelaxExpr


class StructInfo(Node):
    """Base of the struct infos; `==` is structural."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StructInfo) and ports.structural_equal.call(self, other)

    def __hash__(self) -> int:
        return ports.structural_hash.call(self)

    def is_missing(self) -> bool:
        """False: it is known."""
        return False

    def is_base_of(self, derived: StructInfo) -> bool:
        """Whether every value of `derived` is one of this."""
        return ports.is_base_of.call(self, derived)


@node
class ObjectStructInfo(StructInfo):
    """Any value at all."""

    span: Span | None = None


@node
class PrimStructInfo(StructInfo):
    """A scalar of `dtype`; `value` is its expression where that is known.  Built from either."""

    value: Any = None
    dtype: Any = None
    span: Span | None = None

    def __post_init__(self) -> None:
        if isinstance(self.value, str | DType):
            self.value, self.dtype = None, self.value
        if isinstance(self.value, int | float) and not isinstance(self.value, bool):
            self.value = _int64(self.value) if isinstance(self.value, int) else expr(self.value)
        elif self.value is not None:
            self.value = expr(self.value)
        if self.value is not None:
            self.dtype = self.value.dtype
        if type(self.dtype) is not DType:
            self.dtype = dtype_named(self.dtype)


@node
class ShapeStructInfo(StructInfo):
    """A shape: its dimensions, or only how many there are."""

    values: Any = None
    ndim: int = -1
    span: Span | None = None

    def __post_init__(self) -> None:
        if isinstance(self.values, int):
            self.values, self.ndim = None, self.values
        if self.values is not None:
            self.values = dimensions(self.values)
            self.ndim = len(self.values)


@node
class TensorStructInfo(StructInfo):
    """A tensor: its shape as a Relax expression (a `ShapeExpr` or a variable), its dtype (None when unknown), where it lives."""

    shape: Any = None
    dtype: Any = "float32"
    vdevice: VDevice | None = None
    ndim: int = -1
    span: Span | None = None

    def __post_init__(self) -> None:
        if self.shape is not None:
            self.shape = ports.shape_of.call(self.shape)
            known = self.shape.struct_info_
            if isinstance(known, ShapeStructInfo):
                self.ndim = known.ndim
        if self.dtype is None or self.dtype == "":
            self.dtype = dtype("void")
        elif type(self.dtype) is not DType:
            self.dtype = dtype_named(self.dtype)


@node
class TupleStructInfo(StructInfo):
    """Several values."""

    fields: Any = ()
    span: Span | None = None

    def __post_init__(self) -> None:
        self.fields = array([from_type(field) if isinstance(field, Type) else field for field in self.fields])


@node
class FuncStructInfo(StructInfo):
    """A function: the struct infos of its parameters (None: opaque, anything may be passed) and of its result.

    `derive_func` computes the result's struct info from the call for functions that are opaque.
    """

    params: Any = None
    ret: StructInfo = None  # pyright: ignore[reportAssignmentType]
    purity: bool = True
    derive_func: Any = None
    span: Span | None = None

    def __post_init__(self) -> None:
        if self.params is not None:
            self.params = array([from_type(param) if isinstance(param, Type) else param for param in self.params])
        result: Any = self.ret
        if result is None:
            self.ret = ObjectStructInfo()
        elif isinstance(result, Type):
            self.ret = from_type(result)

    @staticmethod
    def opaque_func(
        *, ret: StructInfo | None = None, derive_func: object = None, purity: bool = False, span: Span | None = None
    ) -> FuncStructInfo:
        """A function of which only the result is known."""
        return FuncStructInfo(None, ret or ObjectStructInfo(), purity, derive_func, span)


@also_named(ty="info")
def static_type(info: StructInfo | Type) -> StructInfo:
    """The static part of `info`: dtypes and ranks, no sizes."""
    info = info_of(info)
    if isinstance(info, PrimStructInfo):
        return PrimStructInfo(dtype=info.dtype)
    if isinstance(info, ShapeStructInfo):
        return ShapeStructInfo(ndim=info.ndim)
    if isinstance(info, TensorStructInfo):
        return TensorStructInfo(dtype=info.dtype, ndim=info.ndim)
    if isinstance(info, TupleStructInfo):
        return TupleStructInfo([static_type(field) for field in info.fields])
    if isinstance(info, FuncStructInfo):
        params = None if info.params is None else [static_type(param) for param in info.params]
        return FuncStructInfo(params, static_type(info.ret), info.purity)
    return ObjectStructInfo()


def info_of(given: StructInfo | Type) -> StructInfo:
    """The struct info that is given, or that a type says: TVM since 0.27 has types alone."""
    return from_type(given) if isinstance(given, Type) else given


def from_type(type_: Type) -> StructInfo:
    """The struct info that says what the type of a scalar or of a tuple of scalars says."""
    if isinstance(type_, PrimType):
        return PrimStructInfo(dtype=type_.dtype)
    if isinstance(type_, TupleType):
        return TupleStructInfo([from_type(field) for field in type_.fields])
    return ObjectStructInfo()


def dimensions(values: Sequence[object]) -> Array[Expr]:
    """Dimensions of a shape: Python integers become int64."""
    return array([_int64(value) if isinstance(value, int) else expr(value) for value in values])


def _int64(value: int) -> Expr:
    return IntImm("int64", value)  # pyright: ignore[reportArgumentType]


def struct_info_of(value: RelaxExpr) -> StructInfo:
    """The struct info of an expression that has one; raises `ValueError` for one that was never normalised."""
    return value.struct_info
