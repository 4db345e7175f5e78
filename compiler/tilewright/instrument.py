"""`tilewright.instrument`: what watches passes, under the names of `tvm.instrument`."""

from __future__ import annotations

from tilewright.core.passes.core.pass_instrument import PassInstrument, pass_instrument
from tilewright.core.passes.core.printing_instruments import (
    DumpIR,
    PassPrintingInstrument,
    PrintAfterAll,
    PrintBeforeAll,
)
from tilewright.core.passes.core.timing import PassTimingInstrument

__all__ = [
    "DumpIR",
    "PassInstrument",
    "PassPrintingInstrument",
    "PassTimingInstrument",
    "PrintAfterAll",
    "PrintBeforeAll",
    "pass_instrument",
]
