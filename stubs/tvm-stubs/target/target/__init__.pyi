# Generated from tilewright.target.target by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self
from tvm.target import Target as Target
from tvm.target import TargetKind as TargetKind

class TargetFeatures(_Any):  # type: ignore[misc, unused-ignore]
    """The features of a target: `target.features.has_dsp`.  The name of an option gives its value."""
    def __init__(self, target: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
