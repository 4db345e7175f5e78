"""Functions in C++ for networks: from source text, or compiled already."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tilewright.core.base.compilers import cxx_compiler
from tilewright.core.base.optional import optional
from tilewright.core.base.registry import PackedFunction
from tilewright.core.builder.relax_calls import call_dps_packed
from tilewright.core.nn.core import wrap_nested
from tilewright.core.nn.values import as_value

_NEEDED = "the headers and the loader of external modules are those of apache-tvm-ffi: pip install apache-tvm-ffi"
_SUFFIXES = {"cpp": ".cpp"}
_OPTIONS = ("-c", "-O3", "-std=c++17", "-fPIC")


class ExternModule:
    """Functions from outside by name, each with a function that gives a tensor like its result, from tensors like its arguments.

    `module["f"](x)` in a network emits the call; the last argument of the function itself is its result.
    """

    def __init__(self, symbols: Mapping[str, PackedFunction]) -> None:
        self.symbols = dict(symbols)

    def __getitem__(self, func_name: str) -> PackedFunction:
        like = self.symbols[func_name]

        def call(*args: object) -> Any:
            result = as_value(like(*args)).struct_info
            return wrap_nested(call_dps_packed(func_name, as_value(args), result), func_name)

        return call

    def load(self) -> Any:
        """The functions as a module that can be called."""
        raise NotImplementedError


class ObjectModule(ExternModule):
    """Functions of an object file."""

    def __init__(self, symbols: Mapping[str, PackedFunction], filepath: str | Path) -> None:
        super().__init__(symbols)
        self.filepath = Path(filepath)
        if not self.filepath.is_file():
            raise ValueError(f"Not a file: {filepath}")

    def load(self) -> Any:
        return _loaded(self.filepath)


class SourceModule(ExternModule):
    """Functions of a source text in C++, or of a file with one; they are exported by `TVM_FFI_DLL_EXPORT_TYPED_FUNC(name, function)`.

    It is compiled when it is loaded, by `compiler`, g++ or clang++; apache-tvm-ffi gives the headers.
    """

    def __init__(
        self,
        symbols: Mapping[str, PackedFunction],
        source_code: str | Path,
        source_format: str,
        compile_options: Sequence[str] | None = None,
        compiler: str | None = None,
        output_format: str = "obj",
    ) -> None:
        super().__init__(symbols)
        if source_format not in _SUFFIXES:
            why = "Tilewright builds for the CPU" if source_format == "cu" else "the format is cpp"
            raise ValueError(f"Invalid source format: {source_format}; {why}")
        if output_format != "obj":
            raise ValueError(f"Invalid output format: {output_format}; it is obj")
        self.source_code = _text(source_code)
        self.source_suffix = _SUFFIXES[source_format]
        self.compile_options = None if compile_options is None else list(compile_options)
        self.compiler = compiler

    @staticmethod
    def get_includes(tvm_pkg: Sequence[str] | None = None) -> list[Path]:
        """The folders with the headers of DLPack and of tvm_ffi; `tvm_pkg` names packages of a source tree of TVM, which is not there."""
        if tvm_pkg:
            raise ValueError(
                f"the packages {list(tvm_pkg)} are found beside the source text of TVM only: pass their folders"
            )
        info = _tvm_ffi().libinfo
        return [Path(info.find_include_path()), Path(info.find_dlpack_include_path())]

    @staticmethod
    def get_compile_options(source_format: str, tvm_pkg: Sequence[str] | None = None) -> list[str]:
        """The options that a source text is compiled with where none are given."""
        if source_format not in _SUFFIXES:
            raise ValueError(f"Invalid source format: {source_format}")
        folders = SourceModule.get_includes(tvm_pkg)
        return [*(part for folder in folders for part in ("-I", str(folder))), *_OPTIONS]

    def compile(self, output_path: str | Path) -> None:
        """Write the object file; raises `RuntimeError` with what the compiler said."""
        options = self.compile_options
        if options is None:
            options = self.get_compile_options("cpp")
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / f"main{self.source_suffix}"
            source.write_text(self.source_code, encoding="utf-8")
            _run([_compiler(self.compiler), *options, str(source), "-o", str(output_path)])

    def load(self) -> Any:
        with tempfile.TemporaryDirectory() as folder:
            made = Path(folder) / "main.o"
            self.compile(made)
            return _loaded(made, self.compiler)


def _text(source: str | Path) -> str:
    if isinstance(source, Path):
        if not source.is_file():
            raise ValueError(f"Not a file: {source}")
        return source.read_text(encoding="utf-8")
    is_path = "\n" not in source and len(source) < 4096 and Path(source).is_file()
    return Path(source).read_text(encoding="utf-8") if is_path else source


def _compiler(asked: str | None) -> str:
    found = cxx_compiler() if asked is None else shutil.which(asked)
    if found is None:
        raise RuntimeError(f"a compiler of C++ is needed for an nn.SourceModule, and {asked or 'g++'} is not found")
    return found


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{Path(command[0]).name} could not make the external module:\n{done.stderr.strip()}")


def _tvm_ffi() -> Any:
    found = optional("tvm_ffi")
    if not hasattr(found, "libinfo"):
        raise ImportError(_NEEDED)
    return found


def _loaded(path: Path, compiler: str | None = None) -> Any:
    """An object file as a module of tvm_ffi; the library that it is linked into may go, once it is loaded."""
    ffi = _tvm_ffi()
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "main.so"
        core = Path(ffi.libinfo.find_libtvm_ffi())
        _run([_compiler(compiler), "-shared", str(path), str(core), f"-Wl,-rpath,{core.parent}", "-o", str(library)])
        return ffi.load_module(str(library))
