"""The machine to compile for: the host unless the target says otherwise."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import llvmlite.binding as llvm

from tilewright.backend.llvm.jit import initialise
from tilewright.backend.llvm.types import unsupported


@dataclass(frozen=True, slots=True)
class Machine:
    """Processor, features and triple, as LLVM names them; the optimisation level 0 to 3."""

    triple: str
    cpu: str
    features: str
    level: int

    @property
    def is_host(self) -> bool:
        """Whether the code can be run in this process."""
        return self.triple == llvm.get_process_triple()

    @property
    def has_half(self) -> bool:
        """Whether the processor converts float16 by itself; elsewhere the conversions are functions."""
        return not self.triple.startswith(("x86", "i386", "i686")) or "+f16c" in self.features.split(",")

    def create(self) -> Any:
        """LLVM's code generator; made once for each machine."""
        return _target_machine(self)


def machine_of(target: Any) -> Machine:
    """What a `Target` says: `mtriple`, `mcpu`, `mattr`, `opt-level`; without a processor, that of the host with all its features."""
    attrs: Any = getattr(target, "attrs", None) or {}
    triple = str(attrs.get("mtriple") or llvm.get_process_triple())
    cpu, level = attrs.get("mcpu"), int(attrs.get("opt-level", 3))
    own = triple == llvm.get_process_triple() and cpu in (None, "", "native")
    features = _joined(attrs.get("mattr"))
    if own:
        host = llvm.get_host_cpu_features().flatten()
        return Machine(triple, llvm.get_host_cpu_name(), ",".join(part for part in (host, features) if part), level)
    named = str(cpu or "generic")
    return Machine(triple, named, ",".join(part for part in (_implied(triple, named), features) if part), level)


def _joined(features: Any) -> str:
    if features is None:
        return ""
    return features if isinstance(features, str) else ",".join(str(feature) for feature in features)


def _implied(triple: str, cpu: str) -> str:
    """Features of a named processor that the backend itself has to know of."""
    machine = _create(triple, cpu, "", 2)
    probe = llvm.parse_assembly("define float @f(half %x) {\n %y = fpext half %x to float\n ret float %y\n}")
    return "+f16c" if triple.startswith("x86") and "vcvtph2ps" in machine.emit_assembly(probe) else ""


@cache
def _target_machine(machine: Machine) -> Any:
    return _create(machine.triple, machine.cpu, machine.features, machine.level)


def _create(triple: str, cpu: str, features: str, level: int) -> Any:
    initialise()
    if triple != llvm.get_process_triple():
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
    try:
        target = llvm.Target.from_triple(triple)
    except RuntimeError as error:
        raise unsupported(f"LLVM knows no machine of the triple `{triple}`: {error}") from error
    return target.create_target_machine(cpu=cpu, features=features, opt=level, reloc="pic", codemodel="jitdefault")
