# Generated from tilewright.ir.type_ by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.ir.type_ import FuncType as FuncType
from tilewright.ir.type_ import PointerType as PointerType
from tilewright.ir.type_ import PrimType as PrimType
from tilewright.ir.type_ import TupleType as TupleType
from tilewright.ir.type_ import Type as Type
from tilewright.ir.type_ import VOID_TYPE as VOID_TYPE
from tilewright.ir.type_ import dtype_of as dtype_of

def __getattr__(name: _str) -> _Any: ...
