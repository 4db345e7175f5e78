"""Ranges, axes and reductions over them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, Any, ClassVar

from tilewright.core.base.dtype import BOOL, INT32, DType, DTypeField
from tilewright.core.base.source import Span
from tilewright.core.ir.expr.base import Expr, ExprLike, derived, expr, exprs, operands
from tilewright.core.ir.expr.immediates import IntImm
from tilewright.core.ir.expr.variables import Var
from tilewright.core.ir.node import Node, also_called, array, node
from tilewright.core.ir.node.fields import ExprsField, Field, Several


class Range(Node):
    """The integers from `min` up to `min + extent`.  `Range(begin, end)` and `Range(extent)` as in Python; a sequence of two is taken too."""

    __slots__ = ("extent", "min", "span")
    field_names: ClassVar[tuple[str, ...]] = ("min", "extent", "span")
    child_fields: ClassVar[tuple[tuple[str, str], ...]] = (("min", "one"), ("extent", "one"))
    min: Expr
    extent: Expr

    def __init__(self, begin: ExprLike, end: ExprLike | None = None, span: Span | None = None) -> None:
        self.span = span
        if end is None:
            self.extent = expr(begin)
            self.min = IntImm(self.extent.dtype, 0)
        else:
            self.min, stop = (
                operands(begin, end) if not (isinstance(begin, Expr) and isinstance(end, Expr)) else (begin, end)
            )
            self.extent = stop - self.min

    @staticmethod
    def from_min_extent(min_value: ExprLike, extent: ExprLike, span: Span | None = None) -> Range:
        """The range that begins at `min_value` and has `extent` members."""
        made = Range.__new__(Range)
        if isinstance(min_value, Expr) and isinstance(extent, Expr):
            made.min, made.extent = min_value, extent
        else:
            made.min, made.extent = operands(min_value, extent)
        made.span = span
        return made

    def children(self) -> tuple[Node, ...]:
        return self.min, self.extent

    def map_children(self, function: Any) -> Range:
        low, extent = function(self.min), function(self.extent)
        return self if low is self.min and extent is self.extent else Range.from_min_extent(low, extent, self.span)

    def replace(self, **changes: Any) -> Any:
        """A copy with some of `min`, `extent`, `span` changed."""
        return Range.from_min_extent(
            changes.get("min", self.min), changes.get("extent", self.extent), changes.get("span", self.span)
        )


class IterVarKind(IntEnum):
    """The kind of an iteration variable; the numbers are TVM's."""

    DataPar = 0
    ThreadIndex = 1
    CommReduce = 2
    Ordered = 3
    Opaque = 4
    Unrolled = 5
    Vectorized = 6
    Parallelized = 7
    Tensorized = 8


@node
class IterVar(Node):
    """An iteration variable with its domain: a block axis, a thread index or a reduction axis."""

    dom: Field[Range | None, Range | Sequence[ExprLike] | None]
    var: Field[Var, Var | str]
    iter_type: Field[IterVarKind, int]
    thread_tag: str = ""
    span: Span | None = None

    DataPar: ClassVar = IterVarKind.DataPar
    ThreadIndex: ClassVar = IterVarKind.ThreadIndex
    CommReduce: ClassVar = IterVarKind.CommReduce
    Ordered: ClassVar = IterVarKind.Ordered
    Opaque: ClassVar = IterVarKind.Opaque

    if TYPE_CHECKING:
        # In arithmetic and comparisons it stands for its variable.
        def __add__(self, other: ExprLike) -> Expr: ...
        def __radd__(self, other: ExprLike) -> Expr: ...
        def __sub__(self, other: ExprLike) -> Expr: ...
        def __rsub__(self, other: ExprLike) -> Expr: ...
        def __mul__(self, other: ExprLike) -> Expr: ...
        def __rmul__(self, other: ExprLike) -> Expr: ...
        def __floordiv__(self, other: ExprLike) -> Expr: ...
        def __mod__(self, other: ExprLike) -> Expr: ...
        def __neg__(self) -> Expr: ...
        def __lt__(self, other: ExprLike) -> Expr: ...
        def __le__(self, other: ExprLike) -> Expr: ...
        def __gt__(self, other: ExprLike) -> Expr: ...
        def __ge__(self, other: ExprLike) -> Expr: ...

    def __post_init__(self) -> None:
        given: object = self.dom
        if type(given) is not Range and isinstance(given, Sequence):
            self.dom = Range(*given)  # pyright: ignore[reportUnknownArgumentType]
        if isinstance(self.var, str):
            self.var = Var(self.var, self.dom.extent.dtype if self.dom is not None else INT32)
        if type(self.iter_type) is not IterVarKind:
            self.iter_type = IterVarKind(self.iter_type)

    @property
    def dtype(self) -> DType:
        """The dtype of the variable."""
        return self.var.dtype


@node
class CommReducer(Node):
    """A commutative, associative combination of values: results of `lhs` and `rhs`, and the identity that starts it."""

    lhs: Several[Var]
    rhs: Several[Var]
    result: ExprsField
    identity_element: ExprsField
    span: Span | None = None

    def __post_init__(self) -> None:
        self.lhs, self.rhs = array(self.lhs), array(self.rhs)
        self.result, self.identity_element = exprs(self.result), exprs(self.identity_element)


@also_called(src="source", rdom="axis")
@node
class Reduce(Expr):
    """Element `value_index` of the combination of `source` over all points of `axis` at which `condition` holds."""

    combiner: CommReducer
    source: ExprsField
    axis: Several[IterVar]
    condition: Field[Expr, ExprLike | None]
    value_index: int
    init: Field[tuple[Expr, ...], Sequence[ExprLike] | None] = derived(default=())
    span: Span | None = None
    dtype: DTypeField = derived(init=False)

    if TYPE_CHECKING:

        def __init__(
            self,
            combiner: CommReducer,
            source: Sequence[ExprLike] = ...,
            axis: Sequence[IterVar] = ...,
            condition: ExprLike | None = ...,
            value_index: int = ...,
            init: Sequence[ExprLike] | None = (),
            span: Span | None = None,
            *,
            src: Sequence[ExprLike] = ...,
            rdom: Sequence[IterVar] = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        self.source, self.axis = exprs(self.source), array(self.axis)
        condition: Any = self.condition
        self.condition = IntImm(BOOL, 1) if condition is None else expr(condition)
        self.init = exprs(self.init or ())
        self.dtype = self.source[int(self.value_index)].dtype
