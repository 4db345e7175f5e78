# Generated from the op table and the builder's functions by `make stubs`; do not edit.
"""`tilewright.script.ir` as type checkers and editors see it."""

from collections.abc import Callable as _Callable
from collections.abc import Mapping as _Mapping
from collections.abc import Sequence as _Sequence
from tilewright.core.builder.frames import IRModuleFrame as _IRModuleFrame
from tilewright.core.ir.expr import ExprLike as _ExprLike
from tvm import IRModule as _IRModule
from tvm.ir import BaseFunc as _BaseFunc
from tvm.ir import DummyGlobalInfo as _DummyGlobalInfo
from tvm.ir import GlobalInfo as _GlobalInfo
from tvm.ir import GlobalVar as _GlobalVar
from tvm.ir import Range as _Range
from tvm.ir import VDevice as _VDevice
from typing import Any as _Any
from typing import overload as _overload

__all__ = [
    "GlobalVar",
    "IRModuleFrame",
    "Range",
    "decl_function",
    "def_function",
    "dummy_global_info",
    "entry",
    "frame",
    "ir",
    "ir_module",
    "lookup_vdevice",
    "meta_var",
    "module_attrs",
    "module_get_attr",
    "module_global_infos",
    "module_set_attr",
    "pyfunc",
    "vdevice",
]

def GlobalVar(name_hint: str) -> _GlobalVar | _Any:
    """A function by name alone, which need not be in this module: `I.GlobalVar("f")(x)` calls it.

    A function that is printed without its module names those that it calls like this.
    """

IRModuleFrame = _IRModuleFrame
"""A module: functions are declared first, so that each can call any other, and then defined."""

def Range(begin: _ExprLike, end: _ExprLike | None = None) -> _Range | _Any:
    """The integers from `begin` up to, and not with, `end`; `T.Range(n)` begins at 0."""

def decl_function(func_name: str, func_signature: _BaseFunc) -> _GlobalVar | _Any:
    """Make a function of the module known before it is defined, so that others can call it; returns the reference."""

def def_function(func_name: str, func: _BaseFunc) -> None:
    """Give a declared function of the module its definition."""

def dummy_global_info() -> _DummyGlobalInfo | _Any:
    """Global information that says nothing."""

class entry:
    """The decorators of modules."""

    @staticmethod
    def ir_module() -> _IRModuleFrame | _Any:
        """Make a Python class a module: each function of it, decorated with `@T.prim_func`, is a function of the module."""

    @staticmethod
    def pyfunc(func: _Callable[..., _Any]) -> _Callable[..., _Any] | _Any:
        """Mark a Python function of a module class: it stays Python, and functions of the module can call it."""

class frame:
    """The frames of the builder of modules."""

    IRModuleFrame = _IRModuleFrame
    """A module: functions are declared first, so that each can call any other, and then defined."""

class ir:
    """The functions of the builder of modules."""

    @staticmethod
    def decl_function(func_name: str, func_signature: _BaseFunc) -> _GlobalVar | _Any:
        """Make a function of the module known before it is defined, so that others can call it; returns the reference."""

    @staticmethod
    def def_function(func_name: str, func: _BaseFunc) -> None:
        """Give a declared function of the module its definition."""

    @staticmethod
    def dummy_global_info() -> _DummyGlobalInfo | _Any:
        """Global information that says nothing."""

    @staticmethod
    def lookup_vdevice(target_kind: str | None = None, device_index: int = -1) -> _VDevice | _Any:
        """The device of the module with that kind of target, counted among those of its kind; without arguments the first."""

    @staticmethod
    def module_attrs(attrs: _Mapping[str, _Any], allow_overwrite: bool = False) -> None:
        """Attributes of the module: `I.module_attrs({"system_lib_prefix": "x"})`."""

    @staticmethod
    def module_get_attr(attr_key: str) -> _Any:
        """The attribute of the module that is being built, None when it has none of that name."""

    @staticmethod
    def module_global_infos(global_infos: _Mapping[str, _Sequence[_GlobalInfo]]) -> None:
        """The global infos that the functions of the module share: `I.module_global_infos({"vdevice": [I.vdevice("llvm")]})`."""

    @staticmethod
    def module_set_attr(attr_key: str, attr_value: object, allow_overwrite: bool = False) -> None:
        """Set one attribute of the module."""

    @staticmethod
    def vdevice(target: object = None, vdevice_id: int = 0, memory_scope: str = "global") -> _VDevice | _Any:
        """A device that functions of the module name: number `vdevice_id` of its kind, with memory `memory_scope`."""

@_overload
def ir_module(mod: type[_Any], check_well_formed: bool = True, s_tir: bool = False) -> _IRModule:
    """Make a Python class a module: each function of it, decorated with `@T.prim_func`, is a function of the module."""

@_overload
def ir_module(mod: None = None, check_well_formed: bool = True, s_tir: bool = False) -> _Callable[[type[_Any]], _Any]:
    """Make a Python class a module: each function of it, decorated with `@T.prim_func`, is a function of the module."""

def lookup_vdevice(target_kind: str | None = None, device_index: int = -1) -> _VDevice | _Any:
    """The device of the module with that kind of target, counted among those of its kind; without arguments the first."""

class meta_var(_Any):  # type: ignore[misc, unused-ignore]
    """A Python value that a script keeps as such: `x = T.meta_var(4 * n)` names the expression without making a variable."""
    __init__: _Any

def module_attrs(attrs: _Mapping[str, _Any], allow_overwrite: bool = False) -> None:
    """Attributes of the module: `I.module_attrs({"system_lib_prefix": "x"})`."""

def module_get_attr(attr_key: str) -> _Any:
    """The attribute of the module that is being built, None when it has none of that name."""

def module_global_infos(global_infos: _Mapping[str, _Sequence[_GlobalInfo]]) -> None:
    """The global infos that the functions of the module share: `I.module_global_infos({"vdevice": [I.vdevice("llvm")]})`."""

def module_set_attr(attr_key: str, attr_value: object, allow_overwrite: bool = False) -> None:
    """Set one attribute of the module."""

def pyfunc(func: _Callable[..., _Any]) -> _Callable[..., _Any] | _Any:
    """Mark a Python function of a module class: it stays Python, and functions of the module can call it."""

def vdevice(target: object = None, vdevice_id: int = 0, memory_scope: str = "global") -> _VDevice | _Any:
    """A device that functions of the module name: number `vdevice_id` of its kind, with memory `memory_scope`."""

