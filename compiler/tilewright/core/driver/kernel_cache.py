"""The cache of kernels: functions of TensorIR that were built before, also in another process, are linked without being lowered, and without the passes being loaded.

A record is named after the module, without its spans, the target, the level of optimization and the compiler.  It has the interface of the functions and the name of their object code, an entry
of its own; what else is asked for, such as LLVM IR, is made anew.  Builds in a `PassContext` with options, with ops of the program's own, with tuned schedules or with warnings are not kept.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from tilewright.core.codegen.llvm.cache import BUILD, cache_folder, entry_name, read_entry, write_entry
from tilewright.core.codegen.llvm.jit import missing_extern
from tilewright.core.codegen.llvm.machine import machine_of
from tilewright.core.driver.compiler_version import compiler_version
from tilewright.core.driver.native import build_module
from tilewright.core.driver.stored_code import StoredCode
from tilewright.core.driver.tuned import current
from tilewright.core.ir.function import IRModule, PrimFunc, prim_funcs
from tilewright.core.ir.json import save_json
from tilewright.core.ops.op import own_attributes, own_ops
from tilewright.core.passes.core.context import PassContext
from tilewright.core.runtime.interface import interface_text, read_interface
from tilewright.core.runtime.module import Module
from tilewright.core.runtime.packed import CALL_PACKED
from tilewright.core.target.target import Target

if TYPE_CHECKING:
    from tilewright.core.codegen.llvm import NativeModule

# The rooms whose files decide what a kernel becomes.
ROOMS = (
    *("analysis", "arith", "base", "builder", "codegen/llvm", "dialects", "driver", "ir", "ops", "runtime", "target"),
    *("passes/core", "passes/pipelines.py", "passes/tir"),
)
# The longest text of a module that is looked for: one with large constants takes long to write.
_LONGEST = 1 << 22


def kernels(module: IRModule, target: Target) -> Module:
    """The native code of a module for a target, from the cache or built; raises as `build_module` does."""
    name = _record(module, target)
    if name is None:
        return build_module(module, target)
    record = read_entry(name, BUILD)
    stored: dict[str, Any] = {} if record is None else json.loads(record)
    code = read_entry(stored["object"]) if stored else None
    if code is not None and not missing_extern(stored["externs"]):
        return Module(_StoredKernels(stored, code, lambda: _native(build_module(module, target))))  # pyright: ignore[reportArgumentType]
    made = build_module(module, target)
    _keep(name, module, _native(made))
    return made


def _record(module: IRModule, target: Target) -> str | None:
    """The name of the record of a module; None where what is built may depend on more than is named."""
    context = PassContext.current()
    plain = not (context.config or context.instruments or context.required_pass or context.disabled_pass)
    if not plain or own_attributes or own_ops or current() is not None or target.kind.name == "c":
        return None
    if cache_folder() is None or not all(isinstance(func, PrimFunc) for func in module.functions.values()):
        return None
    try:
        text = save_json(module)
    except TypeError:
        return None
    if len(text) > _LONGEST:
        return None
    key = ("kernels", text, str(context.opt_level), json.dumps(target.export()), compiler_version(ROOMS))
    return entry_name("\0".join(key), machine_of(target))


def _native(module: Module) -> Any:
    return module.native_code


def _keep(name: str, module: IRModule, code: NativeModule) -> None:
    """Write the record of a build that warned of nothing and runs in this process."""
    from tilewright.core.analysis.checks.collected import overreaching

    if (
        code.obstacle
        or code.has_imports
        or CALL_PACKED in code.externs
        or any(overreaching(func) for _, func in prim_funcs(module))
    ):
        return
    stored = {
        "object": code.object_entry,
        "interface": interface_text(code.functions, {each: (each, each) for each in code.exported}),
        "externs": sorted(code.externs),
        "keeps": [each for each in code.exported if code.keeps_gil(each)],
    }
    write_entry(name, json.dumps(stored).encode(), BUILD)


class _StoredKernels(StoredCode):
    """The functions of a record."""

    def __init__(self, stored: Any, code: bytes, whole: Callable[[], Any]) -> None:
        functions, symbols = read_interface(stored["interface"])
        super().__init__(code, tuple(symbols), tuple(stored["externs"]), functions, cache(whole))
        self._keeps = frozenset(stored["keeps"])

    def keeps_gil(self, name: str) -> bool:
        """Whether a function keeps the GIL while it runs."""
        return name in self._keeps


__all__ = ["ROOMS", "kernels"]
