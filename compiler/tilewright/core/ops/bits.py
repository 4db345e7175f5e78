"""Rows for operations on the bits of integers."""

from __future__ import annotations

from tilewright.core.ops.arithmetic import BIT_AND, BIT_OR, BIT_XOR, SHIFT, UNARY
from tilewright.core.ops.evaluation import wrap
from tilewright.core.ops.op import Instr, Intrinsic, Op, Param, Special

PAIR = (Param("x", doc="Left operand, an integer."), Param("y", doc="Right operand, an integer."))

ROWS = (
    Op(
        "tir.bitwise_and",
        "bitwise_and",
        PAIR,
        "Bits set in both operands.",
        "promote",
        evaluate=lambda x, y, type_: wrap(x & y, type_),
        lower=Instr("and"),
        symbol="&",
        precedence=BIT_AND,
        commutative=True,
        associative=True,
        group="bits",
        operands="integer",
    ),
    Op(
        "tir.bitwise_or",
        "bitwise_or",
        PAIR,
        "Bits set in one of the operands.",
        "promote",
        evaluate=lambda x, y, type_: wrap(x | y, type_),
        lower=Instr("or"),
        symbol="|",
        precedence=BIT_OR,
        commutative=True,
        associative=True,
        group="bits",
        operands="integer",
    ),
    Op(
        "tir.bitwise_xor",
        "bitwise_xor",
        PAIR,
        "Bits set in exactly one of the operands.",
        "promote",
        evaluate=lambda x, y, type_: wrap(x ^ y, type_),
        lower=Instr("xor"),
        symbol="^",
        precedence=BIT_XOR,
        commutative=True,
        associative=True,
        group="bits",
        operands="integer",
    ),
    Op(
        "tir.bitwise_not",
        "bitwise_not",
        (Param("x", doc="An integer."),),
        "Every bit the other way round.",
        evaluate=lambda x, type_: int(not x) if type_.is_bool else wrap(~x, type_),
        lower=Special("bitwise_not"),
        symbol="~",
        precedence=UNARY,
        group="bits",
        operands="integer",
    ),
    Op(
        "tir.shift_left",
        "shift_left",
        PAIR,
        "The first operand shifted left by the second; bits that leave are lost.  A shift by the width or more has no defined result.",
        "promote",
        evaluate=lambda x, y, type_: wrap(x << _amount(y, type_), type_),
        lower=Instr("shl"),
        symbol="<<",
        precedence=SHIFT,
        group="bits",
        operands="integer",
    ),
    Op(
        "tir.shift_right",
        "shift_right",
        PAIR,
        "The first operand shifted right by the second, keeping the sign of signed integers.",
        "promote",
        evaluate=lambda x, y, type_: wrap(x >> _amount(y, type_), type_),
        lower=Instr("ashr", "lshr"),
        symbol=">>",
        precedence=SHIFT,
        group="bits",
        operands="integer",
    ),
    Op(
        "tir.popcount",
        "popcount",
        (Param("x", doc="An integer."),),
        "Number of bits set in `x`.",
        evaluate=lambda x, type_: bin(x & ((1 << type_.bits) - 1)).count("1"),
        lower=Intrinsic("llvm.ctpop"),
        group="integers",
        operands="integer",
    ),
    Op(
        "tir.clz",
        "clz",
        (Param("x", doc="An integer other than 0."),),
        "Number of zero bits above the highest set one; 0 has no defined result.",
        "int32_like",
        lower=Special("clz"),
        group="integers",
        operands="integer",
    ),
)


def _amount(y: int, type_: object) -> int:
    if not 0 <= y < type_.bits:  # pyright: ignore
        raise ValueError("a shift by the width or more has no defined result")
    return y
