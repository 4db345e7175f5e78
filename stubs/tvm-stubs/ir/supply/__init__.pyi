# Generated from tilewright.ir.supply by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self

class UniqueNameSupply(_Any):  # type: ignore[misc, unused-ignore]
    """Gives names, each once; with a `prefix` they begin with it and an underscore."""
    def fresh_name(self, name: _Any, add_prefix: _Any = ..., add_underscore: _Any = ...) -> _Any:
        """`name`, with a number behind it where it is taken; characters that no name has become underscores."""
    def reserve_name(self, name: _Any, add_prefix: _Any = ...) -> _Any:
        """Take a name, so that it is not given; returns it with its prefix."""
    def contains_name(self, name: _Any, add_prefix: _Any = ...) -> _Any:
        """Whether a name is taken."""
    def __init__(self, prefix: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
