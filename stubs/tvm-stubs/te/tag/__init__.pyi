# Generated from tilewright.te.tag by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self
from tvm.te import tag_scope as tag_scope

class TagScope(_Any):  # type: ignore[misc, unused-ignore]
    """`with te.tag_scope(tag="conv"):` or, over a function that makes stages, `@te.tag_scope(tag="conv")`.

    Stages made inside without a tag of their own get this one.  Raises `ValueError` inside another scope, whose tag would be lost.
    """
    @staticmethod
    def get_current() -> TagScope | _Any:
        """The scope that is open in this thread."""
    def __init__(self, tag: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def scoped_tag(tag: _Any) -> _Any:
    """`tag`, or that of the scope when it is empty; raises `ValueError` when both are given."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
