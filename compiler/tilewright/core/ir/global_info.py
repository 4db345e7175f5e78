"""Information that a module keeps for its functions: the devices they name.

info ::= VDevice(target, vdevice_id, memory_scope) | DummyGlobalInfo()
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilewright.core.ir.node import Node, node
from tilewright.core.target.target import Target


class GlobalInfo(Node):
    """Base of what `IRModule.global_infos` lists."""

    __slots__ = ()


@node
class DummyGlobalInfo(GlobalInfo):
    """Information that says nothing."""


@node
class VDevice(GlobalInfo):
    """Device number `vdevice_id` for `target` (None means any), with memory `memory_scope`."""

    target: Any = None
    vdevice_id: int = 0
    memory_scope: str = "global"

    def __post_init__(self) -> None:
        if isinstance(self.target, (str, Mapping)):
            self.target = Target(self.target)
