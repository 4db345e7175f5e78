# Generated from tilewright.relax.frontend.nn.exporter by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self
from tvm.relax import BlockBuilder as BlockBuilder
from tvm.relax.frontend.nn import IOEffect as IOEffect
from tvm import IRModule as IRModule
from tvm.relax.frontend.nn import add_extern as add_extern

class Exporter(_Any):  # type: ignore[misc, unused-ignore]
    """One export, for `with`; `Exporter.current()` is the one that runs."""
    @staticmethod
    def current() -> Exporter | _Any:
        """The export that runs; raises `RuntimeError` outside of any."""
    def add_external_module(self, mod: _Any) -> _Any:
        """Keep an external module; raises `ValueError` for names that another one has."""
    build: _Any
    """The module, the parameters by name, and the external modules that it uses."""
    def __init__(self, debug: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
