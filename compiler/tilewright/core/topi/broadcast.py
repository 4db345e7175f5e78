"""Operators of two tensors, or of a tensor and a number, whose shapes are broadcast as in numpy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tilewright.core.ir.expr import Expr
from tilewright.core.ir.expr.base import ExprLike
from tilewright.core.ir.operators import binary, bitwise, call, const, convert, match_types
from tilewright.core.ir.operators import floor_divide as floor_quotient
from tilewright.core.ops.dtype_rules import DTypeError
from tilewright.core.te.tensor import Tensor
from tilewright.core.topi import tag
from tilewright.core.topi.shapes import Operand, Shape, Sizes, elements, known, named, same

Operator = Callable[[Any, Any], Expr]


def broadcast_shapes(a: Sequence[Expr], b: Sequence[Expr]) -> Shape:
    """The shape in which two meet; raises `ValueError` when two sizes differ and neither is 1."""
    longer, shorter = (a, b) if len(a) >= len(b) else (b, a)
    head = len(longer) - len(shorter)
    return (*longer[:head], *[_meet(x, y, a, b) for x, y in zip(longer[head:], shorter)])


def _meet(x: Expr, y: Expr, a: Sequence[Expr], b: Sequence[Expr]) -> Expr:
    if known(y) == 1 or same(x, y):
        return x
    if known(x) == 1:
        return y
    if known(x) is not None and known(y) is not None:
        raise ValueError(f"the shapes {_written(a)} and {_written(b)} cannot be broadcast: {x} is not {y}")
    return y if known(x) is None and known(y) is not None else x


def _written(shape: Sequence[Expr]) -> str:
    return "(" + ", ".join(map(str, shape)) + ")"


def broadcast_index(tensor: Tensor, indices: Sequence[Expr], shape: Sequence[Expr]) -> Expr:
    """The element of a tensor that stands at `indices` of a broadcast shape."""
    head = len(shape) - tensor.ndim
    chosen = [
        const(0, index.dtype) if known(size) == 1 and known(whole) != 1 else index
        for index, size, whole in zip(indices[head:], tensor.shape, shape[head:])
    ]
    return tensor(*chosen)


def broadcast_to(data: Tensor, shape: Sizes) -> Tensor:
    """`data` repeated along the axes where it has size 1, or none."""
    target = elements(shape)
    met = broadcast_shapes(data.shape, target)
    if len(met) != len(target) or any(known(a) != known(b) for a, b in zip(met, target)):
        raise ValueError(f"a tensor of shape {_written(data.shape)} cannot be broadcast to {_written(target)}")
    return named(target, lambda *indices: broadcast_index(data, indices, target), "T_broadcast_to", tag.BROADCAST)


def with_broadcast(lhs: Operand, rhs: Operand, operator: Operator, name: str) -> Any:
    """The operator element by element; of two numbers the number."""
    if isinstance(lhs, Tensor) and isinstance(rhs, Tensor):
        shape = broadcast_shapes(lhs.shape, rhs.shape)
        return named(
            shape,
            lambda *at: operator(broadcast_index(lhs, at, shape), broadcast_index(rhs, at, shape)),
            name,
            tag.BROADCAST,
        )
    if isinstance(lhs, Tensor):
        return named(lhs.shape, lambda *at: operator(lhs(*at), rhs), name, tag.ELEMWISE)
    if isinstance(rhs, Tensor):
        return named(rhs.shape, lambda *at: operator(lhs, rhs(*at)), name, tag.ELEMWISE)
    return operator(convert(lhs), rhs)


def _node(name: str) -> Operator:
    return lambda a, b: binary(name, a, b)


def _call(name: str) -> Operator:
    return lambda a, b: call(f"tir.{name}", a, b)


def _bits(name: str) -> Operator:
    return lambda a, b: bitwise(name, a, b)


def _floor_mod(a: Any, b: Any) -> Expr:
    """The remainder of floor division; for floats too."""
    if a.dtype.is_float if isinstance(a, Expr) else b.dtype.is_float:
        return binary("Sub", a, binary("Mul", floor_quotient(a, b), b))
    return binary("FloorMod", a, b)


def _log_add_exp(a: ExprLike, b: ExprLike) -> Expr:
    a, b = match_types(a, b)
    if not a.dtype.is_float:
        raise DTypeError(f"log_add_exp takes floats, and these are {a.dtype}")
    return call("tir.log", binary("Add", call("tir.exp", a), call("tir.exp", b)))


def add(lhs: Operand, rhs: Operand) -> Any:
    """lhs + rhs"""
    return with_broadcast(lhs, rhs, _node("Add"), "T_add")


def subtract(lhs: Operand, rhs: Operand) -> Any:
    """lhs - rhs"""
    return with_broadcast(lhs, rhs, _node("Sub"), "T_subtract")


def multiply(lhs: Operand, rhs: Operand) -> Any:
    """lhs * rhs"""
    return with_broadcast(lhs, rhs, _node("Mul"), "T_multiply")


def divide(lhs: Operand, rhs: Operand) -> Any:
    """The quotient, of integers rounded towards zero."""
    return with_broadcast(lhs, rhs, _node("Div"), "T_divide")


def floor_divide(lhs: Operand, rhs: Operand) -> Any:
    """The quotient rounded towards negative infinity."""
    return with_broadcast(lhs, rhs, floor_quotient, "T_floor_divide")


def mod(lhs: Operand, rhs: Operand) -> Any:
    """The remainder, which has the sign of `lhs`."""
    return with_broadcast(lhs, rhs, _node("Mod"), "T_mod")


def floor_mod(lhs: Operand, rhs: Operand) -> Any:
    """The remainder, which has the sign of `rhs`."""
    return with_broadcast(lhs, rhs, _floor_mod, "T_floor_mod")


def maximum(lhs: Operand, rhs: Operand) -> Any:
    """The larger."""
    return with_broadcast(lhs, rhs, _node("Max"), "T_maximum")


def minimum(lhs: Operand, rhs: Operand) -> Any:
    """The smaller."""
    return with_broadcast(lhs, rhs, _node("Min"), "T_minimum")


# Factors up to which a power of integers is written as a product.
_MOST_FACTORS = 64


def _power(a: Any, b: Any) -> Expr:
    """Of integers the product, which wraps around as all of their arithmetic does; the machine's function of floats would round it."""
    base, exponent = match_types(a, b)
    if base.dtype.is_float:
        return call("tir.pow", base, exponent)
    times = known(exponent)
    if times is None or not 0 <= times <= _MOST_FACTORS:
        raise DTypeError(
            f"power takes floats, or integers and a number from 0 to {_MOST_FACTORS} as exponent, and these are {base.dtype}; convert them with `astype`"
        )
    return _product(base, times)


def _product(base: Expr, times: int) -> Expr:
    if times < 2:
        return base if times else const(1, base.dtype)
    half = _product(base, times // 2)
    square = binary("Mul", half, half)
    return binary("Mul", square, base) if times % 2 else square


def power(lhs: Operand, rhs: Operand) -> Any:
    """lhs to the power of rhs; raises `DTypeError` for integers, unless `rhs` is a number that is not negative."""
    return with_broadcast(lhs, rhs, _power, "T_power")


def atan2(lhs: Operand, rhs: Operand) -> Any:
    """The angle of the point (rhs, lhs)."""
    return with_broadcast(lhs, rhs, _call("atan2"), "T_atan2")


def log_add_exp(lhs: Operand, rhs: Operand) -> Any:
    """log(exp(lhs) + exp(rhs))"""
    return with_broadcast(lhs, rhs, _log_add_exp, "T_log_add_exp")


def left_shift(lhs: Operand, rhs: Operand) -> Any:
    """lhs << rhs"""
    return with_broadcast(lhs, rhs, _bits("shift_left"), "T_left_shift")


def right_shift(lhs: Operand, rhs: Operand) -> Any:
    """lhs >> rhs"""
    return with_broadcast(lhs, rhs, _bits("shift_right"), "T_right_shift")


def bitwise_and(lhs: Operand, rhs: Operand) -> Any:
    """lhs & rhs"""
    return with_broadcast(lhs, rhs, _bits("bitwise_and"), "T_bitwise_and")


def bitwise_or(lhs: Operand, rhs: Operand) -> Any:
    """lhs | rhs"""
    return with_broadcast(lhs, rhs, _bits("bitwise_or"), "T_bitwise_or")


def bitwise_xor(lhs: Operand, rhs: Operand) -> Any:
    """lhs ^ rhs"""
    return with_broadcast(lhs, rhs, _bits("bitwise_xor"), "T_bitwise_xor")


def logical_and(lhs: Operand, rhs: Operand) -> Any:
    """Whether both hold."""
    return with_broadcast(lhs, rhs, _node("And"), "T_logical_and")


def logical_or(lhs: Operand, rhs: Operand) -> Any:
    """Whether one of them holds."""
    return with_broadcast(lhs, rhs, _node("Or"), "T_logical_or")


def logical_xor(lhs: Operand, rhs: Operand) -> Any:
    """Whether exactly one of them holds."""
    return with_broadcast(lhs, rhs, _bits("bitwise_xor"), "T_logical_xor")


def equal(lhs: Operand, rhs: Operand) -> Any:
    """lhs == rhs"""
    return with_broadcast(lhs, rhs, _node("EQ"), "T_equal")


def not_equal(lhs: Operand, rhs: Operand) -> Any:
    """lhs != rhs"""
    return with_broadcast(lhs, rhs, _node("NE"), "T_not_equal")


def less(lhs: Operand, rhs: Operand) -> Any:
    """lhs < rhs"""
    return with_broadcast(lhs, rhs, _node("LT"), "T_less")


def less_equal(lhs: Operand, rhs: Operand) -> Any:
    """lhs <= rhs"""
    return with_broadcast(lhs, rhs, _node("LE"), "T_less_equal")


def greater(lhs: Operand, rhs: Operand) -> Any:
    """lhs > rhs"""
    return with_broadcast(lhs, rhs, _node("GT"), "T_greater")


def greater_equal(lhs: Operand, rhs: Operand) -> Any:
    """lhs >= rhs"""
    return with_broadcast(lhs, rhs, _node("GE"), "T_greater_equal")
