# Generated from tilewright.tir.stmt_functor by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.tir.stmt_functor import ir_transform as ir_transform
from tilewright.tir.stmt_functor import post_order_visit as post_order_visit
from tilewright.tir.stmt_functor import pre_order_visit as pre_order_visit
from tilewright.ir.renew import renew_defs as renew_defs
from tilewright.tir.stmt_functor import substitute as substitute

def __getattr__(name: _str) -> _Any: ...
