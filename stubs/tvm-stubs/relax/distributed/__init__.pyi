# Generated from tilewright.relax.distributed by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.ir.distributed import DTensorStructInfo as DTensorStructInfo
from tilewright.ir.distributed import DeviceMesh as DeviceMesh
from tilewright.ir.distributed import Placement as Placement
from tilewright.ir.distributed import PlacementSpec as PlacementSpec
from tilewright.ir.distributed import PlacementSpecKind as PlacementSpecKind
from tilewright.builder.relax_dist import device_mesh as device_mesh

def __getattr__(name: _str) -> _Any: ...
