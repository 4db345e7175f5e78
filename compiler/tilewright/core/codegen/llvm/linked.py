"""Native code in this process: addresses of its functions, and the quick ways from Python into them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

from tilewright.core.base.made_once import made_once
from tilewright.core.base.registry import PackedFunction
from tilewright.core.codegen.llvm.gil import keeps_gil
from tilewright.core.codegen.llvm.jit import Library
from tilewright.core.codegen.llvm.python_entry import python_entry
from tilewright.core.codegen.llvm.symbols import symbol
from tilewright.core.ir.function import PrimFunc
from tilewright.core.runtime.signature import Signature


class Linked(ABC):
    """Code that is linked when the first address is asked for; `functions` are the lowered functions by name."""

    functions: dict[str, PrimFunc]

    @abstractmethod
    def _linked(self) -> Library:
        """The code, linked into this process."""

    @made_once
    def _library(self) -> Library:
        return self._linked()

    def address(self, name: str) -> int:
        """The address of the native function; valid as long as this object lives."""
        return self._library.address(symbol(name))

    def keeps_gil(self, name: str) -> bool:
        """Whether a function keeps the GIL while it runs."""
        return keeps_gil(self.functions[name])

    def python_entry(
        self,
        name: str,
        signature: Signature,
        slow: PackedFunction,
        fail: Callable[[int], None],
        fixed: Mapping[int, int],
    ) -> Any:
        """The quick way from Python into a function, None where there is none; see `codegen.llvm.python_entry`."""
        return python_entry(signature, self.address(name), slow, fail, self.keeps_gil(name), fixed)


__all__ = ["Linked"]
