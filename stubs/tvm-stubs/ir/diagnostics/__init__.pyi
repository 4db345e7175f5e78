# Generated from tilewright.ir.diagnostics by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.base.diagnostics import Diagnostic as Diagnostic
from tilewright.ir.diagnostics import DiagnosticContext as DiagnosticContext
from tilewright.ir.diagnostics import DiagnosticLevel as DiagnosticLevel
from tilewright.ir.diagnostics import Renderer as Renderer
from tilewright.base.source import Span as Span
from tilewright.ir.diagnostics import announce as announce
from tilewright.ir.diagnostics import override_renderer as override_renderer

def __getattr__(name: _str) -> _Any: ...
