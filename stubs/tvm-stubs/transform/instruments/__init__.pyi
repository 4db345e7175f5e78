# Generated from tilewright.transform.instruments by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.instrument import DumpIR as DumpIR
from tvm.instrument import PassInstrument as PassInstrument
from tvm.instrument import PassPrintingInstrument as PassPrintingInstrument
from tvm.instrument import PassTimingInstrument as PassTimingInstrument
from tvm.instrument import PrintAfterAll as PrintAfterAll
from tvm.instrument import PrintBeforeAll as PrintBeforeAll
from tvm.instrument import pass_instrument as pass_instrument

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
