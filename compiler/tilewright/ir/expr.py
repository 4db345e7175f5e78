"""Expressions of TensorIR.

    expr ::= Var(name, dtype) | SizeVar | IntImm(dtype, value) | FloatImm(dtype, value) | StringImm(value) | Cast(dtype, value)
           | Add | Sub | Mul | Div | Mod | FloorDiv | FloorMod | Min | Max (a, b)
           | EQ | NE | LT | LE | GT | GE (a, b) | And | Or (a, b) | Not(a)
           | Select(condition, true_value, false_value)
           | BufferLoad(buffer, indices, predicate) | ProducerLoad(producer, indices)
           | Ramp(base, stride, lanes) | Broadcast(value, lanes) | Shuffle(vectors, indices)
           | Call(dtype, op, args) | Let(var, value, body) | Reduce(combiner, source, axis, condition, value_index, init)

`ir/operators.py` gives these classes Python's operators; constructors here do not simplify.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from enum import IntEnum
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

from tilewright.base.dtype import BOOL, HANDLE, INT32, VOID, DType, dtype
from tilewright.base.source import Span
from tilewright.ir.node import Node, map_tuple, node
from tilewright.ir.type_ import PrimType, Type, dtype_of
from tilewright.ops.op import Op

if TYPE_CHECKING:
    from tilewright.ir.buffer import Buffer

derived: Any = dataclasses.field


class Expr(Node):
    """Base of the expressions; every one has a `dtype` and a `span` (None when it was not parsed)."""

    __slots__ = ()
    if TYPE_CHECKING:
        dtype: DType
        span: Span | None

        def __add__(self, other: ExprLike) -> Expr: ...
        def __radd__(self, other: ExprLike) -> Expr: ...
        def __sub__(self, other: ExprLike) -> Expr: ...
        def __rsub__(self, other: ExprLike) -> Expr: ...
        def __mul__(self, other: ExprLike) -> Expr: ...
        def __rmul__(self, other: ExprLike) -> Expr: ...
        def __truediv__(self, other: ExprLike) -> Expr: ...
        def __rtruediv__(self, other: ExprLike) -> Expr: ...
        def __floordiv__(self, other: ExprLike) -> Expr: ...
        def __rfloordiv__(self, other: ExprLike) -> Expr: ...
        def __mod__(self, other: ExprLike) -> Expr: ...
        def __rmod__(self, other: ExprLike) -> Expr: ...
        def __neg__(self) -> Expr: ...
        def __invert__(self) -> Expr: ...
        def __and__(self, other: ExprLike) -> Expr: ...
        def __rand__(self, other: ExprLike) -> Expr: ...
        def __or__(self, other: ExprLike) -> Expr: ...
        def __ror__(self, other: ExprLike) -> Expr: ...
        def __xor__(self, other: ExprLike) -> Expr: ...
        def __rxor__(self, other: ExprLike) -> Expr: ...
        def __lshift__(self, other: ExprLike) -> Expr: ...
        def __rlshift__(self, other: ExprLike) -> Expr: ...
        def __rshift__(self, other: ExprLike) -> Expr: ...
        def __rrshift__(self, other: ExprLike) -> Expr: ...
        def __lt__(self, other: ExprLike) -> Expr: ...
        def __le__(self, other: ExprLike) -> Expr: ...
        def __gt__(self, other: ExprLike) -> Expr: ...
        def __ge__(self, other: ExprLike) -> Expr: ...
        def equal(self, other: ExprLike) -> Expr: ...
        def astype(self, dtype: str) -> Expr: ...


PrimExpr = Expr
ExprLike = Expr | int | float | bool


def expr(value: Any) -> Expr:
    """`value` as an expression: Python numbers and strings become immediates; raises `TypeError` for anything else."""
    if isinstance(value, Expr):
        return value
    from tilewright.ir.operators import convert

    return convert(value)


def exprs(values: Any) -> tuple[Expr, ...]:
    """A tuple of expressions from any sequence of things that `expr` takes."""
    if type(values) is tuple:
        for value in values:
            if not isinstance(value, Expr):
                break
        else:
            return values
    return tuple([expr(value) for value in values])


@cache
def _prim_type(dtype_: DType) -> PrimType:
    """The type of that dtype; types are compared by what they say, so that variables may share one."""
    return PrimType(dtype_)


@node
class Var(Expr):
    """A variable, known by identity; `name` is only what it is printed as.  `dtype` may be given as text or as a `Type`."""

    name: str
    dtype: DType
    span: Span | None = None
    type_annotation: Type = derived(init=False)

    def __post_init__(self) -> None:
        given: Any = self.dtype
        if isinstance(given, Type):
            self.type_annotation = given
            self.dtype = dtype_of(given)
        else:
            self.dtype = given if type(given) is DType else dtype(str(given))
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


@node
class SizeVar(Var):
    """A variable that is never negative: the extent of a symbolic dimension."""

    name: str
    dtype: DType
    span: Span | None = None
    type_annotation: Type = derived(init=False)


@node
class IntImm(Expr):
    """An integer or bool constant."""

    dtype: DType
    value: int
    span: Span | None = None

    def __post_init__(self) -> None:
        if type(self.dtype) is not DType:
            self.dtype = dtype(str(self.dtype))

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

    dtype: DType
    value: float
    span: Span | None = None

    def __post_init__(self) -> None:
        if type(self.dtype) is not DType:
            self.dtype = dtype(str(self.dtype))
        self.value = float(self.value)

    def __float__(self) -> float:
        return self.value


@node
class StringImm(Expr):
    """A string constant, for names and messages."""

    value: str
    span: Span | None = None
    dtype: DType = derived(init=False, default=HANDLE)

    def __str__(self) -> str:
        return self.script()


@node
class Cast(Expr):
    """`value` converted to `dtype`: towards zero from float to integer, wrapping between integers."""

    dtype: DType
    value: Expr
    span: Span | None = None

    def __post_init__(self) -> None:
        if type(self.dtype) is not DType:
            self.dtype = dtype(str(self.dtype))
        self.value = expr(self.value)


class BinaryOp(Expr):
    """Base of the operators with two operands of one dtype."""

    __slots__ = ()
    row: ClassVar[Op]
    if TYPE_CHECKING:
        a: Expr
        b: Expr

        def __init__(self, a: ExprLike, b: ExprLike, span: Span | None = None) -> None: ...

    def __post_init__(self) -> None:
        a, b = self.a, self.b
        if not isinstance(a, Expr) or not isinstance(b, Expr):
            self.a, self.b = a, b = _operands(a, b)
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


def _operands(a: Any, b: Any) -> tuple[Expr, Expr]:
    """Two operands of which at least one is a Python number: it takes the other's type."""
    from tilewright.ir.operators import convert

    if isinstance(a, Expr):
        return a, convert(b, a.dtype)
    if isinstance(b, Expr):
        return convert(a, b.dtype), b
    return convert(a), convert(b)


@node
class Add(BinaryOp):
    """a + b"""

    a: Expr
    b: Expr
    span: Span | None = None
    dtype: DType = derived(init=False)


@node
class Sub(BinaryOp):
    """a - b"""

    a: Expr
    b: Expr
    span: Span | None = None
    dtype: DType = derived(init=False)


@node
class Mul(BinaryOp):
    """a * b"""

    a: Expr
    b: Expr
    span: Span | None = None
    dtype: DType = derived(init=False)


@node
class Div(BinaryOp):
    """a / b for floats; for integers the quotient rounded towards zero"""

    a: Expr
    b: Expr
    span: Span | None = None
    dtype: DType = derived(init=False)


@node
class Mod(BinaryOp):
    """Remainder of `Div`: it has the sign of `a`"""

    a: Expr
    b: Expr
    span: Span | None = None
    dtype: DType = derived(init=False)


@node
class FloorDiv(BinaryOp):
    """a // b, rounded towards negative infinity"""

    a: Expr
    b: Expr
    span: Span | None = None
    dtype: DType = derived(init=False)


@node
class FloorMod(BinaryOp):
    """a % b, remainder of `FloorDiv`: it has the sign of `b`"""

    a: Expr
    b: Expr
    span: Span | None = None
    dtype: DType = derived(init=False)


@node
class Min(BinaryOp):
    """The smaller of a and b"""

    a: Expr
    b: Expr
    span: Span | None = None
    dtype: DType = derived(init=False)


@node
class Max(BinaryOp):
    """The larger of a and b"""

    a: Expr
    b: Expr
    span: Span | None = None
    dtype: DType = derived(init=False)


@node
class EQ(CmpOp):
    """a == b"""

    a: Expr
    b: Expr
    span: Span | None = None
    dtype: DType = derived(init=False)


@node
class NE(CmpOp):
    """a != b"""

    a: Expr
    b: Expr
    span: Span | None = None
    dtype: DType = derived(init=False)


@node
class LT(CmpOp):
    """a < b"""

    a: Expr
    b: Expr
    span: Span | None = None
    dtype: DType = derived(init=False)


@node
class LE(CmpOp):
    """a <= b"""

    a: Expr
    b: Expr
    span: Span | None = None
    dtype: DType = derived(init=False)


@node
class GT(CmpOp):
    """a > b"""

    a: Expr
    b: Expr
    span: Span | None = None
    dtype: DType = derived(init=False)


@node
class GE(CmpOp):
    """a >= b"""

    a: Expr
    b: Expr
    span: Span | None = None
    dtype: DType = derived(init=False)


@node
class And(LogicalOp):
    """a and b, both bool"""

    a: Expr
    b: Expr
    span: Span | None = None
    dtype: DType = derived(init=False)


@node
class Or(LogicalOp):
    """a or b, both bool"""

    a: Expr
    b: Expr
    span: Span | None = None
    dtype: DType = derived(init=False)


@node
class Not(Expr):
    """not a, of a bool"""

    a: Expr
    span: Span | None = None
    dtype: DType = derived(init=False)

    def __post_init__(self) -> None:
        self.a = expr(self.a)
        self.dtype = self.a.dtype


@node
class Select(Expr):
    """`true_value` where `condition` holds, else `false_value`; both are evaluated."""

    condition: Expr
    true_value: Expr
    false_value: Expr
    span: Span | None = None
    dtype: DType = derived(init=False)

    def __post_init__(self) -> None:
        self.condition = expr(self.condition)
        if not (isinstance(self.true_value, Expr) and isinstance(self.false_value, Expr)):
            self.true_value, self.false_value = _operands(self.true_value, self.false_value)
        if self.true_value.dtype is not self.false_value.dtype:
            raise TypeError(f"mismatched types: {self.true_value.dtype} vs. {self.false_value.dtype} in Select")
        self.dtype = self.true_value.dtype


@node
class BufferLoad(Expr):
    """The element (or vector, when the last index is one) of `buffer` at `indices`; lanes whose `predicate` is false are not read."""

    buffer: Buffer
    indices: tuple[Expr, ...]
    predicate: Expr | None = None
    span: Span | None = None
    dtype: DType = derived(init=False)

    def __post_init__(self) -> None:
        self.indices = indices = exprs(self.indices)
        element = self.buffer.dtype
        self.dtype = element.times_lanes_of(indices[-1].dtype) if indices else element


@node
class ProducerLoad(Expr):
    """The element of a tensor expression's tensor at `indices`."""

    producer: Any
    indices: tuple[Expr, ...]
    span: Span | None = None
    dtype: DType = derived(init=False)

    def __post_init__(self) -> None:
        self.indices = exprs(self.indices)
        self.dtype = self.producer.dtype


def _of_lanes(element: DType, lanes: Expr) -> DType:
    """The vector type of `lanes` times `element`; lanes is a constant or a multiple of the target's `vscale`."""
    if isinstance(lanes, IntImm):
        return element.with_lanes(element.lanes * lanes.value)
    factors = (lanes.a, lanes.b) if isinstance(lanes, Mul) else (IntImm(INT32, 1), lanes)
    known = [factor.value for factor in factors if isinstance(factor, IntImm)]
    return dtype(f"{element}xvscalex{known[0] if known else 1}")


@node
class Ramp(Expr):
    """The vector base, base + stride, ..., base + (lanes - 1) * stride."""

    base: Expr
    stride: Expr
    lanes: Expr
    span: Span | None = None
    dtype: DType = derived(init=False)

    def __post_init__(self) -> None:
        self.base = expr(self.base)
        if not isinstance(self.stride, Expr):
            self.base, self.stride = _operands(self.base, self.stride)
        self.lanes = expr(self.lanes)
        self.dtype = _of_lanes(self.base.dtype, self.lanes)


@node
class Broadcast(Expr):
    """`value` in each of `lanes` lanes."""

    value: Expr
    lanes: Expr
    span: Span | None = None
    dtype: DType = derived(init=False)

    def __post_init__(self) -> None:
        self.value = expr(self.value)
        self.lanes = expr(self.lanes)
        self.dtype = _of_lanes(self.value.dtype, self.lanes)


@node
class Shuffle(Expr):
    """The lanes of the concatenated `vectors` picked by constant `indices`."""

    vectors: tuple[Expr, ...]
    indices: tuple[Expr, ...]
    span: Span | None = None
    dtype: DType = derived(init=False)

    def __post_init__(self) -> None:
        self.vectors, self.indices = exprs(self.vectors), exprs(self.indices)
        self.dtype = self.vectors[0].dtype.element.with_lanes(len(self.indices))


@node
class GlobalVar(Expr):
    """A function of the module, by name; `gv(args)` is a call."""

    name_hint: str
    span: Span | None = None
    dtype: DType = derived(init=False, default=HANDLE)

    def __call__(self, *args: Any) -> Call:
        return Call(VOID, self, exprs(args))


@node
class Call(Expr):
    """A call of an op of the table or of a function of the module."""

    dtype: DType
    op: Op | GlobalVar
    args: tuple[Expr, ...]
    span: Span | None = None

    def __post_init__(self) -> None:
        if type(self.dtype) is not DType:
            self.dtype = dtype(str(self.dtype))
        if isinstance(self.op, str):
            self.op = Op.get(self.op)
        self.args = exprs(self.args)


@node
class Let(Expr):
    """`body` with `var` standing for `value`."""

    var: Var
    value: Expr
    body: Expr
    span: Span | None = None
    dtype: DType = derived(init=False)

    def __post_init__(self) -> None:
        self.value, self.body = expr(self.value), expr(self.body)
        self.dtype = self.body.dtype


class Range(Node):
    """The integers from `min` up to `min + extent`.  `Range(begin, end)` and `Range(extent)` as in Python; a sequence of two is taken too."""

    __slots__ = ("extent", "min", "span")
    fields: ClassVar[tuple[str, ...]] = ("min", "extent", "span")
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
                _operands(begin, end) if not (isinstance(begin, Expr) and isinstance(end, Expr)) else (begin, end)
            )
            self.extent = stop - self.min

    @staticmethod
    def from_min_extent(min_value: ExprLike, extent: ExprLike, span: Span | None = None) -> Range:
        """The range that begins at `min_value` and has `extent` members."""
        made = Range.__new__(Range)
        if isinstance(min_value, Expr) and isinstance(extent, Expr):
            made.min, made.extent = min_value, extent
        else:
            made.min, made.extent = _operands(min_value, extent)
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
    """What an iteration variable is; the numbers are TVM's."""

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

    dom: Range | None
    var: Var
    iter_type: IterVarKind
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
        given: Any = self.dom
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

    lhs: tuple[Var, ...]
    rhs: tuple[Var, ...]
    result: tuple[Expr, ...]
    identity_element: tuple[Expr, ...]
    span: Span | None = None

    def __post_init__(self) -> None:
        self.lhs, self.rhs = tuple(self.lhs), tuple(self.rhs)
        self.result, self.identity_element = exprs(self.result), exprs(self.identity_element)


@node
class Reduce(Expr):
    """Element `value_index` of the combination of `source` over all points of `axis` at which `condition` holds."""

    combiner: CommReducer
    source: tuple[Expr, ...]
    axis: tuple[IterVar, ...]
    condition: Expr
    value_index: int
    init: tuple[Expr, ...] = ()
    span: Span | None = None
    dtype: DType = derived(init=False)

    def __post_init__(self) -> None:
        self.source, self.axis = exprs(self.source), tuple(self.axis)
        self.condition = expr(self.condition)
        self.init = exprs(self.init or ())
        self.dtype = self.source[int(self.value_index)].dtype


BINARY_NODES: dict[str, type[BinaryOp]] = {
    cls.__name__: cls
    for cls in (Add, Sub, Mul, Div, Mod, FloorDiv, FloorMod, Min, Max, EQ, NE, LT, LE, GT, GE, And, Or)
}
__all__ = [name for name, value in list(globals().items()) if isinstance(value, type) and issubclass(value, Node)]
__all__ += ["BINARY_NODES", "ExprLike", "IterVarKind", "PrimExpr", "expr", "exprs", "map_tuple"]
