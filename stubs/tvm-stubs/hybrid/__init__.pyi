# Generated from tilewright.hybrid by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.hybrid import HybridClass as HybridClass
from tilewright.hybrid import ashybrid as ashybrid
from tilewright.hybrid import from_source as from_source
from tilewright.hybrid import script as script
from tilewright.hybrid import tir as tir
from tilewright.hybrid import ty as ty
from . import registry as registry

def __getattr__(name: _str) -> _Any: ...
