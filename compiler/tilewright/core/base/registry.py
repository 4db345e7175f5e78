"""Global functions: Python functions by name, which programs call with `T.call_packed` and other tools look up.

The functions that graphs call by name are registered when one of them is first asked for, or all names are listed.  Where `apache-tvm-ffi` is installed,
the functions that other packages have registered there are found too; ours stand before them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Literal, Protocol, overload, runtime_checkable

from tilewright.core.base.optional import optional
from tilewright.core.base.port import Port


@runtime_checkable
class PackedFunc(Protocol):
    """Any function that can be called: compiled ones, those of a library, and Python's own."""

    def __call__(self, *args: object, **kwargs: object) -> Any: ...


def _show(*values: object) -> None:
    """The default callback of `tir.trace`."""
    print("list:", ", ".join(map(str, values)))


_REGISTERING = threading.Lock()
_FUNCTIONS: dict[str, Callable[..., Any]] = {"tvm.default_trace_action": _show}
PackedFunction = Callable[..., Any]
_register_those_of_graphs: Port[[], None] = Port("registry.those_of_graphs")
_OF_GRAPHS = ("vm.", "relax.run.", "runtime.")  # how the names of functions that graphs call begin


@overload
def register_global_func(
    func_name: str | PackedFunction, f: None = None, override: bool = False
) -> Callable[[PackedFunction], PackedFunction]: ...
@overload
def register_global_func(
    func_name: str | PackedFunction, f: PackedFunction, override: bool = False
) -> PackedFunction: ...
def register_global_func(
    func_name: str | PackedFunction, f: PackedFunction | None = None, override: bool = False
) -> PackedFunction | Callable[[PackedFunction], PackedFunction]:
    """Register a function under a name, directly or as a decorator (with or without a name).

    Raises `ValueError` when the name is taken and `override` is not set.
    """
    if not isinstance(func_name, str):
        return _register(getattr(func_name, "__name__", type(func_name).__name__), func_name, override)
    if f is not None:
        return _register(func_name, f, override)
    return lambda function: _register(func_name, function, override)


def _register(name: str, function: PackedFunction, override: bool) -> PackedFunction:
    with _REGISTERING:
        if name in _FUNCTIONS and not override:
            raise ValueError(f"a global function {name!r} is registered already; pass override=True to replace it")
        _FUNCTIONS[name] = function
    return function


@overload
def get_global_func(name: str, allow_missing: Literal[False] = False) -> PackedFunction: ...
@overload
def get_global_func(name: str, allow_missing: bool) -> PackedFunction | None: ...
def get_global_func(name: str, allow_missing: bool = False) -> PackedFunction | None:
    """The function registered under a name; raises `ValueError` when there is none, unless that is allowed."""
    found = _FUNCTIONS.get(name)
    if found is None and name.startswith(_OF_GRAPHS):
        _register_those_of_graphs.call()
        found = _FUNCTIONS.get(name)
    if found is None:
        others = _others()
        found = None if others is None else others.get_global_func(name, allow_missing=True)
    if found is None and not allow_missing:
        raise ValueError(f"Cannot find global function {name}")
    return found


def _others() -> Any:
    """The registry of `apache-tvm-ffi`, None where it is not installed; its name may stand for our own."""
    found = optional("tvm_ffi")
    return found if found is not None and found.__name__ == "tvm_ffi" else None


def remove_global_func(name: str) -> None:
    """Forget the function registered under a name."""
    _FUNCTIONS.pop(name, None)


def list_global_func_names() -> list[str]:
    """The registered names, sorted."""
    _register_those_of_graphs.call()
    return sorted(_FUNCTIONS)


def convert(value: Any) -> object:
    """A value as compiled programs pass it on: lists are tuples, anything else is itself."""
    if hasattr(value, "asobject"):
        return value.asobject()  # `x == 1`, which is an expression when it is asked for one
    plain = type(value) in (list, tuple)
    return tuple(map(convert, value)) if plain else value


def register_object(type_key: object = None) -> Any:
    """A decorator that leaves its class as it is: classes of Python need no key here."""
    return type_key if isinstance(type_key, type) else lambda made: made
