# Generated from tilewright.topi.tag by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.topi.tag import BROADCAST as BROADCAST
from tilewright.topi.tag import COMM_REDUCE as COMM_REDUCE
from tilewright.topi.tag import COMM_REDUCE_IDX as COMM_REDUCE_IDX
from tilewright.topi.tag import ELEMWISE as ELEMWISE
from tilewright.topi.tag import INJECTIVE as INJECTIVE

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
