"""Weights as bytes: what TVM writes is read, and what is written has its format."""

from __future__ import annotations

from pathlib import Path

import ml_dtypes
import numpy as np
import pytest

import tilewright
from tilewright import runtime

# What TVM 0.27 writes for {"a": float32 [0, 1, 2], "bc": int64 [[0, 1], [2, 3]]}.
OF_TVM = bytes.fromhex(
    "b79c04054f8de5f7000000000000000002000000000000000100000000000000610200000000000000626302000000000000003fa1b496f0405edd"
    "00000000000000000100000000000000010000000220010003000000000000000c00000000000000000000000000803f000000403fa1b496f0405edd"
    "0000000000000000010000000000000002000000004001000200000000000000020000000000000020000000000000000000000000000000"
    "010000000000000002000000000000000300000000000000"
)


def test_bytes_of_tvm_are_read_and_written() -> None:
    found = runtime.load_param_dict(OF_TVM)
    assert list(found) == ["a", "bc"]
    np.testing.assert_array_equal(found["a"].numpy(), np.arange(3, dtype="float32"))
    np.testing.assert_array_equal(found["bc"].numpy(), np.arange(4).reshape(2, 2))
    assert runtime.save_param_dict(found) == OF_TVM


@pytest.mark.parametrize(
    "dtype", ["bool", "int8", "uint16", "float16", "float64", "bfloat16", "float8_e4m3fn", "float8_e5m2"]
)
def test_every_type_comes_back(dtype: str, tmp_path: Path) -> None:
    element = np.dtype(getattr(ml_dtypes, dtype, dtype))
    given = np.array([[0, 1], [1, 0]]).astype(element)
    runtime.save_param_dict_to_file({"w": given, "none": tilewright.runtime.tensor(given[:0])}, tmp_path / "w.params")
    found = runtime.load_param_dict_from_file(tmp_path / "w.params")
    assert found["w"].dtype == dtype
    assert found["none"].shape == (0, 2)
    np.testing.assert_array_equal(found["w"].numpy_view(), given)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "too early"),
        (b"x" * 64, "no weights"),
        (OF_TVM[:-1], "too early"),
        (OF_TVM[:60] + b"\1" * 300, "no tensor|ends"),
    ],
)
def test_other_bytes_are_refused(data: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        runtime.load_param_dict(data)
