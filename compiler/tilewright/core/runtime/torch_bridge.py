"""Tensors of PyTorch as ours and back, sharing their memory.  PyTorch is optional: it is imported when it is first needed."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, TypeGuard, cast, overload

import numpy as np

from tilewright.core.base.optional import required, why_absent
from tilewright.core.ir.containers import ShapeTuple
from tilewright.core.runtime.tensor import Tensor, from_dlpack, tensor
from tilewright.core.runtime.tensor import empty as own_empty

MYPY = False  # which mypy takes for true: it would read all of PyTorch, some 1,400 files and what they import, for every program that imports Tilewright
if TYPE_CHECKING and not MYPY:
    import torch


def torch_module() -> ModuleType:
    """PyTorch; raises `ImportError` that says how to get it."""
    return required("torch", "PyTorch is needed for this")


def has_torch() -> bool:
    """Whether PyTorch is installed and can be imported."""
    return why_absent("torch") is None


def is_torch(value: object) -> TypeGuard[torch.Tensor]:
    """Whether a value is a tensor of PyTorch; it is not imported to find out."""
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(value, torch.Tensor)


@overload
def to_tensor(value: torch.Tensor | Tensor | np.ndarray | float) -> Tensor: ...
@overload
def to_tensor(value: object) -> object: ...
def to_tensor(value: object) -> object:
    """A tensor of PyTorch, an array or a number as our tensor, lists and tuples item by item; memory is shared where there is any."""
    if isinstance(value, Tensor):
        return value
    if isinstance(value, (list, tuple)) and not isinstance(value, ShapeTuple):
        return [to_tensor(item) for item in value]
    if is_torch(value):
        return _from_torch(value)
    if isinstance(value, (bool, int, float)):
        return tensor(_number(value))
    if hasattr(value, "__dlpack__"):
        return from_dlpack(value) if getattr(value, "shape", ()) else tensor(cast("np.ndarray", value))
    return tensor(cast("np.ndarray", value)) if hasattr(value, "__array__") else value


def _number(value: int | float) -> np.ndarray:
    kind = "bool" if isinstance(value, bool) else "int64" if isinstance(value, int) else "float32"
    return np.array(value, kind)


def _from_torch(value: torch.Tensor) -> Tensor:
    """The short way is by numpy; gradients, other devices and types that numpy has not take the long one."""
    try:
        return Tensor(value.numpy())
    except (RuntimeError, TypeError):
        if value.device.type != "cpu":
            raise ValueError(
                f"the tensor is on `{value.device}`, and functions run on the CPU: call .cpu() first"
            ) from None
        return from_dlpack(value.detach().resolve_conj().resolve_neg())


def as_array(value: object) -> object:
    """A tensor of PyTorch as compiled functions take it in the least time: numpy's view of it where there is one."""
    if not is_torch(value):
        return to_tensor(value)
    try:
        return value.numpy()
    except (RuntimeError, TypeError):
        return to_tensor(value)


def empty(shape: tuple[int, ...], dtype: str) -> torch.Tensor | Tensor:
    """Memory for a result: of PyTorch where that is installed, so that it can be given back as it is."""
    if has_torch():
        torch = torch_module()
        kind = getattr(torch, dtype, None)
        if isinstance(kind, torch.dtype):
            return torch.empty(shape, dtype=kind)
    return own_empty(shape, dtype)


@overload
def to_torch(value: Tensor | torch.Tensor | np.ndarray | float) -> torch.Tensor: ...
@overload
def to_torch(value: object) -> object: ...
def to_torch(value: object) -> object:
    """Our tensor as one of PyTorch, lists and tuples item by item; the memory is shared."""
    if isinstance(value, ShapeTuple) or is_torch(value):
        return value
    if isinstance(value, list):
        return [to_torch(item) for item in value]
    if isinstance(value, tuple):
        return tuple(to_torch(item) for item in value)
    if isinstance(value, Tensor):
        return _to_torch(value)
    if isinstance(value, (bool, int, float)):
        return torch_module().tensor(value)
    return torch_module().from_numpy(value) if hasattr(value, "__array_interface__") else value


def _to_torch(value: Tensor) -> torch.Tensor:
    """PyTorch has no tensors that must not be written: those are copied."""
    torch, array = torch_module(), value.numpy_view()
    if not array.flags.writeable:
        return torch.from_dlpack(tensor(value))
    try:
        return torch.from_numpy(array)
    except (TypeError, ValueError):
        return torch.from_dlpack(value)


@overload
def contiguous(value: torch.Tensor) -> torch.Tensor: ...
@overload
def contiguous(value: object) -> object: ...
def contiguous(value: object) -> object:
    """An array whose elements lie one after another: a copy where they do not."""
    if is_torch(value):
        return value.contiguous()
    return np.ascontiguousarray(value) if isinstance(value, np.ndarray) and value.ndim else value  # pyright: ignore[reportUnknownArgumentType, reportUnknownMemberType]
