"""Python functions from their text, as debuggers and tracebacks see them: with the lines that they were made of."""

from __future__ import annotations

import inspect
import linecache
from itertools import count
from typing import Any

from tilewright.core.base.registry import PackedFunction
from tilewright.core.ir.node import ports
from tilewright.core.runtime.torch_bridge import has_torch, torch_module

_numbers = count(1)
# The modules that a text knows without an import: the name there, and the name below `tilewright`.
_KNOWN = {"tvm": "", "tilewright": "", "I": "script.ir", "R": "script.relax", "T": "script.tir"}


def function_of(name: str, source: str) -> PackedFunction:
    """The function that a text defines; the namespaces of scripts and PyTorch are known to it."""
    names: dict[str, Any] = {known: ports.public_module.call(module) for known, module in _KNOWN.items()}
    if has_torch():
        torch = torch_module()
        names |= {"torch": torch, "F": torch.nn.functional}
    file = f"<python function {name} {next(_numbers)}>"
    exec(compile(source, file, "exec"), names)
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    return names[name]


def bound(function: Any, instance: Any) -> PackedFunction:
    """The function as a method where its first parameter is `self`, else as it is."""
    try:
        first = next(iter(inspect.signature(function).parameters), "")
    except (TypeError, ValueError):
        return function
    return function.__get__(instance) if first == "self" else function
