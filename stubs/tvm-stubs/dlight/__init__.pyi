# Generated from tilewright.dlight by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.transform import Pass as _Pass
from typing_extensions import Self as _Self
from . import cpu as cpu
from . import gpu as gpu

class ScheduleRule(_Any):  # type: ignore[misc, unused-ignore]
    """A way to schedule functions; a function or an object with `apply` is one."""
    apply: _Any
    """Schedules of a function, the best first; None when the rule does not fit."""
    def is_target_available(self, target: _Any) -> _Any:
        """Whether the rule is for a target."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def ApplyDefaultSchedule(*rules: _Any) -> _Pass | _Any:
    """The pass that schedules each function that is not scheduled yet by the first rule that fits; the target is that of the function, or the current one."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
