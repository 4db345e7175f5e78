# Generated from tilewright.relax.testing.runtime_builtin by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.core.base.shape_codes import MakeShapeCode as MakeShapeCode
from tilewright.core.base.shape_codes import MatchShapeCode as MatchShapeCode

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
