"""Modules and names of TVM's that are not here say why, and modules into which TVM splits a package are the package."""

from __future__ import annotations

import subprocess
import sys

from tilewright.face.table import face
from tilewright.face.table.absences import MODULES, NAMES, PARTS

_ASKED = """
import tilewright
tilewright.install_as_tvm()
import tvm
from tvm.topi.nn.batch_matmul import batch_matmul
import tvm.topi.nn.batch_matmul
assert tvm.topi.nn.batch_matmul is batch_matmul
from tvm.relax.op.binary import add
from tvm.relax.op.nn.nn import relu
from tvm.dlight.gpu.matmul import Matmul
assert (add is tvm.relax.op.add, relu is tvm.relax.op.nn.relu, Matmul is tvm.dlight.gpu.Matmul) == (True, True, True)
assert tvm.dlight.gpu.gemv is tvm.dlight.gpu
for name in ("contrib.cublas", "contrib.cutlass.gemm_operation", "contrib.rocm", "contrib.random", "support.libinfo", "tir.generic", "rpc.server"):
    try:
        __import__("tvm." + name)
    except ModuleNotFoundError as error:
        assert "is not in Tilewright: " in str(error), str(error)
    else:
        raise AssertionError(name)
try:
    import tvm.topi.nowhere
except ModuleNotFoundError as error:
    assert "Tilewright has no tilewright.topi.nowhere" in str(error)
import tvm._ffi
print("asked")
"""


def test_modules_of_tvm_by_its_paths() -> None:
    done = subprocess.run([sys.executable, "-c", _ASKED], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("asked\n", "")


_REASONS = """
import tilewright
tilewright.install_as_tvm()
from importlib import import_module
from tilewright.face.table.absences import NAMES
for reason, rows in NAMES.items():
    for module, names in rows.items():
        asked = import_module(f"tvm.{module}".rstrip("."))
        for name in names.split():
            path = f"{module}.{name}".lstrip(".")
            try:
                getattr(asked, name)
            except (AttributeError, ImportError) as error:
                if str(error) != f"TVM's {path} is not in Tilewright: {reason}":
                    print(path, error)
            else:
                print(path, "is there")
"""


def test_names_are_refused_with_their_reason() -> None:
    done = subprocess.run([sys.executable, "-c", _REASONS], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("", "")


def test_a_name_or_module_has_one_reason() -> None:
    modules = [module for names in MODULES.values() for module in names.split()]
    names = [(module, name) for rows in NAMES.values() for module, listed in rows.items() for name in listed.split()]
    assert len(modules) == len(set(modules))
    assert len(names) == len(set(names))
    assert {package for package in PARTS if face(package) is None} <= {f"relax.op.{group}" for group in _GROUPS}


# The groups of operators that are modules in TVM and no public modules here.
_GROUPS = ("builtin", "ccl", "grad", "image", "memory", "nn", "vision", "vm")
