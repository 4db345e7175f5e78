"""`init_ffi_api`: registered functions as attributes of a module, under what their names have after a prefix."""

from __future__ import annotations

import sys

from tilewright.core.base.registry import get_global_func, list_global_func_names


def init_ffi_api(namespace: str, target_module_name: str | None = None) -> None:
    """Give a module the registered functions whose names begin with `namespace`, less a leading `tvm.`, and have no further dot.

    The module is the one called `target_module_name`, or `namespace`; raises `KeyError` when it has not been imported.
    """
    target = sys.modules[target_module_name or namespace]
    prefix = f"{namespace.removeprefix('tvm.')}."
    for name in list_global_func_names():
        rest = name.removeprefix(prefix)
        if rest != name and "." not in rest:
            setattr(target, rest, get_global_func(name))
