"""Features of Arm processors and of versions of their architecture, by LLVM's names: `v8.6a` has `i8mm`, `cortex-a76` has `dotprod`."""

from __future__ import annotations

from collections.abc import Iterable

# A feature with those that it is built on, by the prefix of its name: sve2 is sve.
_BUILT_ON = {"sve": ("sve", "fullfp16"), "sme": ("sme", "fullfp16"), "fp16fml": ("fullfp16",)}
_KNOWN = ("dotprod", "fullfp16", "i8mm", "neon", "sme", "sve")
_HALF = ("dotprod", "fullfp16")
_MATRIX = (*_HALF, "i8mm")
_SCALABLE = (*_MATRIX, "sve")
ARM_PROCESSORS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("cortex-a55", "cortex-a65", "cortex-a75", "cortex-a76", "cortex-a77", "cortex-a78", "cortex-a78c"), _HALF),
    **dict.fromkeys(("cortex-x1", "neoverse-e1", "neoverse-n1", "apple-a14"), _HALF),
    **dict.fromkeys(("cortex-a510", "cortex-a710", "cortex-a715", "cortex-x2", "cortex-x3"), _SCALABLE),
    **dict.fromkeys(("neoverse-n2", "neoverse-v1", "neoverse-v2"), _SCALABLE),
    "a64fx": ("fullfp16", "sve"),
    "ampere1": _MATRIX,
    "apple-m4": (*_MATRIX, "sme"),
    "carmel": ("fullfp16",),
}  # fmt: skip
"""The features of the processors that have any."""
# The first versions of the architecture, as (major, minor), that have a feature.
_SINCE = {"dotprod": ((8, 4), (9, 0)), "i8mm": ((8, 6), (9, 1))}


def arm_features(mcpu: str, mattr: Iterable[str]) -> frozenset[str]:
    """The features of a processor with the options of `-mattr`; neon follows from what is built on it."""
    found = set(ARM_PROCESSORS.get(mcpu, ()))
    for option in mattr:
        name = option[1:]
        found = found - {name} if option.startswith("-") else found | _features(name)
    return frozenset(found | {"neon"}) if found & {"dotprod", "i8mm", "sve", "sme"} else frozenset(found)


def _features(name: str) -> set[str]:
    """The features that one name of `-mattr` stands for."""
    version = _version(name)
    if version is not None:
        return {feature for feature, since in _SINCE.items() if any(_has(version, first) for first in since)}
    built = next((parts for prefix, parts in _BUILT_ON.items() if name.startswith(prefix)), ())
    return {*built, name} & {*_KNOWN}


def _has(version: tuple[int, int], first: tuple[int, int]) -> bool:
    return version[0] == first[0] and version[1] >= first[1]


def _version(name: str) -> tuple[int, int] | None:
    """(8, 6) of v8.6a, (9, 0) of v9a; None for what is no version."""
    if not (name.startswith("v") and name.endswith("a")):
        return None
    major, _, minor = name[1:-1].partition(".")
    return (int(major), int(minor or "0")) if major.isdigit() and (minor or "0").isdigit() else None


__all__ = ["ARM_PROCESSORS", "arm_features"]
