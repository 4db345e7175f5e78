# Generated from tilewright.printer.highlight by `make stubs`; do not edit.
from typing import Any

from tilewright.printer.highlight import cprint as cprint
from tilewright.printer.highlight import show as show

def __getattr__(name: str) -> Any: ...
