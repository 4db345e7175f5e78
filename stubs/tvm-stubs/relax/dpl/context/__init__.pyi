# Generated from tilewright.relax.dpl.context by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.relax.dpl.context import PatternContext as PatternContext
from tilewright.relax.dpl.pattern import PatternSeq as PatternSeq
from tilewright.relax.dpl.context import SameShapeConstraint as SameShapeConstraint

def __getattr__(name: _str) -> _Any: ...
