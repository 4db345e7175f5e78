"""Tensors shared with PyTorch and numpy through DLPack: where they lie, how long, and what may be done with them."""

from __future__ import annotations

import gc
import sys
import types
import weakref
from typing import Any

import numpy as np
import pytest
import torch

import tilewright
from tilewright.core.runtime.errors import ArgumentError
from tilewright.core.runtime.torch_bridge import contiguous, to_tensor, to_torch
from tilewright.runtime import empty, from_dlpack, tensor

TYPES = [
    *("float16", "bfloat16", "float32", "float64", "int8", "int16", "int32", "int64"),
    *("uint8", "uint16", "uint32", "uint64", "bool", "float8_e4m3fn", "float8_e5m2"),
]


def address(value: Any) -> int:
    return value.numpy_view().ctypes.data


@pytest.mark.parametrize("name", TYPES)
def test_both_ways_at_the_same_address(name: str) -> None:
    given = torch.zeros(3, dtype=getattr(torch, name))
    ours = from_dlpack(given)
    assert (str(ours.dtype), address(ours)) == (name, given.data_ptr())
    back = torch.from_dlpack(ours)
    assert (back.dtype, back.data_ptr()) == (given.dtype, given.data_ptr())


def test_numpy_both_ways_at_the_same_address() -> None:
    given = np.arange(6, dtype="float32").reshape(2, 3)
    ours = from_dlpack(given)
    assert address(ours) == given.ctypes.data
    assert np.from_dlpack(ours).ctypes.data == given.ctypes.data


def test_a_write_is_seen_on_the_other_side() -> None:
    given = torch.zeros(3)
    ours = from_dlpack(given)
    given[0] = 5
    torch.from_dlpack(ours)[1] = 7
    assert ours.numpy().tolist() == given.tolist() == [5, 7, 0]


def test_memory_lives_as_long_as_anyone_looks_at_it() -> None:
    given = torch.full((1000,), 3.0)
    ours = from_dlpack(given)
    del given
    gc.collect()
    assert ours.numpy().sum() == 3000
    back = torch.from_dlpack(ours)
    del ours
    gc.collect()
    assert back.sum().item() == 3000


def test_memory_is_given_back_when_nobody_does() -> None:
    ours = tensor(np.zeros(10, "float32"))
    gone = weakref.ref(ours.numpy_view())
    back = torch.from_dlpack(ours)
    del ours
    gc.collect()
    assert gone() is not None
    del back
    gc.collect()
    assert gone() is None


def test_what_must_not_be_written_goes_to_numpy_as_such_and_to_pytorch_as_a_copy() -> None:
    given = np.arange(3, dtype="float32")
    given.flags.writeable = False
    ours = from_dlpack(given)
    assert not np.from_dlpack(ours).flags.writeable
    copy = to_torch(ours)
    assert copy.data_ptr() != given.ctypes.data
    copy[0] = 9
    assert given[0] == 0


def test_strides_are_kept() -> None:
    given = torch.arange(12.0).reshape(3, 4).T
    ours = from_dlpack(given)
    assert (ours.shape, ours.strides, address(ours)) == ((4, 3), (1, 4), given.data_ptr())
    assert torch.from_dlpack(ours).stride() == (1, 4)
    backwards = from_dlpack(np.arange(4)[::-1])
    assert backwards.strides == (-1,)
    assert backwards.numpy().tolist() == [3, 2, 1, 0]


def test_our_memory_is_aligned_and_that_of_others_is_taken_as_it_is() -> None:
    assert address(empty((5,), "float32")) % 64 == 0
    given = torch.arange(10.0)[3:]
    assert address(from_dlpack(given)) == given.data_ptr()


def test_no_elements_and_no_dimensions() -> None:
    assert from_dlpack(torch.zeros(0, 3)).shape == (0, 3)
    assert torch.from_dlpack(from_dlpack(torch.tensor(3.0))).item() == 3


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (lambda: torch.zeros(3, requires_grad=True), "require gradient"),
        (lambda: torch.zeros(3, device="meta"), "does not tell its device"),
        (lambda: torch.zeros(3, dtype=torch.complex64), "no data type here"),
        (lambda: object(), "must be an array"),
    ],
)
def test_what_cannot_be_shared(given: Any, reason: str) -> None:
    with pytest.raises(ArgumentError, match=reason):
        from_dlpack(given())


def test_values_that_are_not_in_memory_as_they_read_are_computed_first() -> None:
    negative = torch.ones(2)._neg_view()
    assert to_tensor(negative).numpy().tolist() == [-1, -1]
    assert to_tensor(torch.ones(2, requires_grad=True)).numpy().tolist() == [1, 1]


def test_arrays_are_shared_and_numbers_become_tensors() -> None:
    given = np.arange(3)
    assert address(to_tensor(given)) == given.ctypes.data
    assert [str(item.dtype) for item in to_tensor([1, 2.5, True, np.float64(1)])] == [
        "int64",
        "float32",
        "bool",
        "float32",
    ]
    assert contiguous(np.arange(6)[::2]).strides == (8,)


def test_functions_of_the_other_registry_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    other: Any = types.ModuleType("tvm_ffi")
    other.get_global_func = lambda name, allow_missing: {"tests.theirs": len}.get(name)
    monkeypatch.setitem(sys.modules, "tvm_ffi", other)
    assert tilewright.get_global_func("tests.theirs") is len
    assert tilewright.get_global_func("tests.nobody", allow_missing=True) is None
    with pytest.raises(ValueError, match="Cannot find global function"):
        tilewright.get_global_func("tests.nobody")
