# Generated from tilewright.runtime.script_printer by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self
from tvm.ir import Node as _Scriptable_

Scriptable = _Scriptable_

class PrinterConfig(_Any):  # type: ignore[misc, unused-ignore]
    """Options of one printing, by the names that `script` gives them; raises `TypeError` for one that it does not know.

    `extra_config` holds those of the dialects, such as `{"tir.prefix": "T"}`.
    """
    @property
    def binding_names(self) -> _Any:
        """The name to print a function or module by, when one is given."""
    @property
    def given(self) -> _Any:
        """The options as keyword arguments of `script`."""
    def __init__(self, *, extra_config: _Any = ..., **given: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
