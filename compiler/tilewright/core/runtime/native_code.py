"""The code of a module of compiled functions, as the module asks it: the code generator makes it, a cache holds it or a library contains it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from tilewright.core.base.registry import PackedFunction
from tilewright.core.ir.function import PrimFunc
from tilewright.core.runtime.signature import Signature


class NativeCode(Protocol):
    """Compiled functions.  `obstacle`, where the code has it, says why it cannot run in this process."""

    @property
    def functions(self) -> Mapping[str, PrimFunc]:
        """All functions by name."""
        ...

    @property
    def exported(self) -> Sequence[str]:
        """The names of those that can be called."""
        ...

    @property
    def source(self) -> str:
        """LLVM IR as it was generated."""
        ...

    @property
    def llvm_ir(self) -> str:
        """LLVM IR after optimisation."""
        ...

    @property
    def whole_ir(self) -> tuple[str, bytes]:
        """LLVM IR of all that a library has, as text and as bitcode."""
        ...

    @property
    def assembly(self) -> str:
        """Assembly text."""
        ...

    @property
    def overlapping(self) -> NativeCode:
        """The same functions for arrays that may share memory."""
        ...

    def address(self, name: str) -> int:
        """The address of a function."""
        ...

    def python_entry(
        self,
        name: str,
        signature: Signature,
        slow: PackedFunction,
        fail: Callable[[int], None],
        fixed: Mapping[int, int],
    ) -> PackedFunction | None:
        """The quick way to call a function from Python, which calls `slow` with arguments that it does not know; None where there is none."""
        ...

    def write_object(self, path: Path) -> None:
        """Write an object file."""
        ...

    def export_library(self, path: Path) -> None:
        """Write a shared library."""
        ...
