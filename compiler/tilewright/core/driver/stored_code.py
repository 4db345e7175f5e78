"""Native code that comes from a cache: object code and what is needed to call it, and everything else made when somebody asks for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tilewright.core.codegen.llvm.jit import Library, find_externs
from tilewright.core.codegen.llvm.linked import Linked
from tilewright.core.codegen.llvm.symbols import symbol
from tilewright.core.ir.function import PrimFunc


class StoredCode(Linked):
    """Compiled functions as `NativeModule` has them: those that are called from outside are linked, what else is asked for is compiled anew."""

    obstacle = ""

    def __init__(
        self,
        code: bytes,
        exported: tuple[str, ...],
        externs: tuple[str, ...],
        functions: Mapping[str, PrimFunc],
        whole: Callable[[], Any],
    ) -> None:
        self.object_code = code
        self.exported = exported
        self.functions = _Functions(functions, whole)
        self._whole = whole
        self.externs = frozenset(externs)

    def _linked(self) -> Library:
        return Library(self.object_code, [symbol(name) for name in self.exported], find_externs(self.externs))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "_whole":
            raise AttributeError(name)
        return getattr(self._whole(), name)


class _Functions(dict[str, PrimFunc]):
    """The lowered functions by name; those that were not stored are compiled anew."""

    def __init__(self, known: Mapping[str, PrimFunc], whole: Callable[[], Any]) -> None:
        super().__init__(known)
        self._whole = whole

    def __missing__(self, name: str) -> PrimFunc:
        return self._whole().functions[name]
