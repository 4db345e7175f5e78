# Generated from tilewright.relax.vm_build by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.relax.vm_build import build as build

def __getattr__(name: _str) -> _Any: ...
