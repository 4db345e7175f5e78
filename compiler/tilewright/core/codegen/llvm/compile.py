"""`compile_module`: a lowered module to native code.

Each function is compiled twice at most: first for buffers that share no memory, which lets LLVM keep values in registers and
vectorise; and, when a call passes buffers that overlap, once more without that promise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.core.base.made_once import made_once
from tilewright.core.codegen.llvm import misnamed
from tilewright.core.codegen.llvm.cache import entry_name, kept_object
from tilewright.core.codegen.llvm.export import write_library, write_object
from tilewright.core.codegen.llvm.function import define
from tilewright.core.codegen.llvm.half import half_helpers
from tilewright.core.codegen.llvm.imported import link_imported, needed_symbols
from tilewright.core.codegen.llvm.jit import (
    Library,
    clean_up,
    constant_code,
    constant_text,
    find_externs,
    generic_code,
    missing_extern,
    optimise,
    parse,
)
from tilewright.core.codegen.llvm.linked import Linked
from tilewright.core.codegen.llvm.machine import Machine, machine_of
from tilewright.core.codegen.llvm.parts import Parts, in_parts
from tilewright.core.codegen.llvm.places import LineOf
from tilewright.core.codegen.llvm.scratch import KEPT, OF_C, SCRATCH, SCRATCH_SOURCE
from tilewright.core.codegen.llvm.symbols import symbol
from tilewright.core.codegen.llvm.thread_pool.pool import PARALLEL, pool_source
from tilewright.core.codegen.llvm.types import unsupported
from tilewright.core.codegen.llvm.writer import ModuleText
from tilewright.core.ir.expr import Call, GlobalVar
from tilewright.core.ir.function import IRModule, PrimFunc, prim_funcs
from tilewright.core.ir.recursion import deep_recursion
from tilewright.core.ir.walk import walk
from tilewright.core.passes.core.context import PassContext
from tilewright.core.passes.tir.rewriting.sharing import shared
from tilewright.core.passes.tir.simd.explicit_vectors import has_explicit_vectors
from tilewright.core.passes.tir.simd.overlap_rows import with_overlapping_rows
from tilewright.core.passes.tir.simd.register_tiling import HALF, in_vectors, vector_bytes
from tilewright.core.passes.tir.simd.row_blocks import with_row_blocks
from tilewright.core.passes.tir.simd.vectorize_maps import vectorize_maps, vectorize_rows
from tilewright.core.passes.tir.threads import GRAIN, in_threads
from tilewright.core.passes.tir.threads.choices import collected
from tilewright.core.runtime.interface import SYMBOL, interface_text
from tilewright.core.runtime.packed import CALL_PACKED

if TYPE_CHECKING:
    from tilewright.core.target.target import Target


def compile_module(module: IRModule, target: Target | None = None) -> NativeModule:
    """Native code for the functions of a lowered module, linked into this process if it can run here.

    Raises `UserError` with code "unsupported-on-cpu" for what a CPU cannot do, `ValueError` for a machine that LLVM does not know.
    """
    functions = {var.name_hint: func for var, func in prim_funcs(module)}
    machine = _machine(target)
    native = NativeModule(functions, tuple(module.attrs.get("constants") or ()), machine)
    if not native.obstacle:
        native.link()
    return native


def translated(module: IRModule, target: Target | None = None, line_of: LineOf | None = None) -> NativeModule:
    """The functions of a lowered module as `compile_module` makes them, to be read: not linked, so that nothing of them can run.

    With `line_of`, instructions carry the lines of the file that they come from.
    """
    functions = {var.name_hint: func for var, func in prim_funcs(module)}
    return NativeModule(functions, tuple(module.attrs.get("constants") or ()), _machine(target), line_of=line_of)


def native_stages(module: IRModule, target: Target | None = None) -> Iterator[tuple[str, IRModule, list[str]]]:
    """The code that instructions are generated from: the lowered module with its loops in vectors, then in threads; each with a name and what was chosen, in sentences."""
    functions = {var.name_hint: func for var, func in prim_funcs(module)}
    machine = _machine(target)
    called = _called(functions)
    apart = {var for var, func in prim_funcs(module) if _is_apart(var.name_hint, func, called)}
    for name, step in _STEPS:
        with collected() as reasons:
            made = {
                var: step(func, machine) if var in apart and isinstance(func, PrimFunc) else func
                for var, func in module.functions.items()
            }
        module = IRModule(made, module.attrs, module.global_infos)
        yield name, module, reasons


def _in_row_blocks(func: PrimFunc, machine: Machine) -> PrimFunc:
    """The lowered function, whose buffers share no memory, with the rows of attention in blocks."""
    return func if machine.level < 2 else with_row_blocks(func)


def _in_vectors(func: PrimFunc, machine: Machine) -> PrimFunc:
    """The lowered function, whose buffers share no memory, in the vectors of a machine."""
    if machine.level < 2:
        return func
    ordered = PassContext.current().option("tir.ordered_reductions")
    features = frozenset(part[1:] for part in machine.features.split(",") if part.startswith("+"))
    features |= {HALF} if machine.has_half else set()
    return in_vectors(func, vector_bytes(machine.features), ordered, features)


def _in_threads(func: PrimFunc, machine: Machine) -> PrimFunc:
    """The same with its outer loops in threads, unless the target has one or the function's author said how loops run."""
    return func if machine.level < 2 or machine.threads == 1 or func.scheduled else in_threads(func)


def _overlapping(func: PrimFunc, machine: Machine) -> PrimFunc:
    """The same with rows that overlap."""
    return func if machine.level < 2 else with_overlapping_rows(func, vector_bytes(machine.features))


def _with_outer_maps(func: PrimFunc, machine: Machine) -> PrimFunc:
    """The same with maps that stand in no loop in vectors; those in other loops may yet overlap with what follows them."""
    return vectorize_maps(func, vector_bytes(machine.features)) if _writes_maps(machine) else func


def _with_maps(func: PrimFunc, machine: Machine) -> PrimFunc:
    """The same with the maps of rows that are left in vectors."""
    return vectorize_rows(func, vector_bytes(machine.features)) if _writes_maps(machine) else func


def _writes_maps(machine: Machine) -> bool:
    """Whether maps are written in vectors of a known size; LLVM writes those of a size that the processor knows."""
    return machine.level > 1 and not machine.has_scalable_vectors


# Functions from which on a module is compiled at LLVM's second level.  The third differs by copies of loops for conditions that do not change inside them, which
# is a quarter of the time for whole networks; what gains by it there, choices between two tensors, SplitChoices has split before.
_MANY = 8
_STEPS = (
    ("BlockRows", _in_row_blocks),
    ("RegisterTiling", _in_vectors),
    ("VectorizeMaps", _with_outer_maps),
    ("Parallelize", _in_threads),
    ("OverlapRows", _overlapping),
    ("VectorizeRows", _with_maps),
)


def _ready(func: PrimFunc, machine: Machine) -> PrimFunc:
    for _, step in _STEPS:
        func = step(func, machine)
    return func


def _is_apart(name: str, func: PrimFunc, called: frozenset[str]) -> bool:
    """Whether a function may be compiled for buffers that share no memory."""
    promised = name not in called or bool(func.attrs.get("tir.noalias"))
    return promised and _all_buffers(func)


def _machine(target: Target | None) -> Machine:
    return replace(machine_of(target), threads=getattr(target, "num_cores", None) or 0)


class NativeModule(Linked):
    """Compiled functions: `address(name)`, and what they were made from: `llvm_ir`, `assembly`, `object_code`.

    `functions` are the lowered functions by name, `exported` the names that can be called from outside.
    """

    def __init__(
        self,
        functions: dict[str, PrimFunc],
        constants: tuple[object, ...],
        machine: Machine,
        distinct: bool = True,
        line_of: LineOf | None = None,
    ) -> None:
        self.functions = functions
        self.machine = machine
        self.exported = _exported(functions)
        self._constants = constants
        called = _called(functions)
        with deep_recursion():
            apart = {name for name, func in functions.items() if distinct and _is_apart(name, func, called)}
            ready = {name: _ready(functions[name], machine) for name in sorted(apart)}
            if machine.level > 1 and line_of is None:
                ready = shared(ready, GRAIN)
            whole = {**functions, **ready}
            written = ModuleText(whole, constants, machine.threads, machine.features, line_of=line_of)
            written.heap = OF_C if machine.obstacle else KEPT
            written.notes, written.has_scalable_vectors = machine.notes, machine.has_scalable_vectors
            places: dict[str, range] = {}
            for name, func in sorted(whole.items()):
                linkage = "" if name in self.exported else "internal "
                first = len(written.definitions)
                define(written, name, func, linkage, name in ready)
                places[name] = range(first, len(written.definitions))
            explicit = [name for name in sorted(ready) if machine.level > 1 and has_explicit_vectors(whole[name])]
        half_helpers(written, machine)
        self.source = written.render()
        self._explicit = len(explicit) == len(whole)
        self._parts: Parts | None = None
        if explicit and not self._explicit and machine.has_half and line_of is None:
            self._parts = in_parts(written, places, explicit, self.exported)
        self._imported = tuple(written.imported)
        self.has_imports = bool(self._imported)
        self._externs = frozenset(written.externs)
        if self._imported:
            self._explicit, self._parts = False, None
            self._externs = needed_symbols(self._imported, self._externs)

    @made_once
    def object_code(self) -> bytes:
        """The object file; position-independent.  It may come from an earlier process, by way of the cache."""
        return self._compiled(self.source)

    @property
    def object_entry(self) -> str:
        """The name of the object code in the cache."""
        return entry_name(self._key(self.source), self.machine)

    def _compiled(self, source: str) -> bytes:
        return kept_object(self._key(source), self.machine, lambda: self._emitted(source))

    def _key(self, source: str) -> str:
        return "\n".join((source, *self._imported, *(("in vectors",) if self._explicit else ()), *self._internal))

    @property
    def _internal(self) -> tuple[str, ...]:
        return () if self._parts is None else ("in parts", *self._parts.internal)

    def _emitted(self, source: str) -> bytes:
        return misnamed.object_code(self.machine, lambda machine: self._optimised(machine, source))

    @property
    def externs(self) -> frozenset[str]:
        """The C functions that the code calls."""
        return self._externs

    @cached_property
    def obstacle(self) -> str:
        """The reason for which the code cannot run in this process, "" when it can: it is for another machine, or calls C functions that only the program it is linked into will have."""
        return self.machine.obstacle or missing_extern(self._externs)

    def link(self) -> None:
        """Link the code into this process, once; raises `RuntimeError` when there is an obstacle, which is a `UserError` when C functions are missing."""
        assert self._library is not None

    def _linked(self) -> Library:
        if self.obstacle:
            said = f"the code cannot run in this process: {self.obstacle}"
            raise RuntimeError(said) if self.machine.obstacle else unsupported(said)
        return Library(self.object_code, [symbol(name) for name in self.exported], find_externs(self._externs))

    def export_library(self, path: Path) -> None:
        """Write a shared library with both forms of the functions, their interface, and the thread pool and the memory of kernels if they need them."""
        write_library(self._units(), path)

    def write_object(self, path: Path) -> None:
        """Write an object file with all that a library has; of a module that calls Python functions, with the functions alone.

        The linker of this machine joins what is for it; for another machine all is compiled as one.
        """
        if CALL_PACKED in self._externs:
            path.write_bytes(self.object_code)
        elif self.machine.obstacle or not write_object(self._units(), path):
            path.write_bytes(misnamed.object_code(self.machine, self._whole))

    def _units(self) -> list[bytes]:
        """The object files that a library is made of."""
        if CALL_PACKED in self._externs:
            raise unsupported("a module that calls Python functions cannot be exported")
        forms = [self.object_code, self.overlapping.object_code_under(_second_symbol)]
        interface = interface_text(self.functions, self._symbols).encode("ascii")
        forms.append(constant_code(SYMBOL, interface, self.machine.create()))
        return [*forms, *(generic_code(text, self.machine.triple) for text in self._own_functions())]

    def _own_functions(self) -> Iterator[str]:
        """LLVM IR of the functions of ours that one of the forms calls: the thread pool, and the memory of kernels."""
        needed = self._externs | self.overlapping.externs
        if PARALLEL in needed:
            yield pool_source(self.machine.triple)
        if SCRATCH in needed:
            yield SCRATCH_SOURCE

    def object_code_under(self, renamed: Callable[[str], str]) -> bytes:
        """The object file with the exported functions under other symbols."""
        source = self.source
        for name in self.exported:
            source = source.replace(f"@{symbol(name)}(", f"@{renamed(name)}(")
        return self._compiled(source)

    @property
    def overlapping(self) -> NativeModule:
        """The same functions for buffers that may share memory; compiled when first asked for."""
        return self._overlapping

    @made_once
    def _overlapping(self) -> NativeModule:
        return NativeModule(self.functions, self._constants, self.machine, distinct=False)

    @property
    def llvm_ir(self) -> str:
        """LLVM IR after optimisation."""
        return str(self._optimised(self.machine.create()))

    @property
    def whole_ir(self) -> tuple[str, bytes]:
        """LLVM IR of all that a library has, as text and as bitcode: both forms of the functions, their interface, and the thread pool and the memory of kernels if they need them."""
        module = self._whole(self.machine.create())
        return str(module), module.as_bitcode()

    def _whole(self, machine: object) -> Any:
        """An LLVM module with all that a library has."""
        module = self._optimised(machine)
        module.link_in(self.overlapping._renamed(machine))
        interface = interface_text(self.functions, self._symbols).encode("ascii")
        module.link_in(parse(constant_text(SYMBOL, interface), machine))
        for text in self._own_functions():
            module.link_in(parse(text, machine))
        return module

    def _renamed(self, machine: object) -> Any:
        """An LLVM module with the exported functions under their second symbols."""
        module = self._optimised(machine)
        for name in self.exported:
            module.get_function(symbol(name)).name = _second_symbol(name)
        return module

    @property
    def _symbols(self) -> dict[str, tuple[str, str]]:
        """The symbols of both forms of each function that can be called."""
        return {name: (symbol(name), _second_symbol(name)) for name in self.exported}

    @property
    def assembly(self) -> str:
        """Assembly text."""
        return misnamed.assembly(self.machine, self._optimised)

    @property
    def texts(self) -> tuple[str, str]:
        """`llvm_ir` and `assembly`, for which LLVM optimises the module once where that can be."""
        machine = self.machine.create()
        module = self._optimised(machine)
        text, code = str(module), machine.emit_assembly(module)
        return text, self.assembly if misnamed.is_misnamed(code) else code

    def _optimised(self, machine: object, source: str | None = None) -> Any:
        """A new LLVM module each time, because emitting code changes it."""
        if self._parts is not None and source in (None, self.source):
            return self._parts.optimised(machine, self.machine.level)
        module = parse(self.source if source is None else source, machine)
        link_imported(module, self._imported)
        if self._explicit:
            clean_up(module, machine)
        else:
            optimise(module, machine, min(self.machine.level, 3 if len(self.functions) < _MANY else 2))
        return module


def _second_symbol(name: str) -> str:
    """The linked name of the form for buffers that may share memory."""
    return f"{symbol(name)}.overlapping"


def _exported(functions: dict[str, PrimFunc]) -> tuple[str, ...]:
    """Names with a global symbol; all of them when none has one."""
    named = tuple(name for name, func in functions.items() if func.attrs.get("global_symbol") is not None)
    return named or tuple(functions)


def _called(functions: dict[str, PrimFunc]) -> frozenset[str]:
    """Names that functions of the module call: what they are called with is not checked, so that those must promise themselves ("tir.noalias") that
    their buffers share no memory."""
    return frozenset(
        node.op.name_hint
        for func in functions.values()
        for node in walk(func.body)
        if isinstance(node, Call) and isinstance(node.op, GlobalVar)
    )


def _all_buffers(func: PrimFunc) -> bool:
    """Whether every pointer parameter is a buffer, whose extent is known."""
    return all(param in func.buffer_map for param in func.params if param.dtype.is_handle)
