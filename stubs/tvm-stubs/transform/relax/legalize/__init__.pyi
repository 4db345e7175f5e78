# Generated from tilewright.transform.relax.legalize by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.transform.relax.legalize import LEGALIZE as LEGALIZE
from tilewright.transform.relax.legalize import Legalization as Legalization

def legalization_of(op: _Any) -> _Any:
    """`op.get_attr("FLegalize")`: the rule of an op of Relax, None where it has none."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
