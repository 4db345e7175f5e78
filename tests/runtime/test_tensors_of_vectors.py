"""Tensors whose elements are vectors, as TVM allocates them."""

from __future__ import annotations

import numpy as np
import pytest

from tilewright.runtime import empty


def test_the_lanes_of_an_element_are_the_last_dimension_of_the_array() -> None:
    tensor = empty((3, 2), "float32x4")
    assert (tensor.shape, str(tensor.dtype)) == ((3, 2), "float32x4")
    assert tensor.numpy().shape == (3, 2, 4)


def test_a_view_counts_in_vectors() -> None:
    tensor = empty((16,), "int32x2")
    tensor.numpy_view()["lanes"][...] = np.arange(32).reshape(16, 2)
    np.testing.assert_array_equal(tensor._create_view((2,), "int32x2", 16).numpy(), [[4, 5], [6, 7]])


def test_a_vector_of_unknown_size_has_no_tensor() -> None:
    with pytest.raises(TypeError, match="known only where it runs"):
        empty((4,), "float32xvscalex4")


def test_bfloat_is_bfloat16() -> None:
    assert str(empty((2,), "bfloat").dtype) == "bfloat16"
