# Generated from tilewright.relax.frontend.nn.torch by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self

class TorchModule(_Any):  # type: ignore[misc, unused-ignore]
    """A compiled network: `module["forward"](x)` takes and gives tensors of PyTorch; states are kept from call to call."""
    def __init__(self, spec: _Any, vm: _Any, params: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
