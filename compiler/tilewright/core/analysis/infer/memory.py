"""Rules of the ops that see memory as another tensor."""

from __future__ import annotations

from typing import Any

from tilewright.core.analysis.infer.support import VOID, InferContext, fail, like, made, product, shape_argument, tensor
from tilewright.core.base.names import counted
from tilewright.core.ir.expr import Expr, IntImm
from tilewright.core.ir.relax import Call, RelaxExpr, ShapeExpr, Tuple
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo


def view(call: Call, context: InferContext) -> StructInfo:
    """The shape and type given, else the tensor's own; of a type that only the run tells, nothing is said."""
    info = tensor(call, 0)
    given, kind, offset = (call.args[at] if len(call.args) > at else Tuple(()) for at in (1, 2, 3))
    element = info.dtype if isinstance(kind, Tuple) else getattr(kind, "value", VOID)
    if isinstance(given, Tuple):
        result = like(info, element)
    else:
        sizes, ndim = shape_argument(call, 1)
        result = made(sizes, element, ndim, info.vdevice)
    begin = getattr(getattr(offset, "value", None), "value", 0)
    _require_inside(call, context, info, result, begin, given, kind)
    return result


def _require_inside(
    call: Call,
    context: InferContext,
    info: TensorStructInfo,
    result: TensorStructInfo,
    begin: int,
    given: RelaxExpr,
    kind: RelaxExpr,
) -> None:
    """A view ends where the tensor does, or before."""
    if begin < 0:
        raise fail(call, f"a view begins in the tensor, not {-begin} bytes before it", "relative_byte_offset")
    if begin and isinstance(given, Tuple) and isinstance(kind, Tuple):
        sentence = f"a view of the whole tensor from byte {begin} on reaches beyond it"
        raise fail(call, sentence, "relative_byte_offset")
    whole, seen, unit = _extents(info, result)
    if whole is None or seen is None or (begin and unit != "byte"):
        return
    end = seen + begin
    if context.analyzer.can_prove(end > whole):
        start = f"from byte {begin} on " if begin else ""
        sentence = f"a view of {_amount(seen, unit)} {start}reaches beyond the tensor, which has {_amount(whole, unit)}"
        raise fail(call, sentence, "shape" if begin == 0 else "relative_byte_offset")


def _amount(value: Expr, unit: str) -> str:
    return counted(int(value.value), unit) if isinstance(value, IntImm) else f"{value} {unit}s"


def _extents(info: TensorStructInfo, result: TensorStructInfo) -> tuple[Expr | None, Expr | None, str]:
    """The size of the source and the size of the view: in bytes, or in elements where these are of one type that is not known."""
    if info.dtype is result.dtype and info.dtype.kind == "void":
        return _elements(info), _elements(result), "element"
    return _bytes(info), _bytes(result), "byte"


def _elements(info: Any) -> Expr | None:
    return product(info.shape.values) if isinstance(info.shape, ShapeExpr) else None


def _bytes(info: TensorStructInfo) -> Expr | None:
    """The number of bytes a tensor has, None where that is not known."""
    elements = _elements(info)
    if elements is None or info.dtype.kind in ("void", "handle"):
        return None
    bits = info.dtype.bits * info.dtype.lanes
    return elements * (bits // 8) if bits % 8 == 0 else (elements * bits + 7) // 8


RULES = {"view": view}
