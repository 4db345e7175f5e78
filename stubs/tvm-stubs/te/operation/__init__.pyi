# Generated from tilewright.te.operation by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.te.operation import compute as compute
from tilewright.te.operation import const as const
from tilewright.te.operation import placeholder as placeholder
from tilewright.te.operation import reduce_axis as reduce_axis
from tilewright.te.operation import size_var as size_var
from tilewright.te.operation import thread_axis as thread_axis
from tilewright.te.operation import var as var

def __getattr__(name: _str) -> _Any: ...
