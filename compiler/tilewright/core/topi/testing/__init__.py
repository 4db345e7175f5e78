"""Reference results of operators in numpy: tests compare compiled results with these."""

from __future__ import annotations

from tilewright.core.topi.testing.attention import attention_python
from tilewright.core.topi.testing.linear import batch_matmul, dense, softmax_python
from tilewright.core.topi.testing.moving import affine_grid_python, strided_slice_python

__all__ = [
    "affine_grid_python",
    "attention_python",
    "batch_matmul",
    "dense",
    "softmax_python",
    "strided_slice_python",
]
