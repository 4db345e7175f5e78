# Generated from tilewright.relax.backend.pattern_registry by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax.transform import FusionPattern as FusionPattern
from tvm.relax.backend import get_pattern as get_pattern
from tvm.relax.backend import get_patterns_with_prefix as get_patterns_with_prefix
from tvm.relax.backend import register_patterns as register_patterns

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
