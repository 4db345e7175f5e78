"""`tvm.tir.schedule.block_scope`."""

from tilewright.schedule.dependence import BlockScope, Dependency, DepKind
from tilewright.schedule.references import StmtSRef

__all__ = ["BlockScope", "DepKind", "Dependency", "StmtSRef"]
