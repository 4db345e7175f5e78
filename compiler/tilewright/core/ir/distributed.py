"""Tensors over a mesh of devices: the mesh, how a tensor is cut over it, and the struct info of such a tensor.

mesh      ::= DeviceMesh(shape, device_ids, device_range)
placement ::= Placement([spec, ...])       spec ::= PlacementSpec(axis, kind)
info      ::= DTensorStructInfo(tensor_sinfo, device_mesh, placement)
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import IntEnum
from typing import Any

from tilewright.core.base.names import are, counted
from tilewright.core.base.source import Span
from tilewright.core.ir.expr import Range
from tilewright.core.ir.global_info import GlobalInfo
from tilewright.core.ir.node import Node, array, node
from tilewright.core.ir.node.fields import Several
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo


class PlacementSpecKind(IntEnum):
    """Whether a tensor is cut along a dimension of the mesh, or whole on each device of it."""

    kSharding = 0
    kReplica = 1


@node
class PlacementSpec(Node):
    """Along one dimension of the mesh: cut along the axis `axis` of the tensor, or whole on each device (axis -1)."""

    axis: int
    kind: int

    @staticmethod
    def sharding(axis: int) -> PlacementSpec:
        """Cut along that axis."""
        return PlacementSpec(int(axis), int(PlacementSpecKind.kSharding))

    @staticmethod
    def replica() -> PlacementSpec:
        """Whole on each device."""
        return PlacementSpec(-1, int(PlacementSpecKind.kReplica))

    def __str__(self) -> str:
        return f"S[{self.axis}]" if self.kind == PlacementSpecKind.kSharding else "R"


_SPEC = re.compile(r"\s*(?:R|S\[\s*(\d+)\s*\])\s*")


@node
class Placement(Node):
    """One `PlacementSpec` for each dimension of the mesh."""

    dim_specs: Several[PlacementSpec]

    def __post_init__(self) -> None:
        self.dim_specs = array(self.dim_specs)

    @staticmethod
    def from_text(text: str) -> Placement:
        """The placement that `"S[0], R"` says; raises `ValueError` for any other text."""
        found: list[PlacementSpec] = []
        for part in text.split(",") if text.strip() else ():
            match = _SPEC.fullmatch(part)
            if match is None:
                raise ValueError(f'a placement lists "S[axis]" and "R", not "{part.strip()}"')
            found.append(PlacementSpec.replica() if match[1] is None else PlacementSpec.sharding(int(match[1])))
        return Placement(tuple(found))

    def __str__(self) -> str:
        return ", ".join(map(str, self.dim_specs))


def cuts_of(placement: Placement) -> dict[int, int]:
    """The axis that is cut along each dimension of the mesh that one is cut along."""
    return {
        number: spec.axis for number, spec in enumerate(placement.dim_specs) if spec.kind == PlacementSpecKind.kSharding
    }


def cut_along(cuts: Mapping[int, int], dimensions: int) -> Placement:
    """The placement on a mesh of so many dimensions with these cuts, as `cuts_of` gives them."""
    return Placement(
        tuple(
            PlacementSpec.sharding(cuts[number]) if number in cuts else PlacementSpec.replica()
            for number in range(dimensions)
        )
    )


@node
class DeviceMesh(GlobalInfo):
    """Devices in the shape of an array, by their numbers; `device_range` says which where they are in a row."""

    shape: Any
    device_ids: Any
    device_range: Range | None = None

    def __post_init__(self) -> None:
        self.shape = array([int(size) for size in self.shape])
        if isinstance(self.device_ids, Range):
            self.device_range = self.device_ids
            start, count = (
                int(getattr(part, "value", 0)) for part in (self.device_range.min, self.device_range.extent)
            )
            self.device_ids = range(start, start + count)
        self.device_ids = array([int(number) for number in self.device_ids])
        count = 1
        for size in self.shape:
            count *= size
        if count != len(self.device_ids):
            raise ValueError(
                f"a mesh of the shape {self.shape} has {counted(count, 'device')}, and {are(len(self.device_ids))} given"
            )


@node
class DTensorStructInfo(StructInfo):
    """A tensor over a mesh."""

    tensor_sinfo: TensorStructInfo
    device_mesh: DeviceMesh
    placement: Placement
    span: Span | None = None

    def __post_init__(self) -> None:
        specs, dimensions = self.placement.dim_specs, len(self.device_mesh.shape)
        if dimensions and len(specs) != dimensions:  # a mesh of no dimensions is one that is not known yet
            raise ValueError(
                f'a mesh of {counted(dimensions, "dimension")} has as many placements, and "{self.placement}" is given'
            )
        beyond = next((spec.axis for spec in specs if spec.axis >= self.tensor_sinfo.ndim >= 0), None)
        if beyond is not None:
            raise ValueError(
                f"a tensor of {counted(self.tensor_sinfo.ndim, 'dimension')} is not cut along axis {beyond}"
            )

    @property
    def ndim(self) -> int:
        """The number of dimensions of the whole tensor."""
        return self.tensor_sinfo.ndim
