"""Types of what compiled functions and tensors take from Python and return."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Protocol, TypeAlias, Union

import numpy as np

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from tilewright.core.ir.containers import ShapeTuple
    from tilewright.core.runtime.tensor import Tensor


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
# What a compiled program returns: a number, a text, a tensor, a shape, a tuple of such, or nothing.
PackedValue: TypeAlias = "Tensor | ShapeTuple | tuple[PackedValue, ...] | str | bool | int | float | None"
