# Generated from tilewright.runtime.python_layout by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self
from tilewright.runtime.python_layout import ALIGNED as ALIGNED
from tilewright.runtime.python_layout import C_CONTIGUOUS as C_CONTIGUOUS
from tilewright.runtime.python_layout import WRITEABLE as WRITEABLE
from tilewright.runtime.python_layout import python_layout as python_layout

class Layout(_Any):  # type: ignore[misc, unused-ignore]
    """Offsets: the type of any object, the first item of a tuple, the array inside our tensor, and the fields of a numpy array."""
    data: _Any
    element: _Any
    flags: _Any
    inner: _Any
    item: _Any
    ndim: _Any
    sizes: _Any
    type: _Any
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
