# Generated from tilewright.ir.supply by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.ir import GlobalVar as _GlobalVar
from typing_extensions import Self as _Self
from tvm.ir.supply import UniqueNameSupply as _NameSupply_

NameSupply = _NameSupply_

class GlobalVarSupply(_Any):  # type: ignore[misc, unused-ignore]
    """Gives references to functions under names that neither these modules nor earlier calls have."""
    def fresh_global(self, name: _Any, add_prefix: _Any = ...) -> _GlobalVar | _Any:
        """A reference of a name that is not taken."""
    def unique_global_for(self, name: _Any, add_prefix: _Any = ...) -> _GlobalVar | _Any:
        """The reference of that name, the same one at each call."""
    def reserve_global(self, global_var: _Any, allow_conflict: _Any = ...) -> _Any:
        """Take a reference with its name.  Raises `ValueError` where another has the name, unless that is allowed."""
    def __init__(self, value: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

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
