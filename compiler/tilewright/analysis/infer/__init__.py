"""The rules that say what is known of the result of each Relax op: `INFER`, by the name a row gives as `infer`."""

from __future__ import annotations

from collections.abc import Callable

from tilewright.analysis.infer import creation, elementwise, indexing, linear, memory, nn, reducing, shapes
from tilewright.analysis.infer.support import InferContext
from tilewright.ir.relax import Call
from tilewright.ir.struct_info import StructInfo

INFER: dict[str, Callable[[Call, InferContext], StructInfo]] = {
    **elementwise.RULES,
    **shapes.RULES,
    **indexing.RULES,
    **creation.RULES,
    **reducing.RULES,
    **linear.RULES,
    **memory.RULES,
    **nn.RULES,
}

__all__ = ["INFER", "InferContext"]
