# Generated from tilewright.target.tag by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.target import list_tags as list_tags
from tvm.target import register_tag as register_tag

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
