"""Small functions that tests call through other machinery to see that values, errors and calls come through."""

from __future__ import annotations

import builtins
import sys
import time
from collections.abc import Callable
from typing import Any, NoReturn

from tilewright.core.base import errors as error


class ErrorTest:
    """Errors whose text is made to be looked for; made of two values it is one itself where they differ."""

    def __init__(self, left: object = None, right: object = None) -> None:
        test_check_eq_callback("ErrorTest")(left, right)

    def raise_error(self, kind: str, message: str) -> NoReturn:
        """Raise the error of that name."""
        test_raise_error(kind, message)


def echo(value: object) -> Any:
    """The value itself."""
    return value


def device_test(device: Any, device_type: int, device_id: int) -> Any:
    """The device again; raises `ValueError` where its kind or its number is another."""
    if (device.dlpack_device_type(), device.index) != (device_type, device_id):
        raise ValueError(f"{device} is not number {device_id} of the devices of kind {device_type}")
    return device


def nop(*_: object) -> None:
    """Nothing, whatever it is given."""


def identity_after(value: object, sleep: float) -> Any:
    """The value, after that many seconds."""
    if sleep:
        time.sleep(sleep)
    return value


def terminate_self() -> NoReturn:
    """End the process that calls it, with status -1."""
    sys.exit(-1)


def object_use_count(value: object) -> int:
    """The number of references to the value besides the caller's argument."""
    return sys.getrefcount(value) - 2


def test_raise_error(kind: str, message: str) -> NoReturn:
    """Raise the error of Python's, or of TVM's, that has this name; `RuntimeError` for names that are neither."""
    found = getattr(error, kind, None) or getattr(builtins, kind, None)
    raise (found if isinstance(found, type) and issubclass(found, Exception) else RuntimeError)(message)


def test_wrap_callback(callback: Callable[[], object]) -> Callable[[], None]:
    """A function that calls `callback` and gives nothing."""

    def call() -> None:
        callback()

    return call


def test_check_eq_callback(message: str) -> Callable[[Any, Any], None]:
    """A function that raises `ValueError` with the message unless its two arguments are equal; the message may begin with the name of another error."""
    kind = getattr(error, message.partition(":")[0], ValueError)

    def check(left: object, right: object) -> None:
        if left != right:
            raise kind(f"{message}: {left} is not {right}")

    return check


# They are called like tests, and are none.
for _function in (test_raise_error, test_wrap_callback, test_check_eq_callback):
    _function.__test__ = False  # type: ignore[attr-defined]
