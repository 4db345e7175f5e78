# Generated from tilewright.script.parser.core.dispatch by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.frontend.dispatch import DialectParser as DialectParser
from tilewright.script.parser.core.dispatch import ParseMethod as ParseMethod
from tilewright.frontend.dispatch import get as get
from tilewright.frontend.dispatch import register as register

def __getattr__(name: _str) -> _Any: ...
