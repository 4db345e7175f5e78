"""Passes that remove what one op does and another undoes: reshapes, and changes of layout."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilewright.core.builder.relax_calls import reshape
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import Function, RelaxExpr, Var
from tilewright.core.ir.struct_info import TensorStructInfo
from tilewright.core.ir.structural import structural_equal
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.over_functions import each_function
from tilewright.core.passes.relax.patterns.constructors import is_op, wildcard
from tilewright.core.passes.relax.patterns.pattern import DFPattern, TuplePattern
from tilewright.core.passes.relax.patterns.rewrite import rewrite_call

_X, _SHAPE, _AGAIN = wildcard(), wildcard(), wildcard()
_RESHAPE = is_op("relax.reshape")(_X, _SHAPE)
_TWICE = is_op("relax.reshape")(_RESHAPE, _AGAIN)


def RemoveRedundantReshape() -> Pass:
    """A reshape of a reshape as one, and none where the shape stays."""
    return each_function("RemoveRedundantReshape", _without_reshapes)


def _without_reshapes(func: Function) -> Function:
    return func if func.attrs.get("Primitive") else rewrite_call(_TWICE | _RESHAPE, _shorter, func)


def _shorter(value: RelaxExpr, found: Mapping[DFPattern, Any]) -> RelaxExpr:
    source = found[_X]
    shape = found[_TWICE if _TWICE in found else _RESHAPE].args[1]
    info = source.struct_info_
    if isinstance(info, TensorStructInfo) and structural_equal(info.shape, shape):
        return source
    return reshape(source, shape) if _TWICE in found else value


_MOVED = is_op("relax.layout_transform")(_X)
_FUNCTION = wildcard()
_BACK = is_op("relax.layout_transform")(_MOVED)
_CALL = is_op("relax.call_tir")(_FUNCTION, TuplePattern([_MOVED]))
_AFTER_CALL = is_op("relax.layout_transform")(_CALL)


def OptimizeLayoutTransform() -> Pass:
    """Without the changes of layout that undo one another, also around the removal of padding, which `AlterOpImpl` leaves behind."""

    def run(mod: IRModule) -> IRModule:
        return each_function("OptimizeLayoutTransform", lambda func: _without_moves(mod, func)).run(mod)

    return Pass("OptimizeLayoutTransform", run)


def _without_moves(mod: IRModule, func: Function) -> Function:
    if func.attrs.get("Primitive"):
        return func

    def make(value: RelaxExpr, found: Mapping[DFPattern, Any]) -> RelaxExpr:
        if _AFTER_CALL in found and mod[found[_FUNCTION]].attrs.get("operator_name") != "remove_pad":
            return value
        return found[_X] if _same_shape(value, found[_X]) else value

    return rewrite_call(_BACK | _AFTER_CALL, make, func)


def _same_shape(one: RelaxExpr, other: Var) -> bool:
    infos = (one.struct_info_, other.struct_info_)
    shapes = [info.shape for info in infos if isinstance(info, TensorStructInfo)]
    return len(shapes) == 2 and structural_equal(*shapes)
