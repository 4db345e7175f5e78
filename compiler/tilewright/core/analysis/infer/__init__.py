"""The rules that infer the struct info of each Relax op's result: `INFER`, by the name a row gives as `infer`."""

from __future__ import annotations

from collections.abc import Callable

from tilewright.core.analysis.infer import (
    creation,
    distributed,
    elementwise,
    indexing,
    inspection,
    linear,
    losses,
    memory,
    nn,
    norms,
    quantization,
    shapes,
    sorting,
    statistics,
    vision,
    windows,
)
from tilewright.core.analysis.infer.support import InferContext
from tilewright.core.ir.relax import Call
from tilewright.core.ir.struct_info import StructInfo

_RULES: dict[str, Callable[[Call, InferContext], StructInfo]] = {
    **elementwise.RULES,
    **distributed.RULES,
    **shapes.RULES,
    **indexing.RULES,
    **inspection.RULES,
    **creation.RULES,
    **statistics.RULES,
    **sorting.RULES,
    **linear.RULES,
    **memory.RULES,
    **nn.RULES,
    **windows.RULES,
    **norms.RULES,
    **losses.RULES,
    **quantization.RULES,
    **vision.RULES,
}
INFER = {name: distributed.over_meshes(rule) for name, rule in _RULES.items()}

__all__ = ["INFER", "InferContext"]
