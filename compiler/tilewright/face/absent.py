"""Modules of TVM that Tilewright does not have, and why: they can be imported, and asking one for anything says so.

Programs import them at the top for the part of what they do that needs them; the rest of such programs runs.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Any, NoReturn

_SCHEDULES = "schedules are not there yet, and kernels come from Tilewright's own passes"

REASONS = MappingProxyType(
    {
        "dlight": "of its rules there are those that programs write, and the names of those for graphics processors",
        "meta_schedule": _SCHEDULES,
        "rpc": "functions are built for and run on this machine",
    }
)


def refuse(module: str, name: str) -> NoReturn:
    """Say that a module is not there when one of its names is asked for; a name that Python itself asks for is not there as usual."""
    raise AttributeError(
        name if name.startswith("__") else f"tvm.{module}.{name} is not in Tilewright: {REASONS[module]}"
    )


def refuser(module: str) -> Any:
    """The `__getattr__` of a module that stands for such a one."""
    return lambda name: refuse(module, name)
