# Generated from tilewright.relax.op.mask by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax.op import masked_fill as masked_fill

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
