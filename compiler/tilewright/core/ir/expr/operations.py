"""Operations whose dtype follows from their operands': arithmetic, comparisons, logic, `Select`; and `Cast`."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tilewright.core.base.dtype import BOOL, DType, DTypeField, dtype_named
from tilewright.core.base.source import Span
from tilewright.core.ir.expr.base import Expr, ExprLike, derived, expr, operands
from tilewright.core.ir.node import node
from tilewright.core.ir.node.fields import ExprField
from tilewright.core.ops.op import Op


class BinaryOp(Expr):
    """Base of the operators with two operands of one dtype."""

    __slots__ = ()
    row: ClassVar[Op]
    if TYPE_CHECKING:
        a: ExprField
        b: ExprField

        def __init__(self, a: ExprLike, b: ExprLike, span: Span | None = None) -> None: ...

    def __post_init__(self) -> None:
        a, b = self.a, self.b
        if not isinstance(a, Expr) or not isinstance(b, Expr):
            self.a, self.b = a, b = operands(a, b)
        if a.dtype is not b.dtype:
            raise TypeError(f"mismatched types: {a.dtype} vs. {b.dtype} in {type(self).__name__}")
        self.dtype = self._result(a.dtype)

    @staticmethod
    def _result(operand: DType) -> DType:
        return operand


class CmpOp(BinaryOp):
    """Base of the comparisons: bool, one lane for each lane of the operands."""

    __slots__ = ()

    @staticmethod
    def _result(operand: DType) -> DType:
        return BOOL.times_lanes_of(operand)


class LogicalOp(BinaryOp):
    """Base of `And` and `Or`, whose operands are bool."""

    __slots__ = ()


@node
class Add(BinaryOp):
    """a + b"""

    a: ExprField
    b: ExprField
    span: Span | None = None
    dtype: DTypeField = derived(init=False)


@node
class Sub(BinaryOp):
    """a - b"""

    a: ExprField
    b: ExprField
    span: Span | None = None
    dtype: DTypeField = derived(init=False)


@node
class Mul(BinaryOp):
    """a * b"""

    a: ExprField
    b: ExprField
    span: Span | None = None
    dtype: DTypeField = derived(init=False)


@node
class Div(BinaryOp):
    """a / b for floats; for integers the quotient rounded towards zero"""

    a: ExprField
    b: ExprField
    span: Span | None = None
    dtype: DTypeField = derived(init=False)


@node
class Mod(BinaryOp):
    """Remainder of `Div`: it has the sign of `a`"""

    a: ExprField
    b: ExprField
    span: Span | None = None
    dtype: DTypeField = derived(init=False)


@node
class FloorDiv(BinaryOp):
    """a // b, rounded towards negative infinity"""

    a: ExprField
    b: ExprField
    span: Span | None = None
    dtype: DTypeField = derived(init=False)


@node
class FloorMod(BinaryOp):
    """a % b, remainder of `FloorDiv`: it has the sign of `b`"""

    a: ExprField
    b: ExprField
    span: Span | None = None
    dtype: DTypeField = derived(init=False)


@node
class Min(BinaryOp):
    """The smaller of a and b"""

    a: ExprField
    b: ExprField
    span: Span | None = None
    dtype: DTypeField = derived(init=False)


@node
class Max(BinaryOp):
    """The larger of a and b"""

    a: ExprField
    b: ExprField
    span: Span | None = None
    dtype: DTypeField = derived(init=False)


@node
class EQ(CmpOp):
    """a == b"""

    a: ExprField
    b: ExprField
    span: Span | None = None
    dtype: DTypeField = derived(init=False)


@node
class NE(CmpOp):
    """a != b"""

    a: ExprField
    b: ExprField
    span: Span | None = None
    dtype: DTypeField = derived(init=False)


@node
class LT(CmpOp):
    """a < b"""

    a: ExprField
    b: ExprField
    span: Span | None = None
    dtype: DTypeField = derived(init=False)


@node
class LE(CmpOp):
    """a <= b"""

    a: ExprField
    b: ExprField
    span: Span | None = None
    dtype: DTypeField = derived(init=False)


@node
class GT(CmpOp):
    """a > b"""

    a: ExprField
    b: ExprField
    span: Span | None = None
    dtype: DTypeField = derived(init=False)


@node
class GE(CmpOp):
    """a >= b"""

    a: ExprField
    b: ExprField
    span: Span | None = None
    dtype: DTypeField = derived(init=False)


@node
class And(LogicalOp):
    """a and b, both bool"""

    a: ExprField
    b: ExprField
    span: Span | None = None
    dtype: DTypeField = derived(init=False)


@node
class Or(LogicalOp):
    """a or b, both bool"""

    a: ExprField
    b: ExprField
    span: Span | None = None
    dtype: DTypeField = derived(init=False)


@node
class Not(Expr):
    """not a, of a bool"""

    a: ExprField
    span: Span | None = None
    dtype: DTypeField = derived(init=False)

    def __post_init__(self) -> None:
        self.a = expr(self.a)
        self.dtype = self.a.dtype


@node
class Select(Expr):
    """`true_value` where `condition` holds, else `false_value`; both may be evaluated, `T.if_then_else` evaluates only the one that is chosen."""

    condition: ExprField
    true_value: ExprField
    false_value: ExprField
    span: Span | None = None
    dtype: DTypeField = derived(init=False)

    def __post_init__(self) -> None:
        self.condition = expr(self.condition)
        if not (isinstance(self.true_value, Expr) and isinstance(self.false_value, Expr)):
            self.true_value, self.false_value = operands(self.true_value, self.false_value)
        if self.true_value.dtype is not self.false_value.dtype:
            raise TypeError(f"mismatched types: {self.true_value.dtype} vs. {self.false_value.dtype} in Select")
        self.dtype = self.true_value.dtype


@node
class Cast(Expr):
    """`value` converted to `dtype`: towards zero from float to integer, wrapping between integers."""

    dtype: DTypeField
    value: ExprField
    span: Span | None = None

    def __post_init__(self) -> None:
        if type(self.dtype) is not DType:
            self.dtype = dtype_named(self.dtype)
        self.value = expr(self.value)


ARITHMETIC_NODES: tuple[type[BinaryOp], ...] = (Add, Sub, Mul, Div, Mod, FloorDiv, FloorMod, Min, Max)
BINARY_NODES: dict[str, type[BinaryOp]] = {
    cls.__name__: cls for cls in (*ARITHMETIC_NODES, EQ, NE, LT, LE, GT, GE, And, Or)
}
