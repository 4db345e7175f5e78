# Generated from tilewright.arith.analyzer by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.arith import Analyzer as Analyzer
from tilewright.core.arith.analyzer import CompareResult as CompareResult
from tvm.arith import ConstIntBound as ConstIntBound
from tvm.arith import ConstraintScope as ConstraintScope
from tilewright.core.arith.analyzer import Extension as Extension
from tvm.arith import ModularSet as ModularSet
from tilewright.core.arith.analyzer import ProofStrength as ProofStrength
from tvm.arith import Z3ContextScope as Z3ContextScope

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
