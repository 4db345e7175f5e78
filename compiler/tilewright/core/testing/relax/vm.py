"""Registered functions for tests of the virtual machine, under TVM's names `test.vm.*`, and a check of saved functions."""

from __future__ import annotations

from typing import Any

import numpy as np

from tilewright.core.base.registry import register_global_func
from tilewright.core.runtime.tensor import Tensor, tensor
from tilewright.core.vm.machine import VirtualMachine


def move(src: object) -> Any:
    """The value."""
    return src


def add(a: Tensor, b: Tensor) -> Tensor:
    """The sum."""
    return tensor(a.numpy() + b.numpy())


def mul(a: Tensor, b: Tensor) -> Tensor:
    """The product."""
    return tensor(a.numpy() * b.numpy())


def equal_zero(a: Tensor) -> Tensor:
    """Whether all elements are zero."""
    return tensor(np.all(a.numpy() == 0))


def subtract_one(a: Tensor) -> Tensor:
    """One less."""
    return tensor(np.subtract(a.numpy(), 1))


def identity(a: Tensor, b: Tensor) -> None:
    """Write the first into the second."""
    b[:] = a.numpy()


def tile(a: Tensor, b: Tensor) -> None:
    """Write the first into the second twice, one beside the other."""
    b[:] = np.tile(a.numpy(), (1, 2))


def add_scalar(a: object, b: Any) -> Any:
    """The sum of two numbers."""
    return a + b


def get_device_id(device: Any) -> int:
    """The number of a device."""
    return device.index


def check_if_defined(obj: object) -> bool:
    """Whether there is a value."""
    return obj is not None


for _function in (
    move,
    add,
    mul,
    equal_zero,
    subtract_one,
    identity,
    tile,
    add_scalar,
    get_device_id,
    check_if_defined,
):
    register_global_func(f"test.vm.{_function.__name__}", _function, override=True)


def check_saved_func(vm: VirtualMachine, func_name: str, *inputs: object) -> Tensor:
    """The result of a function, which saved with these arguments has to give the same."""
    vm.save_function(func_name, f"{func_name}_saved", *inputs)
    plain, saved = vm[func_name](*inputs), vm[f"{func_name}_saved"]()
    np.testing.assert_allclose(plain.numpy(), saved.numpy(), rtol=1e-7, atol=1e-7)
    return plain
