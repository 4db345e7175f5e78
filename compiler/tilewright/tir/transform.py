"""`tilewright.tir.transform`: the passes over TensorIR, each as a function that gives it, as in TVM: `transform.Simplify()(mod)`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.core.base.names import nearest
from tilewright.core.passes.core.apply import Apply, Filter
from tilewright.core.passes.core.config import (
    HoistedConditionals,
    HoistedLetBindings,
    HoistExpressionConfig,
    HoistIfThenElseConfig,
    InjectDoubleBufferConfig,
    LoopPartitionConfig,
    ReduceBranchingThroughOvercomputeConfig,
    RemoveNoOpConfig,
    SimplifyConfig,
    UnrollLoopConfig,
)
from tilewright.core.passes.core.decorators import PrimFuncPass, prim_func_pass
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.tir import FACTORIES, PASSES
from tilewright.face.absent_tir_passes import why_absent


def __getattr__(name: str) -> Any:
    """The factory of a pass.  Raises `AttributeError` for other names, and says why a pass of TVM's is missing."""
    name = _LATER.get(name, name)
    if name in FACTORIES:
        return FACTORIES[name]
    if name in PASSES:
        found = PASSES[name]
        return _factory(name, found) if isinstance(found, Pass) else found
    absent = why_absent(name)
    if absent is not None:
        raise AttributeError(absent)
    near = nearest(name, PASSES)
    hint = f"; did you mean {near}?" if near and not name.startswith("_") else ""
    raise AttributeError(f"module 'tilewright.tir.transform' has no pass {name!r}{hint}")


# What TVM since 0.25 calls passes.
_LATER = {"CommonSubexprElim": "CommonSubexprElimTIR", "StmtSimplify": "Simplify"}


def __dir__() -> list[str]:
    return sorted({*globals(), *PASSES})


def _factory(name: str, found: Pass) -> Callable[[], Pass]:
    def make() -> Pass:
        return found

    make.__name__ = make.__qualname__ = name
    make.__doc__ = found.summary
    return make


__all__ = [
    "Apply",
    "Filter",
    "HoistExpressionConfig",
    "HoistIfThenElseConfig",
    "HoistedConditionals",
    "HoistedLetBindings",
    "InjectDoubleBufferConfig",
    "LoopPartitionConfig",
    "PrimFuncPass",
    "ReduceBranchingThroughOvercomputeConfig",
    "RemoveNoOpConfig",
    "SimplifyConfig",
    "UnrollLoopConfig",
    "prim_func_pass",
]
