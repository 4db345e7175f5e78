# Generated from tilewright.relax.training.utils by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.relax.gradients.te_gradients import register_te_gradient as register_te_gradient

def __getattr__(name: _str) -> _Any: ...
