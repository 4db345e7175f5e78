"""`tilewright.relax.distributed`: tensors over meshes of devices, under TVM's names."""

from __future__ import annotations

from tilewright.core.builder.relax_dist import device_mesh
from tilewright.core.ir.distributed import DeviceMesh, DTensorStructInfo, Placement, PlacementSpec, PlacementSpecKind

__all__ = ["DTensorStructInfo", "DeviceMesh", "Placement", "PlacementSpec", "PlacementSpecKind", "device_mesh"]
