# Generated from tilewright.relax.dpl.context by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax.dpl import PatternContext as PatternContext
from tvm.relax.dpl import PatternSeq as PatternSeq
from tvm.relax.dpl import SameShapeConstraint as SameShapeConstraint

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
