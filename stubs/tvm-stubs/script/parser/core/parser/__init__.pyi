# Generated from tilewright.script.parser.core.parser by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self
from tvm.script.parser.core.dispatch import DialectParser as _Parser_

Parser = _Parser_

class VarTable(_Any):  # type: ignore[misc, unused-ignore]
    """The names of the script, as handlers see them: frames of names, innermost last."""
    def with_frame(self) -> _Any:
        """Names added inside are dropped at the end."""
    def add(self, name: _Any, value: _Any, allow_shadowing: _Any = ...) -> _Any:
        """Let `name` mean `value`; raises `ValueError` when it means something in this frame already."""
    def get(self) -> _Any:
        """Every name with its value."""
    def exist(self, value: _Any) -> _Any:
        """Whether a name means `value`."""
    def __init__(self, context: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
