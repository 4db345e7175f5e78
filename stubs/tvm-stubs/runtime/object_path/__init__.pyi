# Generated from tilewright.ir.access_path by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.ir.access_path import AccessPath as AccessPath
from tilewright.ir.access_path import ObjectPath as ObjectPath
from tilewright.ir.access_path import Step as Step

def __getattr__(name: _str) -> _Any: ...
