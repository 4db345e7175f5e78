"""The module that `pymodule_worker.py` times, in tirx, which both peers read.  The worker says what `tvm` is before it imports this."""

import torch
import tvm
from tvm.relax.base_py_module import BasePyModule
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T


@I.ir_module
class Module(BasePyModule):
    @I.pyfunc
    def python_add(self, x, y):
        return torch.add(x, y)

    @T.prim_func(s_tir=True)
    def add(x: T.Buffer((1024,), "float32"), y: T.Buffer((1024,), "float32"), z: T.Buffer((1024,), "float32")):
        for i in range(1024):
            with T.sblock("z"):
                vi = T.axis.spatial(1024, i)
                z[vi] = x[vi] + y[vi]

    @R.function
    def graph(x: R.Tensor((1024,), "float32"), y: R.Tensor((1024,), "float32")) -> R.Tensor((1024,), "float32"):
        z = R.add(x, y)
        return z


def instance():
    """The module, compiled."""
    return Module(tvm.cpu(0))
