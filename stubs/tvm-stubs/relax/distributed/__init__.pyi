# Generated from tilewright.relax.distributed by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.ir import GlobalInfo as _GlobalInfo
from tvm.ir import Node as _Node
from tvm.ir import Range as _Range
from tvm.ir import Span as _Span
from tvm.relax import StructInfo as _StructInfo
from tvm.relax import TensorStructInfo as _TensorStructInfo
from tvm.relax.distributed import DTensorStructInfo as _DTensorType_

DTensorType = _DTensorType_
from tilewright.core.ir.distributed import PlacementSpecKind as PlacementSpecKind
from . import transform as transform

class Placement(_Node):
    """One `PlacementSpec` for each dimension of the mesh."""
    @staticmethod
    def from_text(text: _Any) -> Placement | _Any:
        """The placement that `"S[0], R"` says; raises `ValueError` for any other text."""
    dim_specs: _Any
    def __init__(self, dim_specs: _Any) -> None: ...

class PlacementSpec(_Node):
    """Along one dimension of the mesh: cut along the axis `axis` of the tensor, or whole on each device (axis -1)."""
    @staticmethod
    def sharding(axis: _Any) -> PlacementSpec | _Any:
        """Cut along that axis."""
    @staticmethod
    def replica() -> PlacementSpec | _Any:
        """Whole on each device."""
    axis: _Any
    kind: _Any
    def __init__(self, axis: _Any, kind: _Any) -> None: ...

class DTensorStructInfo(_StructInfo):
    """A tensor over a mesh."""
    @property
    def ndim(self) -> _Any:
        """The number of dimensions of the whole tensor."""
    device_mesh: DeviceMesh | _Any
    placement: Placement | _Any
    span: _Span | _Any
    tensor_sinfo: _TensorStructInfo | _Any
    def __init__(self, tensor_sinfo: _Any, device_mesh: _Any, placement: _Any, span: _Any = ...) -> None: ...

class DeviceMesh(_GlobalInfo):
    """Devices in the shape of an array, by their numbers; `device_range` says which where they are in a row."""
    device_ids: _Any
    device_range: _Range | _Any
    shape: _Any
    def __init__(self, shape: _Any, device_ids: _Any, device_range: _Any = ...) -> None: ...

def device_mesh(shape: _Any, device_ids: _Any) -> DeviceMesh | _Any:
    """Devices in the shape of an array, by their numbers or as a range of them: `R.device_mesh((2, 2), I.Range(0, 4))`."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
