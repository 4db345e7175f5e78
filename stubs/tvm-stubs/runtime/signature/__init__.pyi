# Generated from tilewright.runtime.signature by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.runtime.signature import BufferParameter as BufferParameter
from tilewright.runtime.signature import Parameter as Parameter
from tilewright.runtime.signature import PointerParameter as PointerParameter
from tilewright.runtime.signature import ScalarParameter as ScalarParameter
from tilewright.runtime.signature import Signature as Signature
from tilewright.runtime.signature import Symbol as Symbol
from tilewright.runtime.signature import result_type as result_type
from tilewright.runtime.signature import signature as signature

def __getattr__(name: _str) -> _Any: ...
