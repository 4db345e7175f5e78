"""Tilewright: a compiler and language server for TVMScript.

The names here are those of TVM's package of the same shape; each is fetched when it is first used, so that importing costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tilewright.core import (
    wiring as wiring,  # says which functions fill the ports of lower floors, and imports none of them
)
from tilewright.core.base.version import VERSION as __version__

if TYPE_CHECKING:
    from tilewright import error, instrument, nd, relax, script, tir, tirx, transform
    from tilewright import tir as s_tir
    from tilewright.core import arith, contrib, ir, runtime, target, te, testing, topi
    from tilewright.core import arith as sym
    from tilewright.core.base.diagnostics import TVMError
    from tilewright.core.base.dtype import DType as DataType
    from tilewright.core.driver.build import build, compile, lower
    from tilewright.core.ir.function import IRModule
    from tilewright.core.runtime import (
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
    from tilewright.core.runtime import register_global_func as register_func
    from tilewright.face.install import install_as_tvm


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
    "DataTypeCode": ("tilewright.core.base.dtype", "DataTypeCode"),
    **{
        name: ("tilewright.core.runtime", name)
        for name in ("cuda", "ext_dev", "hexagon", "metal", "opencl", "rocm", "vulkan", "webgpu")
    },
    "DataType": ("tilewright.core.base.dtype", "DType"),
    "Device": ("tilewright.core.runtime", "Device"),
    "IRModule": ("tilewright.core.ir.function", "IRModule"),
    "TVMError": ("tilewright.error", "TVMError"),
    "build": ("tilewright.core.driver.build", "build"),
    "compile": ("tilewright.core.driver.build", "compile"),
    "cpu": ("tilewright.core.runtime", "cpu"),
    "device": ("tilewright.core.runtime", "device"),
    "ext_dev": ("tilewright.core.runtime", "ext_dev"),
    "webgpu": ("tilewright.core.runtime", "webgpu"),
    "hexagon": ("tilewright.core.runtime", "hexagon"),
    "vulkan": ("tilewright.core.runtime", "vulkan"),
    "metal": ("tilewright.core.runtime", "metal"),
    "opencl": ("tilewright.core.runtime", "opencl"),
    "rocm": ("tilewright.core.runtime", "rocm"),
    "cuda": ("tilewright.core.runtime", "cuda"),
    "get_global_func": ("tilewright.core.runtime", "get_global_func"),
    "install_as_tvm": ("tilewright.face.install", "install_as_tvm"),
    "lower": ("tilewright.core.driver.build", "lower"),
    "s_tir": ("tilewright", "tir"),
    "sym": ("tilewright", "arith"),
    "register_func": ("tilewright.core.runtime", "register_global_func"),
    "register_global_func": ("tilewright.core.runtime", "register_global_func"),
}


def __getattr__(name: str) -> Any:
    if name in _NAMES:
        module, inside = _NAMES[name]
        if name == "s_tir":
            import_module("tilewright.core.dialects").later_imported()
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
