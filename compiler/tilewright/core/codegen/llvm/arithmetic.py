"""Arithmetic, comparison and logic: instructions named by op rows, and the operators that take several.

Integers wrap around.  Division of an integer by zero gives 0, quotient and remainder alike, and the smallest integer divided by -1 wraps, as in
numpy; the guard costs two instructions and stands only where the divisor is not a constant.  Products and sums of floats
carry `contract`: the machine may fuse them, which rounds once instead of twice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tilewright.core.base.dtype import DType
from tilewright.core.codegen.llvm.constants import integer, number
from tilewright.core.codegen.llvm.types import mask, register, suffix, unsupported
from tilewright.core.codegen.llvm.writer import Body
from tilewright.core.ir.expr import Broadcast, Expr, IntImm
from tilewright.core.ops.op import Instr

# A bool is one bit, where the sum that is "true unless both are false" is an `or`, and so on.
_BOOL_INSTRUCTIONS = {"add": "or", "sub": "xor", "mul": "and", "sdiv": "and", "udiv": "and"}
_DIVISIONS = frozenset({"sdiv", "udiv", "srem", "urem"})


def instruction(body: Body, lowering: Instr, args: Sequence[Expr]) -> str:
    """The instruction that a row names for the type of its operands."""
    type_ = args[0].dtype
    name = _choose(lowering, type_)
    if name in _DIVISIONS:
        return divide(body, name, args)
    values = [body.value(arg) for arg in args]
    if name.startswith("f") and not name.startswith("fcmp"):
        name += " contract"
    return body.set(f"{name} {register(type_)} {', '.join(values)}")


def _choose(lowering: Instr, type_: DType) -> str:
    if type_.is_float:
        name = lowering.float
    elif type_.is_bool:
        name = lowering.uint or _BOOL_INSTRUCTIONS.get(lowering.int or "", lowering.int)
        name = _BOOL_INSTRUCTIONS.get(name or "", name)
    else:
        name = lowering.uint or lowering.int if type_.kind == "uint" else lowering.int
    if name is None:
        raise TypeError(f"no instruction for {type_} in {lowering}")
    return name


def divide(body: Body, name: str, args: Sequence[Expr]) -> str:
    """An integer quotient or remainder, towards zero, that never traps."""
    a, b = args
    return _guarded(body, name, body.value(a), body.value(b), a.dtype, constant_divisor(b))


def _guarded(body: Body, name: str, a: str, b: str, type_: DType, known: int | None) -> str:
    kind = register(type_)
    if known == 0:
        return integer(type_, 0)
    if known is not None and known != -1:
        return body.set(f"{name} {kind} {a}, {b}")
    condition, divisor = _safe_divisor(body, b, type_)
    result = body.set(f"{name} {kind} {a}, {divisor}")
    if name in ("srem", "urem"):
        return result
    product = body.set(f"mul {kind} {a}, {b}")
    return choose(body, condition, product, result, type_)


def _safe_divisor(body: Body, b: str, type_: DType) -> tuple[str, str]:
    """Whether the divisor is one that traps (0, and -1 for signed), and a divisor that is 1 there.

    With divisor 1 the remainder is 0, right for all of them; the quotient of 0 and -1 is the product.
    """
    kind = register(type_)
    if type_.kind == "int":
        above = body.set(f"add {kind} {b}, {integer(type_, 1)}")
        traps = body.set(f"icmp ult {kind} {above}, {integer(type_, 2)}")
    else:
        traps = body.set(f"icmp eq {kind} {b}, {integer(type_, 0)}")
    return traps, choose(body, traps, integer(type_, 1), b, type_)


def floordiv(body: Body, args: Sequence[Expr]) -> str:
    """The quotient rounded towards negative infinity."""
    a, b = args
    if a.dtype.is_float:
        return _float_floordiv(body, body.value(a), body.value(b), a.dtype)
    if a.dtype.kind != "int":
        return divide(body, "udiv", args) if not a.dtype.is_bool else body.set(_and(body, args))
    known = constant_divisor(b)
    if known is not None and known > 0 and known & (known - 1) == 0:
        return body.set(f"ashr {register(a.dtype)} {body.value(a)}, {integer(a.dtype, known.bit_length() - 1)}")
    return _signed_floordiv(body, body.value(a), body.value(b), a.dtype, known)


def _and(body: Body, args: Sequence[Expr]) -> str:
    return f"and {register(args[0].dtype)} {body.value(args[0])}, {body.value(args[1])}"


def _signed_floordiv(body: Body, a: str, b: str, type_: DType, known: int | None) -> str:
    """trunc(a / b) - 1 where the remainder is not 0 and its sign is not the divisor's"""
    kind = register(type_)
    quotient = _guarded(body, "sdiv", a, b, type_, known)
    remainder = _guarded(body, "srem", a, b, type_, known)
    below = body.set(f"add {kind} {quotient}, {integer(type_, -1)}")
    return choose(body, _signs_differ(body, remainder, b, type_), below, quotient, type_)


def floormod(body: Body, args: Sequence[Expr]) -> str:
    """The remainder with the sign of the divisor."""
    a, b = args
    if a.dtype.is_float:
        return _float_floormod(body, body.value(a), body.value(b), a.dtype)[0]
    if a.dtype.kind != "int":
        return divide(body, "urem", args) if not a.dtype.is_bool else integer(a.dtype, 0)
    known = constant_divisor(b)
    if known is not None and known > 0 and known & (known - 1) == 0:
        return body.set(f"and {register(a.dtype)} {body.value(a)}, {integer(a.dtype, known - 1)}")
    return _signed_floormod(body, body.value(a), body.value(b), a.dtype, known)


def _signed_floormod(body: Body, a: str, b: str, type_: DType, known: int | None) -> str:
    kind = register(type_)
    remainder = _guarded(body, "srem", a, b, type_, known)
    above = body.set(f"add {kind} {remainder}, {b}")
    return choose(body, _signs_differ(body, remainder, b, type_), above, remainder, type_)


def _signs_differ(body: Body, remainder: str, b: str, type_: DType) -> str:
    kind, condition = register(type_), mask(type_)
    mixed = body.set(f"xor {kind} {remainder}, {b}")
    negative = body.set(f"icmp slt {kind} {mixed}, {integer(type_, 0)}")
    some = body.set(f"icmp ne {kind} {remainder}, {integer(type_, 0)}")
    return body.set(f"and {condition} {negative}, {some}")


def _float_floormod(body: Body, a: str, b: str, type_: DType) -> tuple[str, str, str]:
    """The remainder as Python has it, the truncated remainder, and whether the two differ."""
    if type_.scalable:
        raise unsupported(f"remainders of floats are a function of the C library, and none takes a {type_}")
    kind, condition = register(type_), mask(type_)
    zero = number(type_, 0.0)
    remainder = body.set(f"frem {kind} {a}, {b}")
    some = body.set(f"fcmp une {kind} {remainder}, {zero}")
    low = body.set(f"fcmp olt {kind} {remainder}, {zero}")
    divisor_low = body.set(f"fcmp olt {kind} {b}, {zero}")
    mixed = body.set(f"xor {condition} {low}, {divisor_low}")
    wrong = body.set(f"and {condition} {some}, {mixed}")
    moved = body.set(f"fadd {kind} {remainder}, {b}")
    signed = body.set(f"call {kind} @llvm.copysign.{suffix(type_)}({kind} {zero}, {kind} {b})")
    nonzero = choose(body, wrong, moved, remainder, type_)
    return choose(body, some, nonzero, signed, type_), remainder, wrong


def _float_floordiv(body: Body, a: str, b: str, type_: DType) -> str:
    """(a - trunc remainder) / b, less 1 where the signs differ, brought to a whole number; a / b when b is 0."""
    kind = register(type_)
    _, remainder, wrong = _float_floormod(body, a, b, type_)
    difference = body.set(f"fsub {kind} {a}, {remainder}")
    quotient = body.set(f"fdiv {kind} {difference}, {b}")
    below = body.set(f"fsub {kind} {quotient}, {number(type_, 1.0)}")
    whole = _nearest_whole(body, choose(body, wrong, below, quotient, type_), type_)
    plain = body.set(f"fdiv {kind} {a}, {b}")
    by_zero = body.set(f"fcmp oeq {kind} {b}, {number(type_, 0.0)}")
    return choose(body, by_zero, plain, whole, type_)


def _nearest_whole(body: Body, value: str, type_: DType) -> str:
    """The whole number that `value` is but for rounding."""
    kind = register(type_)
    floor = body.set(f"call {kind} @llvm.floor.{suffix(type_)}({kind} {value})")
    rest = body.set(f"fsub {kind} {value}, {floor}")
    much = body.set(f"fcmp ogt {kind} {rest}, {number(type_, 0.5)}")
    above = body.set(f"fadd {kind} {floor}, {number(type_, 1.0)}")
    return choose(body, much, above, floor, type_)


def _extreme(float_name: str, signed: str, unsigned: str) -> Callable[[Body, Sequence[Expr]], str]:
    """Minimum or maximum: for floats the second operand when one is not a number."""

    def lower(body: Body, args: Sequence[Expr]) -> str:
        type_ = args[0].dtype
        a, b = body.value(args[0]), body.value(args[1])
        name = float_name if type_.is_float else signed if type_.kind == "int" else unsigned
        condition = body.set(f"{name} {register(type_)} {a}, {b}")
        return choose(body, condition, a, b, type_)

    return lower


minimum = _extreme("fcmp olt", "icmp slt", "icmp ult")
maximum = _extreme("fcmp ogt", "icmp sgt", "icmp ugt")


def bitwise_not(body: Body, args: Sequence[Expr]) -> str:
    """Every bit the other way round."""
    type_ = args[0].dtype
    return body.set(f"xor {register(type_)} {body.value(args[0])}, {integer(type_, 1 if type_.is_bool else -1)}")


def choose(body: Body, condition: str, yes: str, no: str, type_: DType) -> str:
    """`yes` where the condition (of as many lanes) holds, else `no`."""
    kind = register(type_)
    return body.set(f"select {mask(type_)} {condition}, {kind} {yes}, {kind} {no}")


def constant_divisor(expr: Expr) -> int | None:
    """The value of a divisor that is a constant in every lane."""
    if isinstance(expr, Broadcast):
        expr = expr.value
    return expr.value if isinstance(expr, IntImm) else None
