"""`Module`: what `build` returns, compiled functions by name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.runtime.call import Function
from tilewright.runtime.device import Device
from tilewright.runtime.signature import signature
from tilewright.runtime.timing import BenchmarkResult, evaluator

if TYPE_CHECKING:
    from tilewright.backend.llvm import NativeModule
    from tilewright.runtime.library import LoadedCode


class Module:
    """Compiled functions: `module["name"](...)`; `module(...)` calls `main`, or the only function."""

    def __init__(self, native: NativeModule | LoadedCode) -> None:
        self._native = native
        self._functions: dict[str, Function] = {}

    @property
    def function_names(self) -> tuple[str, ...]:
        """Names of the functions that can be called."""
        return tuple(self._native.exported)

    @property
    def entry_name(self) -> str:
        """What `module(...)` calls; raises `ValueError` when several functions could be meant."""
        names = self.function_names
        if len(names) == 1:
            return names[0]
        if "main" in names:
            return "main"
        raise ValueError(
            f"the module has several functions ({', '.join(names)}): choose one, as in module[{names[0]!r}]"
        )

    def __getitem__(self, name: str) -> Function:
        found = self._functions.get(name)
        if found is None:
            if name not in self.function_names:
                raise AttributeError(f"the module has no function {name!r}; it has {', '.join(self.function_names)}")
            described = signature(self._native.functions[name], name)
            found = self._functions[name] = Function(self._native, name, described)
        return found

    def get_function(self, name: str, query_imports: bool = False) -> Function:
        """The function called `name`; raises `AttributeError` when there is none."""
        return self[name]

    def implements_function(self, name: str, query_imports: bool = False) -> bool:
        """Whether there is a function called `name`."""
        return name in self.function_names

    def __contains__(self, name: object) -> bool:
        return name in self.function_names

    def __call__(self, *args: Any, **named: Any) -> Any:
        return self[self.entry_name](*args, **named)

    def get_source(self, fmt: str = "ll") -> str:
        """Text of the compiled code: "ll" optimised LLVM IR, "raw" LLVM IR before optimisation, "asm" assembly."""
        forms: dict[str, Callable[[], str]] = {
            "ll": lambda: self._native.llvm_ir,
            "": lambda: self._native.llvm_ir,
            "raw": lambda: self._native.source,
            "asm": lambda: self._native.assembly,
            "s": lambda: self._native.assembly,
        }
        if fmt not in forms:
            raise ValueError(f"{fmt!r} is no format of source; there are 'll', 'raw' and 'asm'")
        return forms[fmt]()

    inspect_source = get_source

    def time_evaluator(
        self,
        func_name: str,
        dev: Device | None = None,
        number: int = 10,
        repeat: int = 1,
        min_repeat_ms: int = 0,
    ) -> Callable[..., BenchmarkResult]:
        """A function that times calls of `func_name` with its arguments; see `tilewright.runtime.timing`."""
        return evaluator(self[func_name], number, repeat, min_repeat_ms)

    def export_library(self, file_name: str | Path) -> None:
        """Write the compiled functions as a shared library (`.so`), or as an object file (`.o`)."""
        path = Path(file_name)
        if path.suffix == ".o":
            path.write_bytes(self._native.object_code)
        else:
            self._native.export_library(path)

    def __repr__(self) -> str:
        return f"<tilewright module with {', '.join(self.function_names) or 'no functions'}>"
