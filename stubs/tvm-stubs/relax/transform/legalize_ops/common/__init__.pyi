# Generated from tilewright.relax.transform.legalize_ops by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax.transform import LegalizeOps as LegalizeOps
from tvm.relax.transform.legalize_ops import register_legalize as register_legalize

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
