"""Targets: what to compile for, said as TVM says it.

    target ::= kind { -key[=value] }          "llvm -mcpu=znver5 -num-cores=2"
             | {"kind": kind, key: value, ...}

`Target("llvm")` without `-mcpu` means the processor of this machine.  Kinds for GPUs and other languages are
understood, so that programs which mention them load; only "llvm" can be built for.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeVar, Union, cast

from tilewright.core.base.identity import Identified
from tilewright.core.dialects.releases import is_later
from tilewright.core.target import tags
from tilewright.core.target.arm_features import arm_features
from tilewright.core.target.defaults import with_defaults

Value = str | int | bool | tuple[str, ...]
# The options of a target by name, its kind and its host among them.
Options = Mapping[str, object]
# One target, several, or a mapping to them.
Targets = Union[str, Options, "Target", Iterable[Union[str, Options, "Target"]]]
Named = TypeVar("Named", bound="str | Target")
Kept = TypeVar("Kept")


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
            TargetKind("test", "cpu", ("cpu",)),
        )
    }
)
# Options that hold several values, or a number, in text.
_LISTS = frozenset({"mattr", "libs", "cl-opt"})
_NUMBERS = frozenset(
    {
        "num-cores",
        "vector-width",
        "max_num_threads",
        "thread_warp_size",
        "max_threads_per_block",
        "opt-level",
        "registers_per_block",
        "l2_cache_size_bytes",
        "max_shared_memory_per_block",
        "max_function_args",
        "image_base_address_alignment",
        "texture_depth_limit",
        "texture_spatial_limit",
    }
)
_CURRENT: ContextVar[tuple[Target, ...]] = ContextVar("tilewright_target", default=())


class Target(Identified):
    """A compilation target.

    `Target("llvm -mcpu=core-avx2")`, `Target({"kind": "llvm", "mcpu": "core-avx2"})`, `Target(target)`; `host` is the target of the code
    that calls it.  `with target:` makes it `Target.current()`.  Raises `ValueError` for an unknown kind or a malformed text.
    """

    __slots__ = ("attrs", "host", "keys", "kind", "tag")
    kind: TargetKind
    keys: tuple[str, ...]
    attrs: Mapping[str, Value]
    host: Target | None
    tag: str

    def __init__(self, target: str | Options | Target, host: str | Options | Target | None = None) -> None:
        if isinstance(target, Target):
            self.kind, self.keys, self.attrs, self.tag = target.kind, target.keys, target.attrs, target.tag
            self.host = target.host
        else:
            self._read(_parsed(target) if isinstance(target, str) else dict(target))
        if host is not None:
            self.host = Target(host)

    def _read(self, options: dict[str, object]) -> None:
        self.kind = _kind(options.pop("kind", None))
        self.tag = str(options.pop("tag", ""))
        host = options.pop("host", None)
        if self.kind.name == "composite" and "devices" in options:
            options["devices"] = tuple(Target(each) for each in _listed(options["devices"]))
        self.host = None if host is None else Target(cast("str | Options | Target", host))
        own = _several(options.pop("keys", ())) or _family(options)
        self.keys = (*own, *(key for key in self.kind.default_keys if key not in own))
        given = {_name(key): _value(_name(key), value) for key, value in options.items()}
        self.attrs = MappingProxyType(with_defaults(self.kind.name, given))

    @property
    def mcpu(self) -> str:
        """Name of the processor, "" when it was not given."""
        return str(self.attrs.get("mcpu", ""))

    @property
    def opt_level(self) -> int:
        """The level of the code generator, 0 to 3: from 2 on it tiles, vectorizes and starts threads by itself."""
        return int(str(self.attrs.get("opt-level", 3)))

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
    def device_name(self) -> str:
        """Name of the device that the target was made for, "" when it was not given."""
        return str(self.attrs.get("device", ""))

    @property
    def features(self) -> TargetFeatures:
        """The target's features, by TVM's names (`has_...` and others); an unknown name gives None."""
        return TargetFeatures(self)

    @property
    def l2_cache_size_bytes(self) -> int:
        """Size of the second cache, 0 when it was not given."""
        given = self.attrs.get("l2_cache_size_bytes", 0)
        return given if isinstance(given, int) else 0

    @property
    def thread_warp_size(self) -> int:
        """Threads that run together, 1 on a processor."""
        given = self.attrs.get("thread_warp_size", 1)
        return given if isinstance(given, int) else 1

    @property
    def arch(self) -> str:
        """Name of the instruction set, "" when it was not given."""
        return str(self.attrs.get("arch", ""))

    @property
    def supports_integer_dot_product(self) -> bool:
        """Whether the target says that it multiplies and adds small integers at once."""
        return bool(self.attrs.get("supports_integer_dot_product", False))

    def get_kind_attr(self, attr_name: str) -> None:
        """The attribute registered for the kind; always None here."""
        del attr_name

    @property
    def libs(self) -> list[str]:
        """Libraries of kernels that the target may use."""
        return list(_several(self.attrs.get("libs", ())))

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

    def with_host(self, host: str | Options | Target) -> Target:
        """The same target called from `host`."""
        return Target(self, host)

    def export(self) -> dict[str, object]:
        """The target as a dict that `Target` takes back."""
        found: dict[str, object] = {"kind": self.kind.name, "tag": self.tag, "keys": list(self.keys)}
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
    def canon_target(target: str | Options | Target | None) -> Target | None:
        """The target that something names, None for None."""
        return target if target is None or isinstance(target, Target) else Target(target)

    @staticmethod
    def canon_target_and_host(
        target: str | Options | Target | None, target_host: str | Options | Target | None = None
    ) -> tuple[Target | None, Target | None]:
        """The target with its host, and that host; a host needs a target."""
        if target is None:
            assert target_host is None, "Target host is not empty when target is empty."
            return None, None
        found = Target(target, target_host)
        return found, found.host

    @staticmethod
    def canon_multi_target(multi_targets: Targets) -> tuple[Target, ...]:
        """The targets that one name, several, or the values of a mapping are."""
        assert multi_targets is not None, "there are no targets"
        one = isinstance(multi_targets, (str, Target)) or (
            isinstance(multi_targets, Mapping) and "kind" in multi_targets
        )
        several = (multi_targets,) if one else multi_targets
        each_of = several.values() if isinstance(several, Mapping) else several
        return tuple(Target(each) for each in cast("Iterable[str | Options | Target]", each_of))

    @staticmethod
    def canon_multi_target_and_host(
        target: Targets, target_host: str | Options | Target | None = None
    ) -> tuple[Target, ...]:
        """The targets, each with the host."""
        return tuple(Target(each, target_host) for each in Target.canon_multi_target(target))

    @staticmethod
    def canon_target_map_and_host(
        target_map: Mapping[Named, Kept], target_host: str | Options | Target | None = None
    ) -> tuple[dict[Target, Kept], Target | None]:
        """The mapping with targets in place of what named them, each with the host, and that host."""
        found = {Target(target, target_host): value for target, value in target_map.items()}
        hosts = [target.host for target in found if target.host is not None]
        return found, hosts[0] if hosts else None

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
        if is_later():
            return json.dumps(self.export(), separators=(",", ":"))
        shown = {"keys": self.keys, **dict(sorted(self.attrs.items()))}
        return " ".join([self.kind.name, *(_option(key, value) for key, value in shown.items() if value != ())])

    def __repr__(self) -> str:
        return str(self) if is_later() else json.dumps(self.export())

    def __reduce__(self) -> tuple[type[Target], tuple[dict[str, object]]]:
        return Target, (self.export(),)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Target) and self.export() == other.export()

    def __hash__(self) -> int:
        return hash((str(self), str(self.host)))


class TargetFeatures:
    """The features of a target: `target.features.has_dsp`.  The name of an option gives its value."""

    def __init__(self, target: Target) -> None:
        self._target = target

    def __getattr__(self, name: str) -> Value | None:
        rule = _FEATURES.get(name)
        return self._target.attrs.get(name) if rule is None else rule(self._target)


def _on_arm(name: str) -> Callable[[Target], bool]:
    """Whether an Arm has the feature, by its processor or by what is switched on."""
    return lambda target: (
        target.mtriple.startswith(("aarch64", "arm")) and name in arm_features(target.mcpu, target.mattr)
    )


def _is_aarch64(target: Target) -> bool:
    return target.mtriple.startswith("aarch64")


_DSP = ("cortex-m4", "cortex-m7", "cortex-m33", "cortex-m35p", "cortex-m55")
_FEATURES: dict[str, Callable[[Target], bool]] = {
    "has_asimd": lambda target: _is_aarch64(target) or _on_arm("neon")(target),
    "has_dotprod": _on_arm("dotprod"),
    "has_dsp": lambda target: target.mcpu in _DSP and "+nodsp" not in target.mattr,
    "has_fp16_simd": _on_arm("fullfp16"),
    "has_matmul_i8": _on_arm("i8mm"),
    "has_mve": lambda target: target.mcpu == "cortex-m55" and "+nomve" not in target.mattr,
    "has_sme": _on_arm("sme"),
    "has_sve": _on_arm("sve"),
    "is_aarch64": _is_aarch64,
    "is_test": lambda target: target.kind.name == "test",
}


def _kind(name: object) -> TargetKind:
    found = KINDS.get(str(name)) if name is not None else None
    if found is None:
        said = "a target needs a kind" if name is None else f"{str(name)!r} is not a kind of target"
        raise ValueError(f"{said}; the kinds are {', '.join(KINDS)}")
    return found


def _parsed(text: str) -> dict[str, object]:
    """The options of a target written as text or as JSON."""
    if text.lstrip().startswith("{"):
        return json.loads(text)
    tagged = tags.find(text.strip())
    if tagged is not None:
        return {**tagged, "tag": text.strip()}
    words = shlex.split(text)
    if not words:
        raise ValueError(f"an empty text is no target; the kinds are {', '.join(KINDS)}")
    options: dict[str, object] = {"kind": words[0]}
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


def _listed(value: Any) -> list[Any]:
    """Several names, or the targets themselves."""
    return value.split(",") if isinstance(value, str) else list(value)


def _family(options: Mapping[str, object]) -> tuple[str, ...]:
    """The key that the processors of a family have beside those of their kind."""
    arm = str(options.get("mcpu", "")).startswith("cortex-") or str(options.get("mtriple", "")).startswith(_ARM)
    return ("arm_cpu",) if arm else ()


_ARM = ("aarch64", "arm")


def _value(key: str, value: object) -> Value:
    if isinstance(value, Mapping):
        raise ValueError(f"target option -{key} is a value or a list, not a mapping")
    if isinstance(value, str) and value.lower() in ("true", "false"):
        return value.lower() == "true"
    if isinstance(value, tuple) and key == "devices":
        return value
    if key.startswith("supports_") and value in ("0", "1"):
        return value == "1"
    if key in _LISTS:
        return _several(value)
    if key in _NUMBERS and isinstance(value, str):
        if not value.lstrip("-").isdigit():
            raise ValueError(f"target option -{key} is a number, not {value!r}")
        value = int(value)
    if key == "opt-level" and value not in range(4):
        raise ValueError(f"target option -opt-level is 0, 1, 2 or 3, not {value}")
    if isinstance(value, (list, tuple)):
        return _several(value)
    return value if isinstance(value, (bool, int)) else str(value)


def _option(key: str, value: Value) -> str:
    if isinstance(value, tuple):
        return f"-{key}={','.join(value)}"
    return f"-{key}={int(value) if isinstance(value, bool) else shlex.quote(str(value))}"
