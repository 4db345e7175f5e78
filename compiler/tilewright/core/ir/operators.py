"""Python's operators on expressions, and the functions of `tir` behind them: they match types and fold constants.

`a + b` converts Python numbers, casts both operands to the type in which they meet, computes constants, and drops neutral
elements, as TVM does; the constructors in `ir/expr.py` do none of this.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from tilewright.core.base.dtype import BOOL, HANDLE, INT32, DType, dtype, dtype_named
from tilewright.core.base.source import Span
from tilewright.core.ir import expr as nodes
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.expr import (
    BinaryOp,
    Broadcast,
    BufferLoad,
    Call,
    Cast,
    Expr,
    FloatImm,
    IntImm,
    Not,
    Ramp,
    Range,
    StringImm,
    exprs,
)
from tilewright.core.ir.fold import fold_binary, fold_call
from tilewright.core.ir.node import ports
from tilewright.core.ir.stmt import BufferStore
from tilewright.core.ops.dtype_rules import RESULT_RULES, DivisionByZeroError, DTypeError, of_immediate, promote
from tilewright.core.ops.evaluation import fit
from tilewright.core.ops.op import Op
from tilewright.core.ops.table import BY_NODE, OPS


class EqualOp:
    """`a == b` or `a != b` between expressions: asked as a bool, equal constants are equal and anything else is by identity; used as an expression, a comparison."""

    __slots__ = ("a", "b", "negated")

    def __init__(self, a: object, b: object, negated: bool = False) -> None:
        self.a, self.b, self.negated = a, b, negated

    def __bool__(self) -> bool:
        return self._same() is not self.negated

    def _same(self) -> bool:
        a, b = (
            value.value if isinstance(value, (IntImm, FloatImm, StringImm)) else value for value in (self.a, self.b)
        )
        if isinstance(a, (int, float, str)) and isinstance(b, (int, float, str)):
            return a == b
        return self.a is self.b

    def asobject(self) -> Expr:
        """The comparison node."""
        return binary("NE" if self.negated else "EQ", self.a, self.b)

    @property
    def dtype(self) -> DType:
        """bool"""
        return self.asobject().dtype

    def __repr__(self) -> str:
        return repr(self.asobject())

    def __str__(self) -> str:
        return str(self.asobject())


def const(value: Any, dtype_: str | None = None, span: Span | None = None) -> Expr:
    """`value` as an immediate of the given type, by default that of `of_immediate`; a vector type gives a broadcast."""
    if type(dtype_) is DType:  # mostly
        type_ = dtype_
    else:
        type_ = dtype_named(dtype_) if dtype_ is not None else of_immediate(_python_number(value))
    if type_ is INT32 and type(value) is int and -(1 << 31) <= value < 1 << 31:
        return IntImm(type_, value, span)
    if type_.is_vector:
        return Broadcast(const(value, type_.element, span), _lane_count(type_), span)
    if type_.is_float:
        return FloatImm(type_, float(value), span)
    if type_.is_handle:
        return Call(type_, OPS["tir.reinterpret"], (IntImm(dtype("uint64"), int(value)),), span)
    return IntImm(type_, int(fit(int(value), type_)), span)


def _lane_count(type_: DType) -> Expr:
    """The lanes of a vector type as an expression."""
    lanes = IntImm(INT32, type_.lanes)
    return nodes.Mul(Call(INT32, OPS["tir.vscale"], ()), lanes) if type_.scalable else lanes


def _python_number(value: Any) -> bool | int | float:
    if isinstance(value, (bool, int, float)):
        return value
    return value.item() if hasattr(value, "item") else float(value)


def convert(value: Any, other: DType | None = None, span: Span | None = None) -> Expr:
    """`value` as an expression; a Python or numpy number takes the type of the operand it meets where it fits.

    Raises `TypeError` for what has no expression.
    """
    if isinstance(value, Expr):
        return value
    kind = type(value)
    if kind is int and (other is None or other is INT32) and -(1 << 31) <= value < 1 << 31:
        return IntImm(INT32, value, span)
    if kind in _NUMBERS:
        return const(value, of_immediate(value, other), span)
    if isinstance(value, str):
        return StringImm(value, span)
    if isinstance(value, EqualOp):
        return value.asobject()
    if isinstance(value, nodes.IterVar):
        return value.var
    if isinstance(value, BufferRegion):
        return region_as_load(value)
    if hasattr(value, "item") and hasattr(value, "dtype") and getattr(value, "ndim", 1) == 0:
        return const(value.item(), str(value.dtype), span)
    if isinstance(value, (bool, int, float)):
        return const(value, of_immediate(value, other), span)
    refusal = _NothingGiven if value is None else TypeError
    raise refusal(f"{type(value).__name__} {_short(value)} is not an expression")


class _NothingGiven(TypeError, ValueError):
    """An operand is None: a wrong type, and a `ValueError` in TVM."""


_NUMBERS = (int, float, bool)


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) < 40 else text[:37] + "..."


def match_types(a: object, b: object) -> tuple[Expr, Expr]:
    """Both operands in the type in which they meet; raises `TypeError` when there is none."""
    left = a if isinstance(a, Expr) else convert(a, b.dtype if isinstance(b, (Expr, EqualOp)) else None)
    right = b if isinstance(b, Expr) else convert(b, left.dtype)
    if left.dtype is right.dtype:
        return left, right
    type_ = promote(left.dtype, right.dtype)
    return cast(left, type_), cast(right, type_)


def binary(name: str, a: object, b: object, span: Span | None = None) -> Expr:
    """The operator class `name` applied to two operands: types matched, constants folded."""
    left, right = match_types(a, b)
    if name in ("And", "Or") and not left.dtype.is_bool:
        raise DTypeError(f"`{BY_NODE[name].symbol}` takes conditions, and these are {left.dtype}")
    if left.dtype.is_handle and name not in ("EQ", "NE"):
        raise DTypeError(f"`{BY_NODE[name].symbol or BY_NODE[name].script}` is not defined on handles")
    folded = fold_binary(name, left, right, span)
    return nodes.BINARY_NODES[name](left, right, span) if folded is None else folded


def checked(name: str, a: object, b: object, span: Span | None = None) -> Expr:
    """`binary` for operands that a user wrote: raises `DTypeError` where their value is undefined, as TVM does."""
    made = binary(name, a, b, span)
    left, right = match_types(a, b)
    if name in _DIVISIONS and isinstance(right, (IntImm, FloatImm)) and right.value == 0:
        raise DivisionByZeroError
    if name == "EQ" and _is_vscale(left) and _is_vscale(right):
        return IntImm(BOOL, 1)
    if isinstance(left, (IntImm, FloatImm)) and isinstance(right, (IntImm, FloatImm)):
        if name == "Sub" and left.dtype.kind == "uint" and left.value == 0 and right.value:
            raise DTypeError(f"{left.value} - {right.value} is negative, and {left.dtype} holds no negative number")
    return made


def _is_vscale(e: Expr) -> bool:
    return isinstance(e, Call) and e.op is OPS.get("tir.vscale")


_DIVISIONS = frozenset({"Div", "Mod", "FloorDiv", "FloorMod"})


def cast(value: object, dtype: str, span: Span | None = None) -> Expr:
    """`value` converted to a type; the value itself when it has it, a constant when it is one."""
    value, type_ = convert(value), dtype_named(dtype)
    if value.dtype is type_:
        return value
    if type_.is_handle or value.dtype.is_handle:
        raise DTypeError(f"Can't cast a handle to other types: {value.dtype} cannot be cast to {type_}")
    if type_.lanes != value.dtype.lanes or type_.scalable != value.dtype.scalable:
        if value.dtype.is_vector:
            raise DTypeError(f"{value.dtype} cannot be cast to {type_}: the numbers of lanes differ")
        return Broadcast(cast(value, type_.element), _lane_count(type_), span)
    if isinstance(value, (IntImm, FloatImm)) and not _unrepresentable(value, type_):
        return const(fit(value.value, type_), type_, span)
    if isinstance(value, Broadcast):
        return Broadcast(cast(value.value, type_.element), value.lanes, span)
    return Cast(type_, value, span)


def _unrepresentable(value: IntImm | FloatImm, type_: DType) -> bool:
    """Infinities and not-a-numbers have no integer."""
    return not type_.is_float and isinstance(value, FloatImm) and value.value - value.value != 0


def call(op: str | Op, *args: object, dtype_: str | None = None, span: Span | None = None) -> Expr:
    """A call of a row: arguments converted, result type by the row's rule unless given, folded when every argument is constant."""
    row = OPS[op] if isinstance(op, str) else op
    values = (
        _matched(row, args)
        if row.result in ("promote", "comparison") and len(args) == 2
        else tuple([convert(arg) for arg in args])
    )
    type_ = dtype_named(dtype_) if dtype_ is not None else RESULT_RULES[row.result]([value.dtype for value in values])
    folded = fold_call(row, values, type_, span)
    return Call(type_, row, values, span) if folded is None else folded


def _matched(row: Op, args: tuple[object, ...]) -> tuple[Expr, ...]:
    return match_types(*args)


def _requires_integers(row: Op, *operands: Expr) -> None:
    for operand in operands:
        if not operand.dtype.is_integer:
            raise DTypeError(f"`{row.symbol or row.script}` takes integers, and this is {operand.dtype}")


def bitwise(name: str, a: object, b: object, span: Span | None = None) -> Expr:
    """`&`, `|`, `^`, `<<`, `>>`: of conditions `&` and `|` are `And` and `Or`."""
    left, right = match_types(a, b)
    row = OPS[f"tir.{name}"]
    if left.dtype.is_bool and name in ("bitwise_and", "bitwise_or"):
        return binary("And" if name == "bitwise_and" else "Or", left, right, span)
    _requires_integers(row, left, right)
    return call(row, left, right, span=span)


def true_divide(a: object, b: object, span: Span | None = None) -> Expr:
    """`a / b`; raises `DTypeError` for two integers, whose division must say how it rounds."""
    left, right = match_types(a, b)
    if left.dtype.is_integer:
        raise DTypeError("`/` of integers does not say how it rounds: use `//`, `T.truncdiv`, or cast to a float")
    return checked("Div", left, right, span)


def floor_divide(a: object, b: object, span: Span | None = None) -> Expr:
    """`a // b`; of floats the floor of the quotient."""
    left, right = match_types(a, b)
    if left.dtype.is_float:
        return call("tir.floor", checked("Div", left, right, span), span=span)
    return checked("FloorDiv", left, right, span)


def negate(a: object, span: Span | None = None) -> Expr:
    """`-a`, which is `a * -1`, or the negative constant."""
    value = convert(a)
    if isinstance(value, (IntImm, FloatImm)):
        return const(fit(-value.value, value.dtype), value.dtype, span)
    return binary("Mul", value, const(-1, value.dtype), span)


def logical_not(a: object, span: Span | None = None) -> Expr:
    """`not a` of a condition; raises `DTypeError` for anything else."""
    value = convert(a)
    if not value.dtype.is_bool:
        raise DTypeError(f"`not` takes a condition, and this is {value.dtype}")
    if isinstance(value, IntImm):
        return IntImm(BOOL, int(not value.value), span)
    return Not(value, span)


def invert(a: object, span: Span | None = None) -> Expr:
    """`~a`: the bits of an integer the other way round, or the opposite of a condition."""
    value = convert(a)
    if value.dtype.is_bool:
        return logical_not(value, span)
    _requires_integers(OPS["tir.bitwise_not"], value)
    return call("tir.bitwise_not", value, span=span)


def subscript(buffer: Buffer, indices: object, span: Span | None = None) -> Expr | BufferRegion:
    """`buffer[...]`: an element, a vector when the last index is a slice with a constant length and others are points, or a region."""
    items = indices if isinstance(indices, tuple) else (indices,)
    if not any(isinstance(item, slice) for item in items):
        return BufferLoad(buffer, exprs(items), None, span)
    if any(isinstance(item, slice) and item.step is not None for item in items):
        return BufferLoad(
            buffer,
            tuple(_ramp_index(buffer, position, item) for position, item in enumerate(items)),
            None,
            span,
        )
    return BufferRegion(buffer, tuple(_range(buffer, position, item) for position, item in enumerate(items)), span)


def _bounds(buffer: Buffer, position: int, item: slice) -> tuple[Expr, Expr]:
    start = convert(0 if item.start is None else item.start)
    stop = buffer.shape[position] if item.stop is None else convert(item.stop)
    return match_types(start, stop)  # pyright: ignore[reportReturnType]


def _range(buffer: Buffer, position: int, item: object) -> Range:
    if not isinstance(item, slice):
        return Range.from_min_extent(convert(item), const(1, convert(item).dtype))
    start, stop = _bounds(buffer, position, item)
    return Range.from_min_extent(start, _length(start, stop))


def _length(start: Expr, stop: Expr) -> Expr:
    """stop - start: the number where both move together, as in `A[i * 4:i * 4 + 4]`."""
    if isinstance(stop, nodes.Add) and ports.deep_equal.call(start, stop.a):
        return stop.b
    length = stop - start
    if isinstance(length, IntImm):
        return length
    known = ports.simplify.call(length)
    return known if isinstance(known, IntImm) or is_scalable(known) else length


def is_scalable(length: Expr) -> bool:
    """Whether a length is a multiple of the target's `vscale`: the lanes of a scalable vector."""
    if isinstance(length, nodes.Mul):
        return is_scalable(length.a) or is_scalable(length.b)
    return isinstance(length, Call) and length.op is OPS.get("tir.vscale")


def _ramp_index(buffer: Buffer, position: int, item: object) -> Expr:
    if not isinstance(item, slice):
        return convert(item)
    start, stop = _bounds(buffer, position, item)
    step = 1 if item.step is None else int(item.step)
    length = _length(start, stop)
    if not isinstance(length, IntImm):
        raise DTypeError("a slice with a step needs a constant length")
    lanes = -(-length.value // step)
    return start if lanes == 1 else Ramp(start, const(step, start.dtype), IntImm(INT32, lanes))


def region_as_load(region: BufferRegion) -> BufferLoad:
    """A region used as a value: a vector load of its last dimension; raises `DTypeError` when the length is not constant or two dimensions are wide."""
    indices: list[Expr] = []
    for range_ in region.region:
        lanes = range_.extent
        if not isinstance(lanes, IntImm) and not is_scalable(lanes):
            raise DTypeError(f"the slice of `{region.buffer.name}` has no constant length, so it is no vector")
        single = isinstance(lanes, IntImm) and lanes.value == 1
        indices.append(range_.min if single else Ramp(range_.min, const(1, range_.min.dtype), cast(lanes, INT32)))
    if sum(index.dtype.is_vector for index in indices[:-1]):
        raise DTypeError(f"only the last dimension of `{region.buffer.name}` can be read as a vector")
    return BufferLoad(region.buffer, tuple(indices), None, region.span)


def vector_index(buffer: Buffer, begin: object, dtype_: str | None) -> tuple[Expr, ...]:
    """Indices of the vector of type `dtype_` that begins at `begin`."""
    indices = exprs(begin if isinstance(begin, (tuple, list)) else (begin,))
    lanes = 1 if dtype_ is None else dtype_named(dtype_).lanes // buffer.dtype.lanes
    if lanes <= 1 or indices[-1].dtype.is_vector:
        return indices
    return (*indices[:-1], Ramp(indices[-1], const(1, indices[-1].dtype), IntImm(INT32, lanes)))


def vector_load(buffer: Buffer, begin: object, dtype_: str | None, predicate: Expr | None) -> BufferLoad:
    """A load of the vector of type `dtype_` that begins at `begin`."""
    return BufferLoad(buffer, vector_index(buffer, begin, dtype_), predicate)


def vector_store(buffer: Buffer, begin: object, value: Expr, predicate: Expr | None) -> BufferStore:
    """A store of the vector `value` that begins at `begin`."""
    return BufferStore(buffer, value, vector_index(buffer, begin, value.dtype), predicate)


def flat_index(buffer: Buffer, indices: tuple[Expr, ...]) -> Expr:
    """Position of an element, counted in elements from `data`."""
    total: Expr = buffer.elem_offset
    if buffer.strides:
        for index, stride in zip(indices, buffer.strides):
            total = total + index * stride
        return total
    flat: Expr = const(0, INT32)
    for index, size in zip(indices, buffer.shape):
        flat = flat * size + index
    return total + flat


def flattened_shape(buffer: Buffer) -> tuple[Expr, ...]:
    """The extents of a flat view: one for each group of axes between the axis separators."""
    cuts = [0, *(int(axis) for axis in buffer.axis_separators if isinstance(axis, IntImm)), len(buffer.shape)]
    found: list[Expr] = []
    for start, stop in pairwise(cuts):
        extent: Expr = const(1, INT32)
        if buffer.strides and start < stop:
            extent = buffer.strides[start] * buffer.shape[start]
        else:
            for size in buffer.shape[start:stop]:
                extent = extent * size
        found.append(extent)
    return tuple(found)


def element_pointer(buffer: Buffer, indices: tuple[Expr, ...]) -> Expr:
    """`T.address_of` the element of the buffer at these indices."""
    return Call(HANDLE, OPS["tir.address_of"], (BufferLoad(buffer, indices),))


def access_ptr(
    buffer: Buffer, access_mask: int | str, ptr_type: str, content_lanes: int, offset: Any, extent: Any
) -> Expr:
    """`tvm_access_ptr` of the buffer from `offset` elements on."""
    mask = sum({"r": 1, "w": 2}[letter] for letter in access_mask) if isinstance(access_mask, str) else access_mask
    size: Expr = const(1, INT32)
    if buffer.strides:
        size = buffer.strides[0] * buffer.shape[0]
    else:
        for dim in buffer.shape:
            size = size * dim
    length = size - offset if extent is None else extent
    tag = Call(buffer.dtype, OPS["tir.type_annotation"], ())
    return Call(
        dtype(ptr_type),
        OPS["tir.tvm_access_ptr"],
        (tag, buffer.data, convert(buffer.elem_offset + offset), convert(length), const(mask, INT32)),
    )


def _reflected(function: Callable[..., Expr]) -> Callable[..., Expr]:
    return lambda self, other: function(other, self)


def _operator(name: str) -> Callable[..., Expr]:
    return lambda self, other: checked(name, self, other)


def _bit_operator(name: str) -> Callable[..., Expr]:
    def apply(a: object, b: object) -> Expr:
        """Raises `DTypeError` for a shift without a result; in a script `verify` reports it where it stands."""
        left, right = match_types(a, b)
        bits = left.dtype.bits
        if name.startswith("shift") and isinstance(right, IntImm) and not 0 <= right.value < bits:
            raise DTypeError(
                f"Shift amount must be non-negative and less than {bits} for type {left.dtype}, not {right.value}"
            )
        return bitwise(name, left, right)

    return apply


def _install() -> None:
    """Give `Expr` its operators; they are declared there for the type checker."""
    named: dict[str, Callable[..., Expr]] = {
        "add": _operator("Add"),
        "sub": _operator("Sub"),
        "mul": _operator("Mul"),
        "mod": _operator("FloorMod"),
        "truediv": true_divide,
        "floordiv": floor_divide,
        "and": _bit_operator("bitwise_and"),
        "or": _bit_operator("bitwise_or"),
        "xor": _bit_operator("bitwise_xor"),
        "lshift": _bit_operator("shift_left"),
        "rshift": _bit_operator("shift_right"),
    }
    methods: dict[str, object] = {}
    for name, function in named.items():
        methods[f"__{name}__"] = _guarded(function)
        methods[f"__r{name}__"] = _guarded(_reflected(function))
    for name, symbol in (("lt", "LT"), ("le", "LE"), ("gt", "GT"), ("ge", "GE")):
        methods[f"__{name}__"] = _guarded(_operator(symbol))
    methods["__neg__"], methods["__invert__"] = negate, invert
    methods["__eq__"] = lambda self, other: EqualOp(self, other)
    methods["__ne__"] = lambda self, other: EqualOp(self, other, True)
    methods["__hash__"] = object.__hash__
    methods["__bool__"] = _no_truth
    methods["equal"] = _operator("EQ")
    methods["astype"] = cast
    for name, function in methods.items():
        setattr(Expr, name, function)
        if name not in ("__eq__", "__ne__", "__hash__", "__bool__"):
            setattr(nodes.IterVar, name, function)  # an axis stands for its variable; it is compared by identity
    BinaryOp.row = property(lambda self: BY_NODE[type(self).__name__])  # pyright: ignore[reportAttributeAccessIssue]


def _guarded(function: Callable[..., Expr]) -> Callable[..., Any]:
    """The operator, giving way to the other operand's reflected method when that is no expression or number."""

    def apply(self: object, other: object) -> object:
        if not isinstance(other, (Expr, int, float, EqualOp, nodes.IterVar)) and not hasattr(other, "item"):
            if isinstance(other, BufferRegion):
                other = region_as_load(other)
            else:
                return NotImplemented
        return function(self, other)

    return apply


def _no_truth(self: Expr) -> bool:
    raise ValueError(
        "an expression has no truth value at compile time; use T.And, T.Or, T.Not, or `and`/`or`/`not` inside a script"
    )


_install()
__all__ = [
    "HANDLE",
    "EqualOp",
    "binary",
    "bitwise",
    "call",
    "cast",
    "const",
    "convert",
    "floor_divide",
    "invert",
    "logical_not",
    "match_types",
    "negate",
    "region_as_load",
    "subscript",
    "true_divide",
]
