# Generated from tilewright.relax.testing.lib_comparator by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self

class LibCompareVMInstrument(_Any):  # type: ignore[misc, unused-ignore]
    """Runs the function of `mod` on copies of the arguments of each call, and compares every argument afterwards.

    With `verbose` each compared call is printed.  Names that `mod` does not have are left alone.
    """
    def compare(self, name: _Any, ref_args: _Any, new_args: _Any, ret_indices: _Any) -> _Any:
        """Raises `AssertionError` when a tensor of one call differs from that of the other."""
    def __init__(self, mod: _Any, device: _Any = ..., verbose: _Any = ..., rtol: _Any = ..., atol: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
