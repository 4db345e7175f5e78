# Generated from tilewright.relax.utils by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.relax.utils import convert_to_expr as convert_to_expr
from tilewright.relax.utils import copy_with_new_vars as copy_with_new_vars
from tilewright.relax.utils import create_prim_func as create_prim_func
from tilewright.relax.utils import gen_call_tir_inputs as gen_call_tir_inputs

def __getattr__(name: _str) -> _Any: ...
