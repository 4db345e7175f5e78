"""The result of `relax.build`: the functions of Relax, or instructions, and native code of the functions of TensorIR that they call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from tilewright.core.base.diagnostics import TVMError
from tilewright.core.base.registry import PackedFunction
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import Function
from tilewright.core.runtime.arguments import PackedValue
from tilewright.core.runtime.executable import Executable
from tilewright.core.runtime.module import Module
from tilewright.core.target.target import Target
from tilewright.core.vm import bytecode as instructions
from tilewright.core.vm.bytecode import Bytecode
from tilewright.core.vm.graph_entry import GraphEntry


class VMExecutable(Executable):
    """A compiled module; `relax.VirtualMachine(executable, device)` runs it.

    A module that was lowered for the virtual machine, and what an `ExecBuilder` built, is `bytecode`.  Of any other the functions of Relax are run as
    they are, or as native code where `entries` has an entry for them.  `forms` make the same program anew for looking at its calls: as "kernels" that
    are called one by one, or as "instructions".
    """

    def __init__(
        self,
        mod: IRModule | None = None,
        native: Module | None = None,
        target: Target | None = None,
        entries: Mapping[str, GraphEntry] | None = None,
        bytecode: Bytecode | None = None,
        forms: Mapping[str, Callable[[], VMExecutable]] | None = None,
    ) -> None:
        self.entries: dict[str, GraphEntry] = dict(entries or {})
        self.ir_mod = mod if mod is not None else IRModule({})
        self.native = native
        self.target = target if target is not None else Target("llvm")
        self.bytecode = bytecode
        self._forms = dict(forms or {})
        # Whether a function of the program promises more of its result than is known, by identity: found out once.
        self.promises: dict[int, bool] = {}
        self.functions: dict[str, Function] = {
            variable.name_hint: function
            for variable, function in self.ir_mod.functions.items()
            if isinstance(function, Function) and bytecode is None
        }

    @property
    def mod(self) -> VMExecutable:  # pyright: ignore[reportIncompatibleVariableOverride]
        """The executable itself, under a name it had in TVM before."""
        return self

    def jit(self, *_: object, **__: object) -> VMExecutable:
        """The executable, whose code is native already."""
        return self

    def form(self, name: str) -> VMExecutable:
        """The same program in another form, or the executable itself where it cannot be made."""
        return self._forms[name]() if name in self._forms else self

    @property
    def function_names(self) -> tuple[str, ...]:
        """The functions that a machine can call."""
        return tuple(self.functions if self.bytecode is None else self.bytecode.defined())

    def params_of(self, name: str) -> tuple[str, ...]:
        """The names of a function's parameters; raises `AttributeError` when there is no such function."""
        if self.bytecode is not None and name in self.bytecode.defined():
            return self.bytecode.defined()[name].param_names
        if name not in self.functions:
            known = ", ".join(self.function_names) or "none"
            raise AttributeError(f"the executable has no function {name!r}; it has {known}")
        return tuple(param.name_hint for param in self.functions[name].params)

    def __getitem__(self, name: str) -> PackedFunction:
        """A function, on a machine of its own; and, by the names TVM gives them, what the executable tells of itself."""
        from tilewright.core.vm.machine import VirtualMachine

        own: dict[str, PackedFunction] = {"stats": self.stats, "as_text": self.as_text, "as_python": self.as_python}
        return own[name] if name in own else VirtualMachine(self)[name]

    def get_function(self, name: str, query_imports: bool = False) -> PackedFunction:
        """A function, on a machine of its own."""
        return self[name]

    def implements_function(self, name: str, query_imports: bool = False) -> bool:
        """Whether there is a function called `name`."""
        return name in self.function_names

    def __call__(self, *args: object, **named: object) -> PackedValue:
        """Call the function `main`."""
        return self["main"](*args, **named)

    def external(self, name: str) -> PackedFunction | None:
        """The function of that name of an external module, None where there is none."""
        for module in self.ir_mod.attrs.get("external_mods", ()):
            found = getattr(module, name, None)
            if callable(found):
                return found
        return None

    def stats(self) -> str:
        """A summary of the executable."""
        if self.bytecode is not None:
            return instructions.stats(self.bytecode)
        native = () if self.native is None else self.native.function_names
        return (
            f"Relax functions ({len(self.functions)}): {', '.join(self.functions)}\n"
            f"native functions ({len(native)}): {', '.join(native)}"
        )

    def as_text(self) -> str:
        """The program that the machine runs: of `relax_pipeline="vm"` the instructions, as in TVM, else the module in TVMScript, with its kernels as they were merged.

        The default pipeline makes native code of the functions of Relax too, so that there are no instructions to show.
        """
        return self.ir_mod.script() if self.bytecode is None else instructions.as_text(self.bytecode)

    def as_python(self) -> str:
        """The program that the machine runs, as Python."""
        return self.ir_mod.script() if self.bytecode is None else instructions.as_python(self.bytecode)

    def export_library(self, file_name: str | Path, **_: object) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Write everything into one file, which `tilewright.core.runtime.load_module` reads.

        Raises `TVMError` for an executable with external modules, whose code is elsewhere.
        """
        if self.ir_mod.attrs.get("external_mods"):
            raise TVMError("an executable that calls external modules cannot be written: their code is not its own")
        from tilewright.core.vm.library import write_executable

        write_executable(self, Path(file_name))
