"""Questions about the processor of a target, under TVM's names: its features, the names that LLVM knows, the width of its vectors."""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.core.target.arm_features import ARM_PROCESSORS, arm_features
from tilewright.core.target.target import Target
from tilewright.core.target.x86_features import x86_features, x86_processors


def llvm_get_cpu_archlist(target: Target | None = None) -> list[str]:
    """The names of processors of the architecture of the target, those whose features are known."""
    return sorted(x86_processors() if _is_x86(_given(target)) else ARM_PROCESSORS)


def llvm_get_cpu_features(target: Target | None = None) -> dict[str, str]:
    """The features of the processor of the target, as the keys of a dictionary."""
    chosen = _given(target)
    return dict.fromkeys(sorted(_of_processor(chosen)), "")


def llvm_cpu_has_features(cpu_features: str | Iterable[str], target: Target | None = None) -> bool:
    """Whether the processor of the target has all of the features, whatever its options switch on."""
    return _names(cpu_features) <= _of_processor(_given(target))


def target_has_features(cpu_features: str | Iterable[str], target: Target | None = None) -> bool:
    """Whether all of the features are there: the processor has them or `-mattr` switches them on, and none is switched off."""
    chosen = _given(target)
    if not _is_x86(chosen):
        return _names(cpu_features) <= arm_features(chosen.mcpu, chosen.mattr)
    found = set(_of_processor(chosen))
    for option in chosen.mattr:
        found = found - {option[1:]} if option.startswith("-") else found | {option.removeprefix("+")}
    return _names(cpu_features) <= found


def llvm_get_vector_width(target: Target | None = None) -> int:
    """The number of bits that vectors of the target may have, as TVM assumes it; the option `vector-width` has the last word."""
    chosen = _given(target)
    said = chosen.attrs.get("vector-width")
    return said if isinstance(said, int) else 512 if _is_x86(chosen) else 128


def _given(target: Target | None) -> Target:
    found = Target.current(allow_none=False) if target is None else target
    assert found is not None
    return found


def _is_x86(target: Target) -> bool:
    return target.mtriple.startswith(("x86", "i386", "i486", "i586", "i686")) or not target.mtriple


def _of_processor(target: Target) -> frozenset[str]:
    return x86_features(target.mcpu) if _is_x86(target) else arm_features(target.mcpu, ())


def _names(features: str | Iterable[str]) -> frozenset[str]:
    return frozenset((features,) if isinstance(features, str) else features)


__all__ = [
    "llvm_cpu_has_features",
    "llvm_get_cpu_archlist",
    "llvm_get_cpu_features",
    "llvm_get_vector_width",
    "target_has_features",
]
