"""Arguments of a TensorIR function from Python values: tensors for its buffers, numbers for its other parameters."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from tilewright.core.ir.expr import IntImm, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.runtime.tensor import Tensor
from tilewright.core.runtime.torch_bridge import as_array, contiguous, is_torch, to_tensor


def arguments(function: object, given: Sequence[object], *, in_place: bool = False) -> list[Any]:
    """The values as the compiled function takes them.

    Tensors share their memory.  Those that are not contiguous are copied, and refused where they may be written: `in_place`.
    """
    assert isinstance(function, PrimFunc)
    made: list[Any] = []
    for at, value in enumerate(given):
        is_buffer = at >= len(function.params) or function.params[at] in function.buffer_map
        if not is_buffer and isinstance(value, (bool, int, float)):
            made.append(value)
            continue
        made.append(to_tensor(value) if in_place else _read(value))
    return made


def _read(value: Any) -> Any:
    return as_array(value.contiguous()) if is_torch(value) else to_tensor(contiguous(value))


def sizes_of(function: Any, inputs: Sequence[Any]) -> dict[str, int]:
    """The values of the symbolic sizes of a function's buffers for these arguments, by name."""
    found: dict[str, int] = {}
    if not _is_symbolic(function):
        return found
    for param, value in zip(function.params, inputs):
        buffer = function.buffer_map.get(param)
        if buffer is None:
            if isinstance(value, (int, Tensor)):
                found[param.name] = int(value) if isinstance(value, int) else int(value.numpy())
            continue
        for size, given in zip(buffer.shape, getattr(value, "shape", ())):
            if isinstance(size, Var):
                found.setdefault(size.name, int(given))
    return found


@lru_cache(maxsize=1024)
def _is_symbolic(function: PrimFunc) -> bool:
    """Whether any size is a variable, or any parameter a number."""
    sizes = (size for buffer in function.buffer_map.values() for size in buffer.shape)
    return len(function.buffer_map) < len(function.params) or not all(isinstance(size, IntImm) for size in sizes)
