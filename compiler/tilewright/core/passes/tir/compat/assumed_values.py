"""Values that a program assumes of the elements of buffers that it does not write: `T.assume(c or A[i] == v)`."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import EQ, BufferLoad, Call, Expr, FloatImm, IntImm, Or, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import logical_not
from tilewright.core.ir.stmt import BufferStore, Evaluate
from tilewright.core.ir.walk import substitute, walk
from tilewright.core.passes.tir.rewriting.ranges import Ranges


@dataclass(frozen=True)
class Assumption:
    """A fact: element `indices` of `buffer` is `value` unless `unless` holds; the indices are variables that stand for any index."""

    buffer: Buffer
    indices: tuple[Var, ...]
    unless: Expr
    value: Expr


def known_value(load: BufferLoad, ranges: Ranges, assumed: tuple[Assumption, ...]) -> Expr:
    """The value that is assumed of the loaded element where it stands, the load itself where nothing is."""
    for each in assumed:
        if each.buffer is load.buffer:
            unless: Expr = substitute(each.unless, dict(zip(each.indices, load.indices)))
            if ranges.proves(logical_not(unless)):
                return each.value
    return load


def assumptions(func: PrimFunc) -> tuple[Assumption, ...]:
    """The assumptions of the function about buffers that it never writes, index by index."""
    written = {node.buffer.data for node in walk(func) if isinstance(node, BufferStore)}
    found: list[Assumption] = []
    for node in walk(func):
        if not (isinstance(node, Evaluate) and isinstance(node.value, Call)):
            continue
        if callee_name(node.value) == "tir.assume":
            made = _assumption(node.value.args[0])
            if made is not None and made.buffer.data not in written:
                found.append(made)
    return tuple(found)


def _assumption(condition: Expr) -> Assumption | None:
    """c or A[i, j] == v"""
    if not (isinstance(condition, Or) and isinstance(condition.b, EQ)):
        return None
    load, value = condition.b.a, condition.b.b
    if not (isinstance(load, BufferLoad) and isinstance(value, (IntImm, FloatImm))):
        return None
    indices = tuple(index for index in load.indices if isinstance(index, Var))
    mentioned = {node for node in walk(condition.a) if isinstance(node, Var)}
    whole = len(indices) == len(load.indices) == len(set(indices)) and mentioned <= set(indices)
    return Assumption(load.buffer, indices, condition.a, value) if whole else None
