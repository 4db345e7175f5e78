"""The data types under `T.`: `T.float32(x)` converts, `T.float32()` makes a variable; and the constants of a type."""

from __future__ import annotations

import inspect
import math
from functools import cache

from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.dtype import BOOL, FLOAT16, SMALL_FLOATS, VOID, DType, int_range, is_dtype
from tilewright.core.base.dtype import dtype as parse_dtype
from tilewright.core.base.names import counted
from tilewright.core.base.source import Span
from tilewright.core.builder.arguments import data_type, expression
from tilewright.core.builder.frames import value_span
from tilewright.core.ir.expr import Expr, FloatImm, IntImm, SizeVar, Var
from tilewright.core.ir.operators import cast, const
from tilewright.core.ops.dtype_rules import DTypeError

_LANES = (4, 8, 16, 32, 64)
_FLOAT_LANES = (2, *_LANES)
_INTEGERS = tuple(f"{kind}{bits}" for kind in ("int", "uint") for bits in (8, 16, 32, 64))
_FLOATS = ("float16", "float32", "float64")
_LARGEST_HALF = 65504

DTYPE_NAMES: tuple[str, ...] = (
    *_INTEGERS,
    *(f"{name}x{lanes}" for name in _INTEGERS for lanes in _LANES),
    "bfloat16",
    *_FLOATS,
    *SMALL_FLOATS,
    *(f"{name}x{lanes}" for name in (*_FLOATS, *SMALL_FLOATS) for lanes in _FLOAT_LANES),
    "bool",
    "boolean",
    "void",
)
"""The data types that have a name under `T.`; "boolean" is an older name of "bool"."""


def _parameters(expr: Expr | int | float | str | None = None, is_size_var: bool = False) -> Expr: ...


class DTypeForm:
    """One data type under `T.`: as an annotation, a conversion, or the maker of a variable."""

    __slots__ = ("__name__", "dtype")
    __signature__ = inspect.signature(_parameters)

    def __init__(self, name: str, dtype: DType) -> None:
        self.__name__ = name
        self.dtype = dtype

    def __call__(self, expr: object = None, is_size_var: bool = False) -> Expr:
        if expr is None:
            return (SizeVar if is_size_var else Var)("", self.dtype, value_span())
        if isinstance(expr, str):
            expr = self._spelled(expr)
        if isinstance(expr, float) and not self.dtype.is_float and not math.isfinite(expr):
            raise UserError("constant-range", f"{self.dtype} has no value {expr}", "expr")
        if isinstance(expr, int) and self.dtype.is_integer and not self.dtype.is_bool:
            self._check_range(expr)
        if isinstance(expr, (int, float)) and self.dtype.element is FLOAT16 and _LARGEST_HALF < abs(expr) < math.inf:
            raise UserError("constant-range", f"{expr} does not fit {self.dtype}, whose largest value is 65504", "expr")
        if isinstance(expr, (int, float)) and not self.dtype.is_handle and self.dtype is not VOID:
            return const(expr, self.dtype, value_span())
        try:
            return cast(expression(expr, f"what `T.{self.__name__}` converts", "expr"), self.dtype, value_span())
        except DTypeError as error:
            raise UserError("bad-cast", str(error), "expr") from error

    def _spelled(self, text: str) -> float:
        try:
            return float(text)
        except ValueError as error:
            raise UserError(
                "wrong-argument", f'"{text}" is not a number; write "inf", "-inf" or "nan"', "expr"
            ) from error

    def _check_range(self, value: int) -> None:
        low, high = int_range(self.dtype.element)
        if not low <= value <= high:
            raise UserError("constant-range", f"{value} does not fit {self.dtype}, which holds {low} to {high}", "expr")

    @property
    def __doc__(self) -> str:  # pyright: ignore[reportIncompatibleVariableOverride]
        return dtype_doc(self.dtype)


def dtype_doc(type_: DType) -> str:
    """The documentation of a data type, in Markdown."""
    size = counted(type_.nbytes, "byte")
    if type_.is_vector:
        return f"A vector of {type_.lanes} `{type_.element}` values ({size})."
    if type_ is VOID:
        return "No value: the type of what returns nothing."
    if type_.is_bool:
        return "A truth value, stored in 1 byte."
    if type_.is_integer:
        low, high = int_range(type_)
        return f"A{' signed' if type_.is_signed else 'n unsigned'} integer of {type_.bits} bits, {low} to {high}."
    return _FLOAT_DOCS.get(str(type_)) or f"A floating-point number of {type_.bits} bits in the format `{type_}`."


_FLOAT_DOCS = {
    "float16": "An IEEE half-precision number: 11 significant bits, magnitudes up to 65504.",
    "float32": "An IEEE single-precision number: 24 significant bits, about 7 decimal digits.",
    "float64": "An IEEE double-precision number: 53 significant bits, about 16 decimal digits.",
    "bfloat16": "A 16-bit number with the range of `float32` and 8 significant bits.",
}

DTYPE_FORMS: dict[str, DTypeForm] = {
    name: DTypeForm(name, BOOL if name == "boolean" else parse_dtype(name)) for name in DTYPE_NAMES
}


@cache
def vector_form(name: str) -> DTypeForm | None:
    """The form of a vector type with a name such as "boolx16" or "int32x3"; None for other names."""
    if not is_dtype(name):
        return None
    type_ = parse_dtype(name)
    return DTypeForm(name, type_) if type_.is_vector and not type_.is_handle else None


def max_value(dtype: str, span: Span | None = None) -> Expr:
    """The largest finite value of a data type, as a constant."""
    type_ = data_type(dtype)
    if type_.is_integer:
        return IntImm(type_, int_range(type_)[1], span or value_span())
    return FloatImm(type_, _largest(type_), span or value_span())


def min_value(dtype: str, span: Span | None = None) -> Expr:
    """The smallest finite value of a data type, as a constant: for floats the negative one of the largest magnitude."""
    type_ = data_type(dtype)
    if type_.is_integer:
        return IntImm(type_, int_range(type_)[0], span or value_span())
    return FloatImm(type_, -_largest(type_), span or value_span())


def infinity(dtype: str, span: Span | None = None) -> Expr:
    """Infinity, as a constant of a floating-point type."""
    type_ = data_type(dtype)
    if not type_.is_float:
        raise UserError("no-such-constant", f"{type_} has no infinity", "dtype")
    return FloatImm(type_, math.inf, span or value_span())


def _largest(type_: DType) -> float:
    """The largest finite number of a float format."""
    import ml_dtypes

    if not type_.is_float or type_.is_vector:
        raise UserError("no-such-constant", f"{type_} has no largest and smallest value", "dtype")
    return float(ml_dtypes.finfo(str(type_)).max)


__all__ = ["DTYPE_FORMS", "DTYPE_NAMES", "DTypeForm", "dtype_doc", "infinity", "max_value", "min_value", "vector_form"]
