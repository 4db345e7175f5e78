"""A module that is the text of a program: what `build` gives for the target "c".  Its functions run from the library that a compiler of C makes of it."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tilewright.core.base.compilers import any_compiler
from tilewright.core.base.made_once import made_once
from tilewright.core.base.registry import PackedFunction
from tilewright.core.runtime.foreign_library import ForeignLibrary


class SourceModule:
    """The program `source`; `module["f"](...)` compiles it when it is first called."""

    type_key = kind = "c"

    def __init__(self, source: str, names: Sequence[str]) -> None:
        self.source, self.function_names = source, tuple(names)

    @property
    def mod(self) -> SourceModule:
        """The module itself."""
        return self

    def is_runnable(self) -> bool:
        """Whether its functions run as they are: they are compiled first."""
        return False

    def is_compilation_exportable(self) -> bool:
        """Whether it can be compiled into an object file."""
        return True

    def is_binary_serializable(self) -> bool:
        """Whether it can be written as plain bytes: its text is all there is."""
        return True

    def again(self) -> SourceModule:
        """Another module of the same program, which is compiled anew."""
        return SourceModule(self.source, self.function_names)

    def get_source(self, fmt: str = "c") -> str:
        """The program; raises `ValueError` for a form other than "c"."""
        if fmt not in ("", "c", "cc"):
            raise ValueError(f"{fmt!r} is no format of this source, which is 'c'")
        return self.source

    inspect_source = get_source

    def implements_function(self, name: str, query_imports: bool = False) -> bool:
        """Whether the program has a function called `name`."""
        return name in self.function_names

    def write_to_file(self, file_name: str | Path, fmt: str = "") -> None:
        """Write the program."""
        Path(file_name).write_text(self.get_source(fmt or "c"))

    save = write_to_file

    def export_library(
        self, file_name: str | Path, fcompile: PackedFunction | None = None, addons: Sequence[str | Path] | None = None,
        workspace_dir: str | Path | None = None, **options: object,
    ) -> object:  # fmt: skip
        """Write the program (`.c`), or compile it into an object file (`.o`) or a library; `fcompile(file_name, sources, **options)` may do so."""
        path = Path(file_name)
        if path.suffix == ".c":
            self.write_to_file(path)
            return None
        with TemporaryDirectory() as temporary:
            source = Path(workspace_dir or temporary) / "lib0.c"
            source.write_text(self.source)
            if fcompile is not None:
                return fcompile(str(path), [str(source), *map(str, addons or ())], **options)
            _compile(path, [source, *map(Path, addons or ())])
        return None

    @made_once
    def _library(self) -> ForeignLibrary:
        import ctypes

        with TemporaryDirectory() as temporary:
            path = Path(temporary) / "lib.so"
            self.export_library(path)
            return ForeignLibrary(path, ctypes.CDLL(str(path)))

    def __getitem__(self, name: str) -> PackedFunction:
        only = self.function_names[0] if len(self.function_names) == 1 and name == "main" else name
        if only not in self.function_names:
            raise AttributeError(f"the module has no function {name!r}; it has {', '.join(self.function_names)}")
        return self._library[only]

    get_function = __getitem__

    def jit(self, **_: object) -> SourceModule:
        """The module itself, which is compiled when a function is called."""
        return self

    def __call__(self, *args: object) -> object:
        return self["main"](*args)


def _compile(path: Path, sources: Sequence[Path]) -> None:
    """Compile sources; raises `RuntimeError` when there is no compiler, or it fails."""
    compiler = any_compiler()
    if compiler is None:
        raise RuntimeError("a C compiler is needed to compile the program, and none is installed")
    form = ["-c"] if path.suffix == ".o" else ["-shared"]
    command = [compiler, *form, "-O3", "-fPIC", "-w", "-o", str(path), *map(str, sources), "-lm"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{compiler} could not make {path}: {done.stderr.strip()}")
