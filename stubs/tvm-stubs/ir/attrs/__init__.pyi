# Generated from tilewright.ir.attrs by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self
from tvm.ir import Attrs as Attrs
from tilewright.core.ir.attrs import DictAttrs as DictAttrs
from tilewright.ir.attrs import NO_ATTRS as NO_ATTRS
from tilewright.core.ir.attrs import OpAttrs as OpAttrs
from tvm.ir import make_node as make_node

class Integer(_Any):  # type: ignore[misc, unused-ignore]
    """An integer of an op's attributes as programs read it, who know it as a number of Python or as an `IntImm`."""
    dtype: _Any
    @property
    def value(self) -> _Any:
        """The number."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
