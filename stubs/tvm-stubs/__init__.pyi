# Generated from tilewright by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.core.ir.function import IRModule as _IRModule
from tvm.ir import GlobalVar as _GlobalVar
from typing_extensions import Self as _Self
from tilewright import DataType as DataType
from tilewright.core.base.dtype import DataTypeCode as DataTypeCode
from tilewright.core.base.diagnostics import TVMError as TVMError
from tvm import register_global_func as _register_func_

register_func = _register_func_
from . import _ffi as _ffi
from . import arith as arith
from . import backend as backend
from . import base as base
from . import container as container
from . import contrib as contrib
from . import dlight as dlight
from . import driver as driver
from . import error as error
from . import ffi as ffi
from . import hybrid as hybrid
from . import instrument as instrument
from . import ir as ir
from . import meta_schedule as meta_schedule
from . import nd as nd
from . import relax as relax
from . import rpc as rpc
from . import runtime as runtime
from . import s_tir as s_tir
from . import script as script
from . import sym as sym
from . import target as target
from . import te as te
from . import testing as testing
from . import tir as tir
from . import tirx as tirx
from . import topi as topi
from . import transform as transform

class Device(_Any):  # type: ignore[misc, unused-ignore]
    """A device: its kind, by the number that DLPack gives it, and which one of that kind."""
    CPU: _Any
    @property
    def type(self) -> _Any:
        """The name of the kind."""
    @property
    def index(self) -> _Any:
        """Which one of its kind."""
    @property
    def exist(self) -> _Any:
        """Whether arrays can lie there and functions run there: the CPU only."""
    def dlpack_device_type(self) -> _Any:
        """The number that DLPack gives its kind."""
    def sync(self, stream: _Any = ...) -> _Any:
        """Wait for the device; the CPU has always finished."""
    device_id: _Any
    device_type: _Any
    def __init__(self, device_type: _Any, device_id: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class IRModule(_IRModule):
    """Functions by name.  Unlike the nodes inside it, a module may be changed: `mod["f"] = func`, `mod.update_func`.

    `pyfuncs` are its Python functions by name, and `python_class` the class that it was made from where that has Python functions: calling such a
    module makes an instance.  A module that a decorator made has the `__name__` of the class below it.
    """
    @property
    def dialect(self) -> _Any:
        """The dialect that its functions have in common, classic where they differ, None where none was read from text."""
    @staticmethod
    def from_expr(func: _Any, functions: _Any = ...) -> IRModule | _Any:
        """A module with `func` under its global symbol ("main" when it has none)."""
    def get_global_var(self, name: _Any) -> _GlobalVar | _Any:
        """The reference to the function called `name`; raises `ValueError` when there is none."""
    def get_global_vars(self) -> _Any:
        """References to all functions, in order."""
    def functions_items(self) -> _Any:
        """Pairs of reference and function, by name."""
    def update(self, other: _Any) -> _Any:
        """Take over every function of `other`."""
    def update_func(self, var: _Any, func: _Any) -> _Any:
        """Replace, or add, the function of `var`."""
    def update_global_info(self, name: _Any, global_info: _Any) -> _Any:
        """Replace, or add, the global information called `name`."""
    def replace_global_vars(self, replacements: _Any) -> IRModule | _Any:
        """A module in which references to functions are replaced, in the functions' bodies as well; text is the name of a function."""
    def clone(self) -> IRModule | _Any:
        """A new module with the same functions."""
    def with_functions(self, functions: _Any) -> IRModule | _Any:
        """A new module with other functions and the same attributes."""
    def __call__(self, device: _Any = ..., target: _Any = ...) -> _Any:
        """An instance of a module with Python functions: its other functions are compiled; raises `TypeError` for any other module."""
    def map_functions(self, function: _Any) -> IRModule | _Any:
        """A module with `function` applied to each `PrimFunc`; this one when nothing changed."""
    def with_attr(self, attr_key: _Any, attr_value: _Any) -> IRModule | _Any:
        """A copy with one module attribute set."""
    def without_attr(self, attr_key: _Any) -> IRModule | _Any:
        """A copy without that attribute."""
    def with_attrs(self, attr_map: _Any) -> IRModule | _Any:
        """A copy with several module attributes set."""
    def get_attr(self, attr_key: _Any) -> _Any:
        """The module attribute, None when it is not set."""
    def __getitem__(self, name: _Any) -> _Any: ...
    def __setitem__(self, name: _Any, func: _Any) -> _Any: ...
    def __contains__(self, name: _Any) -> _Any: ...
    def __iter__(self) -> _Any: ...
    def __len__(self) -> _Any: ...
    attrs: _Any  # pyright: ignore[reportIncompatibleVariableOverride]
    functions: _Any  # pyright: ignore[reportIncompatibleVariableOverride]
    global_infos: _Any  # pyright: ignore[reportIncompatibleVariableOverride]
    pyfuncs: _Any  # pyright: ignore[reportIncompatibleVariableOverride]
    python_class: _Any  # pyright: ignore[reportIncompatibleVariableOverride]
    span: _Any  # pyright: ignore[reportIncompatibleVariableOverride]
    def __init__(self, functions: _Any = ..., attrs: _Any = ..., global_infos: _Any = ..., span: _Any = ...) -> None: ...

build: _Any
"""Native code of a function or of every function of a module, ready to be called with arrays; `pipeline` is a pass to run before.

Functions have the names of their `global_symbol`, else those that the module knows them by; the only function of a module is also its `main`.
`target` defaults to the one in force (`with Target(...)`), else to this machine's processor.  `name` is what a single function is called, by default
its own name.  Raises `DiagnosticError` for programs that cannot be compiled, `ValueError` for a target that is none or cannot be built for.
"""

compile: _Any
"""The result of `build` for functions of TensorIR; for those of Relax an executable, for `relax.VirtualMachine`.

`relax_pipeline` and `tir_pipeline` are passes to run before, or names of pipelines.
"""

def cpu(dev_id: _Any = ...) -> Device | _Any:
    """The CPU."""

def cuda(dev_id: _Any = ...) -> Device | _Any:
    """A device of the kind cuda, which does not exist here."""

device: _Any
"""A device by name: "cpu", "cpu:0", "llvm", "cuda(1)", or by the number of its kind; raises `ValueError` for a name that is none."""

def device_from_target(target: _Any, index: _Any = ...) -> Device | _Any:
    """The device of a target, which may be given as its text or its fields, with that index (0 by default)."""

def ext_dev(dev_id: _Any = ...) -> Device | _Any:
    """A device of the kind ext_dev, which does not exist here."""

def get_global_func(name: _Any, allow_missing: _Any = ...) -> _Any:
    """The function registered under a name; raises `ValueError` when there is none, unless that is allowed."""

def get_num_threads() -> _Any:
    """The number of threads that parallel loops run in."""

def hexagon(dev_id: _Any = ...) -> Device | _Any:
    """A device of the kind hexagon, which does not exist here."""

def install_as_tvm(release: _Any = ...) -> _Any:
    """Make `import tvm` and `import tvm.anything` give Tilewright's modules in this process; calling it again changes no more than the release.

    `release`, "0.22" or "0.27", is the release of TVM that they stand for.  By default it is that of the environment variable `TILEWRIGHT_TVM_RELEASE`, of
    `release` under `[tool.tilewright]` in `pyproject.toml`, or what the program imports: with `tvm.tirx` or `tvm.s_tir` the later one.

    Raises `ImportError` when the real TVM has been imported already: two libraries cannot share the name; `ValueError` for another release.
    """

lower: _Any
"""The module in the form that is translated to LLVM; raises as `build` does."""

def metal(dev_id: _Any = ...) -> Device | _Any:
    """A device of the kind metal, which does not exist here."""

def opencl(dev_id: _Any = ...) -> Device | _Any:
    """A device of the kind opencl, which does not exist here."""

def register_global_func(func_name: _Any, f: _Any = ..., override: _Any = ...) -> _Any:
    """Register a function under a name, directly or as a decorator (with or without a name).

    Raises `ValueError` when the name is taken and `override` is not set.
    """

def rocm(dev_id: _Any = ...) -> Device | _Any:
    """A device of the kind rocm, which does not exist here."""

def set_num_threads(count: _Any) -> _Any:
    """Let parallel loops run in at most `count` threads, the calling one included; 0 goes back to the default.

    The default is `TILEWRIGHT_NUM_THREADS`, else `OMP_NUM_THREADS`, else the number of processors that the process may use.  Raises `ValueError` for a
    negative number and for more than 256.
    """

def thread_limit(count: _Any) -> _Any:
    """Run with at most `count` threads inside the `with` statement; the limit before holds again behind it."""

def vulkan(dev_id: _Any = ...) -> Device | _Any:
    """A device of the kind vulkan, which does not exist here."""

def webgpu(dev_id: _Any = ...) -> Device | _Any:
    """A device of the kind webgpu, which does not exist here."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
