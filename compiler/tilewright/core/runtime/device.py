"""Devices, as TVM names them.  Compiled functions run on the CPU; other kinds are understood only to be refused with a reason."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import ClassVar

from tilewright.core.base.keywords import also_named

# Kinds by their numbers in DLPack, and further names of theirs.
_KINDS = {
    "cpu": 1,
    "cuda": 2,
    "opencl": 4,
    "vulkan": 7,
    "metal": 8,
    "rocm": 10,
    "ext_dev": 12,
    "webgpu": 15,
    "hexagon": 16,
}
_ALIASES = {"llvm": "cpu", "c": "cpu", "stackvm": "cpu", "gpu": "cuda", "nvptx": "cuda", "cl": "opencl"}
_TEXT = re.compile(r"(?P<kind>\w+?)(?:[:(](?P<index>\d+)\)?)?$")


_ASKED = frozenset(
    "api_version available_global_memory compute_version device_name driver_version l2_cache_size_bytes max_clock_rate max_shared_memory_per_block "
    "max_thread_dimensions max_threads_per_block multi_processor_count total_global_memory warp_size".split()
)


class DLDeviceType(IntEnum):
    """Kinds of devices by DLPack's numbers."""

    kDLCPU = 1
    kDLCUDA = 2
    kDLCUDAHost = 3
    kDLOpenCL = 4
    kDLVulkan = 7
    kDLMetal = 8
    kDLVPI = 9
    kDLROCM = 10
    kDLROCMHost = 11
    kDLExtDev = 12
    kDLCUDAManaged = 13
    kDLOneAPI = 14
    kDLWebGPU = 15
    kDLHexagon = 16
    kDLMAIA = 17
    kDLTrn = 18


_NAMES = {
    **{DLDeviceType(number): name for name, number in _KINDS.items()},
    DLDeviceType.kDLCUDAHost: "cuda_host",
    DLDeviceType.kDLCUDAManaged: "cuda_managed",
    DLDeviceType.kDLVPI: "vpi",
    DLDeviceType.kDLROCMHost: "rocm_host",
    DLDeviceType.kDLOneAPI: "oneapi",
    DLDeviceType.kDLMAIA: "maia",
    DLDeviceType.kDLTrn: "trn",
}


@dataclass(frozen=True, slots=True)
class Device:
    """A device: its kind, by the number that DLPack gives it, and which one of that kind."""

    device_type: int
    device_id: int = 0
    CPU: ClassVar[int] = 1
    _DEVICE_TYPE_TO_NAME: ClassVar[dict[DLDeviceType, str]] = _NAMES
    _DEVICE_NAME_TO_TYPE: ClassVar[dict[str, int]] = {
        **_KINDS,
        **{name: _KINDS[kind] for name, kind in _ALIASES.items()},
        **dict.fromkeys(("hybrid", "composite", "test"), _KINDS["cpu"]),
    }

    @property
    def type(self) -> str:
        """The name of the kind."""
        return next((name for number, name in _NAMES.items() if number == self.device_type), "unknown")

    @property
    def index(self) -> int:
        """Which one of its kind."""
        return self.device_id

    @property
    def exist(self) -> bool:
        """Whether arrays can lie there and functions run there: the CPU only."""
        return self.device_type == self.CPU

    def __getattr__(self, name: str) -> None:
        """Attributes of GPUs that a CPU lacks are None, as in TVM."""
        if name not in _ASKED:
            raise AttributeError(f"a device has no attribute {name!r}")

    def dlpack_device_type(self) -> int:
        """The number that DLPack gives its kind."""
        return self.device_type

    def sync(self, stream: object = None) -> None:
        """Wait for the device; the CPU has always finished."""

    def __str__(self) -> str:
        return f"{self.type}:{self.device_id}"

    def __repr__(self) -> str:
        return f"device(type='{self.type}', index={self.device_id})"


@also_named(device_type="dev")
def device(dev: str | int | Device, index: int | None = None) -> Device:
    """A device by name: "cpu", "cpu:0", "llvm", "cuda(1)", or by the number of its kind; raises `ValueError` for a name that is none."""
    if isinstance(dev, Device):
        return dev
    if isinstance(dev, int):
        return Device(dev, index or 0)
    found = _TEXT.match(dev.split()[0] if dev.split() else "")
    kind = _ALIASES.get(found["kind"], found["kind"]) if found is not None else ""
    if found is None or kind not in _KINDS:
        raise ValueError(f"{dev!r} is not a device; known are {', '.join(_KINDS)}")
    return Device(_KINDS[kind], int(found["index"] or index or 0))


def cpu(dev_id: int = 0) -> Device:
    """The CPU."""
    return Device(Device.CPU, dev_id)


def _maker(kind: str) -> Callable[[int], Device]:
    def make(dev_id: int = 0) -> Device:
        return Device(_KINDS[kind], dev_id)

    make.__name__ = kind
    make.__doc__ = f"A device of the kind {kind}, which does not exist here."
    return make


# Programs ask these whether they exist.
cuda, ext_dev, hexagon, metal, opencl, rocm, vulkan, webgpu = map(
    _maker, ("cuda", "ext_dev", "hexagon", "metal", "opencl", "rocm", "vulkan", "webgpu")
)


def enabled(target: str) -> bool:
    """Whether functions can be built for a kind of target here: the CPU only."""
    return target in ("llvm", "cpu")
