"""`tvm.tir.schedule.block_scope`."""

from tilewright.core.schedule.dependence import BlockScope, Dependency, DepKind
from tilewright.core.schedule.references import StmtSRef

__all__ = ["BlockScope", "DepKind", "Dependency", "StmtSRef"]
