"""The LLVM backend: the only place that knows llvmlite."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tilewright.core.codegen.llvm.compile import NativeModule, compile_module, native_stages, translated

__all__ = ["NativeModule", "compile_module", "native_stages", "translated"]


def __getattr__(name: str) -> Any:
    """The functions of the compiler, which is not loaded for code that is only linked."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from tilewright.core.codegen.llvm import compile as compiler

    return getattr(compiler, name)
