"""Constants."""

from __future__ import annotations

from tilewright.core.base.dtype import HANDLE, DType, DTypeField, dtype_named
from tilewright.core.base.source import Span
from tilewright.core.ir.expr.base import Expr, derived
from tilewright.core.ir.node import node
from tilewright.core.ops.dtype_rules import DTypeError


@node
class IntImm(Expr):
    """An integer or bool constant."""

    dtype: DTypeField
    value: int
    span: Span | None = None

    def __post_init__(self) -> None:
        if type(self.dtype) is not DType:
            self.dtype = dtype_named(self.dtype)
        if type(self.value) is not int:
            self.value = int(self.value)

    def __int__(self) -> int:
        return int(self.value)

    def __index__(self) -> int:
        return int(self.value)

    def __bool__(self) -> bool:
        return bool(self.value)

    __hash__ = object.__hash__


@node
class FloatImm(Expr):
    """A floating-point constant; `value` is a Python float whatever the dtype."""

    dtype: DTypeField
    value: float
    span: Span | None = None

    def __post_init__(self) -> None:
        if type(self.dtype) is not DType:
            self.dtype = dtype_named(self.dtype)
        self.value = float(self.value)
        if self.dtype.is_integer or self.dtype.is_handle:
            raise DTypeError(f"FloatImm supports only float, but {self.dtype} was supplied")

    def __float__(self) -> float:
        return self.value


@node
class StringImm(Expr):
    """A string constant, for names and messages."""

    value: str
    span: Span | None = None
    dtype: DTypeField = derived(init=False, default=HANDLE)

    def __eq__(self, other: object) -> bool:  # pyright: ignore[reportIncompatibleMethodOverride]
        return self.value == (other.value if isinstance(other, StringImm) else other)

    def __ne__(self, other: object) -> bool:  # pyright: ignore[reportIncompatibleMethodOverride]
        return not self == other

    __hash__ = object.__hash__

    def __str__(self) -> str:
        return self.script()
