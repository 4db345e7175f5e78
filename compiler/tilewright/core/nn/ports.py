"""Ports of networks: what tensors and modules ask of `nn.op`, of the export and of the compiled module, which are written with them; `wiring.py` fills them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tilewright.core.base.port import Port

if TYPE_CHECKING:
    from tilewright.core.driver.native import PipelineLike
    from tilewright.core.ir.function import IRModule
    from tilewright.core.nn.core import Module
    from tilewright.core.nn.extern import ExternModule
    from tilewright.core.nn.spec import ModuleSpec
    from tilewright.core.nn.tensor import Parameter, Tensor
    from tilewright.core.nn.torch import TorchModule
    from tilewright.core.runtime.device import Device

    Exported = tuple[IRModule, list[tuple[str, Parameter]], list[ExternModule]]
    Spec = ModuleSpec | Mapping[str, Any]

operator: Port[..., Tensor] = Port("nn.operator")
exported: Port[[Module, Spec, bool], Exported] = Port("nn.exported")
compiled: Port[[Module, Spec, Device | str, PipelineLike, bool], TorchModule] = Port("nn.compiled")
