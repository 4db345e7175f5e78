# Generated from tilewright.meta_schedule.arg_info by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self

class ArgInfo(_Any):  # type: ignore[misc, unused-ignore]
    """An argument of a function."""
    def as_json(self) -> _Any:
        """The argument as lists and texts, in TVM's form."""
    @staticmethod
    def from_json(json_obj: _Any) -> ArgInfo | _Any:
        """The argument of such JSON; raises `ValueError` for any other."""
    @staticmethod
    def from_prim_func(func: _Any) -> _Any:
        """The arguments of a function; raises `ValueError` unless all are buffers of known shapes."""
    @staticmethod
    def from_entry_func(mod: _Any, remove_preproc: _Any = ...) -> _Any:
        """The arguments of the function "main", or of the only function of a module."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class TensorInfo(ArgInfo):
    """A tensor: the dtype of its elements and its shape."""
    def as_json(self) -> _Any:
        """`["TENSOR", dtype, shape]`."""
    def __init__(self, dtype_: _Any, shape: _Any) -> None: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
