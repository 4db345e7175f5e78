# Generated from tilewright.target by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.target.target import TargetFeatures as _TargetFeatures
from typing_extensions import Self as _Self
from tilewright.target import KINDS as KINDS
from . import _ffi_api as _ffi_api
from . import codegen as codegen
from . import tag as tag
from . import target as target
from . import virtual_device as virtual_device

class TargetKind(_Any):  # type: ignore[misc, unused-ignore]
    """A kind of target: its name, the device it runs on, the keys that its targets have, and whether it can be built for."""
    builds: _Any
    default_keys: _Any
    device: _Any
    name: _Any
    def __init__(self, name: _Any, device: _Any, default_keys: _Any, builds: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class VirtualDevice(_Any):  # type: ignore[misc, unused-ignore]
    """A device, a target and a memory scope, each of which may be left open."""
    def dlpack_device_type(self) -> _Any:
        """The number that DLPack gives the kind of device, -1 when it is open."""
    def __init__(self, device: _Any = ..., target: _Any = ..., memory_scope: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Target(_Any):  # type: ignore[misc, unused-ignore]
    """A compilation target.

    `Target("llvm -mcpu=core-avx2")`, `Target({"kind": "llvm", "mcpu": "core-avx2"})`, `Target(target)`; `host` is the target of the code
    that calls it.  `with target:` makes it `Target.current()`.  Raises `ValueError` for an unknown kind or a malformed text.
    """
    @property
    def mcpu(self) -> _Any:
        """Name of the processor, "" when it was not given."""
    @property
    def opt_level(self) -> _Any:
        """The level of the code generator, 0 to 3: from 2 on it tiles, vectorizes and starts threads by itself."""
    @property
    def mattr(self) -> _Any:
        """Features switched on ("+avx512f") and off ("-avx512f")."""
    @property
    def has_scalable_vectors(self) -> _Any:
        """Whether its vectors are as long as the machine says when the program runs: Arm's SVE, RISC-V's V."""
    @property
    def mtriple(self) -> _Any:
        """LLVM's triple, "" for that of this machine."""
    @property
    def num_cores(self) -> _Any:
        """Number of cores to use, None when it was not given."""
    @property
    def max_num_threads(self) -> _Any:
        """Threads in a block of threads, None when it was not given."""
    @property
    def model(self) -> _Any:
        """Name of the device's model, "unknown" when it was not given."""
    @property
    def device_name(self) -> _Any:
        """Name of the device that the target was made for, "" when it was not given."""
    @property
    def features(self) -> _TargetFeatures | _Any:
        """The target's features, by TVM's names (`has_...` and others); an unknown name gives None."""
    @property
    def l2_cache_size_bytes(self) -> _Any:
        """Size of the second cache, 0 when it was not given."""
    @property
    def thread_warp_size(self) -> _Any:
        """Threads that run together, 1 on a processor."""
    @property
    def arch(self) -> _Any:
        """Name of the instruction set, "" when it was not given."""
    @property
    def supports_integer_dot_product(self) -> _Any:
        """Whether the target says that it multiplies and adds small integers at once."""
    def get_kind_attr(self, attr_name: _Any) -> _Any:
        """The attribute registered for the kind; always None here."""
    @property
    def libs(self) -> _Any:
        """Libraries of kernels that the target may use."""
    def get_target_device_type(self) -> _Any:
        """DLPack's number of the device."""
    def with_host(self, host: _Any) -> Target | _Any:
        """The same target called from `host`."""
    def export(self) -> _Any:
        """The target as a dict that `Target` takes back."""
    @staticmethod
    def current(allow_none: _Any = ...) -> Target | _Any:
        """The target of the innermost `with`; without one None, or `ValueError` when `allow_none` is false."""
    @staticmethod
    def list_kinds() -> _Any:
        """Names of all kinds."""
    @staticmethod
    def canon_target(target: _Any) -> Target | _Any:
        """The target that something names, None for None."""
    @staticmethod
    def canon_target_and_host(target: _Any, target_host: _Any = ...) -> _Any:
        """The target with its host, and that host; a host needs a target."""
    @staticmethod
    def canon_multi_target(multi_targets: _Any) -> _Any:
        """The targets that one name, several, or the values of a mapping are."""
    @staticmethod
    def canon_multi_target_and_host(target: _Any, target_host: _Any = ...) -> _Any:
        """The targets, each with the host."""
    @staticmethod
    def canon_target_map_and_host(target_map: _Any, target_host: _Any = ...) -> _Any:
        """The mapping with targets in place of what named them, each with the host, and that host."""
    @staticmethod
    def from_device(device: _Any) -> Target | _Any:
        """The target of a device object or of its name, such as "cpu:0"."""
    attrs: _Any
    host: Target | _Any
    keys: _Any
    kind: TargetKind | _Any
    tag: _Any
    def __init__(self, target: _Any, host: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def adreno(model: _Any = ..., options: _Any = ...) -> Target | _Any:
    """A GPU of the family adreno, which programs may name."""

def arm_cpu(model: _Any = ..., options: _Any = ...) -> Target | _Any:
    """A processor of Arm's by the name of its board, such as "rasp4b64"."""

def bifrost(model: _Any = ..., options: _Any = ...) -> Target | _Any:
    """A GPU of the family bifrost, which programs may name."""

def create(target: _Any) -> Target | _Any:
    """The target; the name of `Target` in older programs."""

def cuda(model: _Any = ..., arch: _Any = ..., options: _Any = ...) -> Target | _Any:
    """A GPU of NVIDIA's, which programs may name."""

def hexagon(cpu_ver: _Any = ..., options: _Any = ...) -> Target | _Any:
    """Qualcomm's signal processor, which programs may name."""

def intel_graphics(model: _Any = ..., options: _Any = ...) -> Target | _Any:
    """A GPU of the family intel_graphics, which programs may name."""

def list_tags() -> _Any:
    """All names with their targets."""

def mali(model: _Any = ..., options: _Any = ...) -> Target | _Any:
    """A GPU of the family mali, which programs may name."""

def register_tag(name: _Any, config: _Any, override: _Any = ...) -> Target | _Any:
    """Let `Target(name)` be the target with these options; raises `ValueError` when the name is taken and `override` is not set."""

def riscv_cpu(model: _Any = ..., options: _Any = ...) -> Target | _Any:
    """A processor of the RISC-V family."""

def rocm(model: _Any = ..., options: _Any = ...) -> Target | _Any:
    """A GPU of AMD's, which programs may name."""

def vta(model: _Any = ..., options: _Any = ...) -> Target | _Any:
    """The accelerator VTA, which programs may name."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
