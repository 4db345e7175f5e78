# Generated from tilewright.backend.cuda.op by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any


def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
