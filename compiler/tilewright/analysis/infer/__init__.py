"""What the struct info of a call is: a rule for each name that the rows of the Relax ops mention."""

from __future__ import annotations

from collections.abc import Callable

from tilewright.analysis.infer import elementwise, nn, tensors
from tilewright.analysis.infer.support import InferContext
from tilewright.ir.relax import Call
from tilewright.ir.struct_info import StructInfo

INFER: dict[str, Callable[[Call, InferContext], StructInfo]] = {**elementwise.RULES, **tensors.RULES, **nn.RULES}

__all__ = ["INFER", "InferContext"]
