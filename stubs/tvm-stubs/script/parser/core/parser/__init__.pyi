# Generated from tilewright.script.parser.core.parser by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.script.parser.core.parser import Parser as Parser
from tilewright.frontend.dispatch import VarTable as VarTable

def __getattr__(name: _str) -> _Any: ...
