# Generated from tilewright.instrument by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.transform.instruments import DumpIR as DumpIR
from tilewright.transform.instrument import PassInstrument as PassInstrument
from tilewright.transform.instruments import PassPrintingInstrument as PassPrintingInstrument
from tilewright.transform.timing import PassTimingInstrument as PassTimingInstrument
from tilewright.transform.instruments import PrintAfterAll as PrintAfterAll
from tilewright.transform.instruments import PrintBeforeAll as PrintBeforeAll
from tilewright.transform.instrument import pass_instrument as pass_instrument

def __getattr__(name: _str) -> _Any: ...
