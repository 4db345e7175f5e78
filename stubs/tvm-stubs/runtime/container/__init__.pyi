# Generated from tilewright.ffi.container by `make stubs`; do not edit.
from typing import Any

from tilewright.ffi.container import Array as Array
from tilewright.ffi.container import Map as Map

def __getattr__(name: str) -> Any: ...
