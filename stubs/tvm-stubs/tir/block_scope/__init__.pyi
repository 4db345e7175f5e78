# Generated from tilewright.tir.schedule.block_scope by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tir import BlockScope as BlockScope
from tilewright.core.schedule.dependence import DepKind as DepKind
from tvm.tir import Dependency as Dependency
from tvm.tir import StmtSRef as StmtSRef

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
