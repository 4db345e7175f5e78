# Generated from tilewright.relax.training by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from . import utils as utils

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
