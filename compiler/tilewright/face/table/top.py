"""The names of `tvm` itself; see `tilewright.face.rows`."""

from __future__ import annotations

from tilewright.face.rows import Face

FACES = (
    Face(
        "",
        "Tilewright: a compiler and language server for TVMScript.",
        {
            "base.dtype": "DataType=DType DataTypeCode",
            "base.errors": "TVMError",
            "codegen.llvm.threads": "get_num_threads set_num_threads thread_limit",
            "driver.build": "build compile lower",
            "face.install": "install_as_tvm",
            "ir.function": "IRModule",
            "runtime.device_of_target": "device_from_target",
            "runtime.device": "Device cpu cuda device ext_dev hexagon metal opencl rocm vulkan webgpu",
            "base.registry": "get_global_func register_func=register_global_func register_global_func",
        },
        modules={"base": "error", "container": "ffi.container", "prim": "ir.prim", "s_tir": "tir", "sym": "arith"},
        absent={
            "auto_scheduler": "TVM removed it before release 0.22; `meta_schedule`, or `tilewright tune`, searches for schedules",
            "autotvm": "TVM removed it before release 0.22; `meta_schedule`, or `tilewright tune`, searches for schedules",
            "micro": "TVM removed it before release 0.22; C code for a small device is what `tilewright.build(f, target='c')` makes",
            "relay": "TVM removed it before release 0.22; graphs are written in Relax (`relax`), and models of PyTorch and ONNX are read into it",
        },
        only={"0.27": "s_tir"},
    ),
    Face(
        "driver",
        "`build` and `compile` under the module in which TVM keeps them.",
        {"driver.build": "build compile lower"},
    ),
    Face(
        "driver.build_module",
        "`build` and `lower` under the module in which TVM defines them.",
        {"driver.build": "build compile lower"},
    ),
)
