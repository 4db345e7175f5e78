# Generated from tilewright.runtime.python_layout by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.runtime.python_layout import ALIGNED as ALIGNED
from tilewright.runtime.python_layout import C_CONTIGUOUS as C_CONTIGUOUS
from tilewright.runtime.python_layout import Layout as Layout
from tilewright.runtime.python_layout import WRITEABLE as WRITEABLE
from tilewright.runtime.python_layout import python_layout as python_layout

def __getattr__(name: _str) -> _Any: ...
