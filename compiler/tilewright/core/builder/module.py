"""Modules: `ir_module`, and what is said inside one: functions, attributes, global information."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tilewright.core.base.diagnostics import UserError
from tilewright.core.builder.arguments import describe, mapping
from tilewright.core.builder.frames import IRBuilder, IRModuleFrame, attributes
from tilewright.core.builder.values import target as target_of
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.function import BaseFunc
from tilewright.core.ir.global_info import DummyGlobalInfo, GlobalInfo, VDevice


def ir_module() -> IRModuleFrame:
    """A module: functions that can call one another by name."""
    return IRModuleFrame()


def enclosing_module(form: str) -> IRModuleFrame:
    """The module being built; one to be thrown away where none is, since Python runs the body of a class before its decorator reads it."""
    if not IRBuilder.is_in_scope():
        return IRModuleFrame()
    builder = IRBuilder.current()
    found = builder.find(IRModuleFrame) or builder.module
    if found is None:
        raise UserError("outside-module", f"`{form}` describes a module and must be inside one")
    return found


def decl_function(func_name: str, func_signature: BaseFunc) -> GlobalVar:
    """Make a function of the module known before it is defined, so that others can call it; returns the reference."""
    return enclosing_module("I.decl_function").declare(func_name, func_signature)


def global_var(name_hint: str) -> GlobalVar:
    """A function by name alone, which need not be in this module: `I.GlobalVar("f")(x)` calls it.

    A function that is printed without its module names those that it calls like this.
    """
    return GlobalVar(name_hint)


def def_function(func_name: str, func: BaseFunc) -> None:
    """Give a declared function of the module its definition."""
    found = enclosing_module("I.def_function")
    if func_name not in found.global_vars:
        raise UserError(
            "undeclared-function", f"the function `{func_name}` is defined without being declared", "func_name"
        )
    found.define(func_name, func)


def module_attrs(attrs: Mapping[str, Any], allow_overwrite: bool = False) -> None:
    """Attributes of the module: `I.module_attrs({"system_lib_prefix": "x"})`."""
    found = enclosing_module("I.module_attrs")
    if found.attrs and not allow_overwrite:
        raise UserError("duplicate-module-attrs", "the module has its attributes already; list all in one", "attrs")
    found.attrs = attributes(mapping(attrs, "`I.module_attrs`", "attrs"))


def module_get_attr(attr_key: str) -> Any:
    """The attribute of the module that is being built, None when it has none of that name."""
    return enclosing_module("I.module_get_attr").attrs.get(attr_key)


def module_set_attr(attr_key: str, attr_value: object, allow_overwrite: bool = False) -> None:
    """Set one attribute of the module."""
    found = enclosing_module("I.module_set_attr")
    if attr_key in found.attrs and not allow_overwrite:
        raise UserError("duplicate-module-attrs", f'the module has the attribute "{attr_key}" already', "attr_key")
    found.attrs.update(attributes({attr_key: attr_value}))


def module_global_infos(global_infos: Mapping[str, Sequence[GlobalInfo]]) -> None:
    """The global infos that the functions of the module share: `I.module_global_infos({"vdevice": [I.vdevice("llvm")]})`."""
    found = enclosing_module("I.module_global_infos")
    if found.global_infos:
        raise UserError(
            "duplicate-module-attrs", "the module has its global information already; list all in one", "global_infos"
        )
    for key, infos in mapping(global_infos, "`I.module_global_infos`", "global_infos").items():
        found.global_infos[key] = [_checked(info) for info in infos]


def _checked(info: object) -> GlobalInfo:
    if not isinstance(info, GlobalInfo):
        raise UserError(
            "wrong-argument",
            f"global information is made by `I.vdevice` or `I.dummy_global_info`, and this is {describe(info)}",
            "global_infos",
        )
    return info


def dummy_global_info() -> DummyGlobalInfo:
    """Global information that says nothing."""
    return DummyGlobalInfo()


def vdevice(target: object = None, vdevice_id: int = 0, memory_scope: str = "global") -> VDevice:
    """A device that functions of the module name: number `vdevice_id` of its kind, with memory `memory_scope`."""
    if isinstance(target, (str, Mapping)):
        target = target_of(target)
    return VDevice(target, int(vdevice_id), str(memory_scope))


def lookup_vdevice(target_kind: str | None = None, device_index: int = -1) -> VDevice:
    """The device of the module with that kind of target, counted among those of its kind; without arguments the first."""
    known = enclosing_module("I.lookup_vdevice").global_infos.get("vdevice", [])
    devices = [info for info in known if _is_kind(info, target_kind)]
    position = max(device_index, 0)
    if position >= len(devices):
        kind = f" of kind `{target_kind}`" if target_kind else ""
        raise UserError(
            "no-such-device",
            f"the module has no device {position}{kind}: list it in `I.module_global_infos`",
            "target_kind",
        )
    return devices[position]


def _is_kind(device: VDevice, kind: str | None) -> bool:
    if not kind or kind == "vdevice":
        return True
    return device.target is not None and device.target.kind.name == kind


def pyfunc(func: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a Python function of a module class: it stays Python, and functions of the module can call it."""
    func.__dict__["is_pyfunc"] = True
    return func


__all__ = [
    "decl_function",
    "def_function",
    "dummy_global_info",
    "global_var",
    "ir_module",
    "lookup_vdevice",
    "module_attrs",
    "module_get_attr",
    "module_global_infos",
    "module_set_attr",
    "pyfunc",
    "vdevice",
]
