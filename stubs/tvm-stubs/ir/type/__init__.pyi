# Generated from tilewright.ir.type_ by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.ir import FuncType as FuncType
from tvm.ir import OpaqueType as OpaqueType
from tvm.ir import PointerType as PointerType
from tvm.ir import PrimType as PrimType
from tvm.ir import StringType as StringType
from tvm.ir import TupleType as TupleType
from tvm.ir import Type as Type

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
