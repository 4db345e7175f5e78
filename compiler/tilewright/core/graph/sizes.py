"""`Resized`: functions of Relax with symbolic sizes replaced, wherever they mention them: shapes, annotations, casts, declared results."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.graph.expr_functor import PyExprMutator
from tilewright.core.ir.construction import with_struct_info
from tilewright.core.ir.distributed import DTensorStructInfo
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.expr import Var as SymbolicVar
from tilewright.core.ir.relax import Call, Function, If, MatchCast, PrimValue, RelaxExpr, ShapeExpr, Var
from tilewright.core.ir.struct_info import (
    FuncStructInfo,
    PrimStructInfo,
    ShapeStructInfo,
    StructInfo,
    TensorStructInfo,
    TupleStructInfo,
)
from tilewright.core.ir.walk import substitute

InfoT = TypeVar("InfoT", bound=StructInfo | None)
Resize = Callable[[Expr], Expr]


class Resized(PyExprMutator):
    """`sizes` are the values of the variables; what they make of a size is simplified."""

    def __init__(self, sizes: Mapping[SymbolicVar, Expr]) -> None:
        super().__init__()
        self.sizes = dict(sizes)
        self.analyzer = Analyzer()

    def size(self, value: Expr) -> Expr:
        """One size."""
        made = substitute(value, self.sizes) if self.sizes else value
        return value if made is value else self.analyzer.simplify(made)

    def info(self, info: InfoT) -> InfoT:
        """One struct info; the same when it mentions none of the variables."""
        return resized(info, self.size) if self.sizes else info

    def visit_shape_expr_(self, op: ShapeExpr) -> RelaxExpr:
        values = tuple(map(self.size, op.values))
        return op if _same(values, op.values) else ShapeExpr(values, op.span)

    def visit_prim_value_(self, op: PrimValue) -> RelaxExpr:
        value = self.size(op.value)
        return op if value is op.value else PrimValue(value, op.span)

    def visit_call_(self, op: Call) -> RelaxExpr:
        declared = tuple(map(self.info, op.sinfo_args))
        if not _same(declared, op.sinfo_args):
            op = Call(op.op, op.args, op.attrs, declared, op.span)
        return super().visit_call_(op)

    def visit_if_(self, op: If) -> If:
        made = super().visit_if_(op)
        return made if made is op else with_struct_info(made, self.info(op.struct_info_))

    def visit_var_def_(self, var: Var) -> Var:
        known = self.info(var.struct_info_)
        return var if known is var.struct_info_ else self.with_struct_info(var, known)

    visit_dataflow_var_def_ = visit_var_def_  # pyright: ignore[reportAssignmentType]

    def visit_match_cast_(self, binding: MatchCast) -> None:
        cast = self.info(binding.struct_info)
        if cast is not binding.struct_info:
            binding = MatchCast(binding.var, binding.value, cast, binding.span)
        super().visit_match_cast_(binding)

    def visit_function_(self, op: Function) -> Function:
        made = super().visit_function_(op)
        result = self.info(op.ret_struct_info)
        if result is made.ret_struct_info:
            return made
        return Function(made.params, made.body, result, made.is_pure, made.attrs, made.span, dialect=made.dialect)


def resized(info: InfoT, size: Resize) -> InfoT:
    """The struct info with each of its sizes changed by `size`; the same when none changed."""
    change = _CHANGES.get(type(info))
    return info if change is None else change(info, size)


def _tensor(info: TensorStructInfo, size: Resize) -> TensorStructInfo:
    if not isinstance(info.shape, ShapeExpr):
        return info
    values = tuple(map(size, info.shape.values))
    if _same(values, info.shape.values):
        return info
    return TensorStructInfo(ShapeExpr(values), info.dtype, info.vdevice, info.ndim)


def _shape(info: ShapeStructInfo, size: Resize) -> ShapeStructInfo:
    values = tuple(map(size, info.values or ()))
    return info if _same(values, info.values or ()) else ShapeStructInfo(values, info.ndim)


def _prim(info: PrimStructInfo, size: Resize) -> PrimStructInfo:
    value = None if info.value is None else size(info.value)
    return info if value is info.value else PrimStructInfo(value)


def _tuple(info: TupleStructInfo, size: Resize) -> TupleStructInfo:
    fields = [resized(field, size) for field in info.fields]
    return info if _same(fields, info.fields) else TupleStructInfo(fields)


def _distributed(info: DTensorStructInfo, size: Resize) -> DTensorStructInfo:
    whole = resized(info.tensor_sinfo, size)
    return info if whole is info.tensor_sinfo else DTensorStructInfo(whole, info.device_mesh, info.placement)


def _function(info: FuncStructInfo, size: Resize) -> FuncStructInfo:
    params = [resized(param, size) for param in info.params or ()]
    result = resized(info.ret, size)
    if result is info.ret and _same(params, info.params or ()):
        return info
    return FuncStructInfo(None if info.params is None else params, result, info.purity, info.derive_func)


_CHANGES: dict[type, Callable[[Any, Resize], Any]] = {
    TensorStructInfo: _tensor,
    ShapeStructInfo: _shape,
    PrimStructInfo: _prim,
    TupleStructInfo: _tuple,
    DTensorStructInfo: _distributed,
    FuncStructInfo: _function,
}


def _same(new: Sequence[Expr | StructInfo], old: Sequence[Expr | StructInfo]) -> bool:
    return len(new) == len(old) and all(a is b for a, b in zip(new, old))
