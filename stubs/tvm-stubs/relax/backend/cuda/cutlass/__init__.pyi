# Generated from tilewright.relax.backend.cuda.cutlass by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any


def partition_for_cutlass(mod: _Any, **options: _Any) -> _Any: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
