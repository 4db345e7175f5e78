# Generated from tilewright.relax.frontend.nn.visitor by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax.frontend.nn import Mutator as Mutator

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
