# Generated from tilewright.ffi.access_path by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self
from tvm.ffi import AccessPath as AccessPath
from tvm.ffi.access_path import Step as _AccessStep_

AccessStep = _AccessStep_

class Step(_Any):  # type: ignore[misc, unused-ignore]
    """One step: `kind` is "attr" (a field), "item" (of a sequence), "key" (of a mapping) or "missing" (there is nothing there)."""
    key: _Any
    kind: _Any
    def __init__(self, kind: _Any, key: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
