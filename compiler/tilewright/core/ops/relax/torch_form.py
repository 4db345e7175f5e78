"""The PyTorch form of a call: Python text from the fields of a row."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tilewright.core.ops.relax_op import Fields, RelaxOp


def torch_text(row: RelaxOp, fields: Mapping[str, object]) -> str | None:
    """A call of the op as Python text, None when PyTorch has nothing like it."""
    form = row.torch_form
    if form is None:
        return None
    return form.format(**fields) if isinstance(form, str) else form(fields)


class Texts(tuple[str, ...]):
    """The source texts of values that are written out as a tuple; as text, that tuple."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"({self[0]},)" if len(self) == 1 else f"({', '.join(self)})"

    __format__ = object.__format__


def reordered(text: str, layout: str, wanted: str) -> str:
    """A tensor in another layout of the same letters."""
    return text if layout == wanted else f"{text}.permute({', '.join(str(layout.index(one)) for one in wanted)})"


def along(text: str, data: str, axis: int) -> str:
    """A vector with an element for each place of an axis, in the shape that broadcasts along it."""
    if axis == -1:
        return text
    after = f"{data}.ndim - {axis + 1}" if axis >= 0 else str(-axis - 1)
    return f"{text}.reshape(-1, *[1] * ({after}))"


def backward_of(torch_form: Callable[[Fields], str | None], data: str) -> Callable[[Fields], str | None]:
    """PyTorch's own gradient of the op with respect to its tensor `data`."""

    def backward(fields: Fields) -> str | None:
        inner = torch_form({**fields, data: "at"})
        if inner is None:
            return None
        return f"torch.autograd.functional.vjp(lambda at: {inner}, {fields[data]}, {fields['output_grad']})[1]"

    return backward
