# Generated from tilewright.script.ir_builder.ir by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.ir import DummyGlobalInfo as _DummyGlobalInfo
from tvm.ir import GlobalVar as _GlobalVar
from tvm.ir import VDevice as _VDevice

def decl_function(func_name: _Any, func_signature: _Any) -> _GlobalVar | _Any:
    """Make a function of the module known before it is defined, so that others can call it; returns the reference."""

def def_function(func_name: _Any, func: _Any) -> _Any:
    """Give a declared function of the module its definition."""

def dummy_global_info() -> _DummyGlobalInfo | _Any:
    """Global information that says nothing."""

def global_var(name_hint: _Any) -> _GlobalVar | _Any:
    """A function by name alone, which need not be in this module: `I.GlobalVar("f")(x)` calls it.

    A function that is printed without its module names those that it calls like this.
    """

def ir_module() -> _Any:
    """A module: functions that can call one another by name."""

def lookup_vdevice(target_kind: _Any = ..., device_index: _Any = ...) -> _VDevice | _Any:
    """The device of the module with that kind of target, counted among those of its kind; without arguments the first."""

def module_attrs(attrs: _Any, allow_overwrite: _Any = ...) -> _Any:
    """Attributes of the module: `I.module_attrs({"system_lib_prefix": "x"})`."""

def module_get_attr(attr_key: _Any) -> _Any:
    """The attribute of the module that is being built, None when it has none of that name."""

def module_global_infos(global_infos: _Any) -> _Any:
    """The global infos that the functions of the module share: `I.module_global_infos({"vdevice": [I.vdevice("llvm")]})`."""

def module_set_attr(attr_key: _Any, attr_value: _Any, allow_overwrite: _Any = ...) -> _Any:
    """Set one attribute of the module."""

def pyfunc(func: _Any) -> _Any:
    """Mark a Python function of a module class: it stays Python, and functions of the module can call it."""

def vdevice(target: _Any = ..., vdevice_id: _Any = ..., memory_scope: _Any = ...) -> _VDevice | _Any:
    """A device that functions of the module name: number `vdevice_id` of its kind, with memory `memory_scope`."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
