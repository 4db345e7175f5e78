"""Rules of the ops that choose among boxes in images."""

from __future__ import annotations

from tilewright.core.analysis.infer.support import (
    InferContext,
    fail,
    known,
    made,
    shape_of,
    size_of,
    tensor,
    wrong_rank,
)
from tilewright.core.ir.relax import Call
from tilewright.core.ir.struct_info import StructInfo, TupleStructInfo


def all_class_non_max_suppression(call: Call, context: InferContext) -> StructInfo:
    """Room for every box of every class, and how many of the places are taken: together, or for each image of the batch with the scores."""
    boxes, scores = tensor(call, 0), tensor(call, 1)
    form = str(call.attrs["output_format"])
    if form not in ("onnx", "tensorflow"):
        raise fail(call, f"the formats are onnx and tensorflow, not {form}", "output_format")
    for info, name in ((boxes, "boxes"), (scores, "scores")):
        if info.ndim not in (-1, 3):
            raise wrong_rank(call, f"`{name}` must have 3 dimensions, and has {info.ndim}", name)
    shape = shape_of(scores)
    if shape is None:
        ranks = (("int64", 2), ("int64", 1)) if form == "onnx" else (("int64", 3), ("float32", 2), ("int64", 1))
        return TupleStructInfo([made(None, element, ndim) for element, ndim in ranks])
    batch, classes, count = shape
    if form == "onnx":
        (rows,) = known(context, (batch * classes * count,))
        return TupleStructInfo([made((rows, 3), "int64"), made((1,), "int64")])
    (rows,) = known(context, (classes * count,))
    return TupleStructInfo(
        [made((batch, rows, size_of(2)), "int64"), made((batch, rows), "float32"), made((batch,), "int64")]
    )


RULES = {"all_class_non_max_suppression": all_class_non_max_suppression}
