"""`load_library`: a shared library that `Module.export_library` wrote, loaded again without a compiler."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NoReturn

from tilewright.core.base.registry import PackedFunction
from tilewright.core.ir.function import PrimFunc
from tilewright.core.runtime.foreign_library import ForeignLibrary
from tilewright.core.runtime.interface import SYMBOL, read_interface
from tilewright.core.runtime.module import Module
from tilewright.core.runtime.signature import Signature


def load_library(path: str | Path) -> Module | ForeignLibrary:
    """The native functions of an exported library, or the packed functions of another one; raises `OSError` when it cannot be loaded."""
    file = Path(path).resolve()
    library = ctypes.CDLL(str(file))
    try:
        text = ctypes.string_at(ctypes.addressof(ctypes.c_char.in_dll(library, SYMBOL))).decode("ascii")
    except ValueError:
        return ForeignLibrary(file, library)
    functions, symbols = read_interface(text)
    return Module(LoadedCode(file, library, functions, symbols, 0))


class LoadedCode:
    """The functions of a library; `form` 0 is the one for arrays that share no memory, 1 the other."""

    source = ""

    def __init__(
        self,
        file: Path,
        library: ctypes.CDLL,
        functions: Mapping[str, PrimFunc],
        symbols: Mapping[str, tuple[str, str]],
        form: int,
    ) -> None:
        self.functions = functions
        self.exported = tuple(symbols)
        self._file = file
        self._library = library
        self._symbols = symbols
        self._form = form

    def address(self, name: str) -> int:
        """The address of a function."""
        return ctypes.cast(self._library[self._symbols[name][self._form]], ctypes.c_void_p).value or 0

    @property
    def overlapping(self) -> LoadedCode:
        """The same functions for arrays that may share memory."""
        return LoadedCode(self._file, self._library, self.functions, self._symbols, 1)

    @property
    def llvm_ir(self) -> str:
        """Raises `ValueError`: a library holds machine code only."""
        self._only_machine_code()

    @property
    def whole_ir(self) -> tuple[str, bytes]:
        """Raises `ValueError`: a library holds machine code only."""
        self._only_machine_code()

    @property
    def assembly(self) -> str:
        """Raises `ValueError`: a library holds machine code only."""
        self._only_machine_code()

    @property
    def object_code(self) -> bytes:
        """Raises `ValueError`: the library has been linked."""
        self._only_machine_code()

    def python_entry(
        self,
        name: str,
        signature: Signature,
        slow: PackedFunction,
        fail: Callable[[int], None],
        fixed: Mapping[int, int],
    ) -> None:
        """None: a quick way from Python takes a compiler."""

    def write_object(self, path: Path) -> None:
        """Raises `ValueError`: the library has been linked."""
        self._only_machine_code()

    def export_library(self, path: Path) -> None:
        """Copy the library."""
        if path.resolve() != self._file:
            path.write_bytes(self._file.read_bytes())

    def _only_machine_code(self) -> NoReturn:
        raise ValueError(f"{self._file} holds linked machine code only, not what it was made from")
