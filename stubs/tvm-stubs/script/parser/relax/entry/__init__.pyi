# Generated from tilewright.script.parser.relax.entry by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.script.parser.relax.entry import Callable as Callable
from tilewright.script.parser.relax.entry import Object as Object
from tilewright.script.parser.relax.entry import Prim as Prim
from tilewright.script.parser.relax.entry import Shape as Shape
from tilewright.script.parser.relax.entry import Tensor as Tensor
from tilewright.script.parser.relax.entry import Tuple as Tuple
from tilewright.script.parser.relax.entry import function as function
from tilewright.builder.values import macro as macro
from tilewright.builder.relax import match_cast as match_cast

def __getattr__(name: _str) -> _Any: ...
