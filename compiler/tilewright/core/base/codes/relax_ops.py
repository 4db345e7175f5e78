"""Codes for calls of Relax ops whose arguments do not fit."""

from __future__ import annotations

from tilewright.core.base.codes.code import Code

_HEAD = "from tvm.script import relax as R\n\n@R.function\n"

CODES: tuple[Code, ...] = (
    Code(
        "relax-argument",
        "error",
        "An argument of an op has the wrong kind.",
        'Most ops take tensors: write a number as `R.const(1, "float32")`, several tensors as a tuple, a shape as `R.shape([2, 3])`.',
        _HEAD + "def main(s: R.Shape([2, 3])):\n    y = R.exp(s)\n    return y\n",
        _HEAD + 'def main(x: R.Tensor((2, 3), "float32")):\n    y = R.exp(x)\n    return y\n',
    ),
    Code(
        "relax-dtype",
        "error",
        "The data types of the operands of an op differ, or the op does not support one of them.",
        "Relax does not convert operands: both operands of `R.add` must have the same data type, and `R.exp` takes floats. Convert with `R.astype`.",
        _HEAD
        + 'def main(x: R.Tensor((2,), "float32"), y: R.Tensor((2,), "int32")):\n    z = R.add(x, y)\n    return z\n',
        _HEAD
        + 'def main(x: R.Tensor((2,), "float32"), y: R.Tensor((2,), "int32")):\n    z = R.add(x, R.astype(y, "float32"))\n    return z\n',
    ),
    Code(
        "relax-shape",
        "error",
        "The shapes of the operands of an op do not fit.",
        "Broadcast sizes must be equal or 1; the inner sizes of a matrix product must be equal; a reshape keeps the number of elements.",
        _HEAD
        + 'def main(x: R.Tensor((2, 3), "float32"), y: R.Tensor((2, 4), "float32")):\n    z = R.add(x, y)\n    return z\n',
        _HEAD
        + 'def main(x: R.Tensor((2, 3), "float32"), y: R.Tensor((2, 3), "float32")):\n    z = R.add(x, y)\n    return z\n',
    ),
    Code(
        "relax-rank",
        "error",
        "An operand of an op has the wrong number of dimensions.",
        "Some ops take only vectors or only matrices. `R.reshape`, `R.expand_dims` and `R.squeeze` change the number of dimensions.",
        _HEAD
        + 'def main(x: R.Tensor((2, 3), "float32"), y: R.Tensor((4,), "float32")):\n    z = R.outer(x, y)\n    return z\n',
        _HEAD
        + 'def main(x: R.Tensor((2,), "float32"), y: R.Tensor((4,), "float32")):\n    z = R.outer(x, y)\n    return z\n',
    ),
    Code(
        "relax-axis",
        "error",
        "An axis is out of range, or is given twice.",
        "A tensor with n dimensions has the axes 0 to n - 1; -n to -1 count from the end.",
        _HEAD + 'def main(x: R.Tensor((2, 3), "float32")):\n    y = R.sum(x, axis=2)\n    return y\n',
        _HEAD + 'def main(x: R.Tensor((2, 3), "float32")):\n    y = R.sum(x, axis=1)\n    return y\n',
    ),
)
