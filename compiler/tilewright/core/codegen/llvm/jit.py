"""From LLVM IR text to running code: parse, optimise, emit an object, link it into this process.

The object code is position-independent; every module is a library of its own in one ORC JIT, and is unloaded when nothing
refers to it any more.
"""

from __future__ import annotations

import ctypes
import itertools
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

from tilewright.core.codegen.llvm.cache import kept_object
from tilewright.core.codegen.llvm.constants import data
from tilewright.core.codegen.llvm.scratch import KEPT, SCRATCH_SOURCE
from tilewright.core.codegen.llvm.thread_pool.pool import GET_THREADS, PARALLEL, SET_THREADS, pool_source
from tilewright.core.runtime.packed import ADDRESS, CALL_PACKED


def parse(text: str, machine: Any) -> Any:
    """An LLVM module from its text, verified; raises `RuntimeError` when the text is wrong, which is our mistake."""
    module = llvm.parse_assembly(text)
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    module.verify()
    return module


def optimise(module: object, machine: object, level: int) -> None:
    """Run LLVM's standard pipeline of a level, vectorisers included."""
    options = llvm.create_pipeline_tuning_options(speed_level=level)
    options.loop_vectorization = options.slp_vectorization = level > 1
    options.loop_interleaving = options.loop_unrolling = level > 1
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)


def clean_up(module: object, machine: object) -> None:
    """Turn memory into registers and simplify, for functions that are in vectors already: a tenth of the time of LLVM's standard pipeline."""
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=2))
    passes = llvm.create_new_module_pass_manager()
    passes.add_always_inliner_pass()
    passes.add_sroa_pass()
    passes.add_instruction_combine_pass()
    passes.add_simplify_cfg_pass()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, builder)


class Library:
    """Object code linked into this process; `address(symbol)` is valid as long as this object lives, and `needs`, whose addresses it imports, lives as long."""

    def __init__(
        self, code: bytes, exports: Iterable[str], imports: Mapping[str, int], needs: Library | None = None
    ) -> None:
        builder = llvm.JITLibraryBuilder().add_object_img(code).add_current_process()
        for name in exports:
            builder.export_symbol(name)
        for name, place in imports.items():
            builder.import_symbol(name, place)
        self._needs = needs
        self._tracker = builder.link(_jit(), f"tilewright.{next(_NUMBER)}")

    def address(self, symbol: str) -> int:
        """The address of an exported function."""
        return self._tracker[symbol]


_NUMBER = itertools.count()


@cache
def _jit() -> Any:
    initialise()
    return llvm.create_lljit_compiler(use_jit_link=sys.platform != "win32", suppress_errors=True)


@cache
def thread_pool() -> Library:
    """The thread pool of this process.  Its threads run until the process ends, so its code, and the JIT that holds it, is never given back."""
    triple = llvm.get_process_triple()
    return _lasting(generic_code(pool_source(triple), triple), [PARALLEL, SET_THREADS, GET_THREADS])


@cache
def scratch_memory() -> Library:
    """The memory of kernels of this process, in which blocks are kept until it ends."""
    return _lasting(generic_code(SCRATCH_SOURCE, llvm.get_process_triple()), KEPT)


def _lasting(code: bytes, exports: Iterable[str]) -> Library:
    library = Library(code, exports, {})
    for kept in (library, _jit()):
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(kept))
    return library


def generic_code(text: str, triple: str) -> bytes:
    """The object code of LLVM IR, for any processor of a kind."""

    def compiled() -> bytes:
        machine = generic_machine(triple)
        module = parse(text, machine)
        optimise(module, machine, 2)
        return machine.emit_object(module)

    return kept_object(text, ("generic", triple), compiled)


def constant_code(name: str, content: bytes, machine: Any) -> bytes:
    """The object code of a zero-terminated constant under a symbol."""
    return machine.emit_object(parse(constant_text(name, content), machine))


def constant_text(name: str, content: bytes) -> str:
    """The definition of a zero-terminated constant under a symbol."""
    return f"@{name} = weak constant [{len(content) + 1} x i8] {data(content + bytes(1))}, align 16"


def object_of_ir(path: Path) -> bytes:
    """The object code of LLVM IR in a file, text (`.ll`) or bitcode; raises `RuntimeError` when it is none."""
    initialise()
    content = path.read_bytes()
    module = llvm.parse_assembly(content.decode()) if path.suffix == ".ll" else llvm.parse_bitcode(content)
    machine = llvm.Target.from_triple(module.triple or llvm.get_process_triple()).create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=2,
        reloc="pic",
        codemodel="jitdefault",
    )
    return machine.emit_object(module)


def generic_machine(triple: str = "") -> Any:
    """A code generator that uses nothing which only some processors have; by default of this kind of machine."""
    initialise()
    target = llvm.Target.from_triple(triple or llvm.get_process_triple())
    return target.create_target_machine(opt=2, reloc="pic", codemodel="jitdefault")


@cache
def initialise() -> None:
    """Make the host's code generator known to LLVM, once."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


def find_externs(names: Iterable[str]) -> dict[str, int]:
    """Addresses of C functions, from this process and the C mathematics library; there is none for one that neither has."""
    return {name: place for name in names if (place := _find(name))}


def missing_extern(names: Iterable[str]) -> str:
    """A sentence about the first C function that cannot be found; "" when all are found."""
    lost = next((name for name in sorted(names) if not _find(name)), None)
    return (
        f"it calls the C function `{lost}`, and neither this process nor the C library has it"
        if lost is not None
        else ""
    )


def _find(name: str) -> int:
    """The address of a C function, 0 without one."""
    if name == CALL_PACKED:
        return ADDRESS
    if name == PARALLEL:
        return thread_pool().address(PARALLEL)
    if name in KEPT:
        return scratch_memory().address(name)
    for library in _libraries():
        try:
            return ctypes.cast(getattr(library, name), ctypes.c_void_p).value or 0
        except AttributeError:
            continue
    return 0


@cache
def _libraries() -> tuple[ctypes.CDLL, ...]:
    from ctypes.util import find_library

    names = [None, *(found for found in (find_library("m"), find_library("c")) if found)]
    return tuple(ctypes.CDLL(name) for name in names)
