"""A call of a Relax op as PyTorch source, from the `torch_form` of its row."""

from __future__ import annotations

from collections.abc import Callable

from tilewright.core.ir.relax import Call, PrimValue, RelaxExpr, ShapeExpr, StringImm, Tuple
from tilewright.core.ops.relax.torch_form import Texts, torch_text
from tilewright.core.ops.relax_op import FORMS, RelaxOp


def torch_call(call: Call, text: Callable[[object], str]) -> str | None:
    """The call as source, None where PyTorch has nothing like it.

    `text` is the source of a variable, a constant, or a scalar of TensorIR, which is what the sizes of shapes are.
    """
    row = call.op
    if not isinstance(row, RelaxOp):
        return None
    fields: dict[str, object] = {
        param.name: _setting(param.kind, call.attrs.get(param.name)) for param in row.params if param.kind in FORMS
    }
    fields.update({param.name: None for param in row.values})
    fields.update({param.name: _value(value, text) for param, value in zip(row.values, call.args)})
    return torch_text(row, fields)


def _setting(kind: str, value: object) -> object:
    """A setting in Python's own types."""
    if isinstance(value, (tuple, list)):
        return tuple(_setting(kind, item) for item in value)  # pyright: ignore[reportUnknownVariableType]
    if kind in ("dtype", "element"):
        return None if str(value) in ("void", "") or value is None else f"torch.{value}"
    return getattr(value, "value", value)


def _value(value: RelaxExpr, text: Callable[[object], str]) -> object:
    if isinstance(value, ShapeExpr):
        return Texts(text(size) for size in value.values)
    if isinstance(value, Tuple):
        return Texts(str(_value(field, text)) for field in value.fields)
    if isinstance(value, PrimValue):
        return text(value.value)
    return repr(value.value) if isinstance(value, StringImm) else text(value)
