"""The functions of the runtime that TVM's programs reach by their global names: `tvm.runtime._ffi_api.CSourceModuleCreate`."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.runtime.source_module import SourceModule


def c_source_module(
    code: str, fmt: str = "c", func_names: Sequence[str] | None = None, const_vars: Sequence[str] | None = None
) -> SourceModule:
    """The module of a program in C, with the functions that it names; `const_vars` are the tensors that TVM would add to it, of which there are none here."""
    return SourceModule(code, tuple(func_names or ()))


__all__ = ["c_source_module"]
