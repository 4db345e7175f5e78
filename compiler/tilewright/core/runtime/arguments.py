"""What compiled functions and tensors take from Python, as types."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Protocol, Union

import numpy as np

if TYPE_CHECKING:
    from typing_extensions import Buffer


class SupportsDLPack(Protocol):
    """An array of another library that shares its memory by DLPack, such as a tensor of PyTorch."""

    def __dlpack__(self, *, stream: None = ...) -> object: ...

    def __dlpack_device__(self) -> tuple[int, int]: ...


# Arrays whose memory a function uses in place: of numpy, ours, of other libraries, and what has the buffer protocol.
Array = Union[np.ndarray, SupportsDLPack, "Buffer"]
# Numbers of Python and of numpy.
Scalar = int | float | np.generic
# What a compiled function takes: arrays, numbers, and bare pointers.
PackedArg = Array | Scalar | ctypes.c_void_p
# What a function returns about whose kind nothing is known: a number, a tensor, a tuple of them, or any other object.
PackedValue = Any
