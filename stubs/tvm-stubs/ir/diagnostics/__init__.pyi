# Generated from tilewright.ir.diagnostics by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.ir import Span as _Span
from typing_extensions import Self as _Self
from tilewright.ir.diagnostics import DiagnosticLevel as DiagnosticLevel
from tilewright.ir.diagnostics import Renderer as Renderer
from tvm.ir import Span as Span

class Diagnostic(_Any):  # type: ignore[misc, unused-ignore]
    """One thing wrong (or doubtful) in the user's program.

    `code` is a key of the catalogue (`base/catalogue.py`), `message` one sentence about *their* program that names their names,
    `span` the narrowest range that shows the mistake.
    """
    code: _Any
    fixes: _Any
    message: _Any
    notes: _Any
    severity: _Any
    span: _Span | _Any
    def __init__(self, code: _Any, message: _Any, span: _Any, notes: _Any = ..., fixes: _Any = ..., severity: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class DiagnosticContext(_Any):  # type: ignore[misc, unused-ignore]
    """The errors found in one script."""
    def __init__(self, diagnostics: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def announce(diagnostics: _Any) -> _Any:
    """Pass the errors to the renderer, if one is set."""

def override_renderer(render_func: _Any) -> _Any:
    """Let `render_func` be called with the errors of each script that is refused; None takes that back."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
