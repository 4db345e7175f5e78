"""Object code without an instruction that LLVM 22 gets wrong on processors with AVX-512.

Its pass that shortens instructions turns "signs into a mask, mask into a general register" into one `vmovmskps`, `vmovmskpd` or `vpmovmskb`, also for the vector registers 16 to 31, which
those cannot name: another register is read (llvm-project issue 191304).  Such code is compiled once more without the instructions that the pass takes for its pattern.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tilewright.core.codegen.llvm.machine import Machine

# The three instructions as bytes, short prefix or long, from a register: rare enough to look into the assembly where anything looks like one.
_LIKE_ONE = re.compile(
    rb"(?:\xc5[\x78\x79\x7c\x7d\xf8\xf9\xfc\xfd]|\xc4[\x01\x21\x41\x61\x81\xa1\xc1\xe1][\x78\x79\x7c\x7d\xf8\xf9\xfc\xfd])[\x50\xd7][\xc0-\xff]",
    re.DOTALL,
)
_MISNAMED = re.compile(r"\bvp?movmsk\w+\s+%[xy]mm(?:1[6-9]|2\d|3[01])\b")
_WITHOUT = "-avx512dq,-avx512bw"

# An LLVM module, optimised for a code generator; a new one each time, because emitting code changes it.
Optimised = Callable[[Any], Any]


def object_code(machine: Machine, optimised: Optimised) -> bytes:
    """The object file of a module."""
    code = machine.create().emit_object(optimised(machine.create()))
    if _LIKE_ONE.search(code) is None or not _is_misnamed(machine, optimised):
        return code
    careful = _careful(machine)
    return careful.create().emit_object(optimised(careful.create()))


def assembly(machine: Machine, optimised: Optimised) -> str:
    """The assembly text of what `object_code` gives."""
    careful = _careful(machine) if _is_misnamed(machine, optimised) else machine
    return careful.create().emit_assembly(optimised(careful.create()))


def _is_misnamed(machine: Machine, optimised: Optimised) -> bool:
    return is_misnamed(machine.create().emit_assembly(optimised(machine.create())))


def is_misnamed(assembly: str) -> bool:
    """Whether assembly text has the instruction."""
    return _MISNAMED.search(assembly) is not None


def _careful(machine: Machine) -> Machine:
    return replace(machine, features=",".join(part for part in (machine.features, _WITHOUT) if part))
