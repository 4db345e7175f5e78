"""Variables, and `Let`, which gives one a value."""

from __future__ import annotations

from functools import cache
from typing import Any

from tilewright.core.base.dtype import DType, DTypeField, dtype_named
from tilewright.core.base.source import Span
from tilewright.core.ir.expr.base import Expr, derived, expr
from tilewright.core.ir.node import also_called, node
from tilewright.core.ir.node.fields import ExprField
from tilewright.core.ir.node.type_ import PrimType, Type, dtype_of
from tilewright.core.ops.dtype_rules import DTypeError


@also_called(ty="dtype")
@node
class Var(Expr):
    """A variable, known by identity; `name` is only what it is printed as.  `dtype` may be given as text or as a `Type`."""

    name: str
    dtype: DTypeField
    span: Span | None = None
    type_annotation: Type = derived(init=False)

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"the name of a variable is a string, not {self.name!r}")
        given: object = self.dtype
        if isinstance(given, Type):
            self.type_annotation = given
            self.dtype = dtype_of(given)
        else:
            self.dtype = given if type(given) is DType else dtype_named(given)
            self.type_annotation = _prim_type(self.dtype)

    @property
    def name_hint(self) -> str:
        """The name under which TVM's classic API knows `name`."""
        return self.name

    def replace(self, **changes: Any) -> Any:
        """A new variable of the same type unless changed."""
        return type(self)(
            changes.get("name", self.name),
            changes.get("dtype", self.type_annotation),
            changes.get("span", self.span),
        )

    def copy_with_suffix(self, suffix: str) -> Var:
        """A new variable of the same type whose name has `suffix` added."""
        return type(self)(self.name + suffix, self.type_annotation, self.span)  # pyright: ignore[reportArgumentType]


@also_called(ty="dtype")
@node
class SizeVar(Var):
    """A variable that is never negative: the extent of a symbolic dimension."""

    name: str
    dtype: DTypeField
    span: Span | None = None
    type_annotation: Type = derived(init=False)


@node
class Let(Expr):
    """`body` with `var` standing for `value`."""

    var: Var
    value: ExprField
    body: ExprField
    span: Span | None = None
    dtype: DTypeField = derived(init=False)

    def __post_init__(self) -> None:
        self.value, self.body = expr(self.value), expr(self.body)
        check_value(self.var, self.value)
        self.dtype = self.body.dtype


def check_value(var: Var, value: Expr) -> None:
    """Raise `DTypeError` unless a variable may stand for a value."""
    if var.dtype is not value.dtype and not (var.dtype.is_handle and value.dtype.is_handle):
        raise DTypeError(f"`{var.name}` of type {var.dtype} cannot stand for a value of type {value.dtype}")


@cache
def _prim_type(dtype_: DType) -> PrimType:
    """The type of that dtype; types are compared by what they say, so that variables may share one."""
    return PrimType(dtype_)
