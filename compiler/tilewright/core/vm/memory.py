"""The functions of the machine that give memory to tensors, and that see a tensor's memory as another one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import prod
from typing import TypeVar

import numpy as np

from tilewright.core.base.diagnostics import TVMError
from tilewright.core.base.registry import register_global_func
from tilewright.core.ir.containers import ShapeTuple
from tilewright.core.runtime.device import Device
from tilewright.core.runtime.tensor import Tensor, empty, tensor, uninitialised

T = TypeVar("T")
PAGE = 4096
_BYTE = np.dtype(np.uint8)


@cache
def element_of(dtype: str) -> np.dtype:
    """The numpy type of elements."""
    return empty((), dtype).numpy_view().dtype


class Storage:
    """Memory of at least so many bytes, whole pages as TVM's allocator gives, in which tensors are placed; it lasts as long as one of them."""

    __slots__ = ("bytes",)

    def __init__(self, size: int) -> None:
        self.bytes = uninitialised((-(-size // PAGE) * PAGE,), _BYTE)

    def alloc_tensor(self, offset: int, shape: tuple[int, ...], dtype: str) -> Tensor:
        """A tensor from a byte on; raises `TVMError` when it does not fit."""
        element = element_of(str(dtype))
        memory = self.bytes.numpy_view()
        if offset < 0 or offset + element.itemsize * prod(shape) > memory.nbytes:
            sizes = ", ".join(map(str, shape))
            raise TVMError(
                f"a tensor of {dtype} and shape ({sizes}) does not fit into {memory.nbytes} bytes from byte {offset} on"
            )
        return Tensor(np.ndarray(shape, element, memory, offset), self)


def alloc_storage(
    machine: object, size: int | tuple[int, ...], device_index: int = 0, dtype: str = "uint8", scope: str = "global"
) -> Storage:
    """Memory of so many bytes, the product of a shape."""
    return Storage(prod(size) if isinstance(size, tuple) else int(size))


def alloc_tensor(storage: Storage, offset: int, shape: Sequence[int], dtype: str, device_index: int = 0) -> Tensor:
    """A tensor in memory."""
    return storage.alloc_tensor(offset, tuple(shape), dtype)


def null_value() -> None:
    """No value."""


def copy(value: T) -> T:
    """The value itself: the machine's way to move it."""
    return value


def reshape(data: Tensor, shape: Sequence[int]) -> Tensor:
    """The same memory in another shape."""
    array = data.numpy_view()
    if prod(shape) != array.size:
        raise ValueError(f"a tensor of shape {data.shape} cannot be seen in the shape {tuple(shape)}")
    return Tensor(np.ascontiguousarray(array).reshape(tuple(shape)), data)


def create_view(data: Tensor, shape: Sequence[int], dtype: str, offset: int) -> Tensor:
    """The memory of a tensor from a byte on, as a tensor of that shape and type; raises `ValueError` when that reaches beyond it."""
    array = data.numpy_view()
    element = element_of(str(dtype))
    needed = offset + element.itemsize * prod(shape)
    if not array.flags.c_contiguous or offset < 0 or needed > array.nbytes:
        raise ValueError(f"a view of {needed} bytes reaches beyond the {array.nbytes} bytes of the tensor")
    return Tensor(np.ndarray(tuple(shape), element, array.reshape(-1).view(np.uint8), offset), data)


def ensure_zero_offset(data: Tensor) -> Tensor:
    """The tensor; compiled code finds one by its address, so it begins where its memory does."""
    return data


def shape_of(value: Tensor) -> ShapeTuple:
    """The shape of a tensor."""
    return ShapeTuple(value.shape)


def tensor_to_shape(value: Tensor) -> ShapeTuple:
    """A tensor of integers as a shape."""
    return ShapeTuple(value.numpy_view().reshape(-1))


def shape_to_tensor(value: object) -> Tensor:
    """A shape as a tensor of int64."""
    return tensor(np.asarray(value, "int64"))


def tensor_shape_i(value: Tensor, axis: int) -> int:
    """The size along an axis; raises `TVMError` for one that is not there."""
    return value.shape[_axis(value, axis)]


def tensor_stride_i(value: Tensor, axis: int) -> int:
    """The distance between neighbours along an axis, in elements; raises `TVMError` for one that is not there."""
    return value.strides[_axis(value, axis)]


def _axis(value: Tensor, axis: int) -> int:
    if not 0 <= axis < value.ndim:
        raise TVMError(f"a tensor of {value.ndim} dimensions has no axis {axis}")
    return axis


# What the machine tells of a tensor when a program asks.
ASKED: dict[str, Callable[..., int]] = {
    "tensor_dtype_code": lambda value: value.dtype.type_code,
    "tensor_dtype_bits": lambda value: value.dtype.bits,
    "tensor_dtype_lanes": lambda value: value.dtype.lanes,
    "tensor_ndim": lambda value: value.ndim,
    "tensor_shape_i": tensor_shape_i,
    "tensor_stride_i": tensor_stride_i,
    "tensor_byte_offset": lambda value: value.byte_offset,
    "tensor_elem_offset": lambda value: value.byte_offset // value.dtype.nbytes,
}


def to_device(value: Tensor, device_type: int, device_id: int, scope: str = "global") -> Tensor:
    """The tensor on another device."""
    place = Device(device_type, device_id)
    if not place.exist:
        raise ValueError(f"tensors lie in the memory of the CPU, not on {place}")
    return value


def is_storage_shared(one: Tensor, other: Tensor) -> bool:
    """Whether two tensors share memory."""
    return bool(np.shares_memory(one.numpy_view(), other.numpy_view()))


def allocated_with_scope(
    shape: Sequence[int], dtype: str, device: Device | None = None, scope: str | None = None
) -> Tensor:
    """A tensor whose elements may be anything."""
    return empty(tuple(shape), str(dtype), device)


for _function in (
    alloc_storage,
    alloc_tensor,
    null_value,
    copy,
    reshape,
    ensure_zero_offset,
    shape_of,
    tensor_to_shape,
    to_device,
):
    register_global_func(f"vm.builtin.{_function.__name__}", _function, override=True)
for _name, _answer in ASKED.items():
    register_global_func(f"vm.builtin.{_name}", _answer, override=True)
register_global_func("runtime.TVMTensorCreateView", create_view, override=True)
register_global_func("runtime.TVMTensorIsStorageShared", is_storage_shared, override=True)
register_global_func("runtime.TVMTensorAllocWithScope", allocated_with_scope, override=True)
register_global_func("relax.run.shape_to_tensor", shape_to_tensor, override=True)
