"""NarrowDataType: loop variables, axes and thread indices take narrower integers where no value that is made of them leaves their range.

As in TVM a variable, a constant or a conversion becomes narrow when every integer expression around it fits; otherwise it stays wide everywhere.
What is stored or handed to a call keeps its type.
"""

from __future__ import annotations

from typing import Any

from tilewright.core.base.dtype import DType, dtype
from tilewright.core.ir.expr import (
    BINARY_NODES,
    Broadcast,
    BufferLoad,
    Call,
    Cast,
    Expr,
    IntImm,
    IterVar,
    Let,
    Ramp,
    Select,
    SizeVar,
    Var,
)
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import For, Stmt
from tilewright.core.ir.walk import walk
from tilewright.core.passes.core.pass_ import Pass, tir_pass
from tilewright.core.passes.tir.compat.narrowing import Narrowing
from tilewright.core.passes.tir.rewriting.ranges import Ranges, rewrite_in_ranges


def narrow_data_type_to(target_bits: int) -> Pass:
    """The pass that narrows to `target_bits`; raises `ValueError` for a width that integers do not have."""
    if target_bits not in (8, 16, 32, 64):
        raise ValueError(f"indices are 8, 16, 32 or 64 bits wide, not {target_bits}")
    narrow = dtype(f"int{target_bits}")

    def to_narrow(func: PrimFunc) -> PrimFunc:
        """Do the arithmetic of loops and indices in narrower integers."""
        wide = _wide_nodes(func.body, narrow)
        variables = _variables(func.body, narrow, wide)
        if not variables:
            return func
        return func.with_body(_Fitting(narrow, variables, wide).visit(func.body))

    return tir_pass("tir.NarrowDataType")(to_narrow)


narrow_data_type = narrow_data_type_to(32)


def _variables(body: Stmt, narrow: DType, wide: set[int]) -> dict[Var, Var]:
    """The narrow variable for each that counts and always fits."""
    counting: dict[Var, None] = {}
    for node in walk(body):
        if isinstance(node, For) and id(node.extent) not in wide and id(node.min) not in wide:
            counting[node.loop_var] = None
        elif isinstance(node, IterVar):
            counting[node.var] = None
    found = [var for var in counting if var.dtype.kind == "int" and var.dtype.bits > narrow.bits]
    return {var: Var(var.name, narrow, var.span) for var in found if id(var) not in wide}


def _wide_nodes(body: Stmt, narrow: DType) -> set[int]:
    """Expressions that do not fit, and the variables, constants and conversions inside them, by identity."""
    wide = _unfit(body, narrow)
    inner: set[int] = set()

    def visit(node: Any, inside: bool) -> None:
        inside = inside or id(node) in wide
        if inside and isinstance(node, (Var, IntImm, Cast)):
            inner.add(id(node))
        inside = inside and not isinstance(node, BufferLoad)  # an index says nothing of what lies there
        for child in node.children():
            visit(child, inside)

    visit(body, False)
    return wide | inner


def _unfit(body: Stmt, narrow: DType) -> set[int]:
    """The integer expressions whose values may be too large for the narrow type somewhere they stand."""
    low, high = -(1 << (narrow.bits - 1)), (1 << (narrow.bits - 1)) - 1
    found: set[int] = set()

    def measure(e: Expr, ranges: Ranges) -> Expr:
        if e.dtype.kind == "int" and e.dtype.bits > narrow.bits:
            bound = ranges.analyzer.const_int_bound(e)
            if bound.min_value < low or bound.max_value > high:
                found.add(id(e))
        return e

    rewrite_in_ranges(body, dict.fromkeys(_EXPRESSIONS, measure))
    return found


_EXPRESSIONS: tuple[type, ...] = (
    *BINARY_NODES.values(),
    *(Var, SizeVar, IntImm, Cast, BufferLoad, Call, Select, Ramp, Broadcast, Let),
)


class _Fitting(Narrowing):
    """Narrows the types of the expressions that were found to fit."""

    def __init__(self, narrow: DType, variables: dict[Var, Var], wide: set[int]) -> None:
        super().__init__(narrow, variables)
        self._wide = wide

    def becomes_narrow(self, e: IntImm | Cast) -> bool:
        return id(e) not in self._wide
