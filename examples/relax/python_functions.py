"""A module with functions of Python, TensorIR and Relax that call one another on tensors of PyTorch, written for `tvm`.

tilewright run examples/relax/python_functions.py
"""

import torch
from tvm.relax.base_py_module import BasePyModule
from tvm.relax.relax_to_pyfunc_converter import to_python_source
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T


@I.ir_module
class IRModuleWithPyFunc(BasePyModule):
    """Inheriting `BasePyModule` lets the module hold Python functions."""

    @I.pyfunc
    def python_add(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        """Adds by way of TensorIR; graphs can call it."""
        x_tvm = self._convert_pytorch_to_tvm(x)
        y_tvm = self._convert_pytorch_to_tvm(y)
        result = self.call_tir(self.add_tir, [x_tvm, y_tvm], out_sinfo=R.Tensor((5,), "float32"))
        return self._convert_tvm_to_pytorch(result)

    @T.prim_func
    def add_tir(
        var_x: T.handle,
        var_y: T.handle,
        var_out: T.handle,
    ):
        x = T.match_buffer(var_x, (5,), "float32")
        y = T.match_buffer(var_y, (5,), "float32")
        out = T.match_buffer(var_out, (5,), "float32")
        for i in range(5):
            out[i] = x[i] + y[i]

    @R.function
    def main_relax(x: R.Tensor((5,), "float32"), y: R.Tensor((5,), "float32")) -> R.Tensor((5,), "float32"):
        return R.add(x, y)

    @R.function
    def through_python(x: R.Tensor((5,), "float32"), y: R.Tensor((5,), "float32")) -> R.Tensor((5,), "float32"):
        z = R.call_py_func("python_add", (x, y), out_sinfo=R.Tensor((5,), "float32"))
        return R.nn.relu(z)


def main():
    """Compile the module, pass tensors both ways, and call a function of each kind."""
    module = IRModuleWithPyFunc()

    x_torch = torch.randn(5, dtype=torch.float32)
    y_torch = torch.randn(5, dtype=torch.float32)

    x_tvm = module._convert_pytorch_to_tvm(x_torch)
    y_tvm = module._convert_pytorch_to_tvm(y_torch)
    x_back = module._convert_tvm_to_pytorch(x_tvm)
    y_back = module._convert_tvm_to_pytorch(y_tvm)

    tir_result = module.call_tir("add_tir", [x_torch, y_torch], out_sinfo=R.Tensor((5,), "float32"))
    relax_result = module.main_relax(x_torch, y_torch)
    python_result = module.python_add(x_torch, y_torch)

    return module, (x_torch, y_torch, x_tvm, y_tvm, x_back, y_back), (tir_result, relax_result, python_result)


if __name__ == "__main__":
    module, (x, y, _, _, x_back, _), results = main()
    assert x_back.data_ptr() == x.data_ptr(), "tensors go both ways without a copy"
    assert all(torch.allclose(result, x + y) for result in results)
    assert torch.allclose(module.through_python(x, y), torch.relu(x + y))
    print(to_python_source(module.ir_mod, ["through_python"]))
    print("functions of Python, TensorIR and Relax agree")
