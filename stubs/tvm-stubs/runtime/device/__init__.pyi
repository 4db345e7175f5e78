# Generated from tilewright.runtime.device by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm import Device as Device
from tvm import cpu as cpu
from tvm import cuda as cuda
from tvm import device as device
from tvm import ext_dev as ext_dev
from tvm import hexagon as hexagon
from tvm import metal as metal
from tvm import opencl as opencl
from tvm import rocm as rocm
from tvm import vulkan as vulkan
from tvm import webgpu as webgpu

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
