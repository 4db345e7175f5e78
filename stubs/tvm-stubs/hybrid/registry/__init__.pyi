# Generated from tilewright.hybrid.registry by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.hybrid.registry import register_intrin as register_intrin
from tilewright.hybrid.registry import register_scope_handler as register_scope_handler
from tilewright.hybrid.registry import register_special_stmt as register_special_stmt

def __getattr__(name: _str) -> _Any: ...
