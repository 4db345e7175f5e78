"""Tilewright: a compiler and language server for TVMScript.

The names here are those of TVM's package of the same shape; each is fetched when it is first used, so that importing costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tilewright import (
        arith,
        contrib,
        error,
        instrument,
        ir,
        nd,
        relax,
        runtime,
        script,
        target,
        te,
        testing,
        tir,
        tirx,
        topi,
        transform,
    )
    from tilewright import arith as sym
    from tilewright import tir as s_tir
    from tilewright.base.dtype import DType as DataType
    from tilewright.compat import install_as_tvm
    from tilewright.driver import build, compile, lower
    from tilewright.error import TVMError
    from tilewright.ir.function import IRModule
    from tilewright.runtime import (
        Device,
        cpu,
        cuda,
        device,
        ext_dev,
        get_global_func,
        hexagon,
        metal,
        opencl,
        register_global_func,
        rocm,
        vulkan,
        webgpu,
    )
    from tilewright.runtime import (
        register_global_func as register_func,
    )

__version__ = "0.1.0"

_MODULES = (
    "analysis",
    "analyze",
    "arith",
    "builder",
    "contrib",
    "dlight",
    "driver",
    "error",
    "ffi",
    "hybrid",
    "instrument",
    "ir",
    "meta_schedule",
    "nd",
    "relax",
    "rpc",
    "runtime",
    "script",
    "target",
    "te",
    "testing",
    "tir",
    "tirx",
    "topi",
    "transform",
)
# Where each name is defined, and under which name there.
_NAMES: dict[str, tuple[str, str]] = {
    "container": ("tilewright.ffi", "container"),
    "DataTypeCode": ("tilewright.base.dtype", "DataTypeCode"),
    **{
        name: ("tilewright.runtime", name)
        for name in ("cuda", "ext_dev", "hexagon", "metal", "opencl", "rocm", "vulkan", "webgpu")
    },
    "DataType": ("tilewright.base.dtype", "DType"),
    "Device": ("tilewright.runtime", "Device"),
    "IRModule": ("tilewright.ir.function", "IRModule"),
    "TVMError": ("tilewright.error", "TVMError"),
    "build": ("tilewright.driver", "build"),
    "compile": ("tilewright.driver", "compile"),
    "cpu": ("tilewright.runtime", "cpu"),
    "device": ("tilewright.runtime", "device"),
    "ext_dev": ("tilewright.runtime", "ext_dev"),
    "webgpu": ("tilewright.runtime", "webgpu"),
    "hexagon": ("tilewright.runtime", "hexagon"),
    "vulkan": ("tilewright.runtime", "vulkan"),
    "metal": ("tilewright.runtime", "metal"),
    "opencl": ("tilewright.runtime", "opencl"),
    "rocm": ("tilewright.runtime", "rocm"),
    "cuda": ("tilewright.runtime", "cuda"),
    "get_global_func": ("tilewright.runtime", "get_global_func"),
    "install_as_tvm": ("tilewright.compat", "install_as_tvm"),
    "lower": ("tilewright.driver", "lower"),
    "s_tir": ("tilewright", "tir"),
    "sym": ("tilewright", "arith"),
    "register_func": ("tilewright.runtime", "register_global_func"),
    "register_global_func": ("tilewright.runtime", "register_global_func"),
}


def __getattr__(name: str) -> Any:
    if name in _NAMES:
        module, inside = _NAMES[name]
        value = getattr(import_module(module), inside)
    elif name in _MODULES:
        value = import_module(f"tilewright.{name}")
    else:
        raise AttributeError(f"module 'tilewright' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_NAMES, *_MODULES})


__all__ = [
    "DataType",
    "Device",
    "IRModule",
    "TVMError",
    "__version__",
    "arith",
    "build",
    "compile",
    "contrib",
    "cpu",
    "cuda",
    "device",
    "error",
    "ext_dev",
    "ffi",
    "get_global_func",
    "hexagon",
    "install_as_tvm",
    "instrument",
    "ir",
    "lower",
    "metal",
    "nd",
    "opencl",
    "register_func",
    "register_global_func",
    "relax",
    "rocm",
    "runtime",
    "s_tir",
    "script",
    "sym",
    "target",
    "te",
    "testing",
    "tir",
    "tirx",
    "topi",
    "transform",
    "vulkan",
    "webgpu",
]
