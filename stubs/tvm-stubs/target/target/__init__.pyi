# Generated from tilewright.target.target by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self
from tilewright.target.target import KINDS as KINDS
from tvm.target import Target as Target
from tvm.target import TargetKind as TargetKind
from tvm.target import VirtualDevice as VirtualDevice
from tvm.target import adreno as adreno
from tvm.target import arm_cpu as arm_cpu
from tvm.target import bifrost as bifrost
from tvm.target import create as create
from tvm.target import cuda as cuda
from tvm.target import hexagon as hexagon
from tvm.target import intel_graphics as intel_graphics
from tvm.target import list_tags as list_tags
from tvm.target import mali as mali
from tvm.target import register_tag as register_tag
from tvm.target import riscv_cpu as riscv_cpu
from tvm.target import rocm as rocm
from tvm.target import vta as vta

class TargetFeatures(_Any):  # type: ignore[misc, unused-ignore]
    """The features of a target: `target.features.has_dsp`.  The name of an option gives its value."""
    def __init__(self, target: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
