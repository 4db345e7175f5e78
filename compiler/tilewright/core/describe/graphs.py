"""Descriptions of Relax values and functions: their inferred struct info."""

from __future__ import annotations

from functools import lru_cache

from tilewright.core.base.dtype import DType
from tilewright.core.describe.text import bullets, code
from tilewright.core.ir.expr import IntImm
from tilewright.core.ir.relax import Call, Function, RelaxExpr, ShapeExpr, Var
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo
from tilewright.core.ops.relax_op import RelaxOp


def info_text(info: StructInfo | None) -> str:
    """A struct info on one line, `R.Tensor((n, 4), dtype="float32")`; sizes by their names."""
    if info is None:
        return "R.Object"
    if isinstance(info, TensorStructInfo) and info.vdevice is None and isinstance(info.shape, ShapeExpr):
        sizes = [size.value for size in info.shape.values if isinstance(size, IntImm) and size.dtype == "int64"]
        if len(sizes) == len(info.shape.values):
            return _tensor_text(tuple(sizes), info.dtype)
    return _printed(info)


@lru_cache(maxsize=512)
def _tensor_text(sizes: tuple[int, ...], dtype: DType) -> str:
    """Graphs have many values and few shapes."""
    return _printed(TensorStructInfo(ShapeExpr(sizes), dtype))


def _printed(info: StructInfo) -> str:
    return info.script().split("\n")[-1]


def variable_description(name: str, kind: str, var: Var) -> str:
    """A variable or parameter: its struct info, and how much memory it takes where that is known."""
    facts = bullets((_bytes(var.struct_info_),)) if _bytes(var.struct_info_) else ""
    return f"{code(f'{name}: {info_text(var.struct_info_)}')}\n\n**{kind}**\n\n{facts}".rstrip()


def value_description(value: RelaxExpr) -> str:
    """An expression: its struct info."""
    called = value.op.script if isinstance(value, Call) and isinstance(value.op, RelaxOp) else None
    what = f"result of `R.{called}`" if called else "value"
    return f"{code(info_text(value.struct_info_))}\n\n**{what}**"


def graph_description(name: str, function: Function) -> str:
    """A function: its signature."""
    pure = "" if function.is_pure else ", which may have side effects"
    return f"{code(graph_signature(name, function))}\n\n**function of Relax**{pure}"


def graph_signature(name: str, function: Function) -> str:
    """The head of a function as a program would write it; a long one takes a line for each parameter."""
    params = [f"{param.name_hint}: {info_text(param.struct_info_)}" for param in function.params]
    result = info_text(function.ret_struct_info)
    line = f"def {name}({', '.join(params)}) -> {result}"
    return (
        line if len(line) <= 100 else f"def {name}(\n" + "".join(f"    {each},\n" for each in params) + f") -> {result}"
    )


def _bytes(info: StructInfo | None) -> str | None:
    if not isinstance(info, TensorStructInfo) or info.dtype.kind == "void":
        return None
    count = 1
    for size in getattr(info.shape, "values", (None,)):
        number = getattr(size, "value", None)
        if not isinstance(number, int):
            return None
        count *= number
    return f"{count * info.dtype.nbytes:,} bytes"
