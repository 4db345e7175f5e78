"""`tilewright.tirx.transform`: the passes as TVM since 0.25 has them.

They are those of `tilewright.tir.transform`, but for the few that leave another form of the program than those of the classic release did.
"""

from __future__ import annotations

from typing import Any

from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.tir import PASSES
from tilewright.tir import transform as classic


def FlattenBuffer() -> Pass:
    """Turn accesses with one index a dimension into accesses with one index, and declare the views of flat memory."""
    return PASSES["FlattenBuffer"]


def __getattr__(name: str) -> Any:
    return getattr(classic, name)


def __dir__() -> list[str]:
    return dir(classic)
