"""Tensors handed to other libraries, of the types that numpy has no word for too."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from tilewright.runtime import from_dlpack, tensor


class Shared:
    """Something that hands out a tensor in one version of the exchange structure only."""

    def __init__(self, of: Any, **options: Any) -> None:
        self.of, self.options = of, options

    def __dlpack__(self, **_: Any) -> Any:
        return self.of.__dlpack__(**self.options)

    def __dlpack_device__(self) -> Any:
        return self.of.__dlpack_device__()


@pytest.mark.parametrize("options", [{}, {"max_version": (1, 0)}])
@pytest.mark.parametrize("name", ["bfloat16", "float8_e4m3fn", "float8_e5m2", "float16", "float32", "int8", "bool"])
def test_a_tensor_goes_out_and_comes_back(name: str, options: dict[str, Any]) -> None:
    type_ = getattr(ml_dtypes, name, None) or np.dtype(name)
    given = tensor(np.array([[0, 1, 1], [1, 0, 1]]).astype(type_))
    found = from_dlpack(Shared(given, **options))
    assert (str(found.dtype), found.shape) == (name, (2, 3))
    assert found.numpy().astype("float32").tolist() == [[0, 1, 1], [1, 0, 1]]


def test_memory_is_shared() -> None:
    given = tensor(np.zeros(3, ml_dtypes.bfloat16))
    from_dlpack(Shared(given)).numpy_view()[1] = 2
    assert given.numpy().astype("float32").tolist() == [0, 2, 0]
