"""Results of compiled functions: the memory that a declared struct info asks for, and what Python gets of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.builder.relax_info import as_struct_info
from tilewright.core.ir.expr import Expr, IntImm, Var
from tilewright.core.ir.relax import ShapeExpr
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo, TupleStructInfo
from tilewright.core.ir.walk import free_vars, substitute
from tilewright.core.runtime.tensor import Tensor
from tilewright.core.runtime.torch_bridge import empty, has_torch, to_torch


def new_results(out_sinfo: object, inputs: Sequence[object], sizes: Mapping[str, int]) -> list[Any]:
    """Memory for results; `sizes` are symbolic sizes by name, further ones are read from the shapes of `inputs`."""
    infos = tensors(out_sinfo)
    return [empty(tuple(concrete(_sizes(info), inputs, sizes)), str(info.dtype)) for info in infos]


def tensors(out_sinfo: object) -> list[TensorStructInfo]:
    """The struct infos of the results; sizes alone stand for a tensor of float32."""
    if isinstance(out_sinfo, TensorStructInfo) and isinstance(out_sinfo.shape, ShapeExpr):
        return [out_sinfo]
    infos = [_info(out_sinfo)] if _is_shape(out_sinfo) else [_info(item) for item in several(out_sinfo)]
    flat = [field for info in infos for field in (info.fields if isinstance(info, TupleStructInfo) else [info])]
    for info in flat:
        if not isinstance(info, TensorStructInfo) or not isinstance(info.shape, ShapeExpr):
            raise ValueError(f"out_sinfo says the shape of every result, and this is `{info.script()}`")
    return [info for info in flat if isinstance(info, TensorStructInfo)]


def _info(given: Any) -> StructInfo:
    return TensorStructInfo(tuple(given), "float32") if _is_shape(given) else as_struct_info(given)


def _is_shape(given: object) -> bool:
    return isinstance(given, (list, tuple)) and bool(given) and all(type(size) is int for size in given)  # pyright: ignore[reportUnknownVariableType]


def _sizes(info: TensorStructInfo) -> Sequence[Any]:
    assert isinstance(info.shape, ShapeExpr)
    return info.shape.values


def concrete(shape: Sequence[Any], inputs: Sequence[Any], sizes: Mapping[str, int]) -> list[int]:
    """A shape as numbers.

    Symbolic sizes are known by name, or are those of the first argument with as many dimensions; raises `ValueError` for one that nothing tells.
    """
    if all(type(size) is IntImm for size in shape):
        return [size.value for size in shape]
    alike = next((tuple(value.shape) for value in inputs if len(getattr(value, "shape", ())) == len(shape)), None)
    known = dict(sizes)
    for size, number in zip(shape, alike or ()):
        if isinstance(size, Var):
            known.setdefault(size.name, int(number))
    return [_size(size, known) for size in shape]


def _size(size: object, known: Mapping[str, int]) -> int:
    """A size as a number; symbolic ones are found by name."""
    value = size
    if isinstance(size, Expr):
        numbers = {var: IntImm(var.dtype, known[var.name]) for var in free_vars(size) if var.name in known}
        value = getattr(Analyzer().simplify(substitute(size, numbers)), "value", None)
    if not isinstance(value, int):
        raise ValueError(f"Cannot infer concrete output shape: no argument tells the size `{size}`")
    return value


def as_declared(out_sinfo: object, outputs: list[Any]) -> Any:
    """One result as itself, unless a tuple of one was asked for."""
    return outputs if len(outputs) != 1 or isinstance(out_sinfo, TupleStructInfo) else outputs[0]


def given_back(value: object) -> Any:
    """A result for Python: a tensor of PyTorch where that is installed."""
    if isinstance(value, (list, tuple)) and any(isinstance(item, (Tensor, list, tuple)) for item in value):
        return [given_back(item) for item in value]
    return to_torch(value) if isinstance(value, Tensor) and has_torch() else value


def several(args: object) -> list[Any]:
    """Arguments as a list, one that stands alone included."""
    return list(args) if isinstance(args, (list, tuple)) else [args]  # pyright: ignore[reportUnknownArgumentType]


def listed(names: Any) -> str:
    """Names for a message."""
    return ", ".join(f"`{name}`" for name in names) or "none"
