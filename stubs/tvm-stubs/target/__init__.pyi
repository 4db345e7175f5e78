# Generated from tilewright.target by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any


class TargetKind(_Any):  # type: ignore[misc, unused-ignore]
    """A kind of target: its name, the device it runs on, the keys that its targets have, and whether it can be built for."""
    builds: _Any
    default_keys: _Any
    device: _Any
    name: _Any
    __init__: _Any

class Target(_Any):  # type: ignore[misc, unused-ignore]
    """What to compile for.

    `Target("llvm -mcpu=core-avx2")`, `Target({"kind": "llvm", "mcpu": "core-avx2"})`, `Target(target)`; `host` is the target of the code
    that calls it.  `with target:` makes it `Target.current()`.  Raises `ValueError` for an unknown kind or a malformed text.
    """
    @property
    def mcpu(self) -> _Any:
        """Name of the processor, "" when it was not given."""
    @property
    def mattr(self) -> _Any:
        """Features switched on ("+avx512f") and off ("-avx512f")."""
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
    def from_device(device: _Any) -> Target | _Any:
        """The target of a device object or of its name, such as "cpu:0"."""
    attrs: _Any
    host: Target | _Any
    keys: _Any
    kind: TargetKind | _Any
    tag: _Any
    __init__: _Any

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
