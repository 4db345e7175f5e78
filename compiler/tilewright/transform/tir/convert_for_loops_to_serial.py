"""ConvertForLoopsToSerial: parallel loops run one iteration after the other."""

from __future__ import annotations

from typing import Any

from tilewright.ir.function import PrimFunc
from tilewright.ir.stmt import For, ForKind
from tilewright.ir.walk import rewrite
from tilewright.transform.pass_ import tir_pass


@tir_pass("tir.ConvertForLoopsToSerial")
def convert_for_loops_to_serial(func: PrimFunc) -> PrimFunc:
    """Run parallel loops one iteration after the other."""

    def serial(loop: For) -> For:
        return loop.replace(kind=ForKind.SERIAL) if loop.kind is ForKind.PARALLEL else loop

    rules: dict[type, Any] = {For: serial}
    return func.with_body(rewrite(func.body, rules))
