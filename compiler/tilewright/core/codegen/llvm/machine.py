"""The machine to compile for: the host unless the target says otherwise."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import llvmlite.binding as llvm

from tilewright.core.codegen.llvm.jit import initialise
from tilewright.core.codegen.llvm.probe import implied_features, needed_features

if TYPE_CHECKING:
    from tilewright.core.target.target import Target


@dataclass(frozen=True, slots=True)
class Machine:
    """Processor, features and triple, as LLVM names them; the optimisation level 0 to 3.

    `obstacle` says why the code cannot run in this process, "" when it can; `threads` bounds those of a parallel loop, 0 for as many as there are.
    """

    triple: str
    cpu: str
    features: str
    level: int
    obstacle: str
    threads: int = 0

    @property
    def has_half(self) -> bool:
        """Whether the processor converts float16 by itself; elsewhere the conversions are functions."""
        return not _is_x86(self.triple) or "+f16c" in self.features.split(",")

    @property
    def has_scalable_vectors(self) -> bool:
        """Whether its vectors are as long as the processor says when the program runs."""
        return ("+v" if self.triple.startswith("riscv") else "+sve") in self.features.split(",")

    @property
    def notes(self) -> str:
        """The attributes that LLVM gets with every function: the least and the most that vectors may be longer than the smallest."""
        return f"vscale_range(1,{_MOST})" if _has_sve(self.triple, self.cpu, self.features) else ""

    def create(self) -> Any:
        """LLVM's code generator; made once for each machine."""
        return _target_machine(self)


# The longest vectors that Arm allows for have 2048 bits, the smallest 128.
_MOST = 16


def features_of(target: Target | None) -> str:
    """The features of the processor that a `Target` names, as LLVM lists them; raises as `machine_of` does."""
    return machine_of(target).features


def machine_of(target: Target | None) -> Machine:
    """The LLVM machine for a `Target`'s `mtriple`, `mcpu`, `mattr` and `opt-level`; without a processor, that of the host with all its features.

    Raises `ValueError` for a triple, a processor or a feature that LLVM does not know.
    """
    attrs = getattr(target, "attrs", None) or {}
    triple = str(attrs.get("mtriple") or llvm.get_process_triple())
    cpu, level = str(attrs.get("mcpu") or "native"), 3 if target is None else target.opt_level
    given = attrs.get("mattr") or ()
    wanted = tuple(given.split(",")) if isinstance(given, str) else tuple(str(each) for each in given)
    if triple != llvm.get_process_triple():
        return _named(triple, "generic" if cpu == "native" else cpu, wanted, level, f"it is compiled for {triple}")
    if cpu != "native":
        return _named(triple, cpu, wanted, level, _lacking((*_needed(triple, cpu, _said(triple, wanted)), *wanted)))
    _require_known(triple, llvm.get_host_cpu_name(), ",".join(wanted))
    features = _switched(llvm.get_host_cpu_features(), wanted)
    return Machine(triple, llvm.get_host_cpu_name(), features, level, _lacking(wanted))


# Features of x86 that need others, by how their names begin; the first row that fits a name counts.
_NEEDS = (
    ("avx512fp16", ("avx512f",)),
    ("avx512f", ("avx2", "f16c", "fma")),
    ("avx512", ("avx512f",)),
    ("avx10", ("avx512f",)),
    ("avxvnni", ("avx2",)),
    ("avxifma", ("avx2",)),
    ("avxneconvert", ("avx2",)),
    ("avx2", ("avx",)),
    ("f16c", ("avx",)),
    ("fma", ("avx",)),
    ("sha512", ("avx2",)),
    ("sm3", ("avx",)),
    ("sm4", ("avx2",)),
    ("vaes", ("avx2",)),
    ("vpclmulqdq", ("avx",)),
    ("xop", ("avx",)),
)


def _switched(host: Mapping[str, bool], wanted: tuple[str, ...]) -> str:
    """The host's features after those wanted are switched on and off in order; what needs one that is off is off, as LLVM has it."""
    features = {**host}
    for each in wanted:
        sign, name = each[:1], each[1:]
        for other in _below(name) if sign == "+" else [other for other in features if name in _below(other)]:
            features[other] = sign == "+"
        features[name] = sign == "+"
    return ",".join(f"{'+' if is_there else '-'}{name}" for name, is_there in sorted(features.items()))


def _below(name: str) -> set[str]:
    """A feature of x86 and all that it needs."""
    needs = next((needs for begin, needs in _NEEDS if name.startswith(begin)), ())
    return {name}.union(*map(_below, needs))


def _named(triple: str, cpu: str, wanted: tuple[str, ...], level: int, obstacle: str) -> Machine:
    """A machine of a named processor."""
    features = _said(triple, wanted)
    implied = _implied(triple, cpu, features)
    return Machine(triple, cpu, ",".join(part for part in (*implied, features) if part), level, obstacle)


def _said(triple: str, wanted: tuple[str, ...]) -> str:
    """The features as LLVM is told of them.  A 64-bit x86 is said to be one, because LLVM gives up on any doubt."""
    return ",".join([*(("+64bit",) if triple.startswith("x86_64") else ()), *wanted])


@cache
def _implied(triple: str, cpu: str, features: str) -> tuple[str, ...]:
    """The features that decide which code is written for a processor; none of those that LLVM does not know."""
    _require_known(triple, cpu, features)
    return implied_features(triple, _assembly(triple, cpu, features))


@cache
def _has_sve(triple: str, cpu: str, features: str) -> bool:
    """Whether a processor has vectors of open length, in all modes (SVE) or in one (SME)."""
    if not triple.startswith("aarch64"):
        return False
    shown = needed_features(triple, _assembly(triple, cpu, features))
    return "+sve" in shown or any(part.startswith(("+sme", "+v9")) for part in features.split(","))


@cache
def _needed(triple: str, cpu: str, features: str) -> tuple[str, ...]:
    """The features that a processor must have to run code for a named one."""
    return (*_implied(triple, cpu, features), *needed_features(triple, _assembly(triple, cpu, features)))


def _assembly(triple: str, cpu: str, features: str) -> Callable[[Any], str]:
    return lambda text: _create(triple, cpu, features, 2).emit_assembly(text)


def version() -> tuple[int, int, int]:
    """LLVM's version."""
    return llvm.llvm_version_info


def host_triple() -> str:
    """LLVM's triple of this machine."""
    return llvm.get_process_triple()


def host_processor() -> str:
    """LLVM's name of this machine's processor."""
    return llvm.get_host_cpu_name()


@cache
def architectures() -> tuple[str, ...]:
    """The architectures, as they begin a triple, that LLVM compiles for here."""
    initialise()
    llvm.initialize_all_targets()
    return tuple(name for name in _ARCHITECTURES if _is_known(name))


def _is_known(architecture: str) -> bool:
    try:
        llvm.Target.from_triple(f"{architecture}--")
    except RuntimeError:
        return False
    return True


_ARCHITECTURES = (
    "aarch64",
    "aarch64_be",
    "amdgcn",
    "arm",
    "armeb",
    "avr",
    "bpfeb",
    "bpfel",
    "hexagon",
    "i386",
    "lanai",
    "loongarch32",
    "loongarch64",
    "mips",
    "mips64",
    "mips64el",
    "mipsel",
    "msp430",
    "nvptx",
    "nvptx64",
    "ppc32",
    "ppc64",
    "ppc64le",
    "riscv32",
    "riscv64",
    "sparc",
    "sparcv9",
    "systemz",
    "thumb",
    "thumbeb",
    "wasm32",
    "wasm64",
    "x86",
    "x86_64",
    "xcore",
)


def _is_x86(triple: str) -> bool:
    return triple.startswith(("x86", "i386", "i686"))


def host_features() -> frozenset[str]:
    """The features of this processor, under LLVM's names."""
    return frozenset(name for name, is_there in llvm.get_host_cpu_features().items() if is_there)


def _lacking(wanted: tuple[str, ...]) -> str:
    """Which of the features this processor has not."""
    host = host_features()
    missing = [name[1:] for name in dict.fromkeys(wanted) if name.startswith("+") and name[1:] not in host]
    return f"this processor lacks {', '.join(missing)}" if missing else ""


@cache
def _require_known(triple: str, cpu: str, features: str) -> None:
    """Raise `ValueError` when LLVM does not know a name: it only says so on the standard error stream, and goes on without."""
    unknown = _unknown(triple, cpu, features)
    if unknown is not None:
        other = _triple_of(cpu, triple) if unknown[1] == "processor" else None
        hint = "" if other is None else f"; for that processor give the machine, too: -mtriple={other}"
        raise ValueError(f"LLVM knows no {unknown[1]} {unknown[0]!r} of {triple}{hint}")


def _unknown(triple: str, cpu: str, features: str) -> tuple[str, str] | None:
    """The name that LLVM does not know of a machine, and whether it is a "processor" or a "feature"."""
    with _standard_error() as lines:
        _create(triple, cpu, features, 2)
    found = re.search(r"'([^']*)' is not a recognized (processor|feature)", "".join(lines))
    return None if found is None else (found[1], found[2])


# A machine of each kind of processors that programs are built for, with how names of its own processors begin.
_MACHINES = (
    ("apple-", "arm64-apple-macosx"),
    ("", "aarch64-unknown-linux-gnu"),
    ("", "x86_64-unknown-linux-gnu"),
    ("", "riscv64-unknown-linux-gnu"),
    ("", "armv7a-unknown-linux-gnueabihf"),
)


def _triple_of(cpu: str, triple: str) -> str | None:
    """The triple of another machine that has this processor."""
    for beginning, other in _MACHINES:
        if (
            cpu.startswith(beginning)
            and not triple.startswith(other.partition("-")[0])
            and _unknown(other, cpu, "") is None
        ):
            return other
    return None


@contextmanager
def _standard_error() -> Generator[list[str], None, None]:
    """Collect what native code writes to the standard error stream."""
    lines: list[str] = []
    sys.stderr.flush()
    with tempfile.TemporaryFile("w+") as file:
        kept = os.dup(2)
        try:
            os.dup2(file.fileno(), 2)
            yield lines
        finally:
            os.dup2(kept, 2)
            os.close(kept)
        file.seek(0)
        lines += file.readlines()


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
        raise ValueError(f"LLVM cannot compile for {triple!r}: {error}") from error
    model = "default" if _is_x86(triple) and not triple.startswith("x86_64") else "jitdefault"  # large code has 64 bits
    return target.create_target_machine(cpu=cpu, features=features, opt=level, reloc="pic", codemodel=model)
