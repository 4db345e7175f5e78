# Generated from tilewright.ir.operators by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.ir.operators import EqualOp as EqualOp
from tilewright.ir.operators import HANDLE as HANDLE
from tilewright.ir.operators import binary as binary
from tilewright.ir.operators import bitwise as bitwise
from tilewright.ir.operators import call as call
from tilewright.ir.operators import cast as cast
from tilewright.ir.operators import const as const
from tilewright.ir.operators import convert as convert
from tilewright.ir.operators import floor_divide as floor_divide
from tilewright.ir.operators import invert as invert
from tilewright.ir.operators import logical_not as logical_not
from tilewright.ir.operators import match_types as match_types
from tilewright.ir.operators import negate as negate
from tilewright.ir.operators import region_as_load as region_as_load
from tilewright.ir.operators import subscript as subscript
from tilewright.ir.operators import true_divide as true_divide

def __getattr__(name: _str) -> _Any: ...
