# Generated from tilewright.error by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.base.errors import DiagnosticError as DiagnosticError
from tilewright.base.errors import InternalError as InternalError
from tilewright.base.errors import OpAttributeInvalid as OpAttributeInvalid
from tilewright.base.errors import OpAttributeRequired as OpAttributeRequired
from tilewright.base.errors import OpAttributeUnImplemented as OpAttributeUnImplemented
from tilewright.base.errors import OpError as OpError
from tilewright.base.errors import OpNotImplemented as OpNotImplemented
from tilewright.base.errors import ScheduleError as ScheduleError
from tilewright.base.diagnostics import TVMError as TVMError

def py_str(text: _Any) -> _Any:
    """Bytes that hold a text, as a string."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
