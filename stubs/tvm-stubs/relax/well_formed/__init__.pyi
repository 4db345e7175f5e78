# Generated from tilewright.relax.well_formed by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.relax.well_formed import mistakes as mistakes

def __getattr__(name: _str) -> _Any: ...
