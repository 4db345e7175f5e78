"""The LLVM backend: the only place that knows llvmlite."""

from __future__ import annotations

from tilewright.core.codegen.llvm.compile import NativeModule, compile_module, native_stages, translated

__all__ = ["NativeModule", "compile_module", "native_stages", "translated"]
