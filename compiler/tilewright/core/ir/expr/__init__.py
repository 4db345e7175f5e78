"""Expressions of TensorIR.

    expr ::= Var(name, dtype) | SizeVar | IntImm(dtype, value) | FloatImm(dtype, value) | StringImm(value) | Cast(dtype, value)
           | Add | Sub | Mul | Div | Mod | FloorDiv | FloorMod | Min | Max (a, b)
           | EQ | NE | LT | LE | GT | GE (a, b) | And | Or (a, b) | Not(a)
           | Select(condition, true_value, false_value)
           | BufferLoad(buffer, indices, predicate) | ProducerLoad(producer, indices)
           | Ramp(base, stride, lanes) | Broadcast(value, lanes) | Shuffle(vectors, indices)
           | Call(dtype, op, args) | Let(var, value, body) | Reduce(combiner, source, axis, condition, value_index, init)

The classes stand in files by topic and are collected here.  `ir/operators.py` gives them Python's operators; their constructors do not simplify.
"""

from __future__ import annotations

from tilewright.core.ir.expr.base import Expr, ExprLike, PrimExpr, expr, exprs
from tilewright.core.ir.expr.calls import Call, GlobalVar
from tilewright.core.ir.expr.immediates import FloatImm, IntImm, StringImm
from tilewright.core.ir.expr.iteration import CommReducer, IterVar, IterVarKind, Range, Reduce
from tilewright.core.ir.expr.loads import BufferLoad, DataProducer, ProducerLoad
from tilewright.core.ir.expr.operations import (
    ARITHMETIC_NODES,
    BINARY_NODES,
    EQ,
    GE,
    GT,
    LE,
    LT,
    NE,
    Add,
    And,
    BinaryOp,
    Cast,
    CmpOp,
    Div,
    FloorDiv,
    FloorMod,
    LogicalOp,
    Max,
    Min,
    Mod,
    Mul,
    Not,
    Or,
    Select,
    Sub,
)
from tilewright.core.ir.expr.variables import Let, SizeVar, Var
from tilewright.core.ir.expr.vectors import Broadcast, Ramp, Shuffle

ConstExpr = IntImm | FloatImm

__all__ = [
    "ARITHMETIC_NODES",
    "BINARY_NODES",
    "EQ",
    "GE",
    "GT",
    "LE",
    "LT",
    "NE",
    "Add",
    "And",
    "BinaryOp",
    "Broadcast",
    "BufferLoad",
    "Call",
    "Cast",
    "CmpOp",
    "CommReducer",
    "ConstExpr",
    "DataProducer",
    "Div",
    "Expr",
    "ExprLike",
    "FloatImm",
    "FloorDiv",
    "FloorMod",
    "GlobalVar",
    "IntImm",
    "IterVar",
    "IterVarKind",
    "Let",
    "LogicalOp",
    "Max",
    "Min",
    "Mod",
    "Mul",
    "Not",
    "Or",
    "PrimExpr",
    "ProducerLoad",
    "Ramp",
    "Range",
    "Reduce",
    "Select",
    "Shuffle",
    "SizeVar",
    "StringImm",
    "Sub",
    "Var",
    "expr",
    "exprs",
]

# This is where they are known: in what `help`, stubs and messages say, the topic file is a detail.
for _name in __all__:
    if isinstance(globals()[_name], type):
        globals()[_name].__module__ = __name__
