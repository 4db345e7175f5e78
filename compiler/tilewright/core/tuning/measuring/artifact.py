"""Artifacts: what a builder makes and a runner measures, as bytes that need no compiler where they are run.

An artifact has the object code, the lowered functions, from which a call knows its arguments, and for each argument how large the integers in it may be.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from tilewright.core.codegen.llvm.compile import NativeModule
from tilewright.core.codegen.llvm.machine import machine_of
from tilewright.core.driver.native import build_module
from tilewright.core.driver.stored_code import StoredCode
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import BufferLoad, IntImm
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.json import load_json, save_json
from tilewright.core.ir.stmt import BufferStore
from tilewright.core.ir.walk import walk
from tilewright.core.runtime.module import Module
from tilewright.core.target.target import Target


@dataclass(frozen=True)
class BuildJob:
    """A program, as JSON, to be built for a target, as text or dict."""

    mod: str
    target: object


def built(job: BuildJob) -> bytes:
    """The artifact of a program; raises as `build` does, and `ValueError` for a program that this processor cannot run."""
    module = load_json(job.mod)
    target = Target(job.target)  # pyright: ignore[reportArgumentType]
    code = build_module(module, target).native_code
    if not isinstance(code, NativeModule):
        raise ValueError(f"there is no native code for {target}")
    if code.obstacle:
        raise ValueError(code.obstacle)
    header = {
        "functions": save_json(IRModule({name: code.functions[name] for name in code.exported})),
        "exported": list(code.exported),
        "externs": sorted(code.externs),
        "limits": _limits(module),
        "processor": machine_of(target).cpu,
    }
    text = json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + code.object_code


def loaded(artifact: bytes) -> tuple[Module, list[int | None]]:
    """The functions of an artifact, and the limits of the integers of each argument; raises `ValueError` for another processor's."""
    length = int.from_bytes(artifact[:8], "little")
    header: dict[str, Any] = json.loads(artifact[8 : 8 + length])
    here = machine_of(None).cpu
    if header["processor"] != here and not _runs_on_any(header["processor"]):
        raise ValueError(f"the code is for {header['processor']}, and this processor is {here}")
    functions = {each.name: each for each in load_json(header["functions"]).functions.values()}
    code = StoredCode(
        artifact[8 + length :], tuple(header["exported"]), tuple(header["externs"]), functions, _compiled_anew
    )
    return Module(code), header["limits"]  # pyright: ignore[reportArgumentType]


def _runs_on_any(processor: str) -> bool:
    """Whether a name stands for a family of processors, whose code LLVM has found able to run where it was built."""
    return processor.startswith(("x86-64", "generic"))


def _compiled_anew() -> Any:
    raise ValueError("an artifact has nothing but the code of its functions")


def _limits(module: IRModule) -> list[int | None]:
    """For each argument of the only function: the smallest extent that its elements index, None where they index nothing."""
    (func,) = (each for each in module.functions.values() if isinstance(each, PrimFunc))
    found: dict[Buffer, int] = {}
    for node in walk(func.body):
        if isinstance(node, (BufferLoad, BufferStore)):
            for index, extent in zip(node.indices, node.buffer.shape):
                inner = [each.buffer for each in walk(index) if isinstance(each, BufferLoad)]
                if isinstance(extent, IntImm):
                    found.update({each: min(extent.value, found.get(each, extent.value)) for each in inner})
    return [found.get(func.buffer_map[param]) if param in func.buffer_map else None for param in func.params]


__all__ = ["BuildJob", "built", "loaded"]
