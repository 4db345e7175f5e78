# Generated from tilewright.driver by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm import build as build
from tvm import compile as compile
from tvm import lower as lower
from . import build_module as build_module

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
