"""Tensors whose elements are a product that is written when somebody asks for it."""

from __future__ import annotations

import numpy as np
import pytest

from tilewright.core.passes.relax.parameters.lifted import LiftedConstants
from tilewright.core.runtime.product_tensor import ProductTensor, factors_of
from tilewright.runtime import tensor


@pytest.mark.parametrize("size", [3, 1 << 19])
def test_a_product_is_written_once_in_aligned_memory(size: int) -> None:
    numbers = np.arange(2 * size, dtype="float32").reshape(2, size)
    made = ProductTensor((numbers, np.broadcast_to(np.array([[2], [3]], "float32"), numbers.shape)))
    assert (made.shape, made.ndim, str(made.dtype)) == ((2, size), 2, "float32")
    assert len(made.factors) == 2  # nothing is written yet
    view = made.numpy_view()
    assert made.numpy_view() is view
    assert view.ctypes.data % 64 == 0
    assert view.flags.c_contiguous
    np.testing.assert_array_equal(view, numbers * [[2], [3]])
    numbers[...] = 0
    assert factors_of(made)[0] is view
    assert made.numpy()[1, 2] == view[1, 2] != 0


def test_a_constant_that_only_another_is_made_of_is_not_written() -> None:
    random = np.random.default_rng(0)
    weight, *norm = (tensor(random.random(shape, "float32")) for shape in ((64, 2, 3, 3), *[(64,)] * 4))
    lifted = LiftedConstants()
    scaled = lifted.computed("batch_norm_weight", [weight, *norm], (1e-5, True, True))
    panels = lifted.computed("conv2d_panels", [scaled], 32)
    found = panels.numpy_view()
    assert isinstance(scaled, ProductTensor)
    assert len(scaled.factors) == 2
    gamma, _, _, variance = (each.numpy() for each in norm)
    scale = gamma / np.sqrt(variance + np.float32(1e-5))
    wanted = weight.numpy() * scale[:, None, None, None]
    np.testing.assert_allclose(found, wanted.reshape(2, 32, 2, 3, 3).transpose(0, 2, 3, 4, 1), rtol=1e-6)
    np.testing.assert_array_equal(scaled.numpy(), wanted)
