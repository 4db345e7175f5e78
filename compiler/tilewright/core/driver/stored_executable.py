"""Executables that come from the cache of builds: native code and how graphs are called, and everything else made when somebody asks for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from tilewright.core.codegen.llvm.calls import symbol
from tilewright.core.codegen.llvm.jit import Library, find_externs
from tilewright.core.codegen.llvm.linked import Linked
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.relax import Function
from tilewright.core.runtime.module import Module
from tilewright.core.target.target import Target
from tilewright.core.vm.executable import VMExecutable
from tilewright.core.vm.graph_entry import GraphEntry

if TYPE_CHECKING:
    pass


class StoredExecutable(VMExecutable):
    """An executable of which only what is needed to call its graphs is there; `whole` builds all of it."""

    def __init__(
        self,
        functions: dict[str, Function],
        native: Module,
        target: Target,
        entries: dict[str, GraphEntry],
        forms: Mapping[str, Callable[[], VMExecutable]],
        whole: Callable[[], VMExecutable],
    ) -> None:
        self._whole = whole
        self.functions = functions
        self.native = native
        self.target = target
        self.entries = entries
        self.bytecode = None
        self.promises = {}
        self._forms = dict(forms)

    @property
    def ir_mod(self) -> IRModule:  # pyright: ignore[reportIncompatibleVariableOverride]
        """The program after all passes, for which it is built anew."""
        return self._whole().ir_mod


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
        self._externs = externs

    def _linked(self) -> Library:
        return Library(self.object_code, [symbol(name) for name in self.exported], find_externs(self._externs))

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
