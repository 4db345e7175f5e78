# Generated from tilewright.contrib.nvcc by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any


def get_target_compute_version(target: _Any = ...) -> _Any:
    """The compute capability of a target, by default of the one in force; raises `ValueError` where it names none, since there is no device to ask."""

def have_bf16(compute_version: _Any) -> _Any:
    """Whether numbers of bfloat16 are computed with."""

def have_cudagraph() -> _Any:
    """Always false: CUDA is not there."""

def have_fp16(compute_version: _Any) -> _Any:
    """Whether numbers of float16 are computed with."""

def have_fp8(compute_version: _Any) -> _Any:
    """Whether there are matrix products of the floats of eight bits."""

def have_int8(compute_version: _Any) -> _Any:
    """Whether there are dot products of int8."""

def have_tensorcore(compute_version: _Any = ..., target: _Any = ...) -> _Any:
    """Whether there are matrix cores; the target says which processor it is when no version is given."""

def parse_compute_version(compute_version: _Any) -> _Any:
    """(8, 9) of "8.9"; raises `RuntimeError` for what is no version."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
