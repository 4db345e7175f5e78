# Generated from tilewright.ffi by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm import Device as _Device
from tvm.runtime import Executable as _Executable
from tvm.runtime import Function as _Function
from typing_extensions import Self as _Self
from tilewright.core.ir.node.array import Array as Array
from tilewright.core.runtime.device import DLDeviceType as DLDeviceType
from tilewright.core.ir.traversal import DefRegionKind as DefRegionKind
from tvm import Device as Device
from tilewright.ffi import Error as Error
from tilewright.ffi import Function as Function
from tilewright.core.ir.traversal import InplaceMode as InplaceMode
from tilewright.ffi import Map as Map
from tvm.ir import Node as _Object_

Object = _Object_
from tilewright.ffi import Shape as Shape
from tilewright.core.ir.traversal import WalkOrder as WalkOrder
from tilewright.core.ir.traversal import WalkResult as WalkResult
from tvm import get_global_func as get_global_func
from tvm import register_global_func as _register_func_

register_func = _register_func_
from tvm import register_global_func as register_global_func
from . import access_path as access_path
from . import container as container
from . import registry as registry

class AccessPath(_Any):  # type: ignore[misc, unused-ignore]
    """Steps from a root; make it with `AccessPath.root().attr("body")`."""
    @staticmethod
    def root() -> AccessPath | _Any:
        """The path of the root itself."""
    def attr(self, name: _Any) -> AccessPath | _Any:
        """On to a field."""
    def array_item(self, index: _Any) -> AccessPath | _Any:
        """On to an item of a sequence."""
    def array_item_missing(self, index: _Any) -> AccessPath | _Any:
        """On to an item that a sequence does not have."""
    def array_index(self, index: _Any) -> AccessPath | _Any:
        """`array_item` under its older name."""
    def map_value(self, key: _Any) -> AccessPath | _Any:
        """`map_item` under its older name."""
    def map_item(self, key: _Any) -> AccessPath | _Any:
        """On to the value of a key of a mapping."""
    def map_item_missing(self, key: _Any) -> AccessPath | _Any:
        """On to the value of a key that a mapping does not have."""
    def is_prefix_of(self, other: _Any) -> _Any:
        """Whether `other` goes on from here, or ends here."""
    def objects(self, root: _Any) -> _Any:
        """The objects along the path, the root first; ends early where a step does not exist."""
    steps: _Any
    def __init__(self, steps: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Tensor(_Any):  # type: ignore[misc, unused-ignore]
    """An n-dimensional array; pass it to compiled functions, or look at it as numpy array without a copy through `numpy_view()`."""
    @property
    def shape(self) -> _Any:
        """Sizes of the dimensions."""
    @property
    def dtype(self) -> _Any:
        """Element type."""
    def same_as(self, other: _Any) -> _Any:
        """Whether `other` is this very tensor."""
    @property
    def ndim(self) -> _Any:
        """Number of dimensions."""
    @property
    def device(self) -> _Device | _Any:
        """The device that it lies on: the CPU."""
    @property
    def strides(self) -> _Any:
        """Distances between neighbours in each dimension, in elements."""
    @property
    def byte_offset(self) -> _Any:
        """The bytes between the beginning of the memory and the first element: other than 0 in a view of another tensor."""
    def numpy(self) -> _Any:
        """A copy as a numpy array; the lanes of vectors are its last dimension."""
    def numpy_view(self) -> _Any:
        """The elements themselves as a numpy array: writing to it changes the tensor."""
    def copyfrom(self, source_array: _Any) -> Tensor | _Any:
        """Take over the elements of an array of the same shape, converted to this element type; raises `ValueError` for another shape."""
    def copyto(self, target: _Any, mem_scope: _Any = ...) -> Tensor | _Any:
        """Copy into another tensor of the same shape, or to a device, which gives a new tensor."""
    def __init__(self, array: _Any, owner: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class VisitInterrupt(_Any):  # type: ignore[misc, unused-ignore]
    """Ends a walk when a function returns it; `value` goes to who asked for the walk."""
    value: _Any
    def __init__(self, value: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Module(_Executable):
    """Compiled functions: `module["name"](...)`; `module(...)` calls `main`, or the only function."""
    @property
    def mod(self) -> Module | _Any:
        """The module itself, which runs as it is."""
    @property
    def kind(self) -> _Any:
        """The name of the code generator."""
    @property
    def type_key(self) -> _Any:
        """The name of the code generator."""
    @property
    def imports(self) -> _Any:
        """Modules that this one calls: none, since everything is in one piece of code."""
    @property
    def imported_modules(self) -> _Any:
        """Modules that this one calls: none, since everything is in one piece of code."""
    @property
    def entry_func(self) -> _Function | _Any:
        """The function that `module(...)` calls."""
    @property
    def native_code(self) -> _Any:
        """The compiled code."""
    @property
    def runs_here(self) -> _Any:
        """Whether this process can run the code: it is for this machine, and everything that it calls is there."""
    def is_runnable(self) -> _Any:
        """Whether its functions can be called."""
    def is_compilation_exportable(self) -> _Any:
        """Whether it can be written as an object file."""
    def is_binary_serializable(self) -> _Any:
        """Whether it can be written as plain bytes: native code is exported instead."""
    def again(self) -> Module | _Any:
        """Another module of the same code."""
    def jit(self, fcompile: _Any = ..., addons: _Any = ..., force_recompile: _Any = ..., workspace_dir: _Any = ..., **_: _Any) -> Module | _Any:
        """The module itself, whose code is native already; another one of the same code when that is asked for."""
    @property
    def function_names(self) -> _Any:
        """Names of the functions that can be called."""
    @property
    def entry_name(self) -> _Any:
        """The name of the function that `module(...)` calls; raises `ValueError` when several could be meant."""
    def get_function(self, name: _Any, query_imports: _Any = ...) -> _Function | _Any:
        """The function called `name`; raises `AttributeError` when there is none."""
    def implements_function(self, name: _Any, query_imports: _Any = ...) -> _Any:
        """Whether there is a function called `name`."""
    def get_source(self, fmt: _Any = ...) -> _Any:
        """Text of the compiled code: "ll" optimised LLVM IR, "raw" LLVM IR before optimisation, "asm" assembly."""
    def inspect_source(self, fmt: _Any = ...) -> _Any:
        """Text of the compiled code: "ll" optimised LLVM IR, "raw" LLVM IR before optimisation, "asm" assembly."""
    time_evaluator: _Any
    """A function that times calls of `func_name` with its arguments; see `tilewright.core.runtime.timing`.

    `f_preproc` names a registered function that is called with the arguments before each repetition; `cache_flush_bytes` are written before each
    one, so that nothing of the arguments is left in the caches.  Times are never zero here, so that `limit_zero_time_iterations` is not needed.
    """
    export_library: _Any
    """Write the compiled functions as a shared library (`.so`), as an object file (`.o`), or as a bundle of object files (`.tar`).

    With `fcompile(file_name, object_files, **options)` that function links, and what it returns is returned; `addons` are files that it is given
    besides.  The object file lies in `workspace_dir`, or in a directory that goes afterwards.
    """
    def write_to_file(self, file_name: _Any, fmt: _Any = ...) -> _Any:
        """Write the compiled code: as an object file, as LLVM IR ("ll", "bc") or as assembly ("s"), by the format or the suffix of the name.

        `runtime.load_module` loads what is written, except assembly.
        """
    def save(self, file_name: _Any, fmt: _Any = ...) -> _Any:
        """Write the compiled code: as an object file, as LLVM IR ("ll", "bc") or as assembly ("s"), by the format or the suffix of the name.

        `runtime.load_module` loads what is written, except assembly.
        """
    def __init__(self, native: _Any) -> None: ...

class StructuralMutator(_Any):  # type: ignore[misc, unused-ignore]
    """Rewrites what is below a value: a function of `structural_mutate` gets it beside the value."""
    def mutate(self, value: _Any) -> _Any:
        """The value as the function of its type rewrites it."""
    def default_mutate(self, value: _Any) -> _Any:
        """A value with what is below rewritten; a variable becomes what is recorded for it."""
    def var_remap_get(self, var: _Any) -> _Any:
        """The record of a variable or a buffer."""
    def var_remap_set(self, var: _Any, mapped_value: _Any) -> _Any:
        """Record what a variable or a buffer becomes from here on."""
    def __init__(self, changed: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class StructuralVisitor(_Any):  # type: ignore[misc, unused-ignore]
    """Goes on below a value: a function of `structural_visit` gets it beside the value."""
    visit: _Any
    """Visit a value by the function of its type."""
    def default_visit(self, value: _Any) -> VisitInterrupt | _Any:
        """Visit what is below a value."""
    def __init__(self, entries: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

convert: _Any
"""`value` as an expression; a Python or numpy number takes the type of the operand it meets where it fits.

Raises `TypeError` for what has no expression.
"""

def from_dlpack(ext_tensor: _Any, *, require_alignment: _Any = ..., require_contiguous: _Any = ...) -> Tensor | _Any:
    """A tensor that shares the memory of another library's tensor on the CPU, or of the capsule that its `__dlpack__` gave; raises `ArgumentError` when it cannot.

    The memory can be required to begin at a multiple of so many bytes, and the elements to be contiguous.
    """

def get_first_structural_mismatch(lhs: _Any, rhs: _Any, map_free_vars: _Any = ...) -> _Any:
    """Paths to the first difference in either program, None when there is none."""

def init_ffi_api(namespace: _Any, target_module_name: _Any = ...) -> _Any:
    """Give a module the registered functions whose names begin with `namespace`, less a leading `tvm.`, and have no further dot.

    The module is the one called `target_module_name`, or `namespace`; raises `KeyError` when it has not been imported.
    """

def register_object(type_key: _Any = ...) -> _Any:
    """A decorator that leaves its class as it is: classes of Python need no key here."""

def remove_global_func(name: _Any) -> _Any:
    """Forget the function registered under a name."""

def structural_equal(lhs: _Any, rhs: _Any, map_free_vars: _Any = ...) -> _Any:
    """Whether `lhs` and `rhs` are the same program."""

def structural_hash(node: _Any, map_free_vars: _Any = ...) -> _Any:
    """A number of 64 bits that is the same for programs that `structural_equal` calls equal."""

def structural_map(root: _Any, callbacks: _Any = ..., with_def_region_kind: _Any = ..., order: _Any = ...) -> _Any:
    """`root` with each value replaced by what the first function of its type returns; see `structural_walk` for the functions.

    In order "post" a function gets the value whose parts were replaced, in order "pre" the parts of what it returns are replaced.
    """

def structural_mutate(root: _Any, callbacks: _Any = ...) -> _Any:
    """`root` rewritten by functions of a value and a `StructuralMutator`, which decide themselves what to rewrite below.

    A function that takes a third argument gets an `InplaceMode` there.  What it returns is not visited again.
    """

def structural_visit(root: _Any, callbacks: _Any = ...) -> VisitInterrupt | _Any:
    """Visit a program with functions of a value and a `StructuralVisitor`, which decide themselves what to visit below."""

def structural_walk(root: _Any, callbacks: _Any = ..., with_def_region_kind: _Any = ..., order: _Any = ...) -> VisitInterrupt | _Any:
    """Call the first function whose type matches on each value.

    `callbacks` is a function of the value, a pair of a type (or several) and a function, or a sequence of pairs; those of `with_def_region_kind` take the kind of
    the place too.  A function that returns `WalkResult.SKIP` in order "pre" leaves out what is below; one that returns a `VisitInterrupt` ends the walk,
    which then returns it.
    """

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
