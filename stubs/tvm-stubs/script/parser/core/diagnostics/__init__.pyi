# Generated from tilewright.script.parser.core.diagnostics by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.base.diagnostics import Diagnostic as Diagnostic
from tilewright.base.diagnostics import Severity as Severity
from tilewright.script.parser.core.diagnostics import Source as Source
from tilewright.base.source import Span as Span

def __getattr__(name: _str) -> _Any: ...
