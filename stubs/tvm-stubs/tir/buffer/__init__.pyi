# Generated from tilewright.ir.buffer by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.ir.buffer import Buffer as Buffer
from tilewright.ir.buffer import BufferRegion as BufferRegion
from tilewright.ir.buffer import MatchBufferRegion as MatchBufferRegion
from tilewright.ir.buffer import decl_buffer as decl_buffer

def __getattr__(name: _str) -> _Any: ...
