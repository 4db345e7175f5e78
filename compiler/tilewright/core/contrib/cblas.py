"""Matrix products by a routine of the runtime, as tensor expressions: a call of a registered function, where TVM calls a BLAS library.

Here numpy's BLAS does them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tilewright.core.base.registry import register_global_func
from tilewright.core.runtime.tensor import Tensor as RuntimeTensor
from tilewright.core.te.tensor import Tensor

_NAME = "tvm.contrib.cblas"


def matmul(lhs: Tensor, rhs: Tensor, transa: bool = False, transb: bool = False, **kwargs: object) -> Tensor:
    """The product of two matrices, each of them transposed where that is asked for; what else is given goes to `te.extern`."""
    rows, columns = lhs.shape[1 if transa else 0], rhs.shape[0 if transb else 1]
    return _extern((rows, columns), lhs, rhs, transa, transb, f"{_NAME}.matmul", kwargs)


def batch_matmul(
    lhs: Tensor, rhs: Tensor, transa: bool = False, transb: bool = False, iterative: bool = False, **kwargs: object
) -> Tensor:
    """The products of two rows of matrices, one by one where `iterative` is true."""
    rows, columns = lhs.shape[2 if transa else 1], rhs.shape[1 if transb else 2]
    name = f"{_NAME}.batch_matmul_iterative" if iterative else f"{_NAME}.batch_matmul"
    return _extern((lhs.shape[0], rows, columns), lhs, rhs, transa, transb, name, kwargs)


def _extern(
    shape: object, lhs: Tensor, rhs: Tensor, transa: bool, transb: bool, callee: str, further: dict[str, Any]
) -> Tensor:
    from tilewright.core import te
    from tilewright.core.builder import tir_expressions as tir

    return te.extern(
        shape,
        [lhs, rhs],
        lambda ins, outs: tir.call_packed(callee, ins[0], ins[1], outs[0], transa, transb),
        name="C",
        **further,
    )


def _multiply(lhs: RuntimeTensor, rhs: RuntimeTensor, out: RuntimeTensor, transa: bool, transb: bool) -> None:
    a, b = (np.swapaxes(x.numpy(), -1, -2) if turned else x.numpy() for x, turned in ((lhs, transa), (rhs, transb)))
    out.copyfrom(np.matmul(a, b))


for _routine in ("matmul", "batch_matmul", "batch_matmul_iterative"):
    register_global_func(f"{_NAME}.{_routine}", _multiply, override=True)
