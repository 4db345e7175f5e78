# Generated from tilewright.builder by `make stubs`; do not edit.
from typing import Any

from . import ir as ir
from . import tir as tir

def __getattr__(name: str) -> Any: ...
