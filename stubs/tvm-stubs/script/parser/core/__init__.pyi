# Generated from tilewright.script.parser.core by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from . import diagnostics as diagnostics
from . import dispatch as dispatch
from . import doc as doc
from . import entry as entry
from . import error as error
from . import evaluator as evaluator
from . import parser as parser
from . import utils as utils

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
