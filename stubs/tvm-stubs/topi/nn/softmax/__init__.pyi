# Generated from tilewright.topi.nn.softmax by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.topi.nn import fast_softmax as fast_softmax
from tvm.topi.nn import log_softmax as log_softmax
from tvm.topi.nn import softmax as softmax

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
