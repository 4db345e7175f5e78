# Generated from tilewright.script.parser.core.diagnostics by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self
from tvm.ir.diagnostics import Diagnostic as Diagnostic
from tilewright.core.base.diagnostics import Severity as Severity
from tvm.ir import Span as Span

class Source(_Any):  # type: ignore[misc, unused-ignore]
    """The text of a program, given as text, as a function or as a class, with its place in the file that it comes from.

    `source` is the text of the definition and `full_source` that of the file; lines are counted from 1 and columns from 0.
    """
    def as_ast(self) -> _Any:
        """The canonical tree of the text; raises `SyntaxError` where it is no Python."""
    def __init__(self, program: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
