"""Targets: what to compile for, said as TVM says it.

    target ::= kind { -key[=value] }          "llvm -mcpu=znver5 -num-cores=2"
             | {"kind": kind, key: value, ...}

`Target("llvm")` without `-mcpu` means the processor of this machine.  Kinds for graphics processors and other languages are
understood, so that programs which mention them load; only "llvm" can be built for.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from tilewright.base.identity import Identified

Value = str | int | bool | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TargetKind:
    """A kind of target: its name, the device it runs on, the keys that its targets have, and whether it can be built for."""

    name: str
    device: str
    default_keys: tuple[str, ...]
    builds: bool = False

    def __str__(self) -> str:
        return self.name


KINDS: Mapping[str, TargetKind] = MappingProxyType(
    {
        kind.name: kind
        for kind in (
            TargetKind("llvm", "cpu", ("cpu",), builds=True),
            TargetKind("c", "cpu", ("cpu",)),
            TargetKind("cuda", "cuda", ("cuda", "gpu")),
            TargetKind("nvptx", "cuda", ("cuda", "gpu")),
            TargetKind("rocm", "rocm", ("rocm", "gpu")),
            TargetKind("vulkan", "vulkan", ("vulkan", "gpu")),
            TargetKind("metal", "metal", ("metal", "gpu")),
            TargetKind("opencl", "opencl", ("opencl", "gpu")),
            TargetKind("webgpu", "webgpu", ("webgpu", "gpu")),
            TargetKind("hexagon", "hexagon", ("hexagon", "cpu")),
            TargetKind("ext_dev", "ext_dev", ("ext_dev",)),
            TargetKind("hybrid", "cpu", ("hybrid",)),
            TargetKind("composite", "cpu", ()),
        )
    }
)
# Options that hold several values, or a number, in text.
_LISTS = frozenset({"mattr", "libs"})
_NUMBERS = frozenset(
    {
        "num-cores",
        "vector-width",
        "max_num_threads",
        "thread_warp_size",
        "max_threads_per_block",
        "opt-level",
        "max_shared_memory_per_block",
    }
)
_CURRENT: ContextVar[tuple[Target, ...]] = ContextVar("tilewright_target", default=())


class Target(Identified):
    """What to compile for.

    `Target("llvm -mcpu=core-avx2")`, `Target({"kind": "llvm", "mcpu": "core-avx2"})`, `Target(target)`; `host` is the target of the code
    that calls it.  `with target:` makes it `Target.current()`.  Raises `ValueError` for an unknown kind or a malformed text.
    """

    __slots__ = ("attrs", "host", "keys", "kind", "tag")
    kind: TargetKind
    keys: tuple[str, ...]
    attrs: Mapping[str, Value]
    host: Target | None
    tag: str

    def __init__(
        self, target: str | Mapping[str, Any] | Target, host: str | Mapping[str, Any] | Target | None = None
    ) -> None:
        if isinstance(target, Target):
            self.kind, self.keys, self.attrs, self.tag = target.kind, target.keys, target.attrs, target.tag
            self.host = target.host
        else:
            self._read(_parsed(target) if isinstance(target, str) else dict(target))
        if host is not None:
            self.host = Target(host)

    def _read(self, options: dict[str, Any]) -> None:
        self.kind = _kind(options.pop("kind", None))
        self.tag = str(options.pop("tag", ""))
        host = options.pop("host", None)
        self.host = None if host is None else Target(host)
        own = _several(options.pop("keys", ()))
        self.keys = (*own, *(key for key in self.kind.default_keys if key not in own))
        self.attrs = MappingProxyType({_name(key): _value(_name(key), value) for key, value in options.items()})

    @property
    def mcpu(self) -> str:
        """Name of the processor, "" when it was not given."""
        return str(self.attrs.get("mcpu", ""))

    @property
    def mattr(self) -> tuple[str, ...]:
        """Features switched on ("+avx512f") and off ("-avx512f")."""
        return _several(self.attrs.get("mattr", ()))

    @property
    def has_scalable_vectors(self) -> bool:
        """Whether its vectors are as long as the machine says when the program runs: Arm's SVE, RISC-V's V."""
        return any(feature.startswith("+sve") for feature in self.mattr) or (
            self.mtriple.startswith("riscv") and "+v" in self.mattr
        )

    @property
    def mtriple(self) -> str:
        """LLVM's triple, "" for that of this machine."""
        return str(self.attrs.get("mtriple", ""))

    @property
    def num_cores(self) -> int | None:
        """Number of cores to use, None when it was not given."""
        given = self.attrs.get("num-cores")
        return int(given) if isinstance(given, (int, str)) else None

    @property
    def max_num_threads(self) -> int | None:
        """Threads in a block of threads, None when it was not given."""
        given = self.attrs.get("max_num_threads")
        return given if isinstance(given, int) else None

    @property
    def model(self) -> str:
        """Name of the device's model, "unknown" when it was not given."""
        return str(self.attrs.get("model", "unknown"))

    @property
    def libs(self) -> tuple[str, ...]:
        """Libraries of kernels that the target may use."""
        return _several(self.attrs.get("libs", ()))

    def get_target_device_type(self) -> int:
        """DLPack's number of the device."""
        return {
            "cpu": 1,
            "cuda": 2,
            "opencl": 4,
            "vulkan": 7,
            "metal": 8,
            "rocm": 10,
            "ext_dev": 12,
            "hexagon": 16,
            "webgpu": 15,
        }[self.kind.device]

    def with_host(self, host: str | Mapping[str, Any] | Target) -> Target:
        """The same target called from `host`."""
        return Target(self, host)

    def export(self) -> dict[str, Any]:
        """The target as a dict that `Target` takes back."""
        found: dict[str, Any] = {"kind": self.kind.name, "tag": self.tag, "keys": list(self.keys)}
        found.update({key: list(value) if isinstance(value, tuple) else value for key, value in self.attrs.items()})
        return found if self.host is None else {**found, "host": self.host.export()}

    @staticmethod
    def current(allow_none: bool = True) -> Target | None:
        """The target of the innermost `with`; without one None, or `ValueError` when `allow_none` is false."""
        stack = _CURRENT.get()
        if not stack and not allow_none:
            raise ValueError("Target context required. Please set it by constructing a TargetContext")
        return stack[-1] if stack else None

    @staticmethod
    def list_kinds() -> list[str]:
        """Names of all kinds."""
        return list(KINDS)

    @staticmethod
    def from_device(device: object) -> Target:
        """The target of a device object or of its name, such as "cpu:0"."""
        name = str(device).split(":")[0].split("(")[0]
        return Target("llvm" if name == "cpu" else name)

    def __enter__(self) -> Target:
        _CURRENT.set((*_CURRENT.get(), self))
        return self

    def __exit__(self, *_: object) -> None:
        _CURRENT.set(_CURRENT.get()[:-1])

    def __str__(self) -> str:
        shown = {"keys": self.keys, **dict(sorted(self.attrs.items()))}
        return " ".join([self.kind.name, *(_option(key, value) for key, value in shown.items() if value != ())])

    def __repr__(self) -> str:
        return json.dumps(self.export())

    def __reduce__(self) -> tuple[type[Target], tuple[dict[str, Any]]]:
        return Target, (self.export(),)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Target) and self.export() == other.export()

    def __hash__(self) -> int:
        return hash((str(self), str(self.host)))


def _kind(name: object) -> TargetKind:
    found = KINDS.get(str(name)) if name is not None else None
    if found is None:
        said = "a target needs a kind" if name is None else f"{str(name)!r} is not a kind of target"
        raise ValueError(f"{said}; the kinds are {', '.join(KINDS)}")
    return found


def _parsed(text: str) -> dict[str, Any]:
    """The options of a target written as text or as JSON."""
    if text.lstrip().startswith("{"):
        return json.loads(text)
    words = shlex.split(text)
    if not words:
        raise ValueError(f"an empty text is no target; the kinds are {', '.join(KINDS)}")
    options: dict[str, Any] = {"kind": words[0]}
    position = 1
    while position < len(words):
        word = words[position]
        if not word.startswith("-"):
            raise ValueError(f"{word!r} in target {text!r} is no option: options are written -key=value")
        key, equals, value = word.lstrip("-").partition("=")
        follows = position + 1 < len(words) and not words[position + 1].startswith("-")
        if not equals and follows:
            position += 1
            value = words[position]
        options[key] = value if equals or follows else True
        position += 1
    return options


def _name(key: str) -> str:
    return "num-cores" if key == "num_cores" else key


def _several(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        return tuple(part for part in value.split(",") if part)
    return tuple(str(part) for part in value)


def _value(key: str, value: Any) -> Value:
    if key in _LISTS:
        return _several(value)
    if key in _NUMBERS and isinstance(value, str):
        if not value.lstrip("-").isdigit():
            raise ValueError(f"target option -{key} is a number, not {value!r}")
        return int(value)
    if isinstance(value, (list, tuple)):
        return _several(value)
    return value if isinstance(value, (bool, int)) else str(value)


def _option(key: str, value: Value) -> str:
    if isinstance(value, tuple):
        return f"-{key}={','.join(value)}"
    return f"-{key}={int(value) if isinstance(value, bool) else shlex.quote(str(value))}"
