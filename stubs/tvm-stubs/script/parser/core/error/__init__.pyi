# Generated from tilewright.script.parser.core.error by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.base.errors import DiagnosticError as DiagnosticError
from tilewright.script.parser.core.error import ParserError as ParserError
from tilewright.base.diagnostics import UserError as UserError

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
