# Generated from tilewright.script.parser.tirx.parser by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.script.parser.tirx.parser import TIR_STATEMENTS as TIR_STATEMENTS
from tilewright.frontend.cells import assign_cell as assign_cell
from tilewright.frontend.cells import new_cell as new_cell

def __getattr__(name: _str) -> _Any: ...
