"""`DispatchSortScan` and `DispatchSampling`: ops for which targets have kernels of their own become calls of those kernels before all others."""

from __future__ import annotations

from tilewright.core.ops.relax import RELAX_OPS
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.lowering.legalize_ops import LegalizeOps

SORT_AND_SCAN = ("relax.bucketize", "relax.sort", "relax.argsort", "relax.topk", "relax.cumsum", "relax.cumprod")
SAMPLING = ("relax.multinomial_from_uniform",)


def DispatchSortScan() -> Pass:
    """Sorting, searching and scanning as kernels of the target."""
    return _only("DispatchSortScan", SORT_AND_SCAN)


def DispatchSampling() -> Pass:
    """Drawing from probabilities as kernels of the target."""
    return _only("DispatchSampling", SAMPLING)


def _only(name: str, ops: tuple[str, ...]) -> Pass:
    legalize = LegalizeOps(skip_ops=[op for op in RELAX_OPS if op not in ops])
    return Pass(name, legalize.run)
