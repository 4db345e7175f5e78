# Generated from tilewright.nd by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.runtime.device import Device as Device
from tilewright.nd import NDArray as NDArray
from tilewright.runtime.tensor import Tensor as Tensor
from tilewright.nd import array as array
from tilewright.runtime.device import cpu as cpu
from tilewright.runtime.device import device as device
from tilewright.runtime.tensor import empty as empty
from tilewright.runtime.tensor import from_dlpack as from_dlpack

def __getattr__(name: _str) -> _Any: ...
