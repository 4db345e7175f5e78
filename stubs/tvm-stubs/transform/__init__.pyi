# Generated from tilewright.transform by `make stubs`; do not edit.
from typing import Any


def __getattr__(name: str) -> Any: ...
