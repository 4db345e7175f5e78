# Generated from tilewright.relax.backend.cuda by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from . import cublas as cublas
from . import cudnn as cudnn
from . import cutlass as cutlass

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
