# Generated from tilewright.script.printer.doc_printer by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.script.printer.doc_printer import to_python_script as to_python_script

def __getattr__(name: _str) -> _Any: ...
