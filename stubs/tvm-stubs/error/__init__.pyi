# Generated from tilewright.error by `make stubs`; do not edit.
from typing import Any

from tilewright.error import DiagnosticError as DiagnosticError
from tilewright.error import InternalError as InternalError
from tilewright.error import ScheduleError as ScheduleError
from tilewright.base.diagnostics import TVMError as TVMError

def __getattr__(name: str) -> Any: ...
