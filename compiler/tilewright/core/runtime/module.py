"""`Module`: what `build` returns, compiled functions by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from tilewright.core.base.registry import PackedFunction, get_global_func
from tilewright.core.runtime.arguments import PackedArg
from tilewright.core.runtime.bundled_objects import bundle
from tilewright.core.runtime.call import OFTEN, Function
from tilewright.core.runtime.device import Device
from tilewright.core.runtime.executable import Executable
from tilewright.core.runtime.signature import signature
from tilewright.core.runtime.timing import BenchmarkResult, evaluator, flushing

if TYPE_CHECKING:
    from tilewright.core.runtime.native_code import NativeCode


class Module(Executable):
    """Compiled functions: `module["name"](...)`; `module(...)` calls `main`, or the only function."""

    def __init__(self, native: NativeCode) -> None:
        self._native = native
        self._functions: dict[str, Function] = {}
        self._calls = 0

    @property
    def mod(self) -> Module:  # pyright: ignore[reportIncompatibleVariableOverride]
        """The module itself, which runs as it is."""
        return self

    @property
    def kind(self) -> str:
        """The name of the code generator."""
        return "llvm"

    type_key = kind

    @property
    def imports(self) -> tuple[Module, ...]:
        """Modules that this one calls: none, since everything is in one piece of code."""
        return ()

    imported_modules = imports

    @property
    def entry_func(self) -> Function:
        """The function that `module(...)` calls."""
        return self[self.entry_name]

    @property
    def native_code(self) -> NativeCode:
        """The compiled code."""
        return self._native

    @property
    def runs_here(self) -> bool:
        """Whether this process can run the code: it is for this machine, and everything that it calls is there."""
        return not getattr(self._native, "obstacle", "")

    def is_runnable(self) -> bool:
        """Whether its functions can be called."""
        return True

    def is_compilation_exportable(self) -> bool:
        """Whether it can be written as an object file."""
        return True

    def is_binary_serializable(self) -> bool:
        """Whether it can be written as plain bytes: native code is exported instead."""
        return False

    def again(self) -> Module:
        """Another module of the same code."""
        return Module(self._native)

    def jit(
        self,
        fcompile: PackedFunction | None = None,
        addons: Sequence[str | Path] | None = None,
        force_recompile: bool = False,
        workspace_dir: str | Path | None = None,
        **_: object,
    ) -> Module:
        """The module itself, whose code is native already; another one of the same code when that is asked for."""
        return self.again() if force_recompile else self

    @property
    def function_names(self) -> tuple[str, ...]:
        """Names of the functions that can be called."""
        return tuple(self._native.exported)

    @property
    def entry_name(self) -> str:
        """The name of the function that `module(...)` calls; raises `ValueError` when several could be meant."""
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
            if (
                name == "main" and len(self.function_names) == 1 and self.entry_name != name
            ):  # a module of one function calls it its main one, as TVM does
                return self[self.entry_name]
            if name not in self.function_names:
                raise AttributeError(f"the module has no function {name!r}; it has {', '.join(self.function_names)}")
            described = signature(self._native.functions[name], name)
            found = self._functions[name] = Function(self._native, name, described)
        return found

    if not TYPE_CHECKING:  # checkers report attributes that no module has

        def __getattr__(self, name: str) -> Function:
            if name.startswith("_"):
                raise AttributeError(name)
            return self[name]

    def get_function(self, name: str, query_imports: bool = False) -> Function:
        """The function called `name`; raises `AttributeError` when there is none."""
        return self[name]

    def implements_function(self, name: str, query_imports: bool = False) -> bool:
        """Whether there is a function called `name`."""
        return name in self.function_names

    def __contains__(self, name: object) -> bool:
        return name in self.function_names

    def __call__(self, *args: PackedArg, **named: PackedArg) -> int | float | None:
        """A call of the entry function.

        After a few, a call of this object is that of the quick way itself, by way of a class of its own, in which Python finds it at once.
        """
        self._calls += 1
        if self._calls == OFTEN:
            quick = staticmethod(self.entry_func.quick())
            own: Any = type("Module", (type(self),), {"__call__": quick, "__module__": __name__})
            self.__class__ = own
        return self.entry_func(*args, **named)

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
        limit_zero_time_iterations: int = 100,
        cooldown_interval_ms: int = 0,
        repeats_to_cooldown: int = 1,
        cache_flush_bytes: int = 0,
        f_preproc: str = "",
    ) -> Callable[..., BenchmarkResult]:
        """A function that times calls of `func_name` with its arguments; see `tilewright.core.runtime.timing`.

        `f_preproc` names a registered function that is called with the arguments before each repetition; `cache_flush_bytes` are written before each
        one, so that nothing of the arguments is left in the caches.  Times are never zero here, so that `limit_zero_time_iterations` is not needed.
        """
        prepare = flushing(cache_flush_bytes, get_global_func(f_preproc) if f_preproc else None)
        return evaluator(
            self[func_name], number, repeat, min_repeat_ms, cooldown_interval_ms, repeats_to_cooldown, prepare
        )

    def export_library(
        self,
        file_name: str | Path,
        fcompile: PackedFunction | None = None,
        addons: Sequence[str | Path] | None = None,
        workspace_dir: str | Path | None = None,
        **options: object,
    ) -> object:
        """Write the compiled functions as a shared library (`.so`), as an object file (`.o`), or as a bundle of object files (`.tar`).

        With `fcompile(file_name, object_files, **options)` that function links, and what it returns is returned; `addons` are files that it is given
        besides.  The object file lies in `workspace_dir`, or in a directory that goes afterwards.
        """
        path = Path(file_name)
        if fcompile is not None:
            return self._linked(path, fcompile, list(addons or ()), workspace_dir, options)
        if path.suffix == ".o":
            self._native.write_object(path)
        elif path.suffix == ".tar":
            self._linked(
                path,
                lambda output, files: bundle(path, [Path(file) for file in files]),
                list(addons or ()),
                workspace_dir,
                {},
            )
        else:
            self._native.export_library(path)
        return None

    def _linked(
        self,
        path: Path,
        link: PackedFunction,
        addons: list[str | Path],
        workspace: str | Path | None,
        options: Mapping[str, object],
    ) -> object:
        with TemporaryDirectory() as temporary:
            made = Path(workspace or temporary) / "lib0.o"
            self._native.write_object(made)
            return link(str(path), [str(made), *map(str, addons)], **options)

    def write_to_file(self, file_name: str | Path, fmt: str = "") -> None:
        """Write the compiled code: as an object file, as LLVM IR ("ll", "bc") or as assembly ("s"), by the format or the suffix of the name.

        `runtime.load_module` loads what is written, except assembly.
        """
        path = Path(file_name)
        kind = fmt or path.suffix.lstrip(".")
        if kind in ("o", "obj"):
            self._native.write_object(path)
        elif kind == "ll":
            path.write_text(self._native.whole_ir[0])
        elif kind == "bc":
            path.write_bytes(self._native.whole_ir[1])
        else:
            path.write_text(self.get_source(kind))

    save = write_to_file

    def __repr__(self) -> str:
        return f"<tilewright module with {', '.join(self.function_names) or 'no functions'}>"
