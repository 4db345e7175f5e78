"""Rows for the operators that are expression classes of their own: arithmetic, comparison, logic."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from tilewright.core.ops.evaluation import arithmetic, floordiv, floormod, maximum, minimum, truncdiv, truncmod
from tilewright.core.ops.op import Instr, Op, Param, Special

PAIR = (Param("a", doc="Left operand."), Param("b", doc="Right operand, of the same type after promotion."))

# Precedences are those of Python's grammar, so that printed text needs the fewest parentheses.
OR, AND, NOT, COMPARE, BIT_OR, BIT_XOR, BIT_AND, SHIFT, ADD, MULTIPLY, UNARY = range(1, 12)


def _row(
    node: str,
    script: str,
    doc: str,
    evaluate: object,
    lower: object,
    symbol: str | None = None,
    precedence: int = 0,
    **more: object,
) -> Op:
    return Op(
        f"tir.{node}",
        script,
        PAIR,
        doc,
        evaluate=evaluate,  # pyright: ignore[reportArgumentType]
        lower=lower,  # pyright: ignore[reportArgumentType]
        node=node,
        symbol=symbol,
        precedence=precedence,
        **{"result": "promote", "group": "arithmetic", **more},  # pyright: ignore[reportArgumentType]
    )


ARITHMETIC = (
    _row(
        "Add",
        "Add",
        "Sum; integers wrap around.",
        arithmetic(operator.add),
        Instr("add", float="fadd"),
        "+",
        ADD,
        commutative=True,
        associative=True,
    ),
    _row(
        "Sub",
        "Sub",
        "Difference; integers wrap around.",
        arithmetic(operator.sub),
        Instr("sub", float="fsub"),
        "-",
        ADD,
    ),
    _row(
        "Mul",
        "Mul",
        "Product; integers wrap around.",
        arithmetic(operator.mul),
        Instr("mul", float="fmul"),
        "*",
        MULTIPLY,
        commutative=True,
        associative=True,
    ),
    _row(
        "Div",
        "Div",
        "Quotient: exact rounding for floats, towards zero for integers.",
        arithmetic(truncdiv),
        Instr("sdiv", "udiv", "fdiv"),
        "/",
        MULTIPLY,
    ),
    _row(
        "Mod",
        "truncmod",
        "Remainder of the division towards zero: it has the sign of the first operand.",
        arithmetic(truncmod),
        Instr("srem", "urem", "frem"),
        operands="integer",
    ),
    _row(
        "FloorDiv",
        "floordiv",
        "Quotient rounded towards negative infinity.",
        arithmetic(floordiv),
        Special("floordiv"),
        "//",
        MULTIPLY,
        operands="integer",
    ),
    _row(
        "FloorMod",
        "floormod",
        "Remainder of the floor division: it has the sign of the second operand.",
        arithmetic(floormod),
        Special("floormod"),
        "%",
        MULTIPLY,
        operands="integer",
    ),
    _row(
        "Min",
        "min",
        "The smaller operand; the second when one is not a number.",
        arithmetic(minimum),
        Special("min"),
        commutative=True,
        associative=True,
    ),
    _row(
        "Max",
        "max",
        "The larger operand; the second when one is not a number.",
        arithmetic(maximum),
        Special("max"),
        commutative=True,
        associative=True,
    ),
)


def _compare(node: str, doc: str, function: Callable[[Any, Any], bool], lower: Instr, symbol: str) -> Op:
    return _row(
        node,
        node,
        doc,
        lambda a, b, type_: int(function(a, b)),
        lower,
        symbol,
        COMPARE,
        result="comparison",
        group="comparison",
    )  # pyright: ignore


COMPARISON = (
    _compare(
        "EQ",
        "Whether the operands are equal; false when one is not a number.",
        operator.eq,
        Instr("icmp eq", float="fcmp oeq"),
        "==",
    ),
    _compare(
        "NE",
        "Whether the operands differ; true when one is not a number.",
        operator.ne,
        Instr("icmp ne", float="fcmp une"),
        "!=",
    ),
    _compare(
        "LT",
        "Whether the first operand is smaller.",
        operator.lt,
        Instr("icmp slt", "icmp ult", "fcmp olt"),
        "<",
    ),
    _compare(
        "LE",
        "Whether the first operand is smaller or equal.",
        operator.le,
        Instr("icmp sle", "icmp ule", "fcmp ole"),
        "<=",
    ),
    _compare(
        "GT",
        "Whether the first operand is larger.",
        operator.gt,
        Instr("icmp sgt", "icmp ugt", "fcmp ogt"),
        ">",
    ),
    _compare(
        "GE",
        "Whether the first operand is larger or equal.",
        operator.ge,
        Instr("icmp sge", "icmp uge", "fcmp oge"),
        ">=",
    ),
)

LOGIC = (
    _row(
        "And",
        "And",
        "Whether both conditions hold; the second is computed only where the first holds, or where it cannot fail.",
        lambda a, b, type_: int(bool(a) and bool(b)),
        Instr("and"),
        "and",
        AND,
        commutative=True,
        associative=True,
        group="logic",
    ),
    _row(
        "Or",
        "Or",
        "Whether one of the conditions holds; the second is computed only where the first does not hold, or where it cannot fail.",
        lambda a, b, type_: int(bool(a) or bool(b)),
        Instr("or"),
        "or",
        OR,
        commutative=True,
        associative=True,
        group="logic",
    ),
    Op(
        "tir.Not",
        "Not",
        (Param("a", doc="A condition."),),
        "Whether the condition does not hold.",
        evaluate=lambda a, type_: int(not a),
        lower=Special("not"),
        node="Not",
        symbol="not",
        precedence=NOT,
        group="logic",
    ),
)

ROWS = (*ARITHMETIC, *COMPARISON, *LOGIC)
