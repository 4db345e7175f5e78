# Generated from tilewright.tir.transform by `make stubs`; do not edit.
from typing import Any

from tilewright.tir.transform import Apply as Apply

def __getattr__(name: str) -> Any: ...
