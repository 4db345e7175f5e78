"""Rows that ask a tensor at run time what it is: `A.shape[i]`, `A.dtype.bits`, `A.ndim` of a variable are calls of them."""

from __future__ import annotations

from tilewright.core.ops.relax_op import RelaxOp, relax


def _asked(name: str, doc: str, arguments: str = "tensor") -> RelaxOp:
    return relax(f"inspect.tensor_{name}({arguments})", f"inspect.{name}", doc, group="inspect")


ROWS: tuple[RelaxOp, ...] = (
    _asked("dtype_code", "The number that DLPack gives the kind of the elements."),
    _asked("dtype_bits", "The bits of an element, or of a lane of one."),
    _asked("dtype_lanes", "The lanes of an element."),
    _asked("ndim", "The number of dimensions."),
    _asked("shape_i", "The size along an axis.", "tensor, axis"),
    _asked("stride_i", "The distance, in elements, between neighbours along an axis.", "tensor, axis"),
    _asked("byte_offset", "The bytes between the memory and the first element."),
    _asked("elem_offset", "The elements between the memory and the first one of the tensor."),
)
