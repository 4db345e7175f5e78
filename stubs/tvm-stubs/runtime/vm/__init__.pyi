# Generated from tilewright.runtime.vm by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.core.vm.machine import VMInstrumentReturnKind as VMInstrumentReturnKind
from tvm.relax import VirtualMachine as VirtualMachine

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
