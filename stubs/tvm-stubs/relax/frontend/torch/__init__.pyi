# Generated from tilewright.relax.frontend.torch by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.relax.frontend.torch.exported_program_translator import from_exported_program as from_exported_program
from tilewright.relax.frontend.torch.fx_translator import from_fx as from_fx

def __getattr__(name: _str) -> _Any: ...
