"""`VirtualDevice`: where a value lies, as far as that is known: the device, what code for it is compiled for, and the kind of memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from tilewright.core.target.target import Target

_UNKNOWN = -1


class SupportsDevice(Protocol):
    """A device: `cpu()` for instance."""

    @property
    def index(self) -> int: ...

    def dlpack_device_type(self) -> int: ...


@dataclass(init=False)
class VirtualDevice:
    """A device, a target and a memory scope, each of which may be left open."""

    device_type_int: int
    virtual_device_id: int
    target: Target | None
    memory_scope: str

    def __init__(
        self, device: SupportsDevice | None = None, target: Target | None = None, memory_scope: str = ""
    ) -> None:
        self.device_type_int = _UNKNOWN if device is None else int(device.dlpack_device_type())
        self.virtual_device_id = _UNKNOWN if device is None else int(device.index)
        self.target = target
        self.memory_scope = memory_scope

    def dlpack_device_type(self) -> int:
        """The number that DLPack gives the kind of device, -1 when it is open."""
        return self.device_type_int
