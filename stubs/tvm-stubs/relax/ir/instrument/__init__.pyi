# Generated from tilewright.relax.ir.instrument by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.instrument import PassInstrument as _PassInstrument

class WellFormedInstrument(_PassInstrument):
    """Check modules before passes, unless `validate_before_transform` says no, and after them; raises `AssertionError` for one that is not well formed.

    Passes that bring modules into form are not watched.  `check_ty` is that of `well_formed`.
    """
    run_before_pass: _Any
    """The pass is about to run on `mod`."""
    run_after_pass: _Any
    """The pass has run and given `mod`."""
    def __init__(self, check_ty: _Any = ..., validate_before_transform: _Any = ..., *, check_struct_info: _Any = ...) -> None: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
