"""What `relax.build` makes: the functions of Relax, and native code of the functions of TensorIR that they call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilewright.ir.expr import GlobalVar
from tilewright.ir.function import IRModule, PrimFunc
from tilewright.ir.relax import Function
from tilewright.runtime.module import Module
from tilewright.target import Target
from tilewright.vm.graph_entry import GraphEntry


class VMExecutable:
    """A compiled module; `relax.VirtualMachine(executable, device)` runs it."""

    def __init__(
        self,
        mod: IRModule,
        native: Module | None,
        target: Target,
        entries: Mapping[str, GraphEntry] | None = None,
    ) -> None:
        self.entries: dict[str, GraphEntry] = dict(entries or {})
        self.ir_mod = mod
        self.native = native
        self.target = target
        self.functions: dict[str, Function] = {
            variable.name_hint: function
            for variable, function in mod.functions.items()
            if isinstance(function, Function)
        }

    @property
    def mod(self) -> VMExecutable:
        """The executable itself, under a name it had in TVM before."""
        return self

    def jit(self, *_: Any, **__: Any) -> VMExecutable:
        """The executable, whose code is native already."""
        return self

    def __getitem__(self, name: str) -> Any:
        """A function, on a machine of its own."""
        from tilewright.vm.machine import VirtualMachine

        return VirtualMachine(self)[name]

    def external(self, name: str) -> Any:
        """The function of that name of an external module, None where there is none."""
        for module in self.ir_mod.attrs.get("external_mods", ()):
            found = getattr(module, name, None)
            if callable(found):
                return found
        return None

    def stats(self) -> str:
        """What the executable holds, in words."""
        native = () if self.native is None else self.native.function_names
        return (
            f"Relax functions ({len(self.functions)}): {', '.join(self.functions)}\n"
            f"native functions ({len(native)}): {', '.join(native)}"
        )

    def as_text(self) -> str:
        """The program that the machine runs."""
        return self.ir_mod.script()

    def as_python(self) -> str:
        """The program that the machine runs, which is Python."""
        return self.ir_mod.script()


def symbol_of(variable: GlobalVar, function: PrimFunc) -> str:
    """What a TensorIR function of the module is called in the native code."""
    return str(function.attrs.get("global_symbol", variable.name_hint))
