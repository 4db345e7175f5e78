"""Ops that inspect a tensor at run time: `A.shape[i]`, `A.dtype.bits`, `A.ndim` of a variable are calls of these."""

from __future__ import annotations

from tilewright.core.ops.relax_op import RelaxOp, relax

_READS = {
    "legalization": "`ComputePrimValue` and the virtual machine read the tensor itself",
    "gradient": "its result is a scalar, not a tensor",
    "torch form": "PyTorch does not expose the fields of DLPack tensors",
    "layout": "it applies to the tensor in its original layout",
}


ROWS: tuple[RelaxOp, ...] = (
    relax(
        "inspect.tensor_dtype_code(tensor)",
        "inspect.dtype_code",
        "The number that DLPack gives the kind of the elements.",
        group="inspect",
        waives=_READS,
    ),
    relax(
        "inspect.tensor_dtype_bits(tensor)",
        "inspect.dtype_bits",
        "The bits of an element, or of a lane of one.",
        group="inspect",
        waives=_READS,
    ),
    relax(
        "inspect.tensor_dtype_lanes(tensor)",
        "inspect.dtype_lanes",
        "The lanes of an element.",
        group="inspect",
        waives=_READS,
    ),
    relax("inspect.tensor_ndim(tensor)", "inspect.ndim", "The number of dimensions.", group="inspect", waives=_READS),
    relax(
        "inspect.tensor_shape_i(tensor, axis)",
        "inspect.shape_i",
        "The size along an axis.",
        group="inspect",
        waives=_READS,
    ),
    relax(
        "inspect.tensor_stride_i(tensor, axis)",
        "inspect.stride_i",
        "The distance, in elements, between neighbours along an axis.",
        group="inspect",
        waives=_READS,
    ),
    relax(
        "inspect.tensor_byte_offset(tensor)",
        "inspect.byte_offset",
        "The bytes between the memory and the first element.",
        group="inspect",
        waives=_READS,
    ),
    relax(
        "inspect.tensor_elem_offset(tensor)",
        "inspect.elem_offset",
        "The elements between the memory and the first one of the tensor.",
        group="inspect",
        waives=_READS,
    ),
)
