"""`install_as_tvm`: let `import tvm` mean Tilewright, for programs that are written for TVM.

Modules of `tvm` are the modules of `tilewright` themselves, not copies: `tvm.tir is tilewright.tir`.  The module `tvm` reads its names from `tilewright`
and has the version of the release of TVM that the process stands for.  Where TVM has a module under several
paths, or another release has it elsewhere, the table of names says so.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType

from tilewright.core.base.new_processes import FIRST
from tilewright.core.builder.namespace import Namespace
from tilewright.core.dialects import later_imported, releases
from tilewright.face.as_tvm import AsTvm
from tilewright.face.opening import PACKAGE, refusal
from tilewright.face.table import aliases, face
from tilewright.face.table.absences import listed_reason, parts, reason_of_module

# Packages of release 0.27 by what they are in 0.22.
_RENAMED = {"tvm.s_tir": "tvm.tir", "tvm.support": "tvm.contrib", "tvm.sym": "tvm.arith", "tvm.tirx": "tvm.tir"}

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
    if release is not None:
        releases.choose(release)
    present = sys.modules.get("tvm")
    if isinstance(present, AsTvm):
        return
    if present is not None:
        where = getattr(present, "__file__", "an unknown place")
        raise ImportError(
            f"tvm is already imported from {where}; call tilewright.install_as_tvm() before anything imports tvm"
        )
    sys.modules["tvm"] = AsTvm(import_module(PACKAGE))
    sys.meta_path.insert(0, _Finder("tvm"))
    sys.meta_path.insert(0, _FinderBelow("tvm_ffi"))
    sys.meta_path.append(_Finder("tvm_ffi"))  # asked last: where the real one is installed, it is meant
    FIRST.append(partial(install_as_tvm, release))
    for real, home in _HOMES.items():
        for value in vars(import_module(real)).values():
            if isinstance(value, type) and value.__module__ == real:
                value.__module__ = home


def real_name(name: str) -> str:
    """The name in Tilewright of a module that TVM calls `name`."""
    package, _, path = name.partition(".")
    if package == "tvm_ffi":
        return f"tilewright.ffi.{path}" if path else "tilewright.ffi"
    if path in aliases():
        return f"tilewright.{aliases()[path]}"
    first, _, below = path.partition(".")
    real = f"tilewright.{path}" if path else "tilewright"
    if f"tvm.{first}" in _RENAMED and not _exists(real):
        classic = _RENAMED[f"tvm.{first}"]
        return real_name(f"{classic}.{below}" if below else classic)
    parent, _, last = name.rpartition(".")
    return f"{real_name(parent)}.{last}" if parent else "tilewright"


def _is_part(real: str) -> bool:
    """Whether TVM defines names of the package above in a module of that name."""
    package, _, last = real.partition(".")[2].rpartition(".")
    return last in parts(package)


def _exists(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False


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
        found = find_spec(real) if _exists(real.rpartition(".")[0]) else None
        if found is None and (group := _group(real)) is not None:
            return ModuleSpec(fullname, _GroupLoader(group), is_package=True)
        if found is None and _is_part(real):
            return ModuleSpec(fullname, _PartLoader(fullname.rpartition(".")[0]), is_package=True)
        if found is None:
            _refuse(fullname.partition(".")[2], real.partition(".")[2])
            raise ModuleNotFoundError(f"No module named {fullname!r} (Tilewright has no {real})", name=fullname)
        return ModuleSpec(
            fullname, _Loader(real), is_package=True
        )  # of a module below, this finder says why it is absent


def _refuse(path: str, real: str) -> None:
    """Raise for a module of TVM's that is absent for a reason.  The error has no name: `from tvm import it` would replace its sentence otherwise."""
    reason = reason_of_module(real) or reason_of_module(path)
    if reason is not None:
        raise ModuleNotFoundError(refusal(path, reason))
    first = path.partition(".")[0]
    top = face("")
    if top is not None and first in top.absent:
        raise ModuleNotFoundError(refusal(first, top.absent[first]))


class _FinderBelow(_Finder):
    """Finds the modules of a package where the package itself is Tilewright's: the import system would run their files once more."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        package = sys.modules.get(self._package)
        is_ours = package is not None and package is sys.modules.get(real_name(self._package))
        return super().find_spec(fullname, path, target) if is_ours and fullname != self._package else None


def _group(name: str) -> Namespace | None:
    """The group of functions of that name that a module has: `relax.op.nn` is a module in TVM."""
    parent, _, last = name.rpartition(".")
    found = getattr(import_module(parent), last, None) if parent and _exists(parent) else None
    return found if isinstance(found, Namespace) else None


class _GroupLoader(Loader):
    """Gives a module whose names are those of a group of functions."""

    def __init__(self, group: Namespace) -> None:
        self._group = group

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return ModuleType(spec.name, self._group.__doc__)

    def exec_module(self, module: ModuleType) -> None:
        vars(module).update({name: member.value for name, member in self._group.members.items()})


class _Package(ModuleType):
    """A package whose modules are itself: the import system sets them as attributes, which would hide functions of the same name."""

    def __setattr__(self, name: str, value: object) -> None:
        if value is not self:
            super().__setattr__(name, value)


class _PartLoader(Loader):
    """Gives the package in place of one of its modules."""

    def __init__(self, package: str) -> None:
        self._package = sys.modules[package]
        self._spec = self._package.__spec__

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        self._package.__class__ = _Package
        return self._package

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self._spec  # the import system has put that of the part there


def _say_reasons(module: ModuleType) -> None:
    """Let a module that is not made from the table say why a name of TVM's is absent."""
    path = module.__name__.removeprefix(f"{PACKAGE}.")
    row = face(path)
    if row is None or row.summary or path in _SAYING:
        return
    _SAYING.add(path)
    known: Callable[[str], object] | None = vars(module).get("__getattr__")

    def get(name: str) -> object:
        reason = listed_reason(path, name)
        if reason is not None:
            raise AttributeError(refusal(f"{path}.{name}", reason))
        if known is None:
            raise AttributeError(f"module {module.__name__!r} has no attribute {name!r}")
        return known(name)

    vars(module)["__getattr__"] = get


_SAYING: set[str] = set()


class _Loader(Loader):
    """Gives the module that exists already, as it is."""

    def __init__(self, real: str) -> None:
        self._module = import_module(real)
        self._spec = self._module.__spec__

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return self._module

    def exec_module(self, module: ModuleType) -> None:
        if not hasattr(module, "__path__"):
            module.__path__ = []
        module.__spec__ = self._spec  # the import system has put that of the alias there
        _say_reasons(module)
