# Generated from tilewright.relax.transform.legalize_ops by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax.transform import LegalizeOps as LegalizeOps
from . import common as common

def register_legalize(op_name: _Any, legal_func: _Any = ...) -> _Any:
    """Legalise an op by this function of the block builder and the call, from now on; a decorator without it."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
