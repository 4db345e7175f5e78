# Generated from tilewright.script.parser.ir.parser by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.frontend.module_class import visit_module_class as visit_module_class

def __getattr__(name: _str) -> _Any: ...
