# Generated from tilewright.testing.tvm_plugin by `make stubs`; do not edit.
from typing import Any


def __getattr__(name: str) -> Any: ...
