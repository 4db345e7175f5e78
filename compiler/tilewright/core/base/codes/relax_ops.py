"""Codes for calls of Relax ops whose arguments do not fit."""

from __future__ import annotations

from tilewright.core.base.codes.code import Code

_HEAD = "from tvm.script import relax as R\n\n@R.function\n"

CODES: tuple[Code, ...] = (
    Code(
        "relax-argument",
        "error",
        "An op gets a value of a kind that it does not take.",
        'Most ops take tensors: a number is written `R.const(1, "float32")`, several tensors are a tuple, a shape is `R.shape([2, 3])`.',
        _HEAD + "def main(s: R.Shape([2, 3])):\n    y = R.exp(s)\n    return y\n",
        _HEAD + 'def main(x: R.Tensor((2, 3), "float32")):\n    y = R.exp(x)\n    return y\n',
    ),
    Code(
        "relax-dtype",
        "error",
        "The operands of an op have data types that do not go together, or one that it does not take.",
        "Relax converts nothing by itself: both sides of `R.add` have one data type, and `R.exp` takes floats. Convert with `R.astype`.",
        _HEAD
        + 'def main(x: R.Tensor((2,), "float32"), y: R.Tensor((2,), "int32")):\n    z = R.add(x, y)\n    return z\n',
        _HEAD
        + 'def main(x: R.Tensor((2,), "float32"), y: R.Tensor((2,), "int32")):\n    z = R.add(x, R.astype(y, "float32"))\n    return z\n',
    ),
    Code(
        "relax-shape",
        "error",
        "The shapes of the operands of an op do not fit.",
        "Sizes that are broadcast are equal or 1; the inner sizes of a matrix product are equal; a reshape keeps the number of elements.",
        _HEAD
        + 'def main(x: R.Tensor((2, 3), "float32"), y: R.Tensor((2, 4), "float32")):\n    z = R.add(x, y)\n    return z\n',
        _HEAD
        + 'def main(x: R.Tensor((2, 3), "float32"), y: R.Tensor((2, 3), "float32")):\n    z = R.add(x, y)\n    return z\n',
    ),
    Code(
        "relax-rank",
        "error",
        "An operand of an op has a number of dimensions that the op does not take.",
        "Some ops take vectors only, or matrices only; `R.reshape`, `R.expand_dims` and `R.squeeze` change the number of dimensions.",
        _HEAD
        + 'def main(x: R.Tensor((2, 3), "float32"), y: R.Tensor((4,), "float32")):\n    z = R.outer(x, y)\n    return z\n',
        _HEAD
        + 'def main(x: R.Tensor((2,), "float32"), y: R.Tensor((4,), "float32")):\n    z = R.outer(x, y)\n    return z\n',
    ),
    Code(
        "relax-axis",
        "error",
        "An axis is outside the tensor, or is named twice.",
        "A tensor of n dimensions has the axes 0 to n - 1, which are also -n to -1.",
        _HEAD + 'def main(x: R.Tensor((2, 3), "float32")):\n    y = R.sum(x, axis=2)\n    return y\n',
        _HEAD + 'def main(x: R.Tensor((2, 3), "float32")):\n    y = R.sum(x, axis=1)\n    return y\n',
    ),
)
