# Generated from tilewright.runtime._ffi_api by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any


def CSourceModuleCreate(code: _Any, fmt: _Any = ..., func_names: _Any = ..., const_vars: _Any = ...) -> _Any:
    """The module of a program in C, with the functions that it names; `const_vars` are the tensors that TVM would add to it, of which there are none here."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
