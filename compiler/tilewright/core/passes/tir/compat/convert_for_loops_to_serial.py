"""ConvertForLoopsToSerial: parallel loops run one iteration after the other."""

from __future__ import annotations

from typing import Any

from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import For, ForKind
from tilewright.core.ir.walk import rewrite
from tilewright.core.passes.core.pass_ import tir_pass


@tir_pass("tir.ConvertForLoopsToSerial")
def convert_for_loops_to_serial(func: PrimFunc) -> PrimFunc:
    """Run parallel loops one iteration after the other."""

    def serial(loop: For) -> For:
        return loop.replace(kind=ForKind.SERIAL) if loop.kind is ForKind.PARALLEL else loop

    rules: dict[type, Any] = {For: serial}
    return func.with_body(rewrite(func.body, rules))
