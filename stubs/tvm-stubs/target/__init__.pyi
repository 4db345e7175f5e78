# Generated from tilewright.target by `make stubs`; do not edit.
from typing import Any

from tilewright.target import Target as Target
from tilewright.target import TargetKind as TargetKind

def __getattr__(name: str) -> Any: ...
