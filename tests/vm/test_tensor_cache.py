"""Folders of weights: written, read, added to, kept for graphs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tilewright.contrib import tvmjs
from tilewright.runtime import get_global_func

WEIGHTS = {"w_0": np.arange(6, dtype="int32").reshape(2, 3), "w_1": np.linspace(0, 1, 5, dtype="float32")}


def builtin(name: str):
    return get_global_func(f"vm.builtin.{name}")


@pytest.mark.parametrize(("encoding", "error"), [("raw", 0), ("f32-to-bf16", 0.01)])
@pytest.mark.parametrize("limit", [0, 32])
def test_what_is_written_is_read(tmp_path: Path, encoding: str, error: float, limit: int):
    tvmjs.dump_tensor_cache(WEIGHTS, tmp_path, encoding, {"of": "a model"}, limit)
    found, told = tvmjs.load_tensor_cache(tmp_path / "tensor-cache.json")
    assert told == {"ParamSize": 2, "of": "a model"}
    for name, values in WEIGHTS.items():
        np.testing.assert_allclose(found[name].numpy(), values, atol=error)
        assert str(found[name].dtype) == str(values.dtype)
    assert len(list(tmp_path.glob("*.bin"))) == (2 if limit == 0 else 1)


def test_half_the_bits_are_rounded_to_even():
    values = np.array([1.0, 1.00390625, 1.01171875, -3.1415927], "float32")
    halved = tvmjs._convert_bf16_to_f32(tvmjs._convert_f32_to_bf16(values))
    np.testing.assert_array_equal(halved, np.array([1.0, 1.0, 1.015625, -3.140625], "float32"))


def test_weights_are_kept_for_graphs(tmp_path: Path):
    tvmjs.dump_tensor_cache(WEIGHTS, tmp_path, "raw")
    tvmjs.dump_tensor_cache({"w_2": np.ones(1, "int8")}, tmp_path, "raw", update_if_exists=True)
    builtin("tensor_cache.load")(str(tmp_path), 1, 0)
    assert [each.shape for each in builtin("param_array_from_cache")("w", -1)] == [(2, 3), (5,), (1,)]
    assert [each.shape for each in builtin("param_array_from_cache")("w", 2)] == [(2, 3), (5,)]
    assert builtin("param_array_from_cache_by_name_unpacked")("w_2")[0].shape == (1,)
    with pytest.raises(ValueError, match="'w_2' is kept already"):
        builtin("tensor_cache.update")("w_2", np.zeros(3))
    builtin("tensor_cache.update")("w_2", np.zeros(3), True)
    assert builtin("tensor_cache.get")("w_2").shape == (3,)
    builtin("tensor_cache.remove")("w_2")
    with pytest.raises(ValueError, match="no tensor 'w_2'"):
        builtin("param_array_from_cache_by_name")(["w_2"])
    builtin("tensor_cache.clear")()
    assert builtin("param_array_from_cache")("w", -1) == ()
    with pytest.raises(FileNotFoundError, match="tensor-cache"):
        builtin("tensor_cache.load")(str(tmp_path / "none"))
