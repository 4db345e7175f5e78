# Generated from tilewright.tir.layouts by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self

class BijectiveLayout(_Any):  # type: ignore[misc, unused-ignore]
    """The way between two layouts of the same axes, for indices and shapes."""
    forward_index: _Any
    """Where the element at `indices` of the source is in the target."""
    def backward_index(self, indices: _Any) -> _Any:
        """Where the element at `indices` of the target was in the source."""
    forward_shape: _Any
    """The shape in the target layout of a tensor with that shape in the source layout."""
    def backward_shape(self, shape: _Any) -> _Any:
        """The shape in the source layout of a tensor with that shape in the target layout."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Layout(_Any):  # type: ignore[misc, unused-ignore]
    """A layout; `name` is its word, `len` the number of axes, `layout[i]` the letter of one."""
    def index_of(self, axis: _Any) -> _Any:
        """The position of an axis, -1 when the layout has none of that letter."""
    def factor_of(self, axis: _Any) -> _Any:
        """The size of the inner part of an axis, given by either letter; -1 when it has none."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def bijective_layout(src_layout: _Any, dst_layout: _Any) -> BijectiveLayout | _Any:
    """The way between two layouts."""

def layout(layout_str: _Any, dtype: _Any = ...) -> Layout | _Any:
    """The layout called so."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
