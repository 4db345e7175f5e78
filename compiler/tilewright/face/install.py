"""`install_as_tvm`: let `import tvm` mean Tilewright, for programs that are written for TVM.

Modules of `tvm` are the modules of `tilewright` themselves, not copies: `tvm.tir is tilewright.tir`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType

from tilewright.core.builder.namespace import Namespace
from tilewright.core.dialects import later_imported, releases

# Modules that TVM keeps elsewhere than Tilewright does.
ALIASES = {
    "tvm_ffi": "tilewright.ffi",
    "tvm.base": "tilewright.error",
    "tvm._ffi.base": "tilewright.error",
    "tvm.ir.base": "tilewright.core.ir",
    "tvm.ir.container": "tilewright.core.ir.containers",
    "tvm.ir.instrument": "tilewright.instrument",
    "tvm.ir.module": "tilewright.core.ir.function",
    "tvm.ir.op": "tilewright.core.ir",
    "tvm.ir.transform": "tilewright.transform",
    "tvm.ir.type": "tilewright.core.ir.type_",
    "tvm.arith.analyzer": "tilewright.core.arith",
    "tvm.arith.bound": "tilewright.core.arith",
    "tvm.arith.int_solver": "tilewright.core.arith",
    "tvm.arith.iter_affine_map": "tilewright.core.arith",
    "tvm.runtime.container": "tilewright.core.ir.containers",
    "tvm.runtime.object_path": "tilewright.core.ir.access_path",
    "tvm.runtime.profiling": "tilewright.core.vm.profiling",
    "tvm.runtime.vm": "tilewright.core.vm.machine",
    "tvm.script.parser._core": "tilewright.script.parser.core",
    "tvm.script.highlight": "tilewright.core.printer.highlight",
    "tvm.container": "tilewright.core.ir.containers",
    "tvm._ffi": "tilewright.ffi",
    "tvm.relax.global_info": "tilewright.core.ir.global_info",
    "tvm.relax.transform.legalize_ops.common": "tilewright.core.passes.relax.lowering.legalize_ops",
    "tvm.testing.utils": "tilewright.core.testing",
    "tvm.testing.plugin": "tilewright.core.testing.tvm_plugin",
    "tvm.tir.dlight": "tilewright.dlight",
    "tvm.tir.meta_schedule": "tilewright.meta_schedule",
    "tvm.tir.data_layout": "tilewright.tir.layouts",
    "tvm.tir.op": "tilewright.tir",
    "tvm.tir.stmt": "tilewright.core.ir.stmt",
    "tvm.relax.ty": "tilewright.core.ir.relax_types",
    "tvm.s_tir": "tilewright.tir",
    "tvm.sym": "tilewright.core.arith",
    "tvm.tir.transform.transform": "tilewright.tir.transform",
    "tvm.tirx": "tilewright.tirx",
    "tvm.tirx.transform": "tilewright.tirx.transform",
    "tvm.topi.utils": "tilewright.core.topi.shapes",
}

# Packages of later releases, by what they were called before.
_RENAMED = {"tvm.s_tir": "tvm.tir", "tvm.support": "tvm.contrib", "tvm.sym": "tvm.arith", "tvm.tirx": "tvm.tir"}

# Modules that are packages in TVM alone: their submodules are found by the table.
_PACKAGES = {"tilewright.tir.transform", "tilewright.core.passes.relax.lowering.legalize_ops"}

# Where TVM defines the nodes that Tilewright defines elsewhere: programs print the full names of their types.
_HOMES = {
    "tilewright.core.ir.expr": "tvm.tir.expr",
    "tilewright.core.ir.relax": "tvm.relax.expr",
    "tilewright.core.ir.stmt": "tvm.tir.stmt",
    "tilewright.core.ir.struct_info": "tvm.relax.struct_info",
}


def install_as_tvm(release: str | None = None) -> None:
    """Make `import tvm` and `import tvm.anything` give Tilewright's modules in this process; calling it again changes no more than the release.

    `release`, "0.22" or "0.27", is the release of TVM that they stand for.  By default it is that of the environment variable `TILEWRIGHT_TVM_RELEASE`, of
    `release` under `[tool.tilewright]` in `pyproject.toml`, or what the program imports: with `tvm.tirx` or `tvm.s_tir` the later one.

    Raises `ImportError` when the real TVM has been imported already: two libraries cannot share the name; `ValueError` for another release.
    """
    import tilewright

    if release is not None:
        releases.choose(release)
    present = sys.modules.get("tvm")
    if present is tilewright:
        return
    if present is not None:
        where = getattr(present, "__file__", "an unknown place")
        raise ImportError(
            f"tvm is already imported from {where}; call tilewright.install_as_tvm() before anything imports tvm"
        )
    sys.modules["tvm"] = tilewright
    sys.meta_path.insert(0, _Finder("tvm"))
    sys.meta_path.append(_Finder("tvm_ffi"))  # asked last: where the real one is installed, it is meant
    for real, home in _HOMES.items():
        for value in vars(import_module(real)).values():
            if isinstance(value, type) and value.__module__ == real:
                value.__module__ = home


def real_name(name: str) -> str:
    """The name in Tilewright of a module that TVM calls `name`."""
    if name in ALIASES:
        return ALIASES[name]
    package, _, rest = name.partition(".")
    first, _, below = rest.partition(".")
    classic = _RENAMED.get(f"{package}.{first}")
    if classic is not None:
        return real_name(f"{classic}.{below}" if below else classic)
    parent, _, last = name.rpartition(".")
    return f"{real_name(parent)}.{last}" if parent else "tilewright"


class _Finder(MetaPathFinder):
    """Finds the modules of a package of TVM's where Tilewright has them: `tvm.x` where `tilewright.x` is."""

    def __init__(self, package: str) -> None:
        self._package = package

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] != self._package:
            return None
        if fullname in ("tvm.s_tir", "tvm.tirx"):
            later_imported()
        real = real_name(fullname)
        found = find_spec(real)
        if found is None and (group := _group(real)) is not None:
            return ModuleSpec(fullname, _GroupLoader(group))
        if found is None:
            raise ModuleNotFoundError(f"No module named {fullname!r} (Tilewright has no {real})", name=fullname)
        is_package = found.submodule_search_locations is not None or real in _PACKAGES
        return ModuleSpec(fullname, _Loader(real), is_package=is_package)


def _group(name: str) -> Namespace | None:
    """The group of functions of that name that a module has: `relax.op.nn` is a module in TVM."""
    parent, _, last = name.rpartition(".")
    found = getattr(import_module(parent), last, None) if parent and find_spec(parent) is not None else None
    return found if isinstance(found, Namespace) else None


class _GroupLoader(Loader):
    """Gives a module whose names are those of a group of functions."""

    def __init__(self, group: Namespace) -> None:
        self._group = group

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return ModuleType(spec.name, self._group.__doc__)

    def exec_module(self, module: ModuleType) -> None:
        vars(module).update({name: member.value for name, member in self._group.members.items()})


class _Loader(Loader):
    """Gives the module that exists already, as it is."""

    def __init__(self, real: str) -> None:
        self._module = import_module(real)
        self._spec = self._module.__spec__

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return self._module

    def exec_module(self, module: ModuleType) -> None:
        if module.__name__ in _PACKAGES:
            module.__path__ = []
        module.__spec__ = self._spec  # the import system has put that of the alias there
