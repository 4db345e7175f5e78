# Generated from tilewright.error by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.error import DiagnosticError as DiagnosticError
from tilewright.error import InternalError as InternalError
from tilewright.error import OpAttributeInvalid as OpAttributeInvalid
from tilewright.error import OpAttributeRequired as OpAttributeRequired
from tilewright.error import OpAttributeUnImplemented as OpAttributeUnImplemented
from tilewright.error import OpError as OpError
from tilewright.error import OpNotImplemented as OpNotImplemented
from tilewright.error import ScheduleError as ScheduleError
from tilewright.base.diagnostics import TVMError as TVMError

def py_str(text: _Any) -> _Any:
    """Bytes that hold a text, as a string."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
