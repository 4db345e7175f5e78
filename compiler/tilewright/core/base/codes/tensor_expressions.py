"""Codes for tensor expressions (te) in plain Python, and what is said about them."""

from __future__ import annotations

from tilewright.core.base.codes.code import Code

CODES = (
    Code(
        "te-reduction",
        "error",
        "A reduction of tensor expressions stands inside of an expression, or its axis outside of the reduction.",
        "`te.sum`, `te.max` and `te.min` are whole stages: what is computed with their results is another stage. An axis of `te.reduce_axis` has values only inside of a reduction over it.",
        "from tvm import te\nA = te.placeholder((8, 4), name='A')\nk = te.reduce_axis((0, 4), name='k')\nB = te.compute((8,), lambda i: te.sum(A[i, k], axis=k) / 4.0, name='B')\n",
        "from tvm import te\nA = te.placeholder((8, 4), name='A')\nk = te.reduce_axis((0, 4), name='k')\nS = te.compute((8,), lambda i: te.sum(A[i, k], axis=k), name='S')\nB = te.compute((8,), lambda i: S[i] / 4.0, name='B')\n",
    ),
    Code(
        "te-parameter",
        "error",
        "A function of tensor expressions computes with a placeholder that is none of its parameters.",
        "`te.create_prim_func` makes a function of the tensors that are listed: all placeholders that their stages read, and the results, in the order of the parameters.",
        "from tvm import te\nA = te.placeholder((8,), name='A')\nB = te.placeholder((8,), name='B')\nC = te.compute((8,), lambda i: A[i] + B[i], name='C')\nf = te.create_prim_func([A, C])\n",
        "from tvm import te\nA = te.placeholder((8,), name='A')\nB = te.placeholder((8,), name='B')\nC = te.compute((8,), lambda i: A[i] + B[i], name='C')\nf = te.create_prim_func([A, B, C])\n",
    ),
)

__all__ = ["CODES"]
