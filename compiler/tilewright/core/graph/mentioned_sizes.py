"""The symbolic sizes that a value of Relax needs to be computed, and what struct infos say of the signs of their sizes."""

from __future__ import annotations

from typing import Any

from tilewright.core.arith.key import key
from tilewright.core.base.keywords import also_named
from tilewright.core.graph.expr_functor import PyExprVisitor
from tilewright.core.ir.expr import Expr, IntImm, Var
from tilewright.core.ir.relax import Call, PrimValue, RelaxExpr, ShapeExpr
from tilewright.core.ir.relax_symbols import sizes
from tilewright.core.ir.struct_info import (
    FuncStructInfo,
    ShapeStructInfo,
    StructInfo,
    TensorStructInfo,
    TupleStructInfo,
    info_of,
)
from tilewright.core.ir.walk import walk


def mentioned_sizes(expr: RelaxExpr) -> set[Var]:
    """The variables in the shapes, numbers and declared results of an expression."""
    collector = _Collector()
    collector.visit_expr(expr)
    return collector.found


class _Collector(PyExprVisitor):
    def __init__(self) -> None:
        self.found: set[Var] = set()

    def _add(self, size: Expr) -> None:
        self.found.update(node for node in walk(size) if isinstance(node, Var))

    def visit_shape_expr_(self, op: ShapeExpr) -> None:
        for size in op.values:
            self._add(size)

    def visit_prim_value_(self, op: PrimValue) -> None:
        self._add(op.value)

    def visit_call_(self, op: Call) -> None:
        super().visit_call_(op)
        for info in op.sinfo_args:
            for size in sizes(info):
                self._add(size)


@also_named(ty="sinfo")
def collect_non_negative_expressions(sinfo: StructInfo) -> list[Expr]:
    """The symbolic sizes of tensors and shapes in a struct info, which are not negative; each once, in order."""
    found: dict[Any, Expr] = {}
    for size in _sizes_of_shapes(info_of(sinfo)):
        if not isinstance(size, IntImm):
            found.setdefault(key(size), size)
    return list(found.values())


def _sizes_of_shapes(info: StructInfo) -> list[Expr]:
    if isinstance(info, TupleStructInfo):
        return [size for field in info.fields for size in _sizes_of_shapes(field)]
    if isinstance(info, FuncStructInfo):
        return [size for each in (*(info.params or ()), info.ret) for size in _sizes_of_shapes(each)]
    return list(sizes(info)) if isinstance(info, (TensorStructInfo, ShapeStructInfo)) else []
