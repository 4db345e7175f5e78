"""The exceptions that users see, under the names that TVM gives them."""

from __future__ import annotations

from tilewright.core.base.diagnostics import TVMError
from tilewright.core.base.errors import (
    DiagnosticError,
    InternalError,
    OpAttributeInvalid,
    OpAttributeRequired,
    OpAttributeUnImplemented,
    OpError,
    OpNotImplemented,
    ScheduleError,
    py_str,
)

__all__ = [
    "DiagnosticError",
    "InternalError",
    "OpAttributeInvalid",
    "OpAttributeRequired",
    "OpAttributeUnImplemented",
    "OpError",
    "OpNotImplemented",
    "ScheduleError",
    "TVMError",
    "py_str",
]
