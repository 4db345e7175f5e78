"""Values of Relax as Python text for PyTorch: constants, sizes, and the struct infos of results."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from tilewright.core.ir.expr import (
    Add,
    Cast,
    Div,
    FloatImm,
    FloorDiv,
    FloorMod,
    IntImm,
    Max,
    Min,
    Mod,
    Mul,
    Select,
    Sub,
    Var,
)
from tilewright.core.ir.expr.operations import EQ, GE, GT, LE, LT, NE, And, Not, Or
from tilewright.core.ir.relax import Constant, ShapeExpr
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo, TupleStructInfo

# Constants of more elements than these are written as their bytes.
_READABLE = 64

_INFIX: dict[type, str] = {
    Add: "+",
    Sub: "-",
    Mul: "*",
    Div: "/",
    FloorDiv: "//",
    FloorMod: "%",
    Mod: "%",
    EQ: "==",
    NE: "!=",
    LT: "<",
    LE: "<=",
    GT: ">",
    GE: ">=",
    And: "and",
    Or: "or",
}
_PREFIX: dict[type, str] = {Min: "min", Max: "max"}


def scalar(value: Any, name: Callable[[Var], str]) -> str:
    """A scalar expression over symbolic variables; raises `ValueError` for one that has no counterpart in Python."""
    if isinstance(value, Var):
        return name(value)
    if isinstance(value, (IntImm, FloatImm)):
        return str(bool(value.value)) if str(value.dtype) == "bool" else _python_number(value.value)
    if type(value) in _INFIX:
        return f"({scalar(value.a, name)} {_INFIX[type(value)]} {scalar(value.b, name)})"
    if type(value) in _PREFIX:
        return f"{_PREFIX[type(value)]}({scalar(value.a, name)}, {scalar(value.b, name)})"
    if isinstance(value, Not):
        return f"(not {scalar(value.a, name)})"
    if isinstance(value, Cast):
        return f"{'float' if value.dtype.is_float else 'int'}({scalar(value.value, name)})"
    if isinstance(value, Select):
        condition, yes, no = (scalar(item, name) for item in (value.condition, value.true_value, value.false_value))
        return f"({yes} if {condition} else {no})"
    raise ValueError(f"`{value}` cannot be written in Python")


def outermost(written: str) -> str:
    """A size without the parentheses that enclose all of it."""
    if not written.startswith("("):
        return written
    depth = 0
    for at, letter in enumerate(written):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if depth == 0:
            return written[1:-1] if at == len(written) - 1 else written
    return written


def constant(node: Constant) -> str:
    """`torch.tensor(2.0, dtype=torch.float32)`; one of many elements as its bytes."""
    array = node.data.numpy()
    kind = f"torch.{node.data.dtype}"
    if array.size <= _READABLE and array.size:
        wide = array.astype("float64") if array.dtype.kind == "V" or "float" in str(array.dtype) else array
        return f"torch.tensor({_nested(wide.tolist())}, dtype={kind})"
    if not array.size:
        return f"torch.empty({tuple(array.shape)}, dtype={kind})"
    return f'torch.frombuffer(bytearray.fromhex("{array.tobytes().hex()}"), dtype={kind}).reshape({tuple(array.shape)})'


def _nested(value: object) -> str:
    return f"[{', '.join(map(_nested, value))}]" if isinstance(value, list) else _python_number(value)  # pyright: ignore[reportUnknownArgumentType]


def _python_number(value: object) -> str:
    return repr(value) if not isinstance(value, float) or math.isfinite(value) else f'float("{value}")'


def struct_info(info: StructInfo, name: Callable[[Var], str]) -> str:
    """`R.Tensor((n, 4), "float32")`, with symbolic sizes as variables of Python; raises `ValueError` where a result has no known shape."""
    if isinstance(info, TupleStructInfo):
        return f"R.Tuple({', '.join(struct_info(field, name) for field in info.fields)})"
    if isinstance(info, TensorStructInfo) and isinstance(info.shape, ShapeExpr):
        return f'R.Tensor({shape(info.shape.values, name)}, "{info.dtype}")'
    raise ValueError(f"the shape of a result must be known, and it is `{info.script()}`")


def shape(sizes: Any, name: Callable[[Var], str]) -> str:
    """Sizes as a tuple."""
    texts = [outermost(scalar(size, name)) for size in sizes]
    return f"({texts[0]},)" if len(texts) == 1 else f"({', '.join(texts)})"
