"""Functions of one's own in networks: of tensor expressions, in TensorIR, or registered under a name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tilewright.core.builder.relax_calls import call_dps_packed, call_tir, call_tir_inplace
from tilewright.core.graph.block_builder import BlockBuilder
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.relax import ShapeExpr, Tuple
from tilewright.core.ir.struct_info import StructInfo, TupleStructInfo
from tilewright.core.nn.core import wrap_nested
from tilewright.core.nn.tensor import Tensor, expression
from tilewright.core.nn.values import as_value


def tensor_expr_op(
    tensor_expr_func: Callable[..., Any], name_hint: str, args: Sequence[object], *, attrs: dict[str, Any] | None = None
) -> Any:
    """The result of a function of `te` tensors, called on these values; its kernel is called `name_hint`."""
    given = [expression(arg) if isinstance(arg, Tensor) else arg for arg in args]
    made = _builder().emit_te(tensor_expr_func, *given, primfunc_name_hint=name_hint, primfunc_attrs=attrs)
    return wrap_nested(made, name_hint)


def tensor_ir_op(func: PrimFunc, name_hint: str, args: object, out: object) -> Any:
    """The result of a function in TensorIR, which writes tensors like `out`.

    The arguments are tensors, shapes, whose sizes are passed one by one, and sizes.
    """
    builder = _builder()
    tensors, sizes = _arguments("tensor_ir_op", args)
    made = call_tir(builder.add_func(func, name_hint), tensors, _results(out), sizes or None)
    return wrap_nested(builder.emit(made), name_hint)


def tensor_ir_inplace_op(
    func: PrimFunc, name_hint: str, args: object, inplace_indices: int | list[int], out: object
) -> Any:
    """`tensor_ir_op` whose results lie in the arguments of these positions, -1 standing for new memory."""
    builder = _builder()
    tensors, sizes = _arguments("tensor_ir_inplace_op", args)
    function = builder.add_func(func, name_hint)
    made = call_tir_inplace(function, tensors, inplace_indices, _results(out), sizes or None)
    return wrap_nested(builder.emit(made), name_hint)


def extern(name: str, args: Sequence[object], out: object) -> Any:
    """The result of a registered function, which writes tensors like `out`, given last."""
    given = Tuple(tuple(as_value(arg) for arg in args))
    return wrap_nested(call_dps_packed(name, given, _result(out)), name)


def _arguments(form: str, args: object) -> tuple[list[Any], list[Any]]:
    """The tensors, and the sizes that follow them."""
    tensors: list[Any] = []
    sizes: list[Any] = []
    for arg in args if isinstance(args, (tuple, list)) else [args]:
        if isinstance(arg, Tensor) and not sizes:
            tensors.append(expression(arg))
        elif isinstance(arg, ShapeExpr):
            sizes.extend(arg.values)
        elif isinstance(arg, (int, Expr)):
            sizes.append(arg)
        elif isinstance(arg, Tensor):
            raise ValueError(f"{form} takes its tensors before shapes and sizes")
        else:
            raise TypeError(f"{form} takes tensors, shapes and sizes, not {type(arg).__name__}")
    return tensors, sizes


def _results(out: Any) -> list[StructInfo]:
    return [expression(one).struct_info for one in ([out] if isinstance(out, Tensor) else out)]


def _result(out: Any) -> StructInfo:
    if isinstance(out, (tuple, list)):
        return TupleStructInfo([_result(item) for item in out])
    return expression(out).struct_info


def _builder() -> BlockBuilder:
    builder = BlockBuilder.current()
    if builder is None:
        raise RuntimeError("functions are called in an nn.Module while it is exported")
    return builder
