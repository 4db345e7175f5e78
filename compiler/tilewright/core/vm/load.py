"""`load_module`: what was exported into a file, native functions or the executable of a graph, loaded again without a compiler."""

from __future__ import annotations

from pathlib import Path

from tilewright.core.runtime.bundled_objects import OBJECTS, linked
from tilewright.core.runtime.foreign_library import ForeignLibrary
from tilewright.core.runtime.library import load_library
from tilewright.core.runtime.module import Module
from tilewright.core.vm.executable import VMExecutable
from tilewright.core.vm.library import read_executable


def load_module(path: str | Path, fmt: str = "") -> Module | VMExecutable | ForeignLibrary:
    """The module of an exported library, or the executable of an exported graph; its code is trusted, as that of any library is.

    An object file (`.o`), or a bundle of them (`.tar`), is linked first, LLVM IR (`.ll`, `.bc`) compiled; of a library that others made the packed functions can be called.
    Raises `OSError` when the file is no library that can be loaded here, `RuntimeError` when it cannot be linked.
    """
    file = Path(path)
    if file.suffix in _IR or fmt in ("ll", "bc"):
        file = _compiled(file)
    if file.suffix in OBJECTS or fmt in ("o", "tar"):
        file = linked(file)
    return read_executable(file) or load_library(file)


_IR = (".ll", ".bc")


def _compiled(path: Path) -> Path:
    """The object file of LLVM IR, beside it."""
    from tilewright.core.codegen.llvm.jit import object_of_ir

    output = path.with_name(f"{path.name}.o")
    output.write_bytes(object_of_ir(path))
    return output
