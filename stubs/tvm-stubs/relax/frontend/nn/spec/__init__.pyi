# Generated from tilewright.relax.frontend.nn.spec by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.relax.frontend.nn.spec import Int as Int
from tilewright.relax.frontend.nn.spec import MethodSpec as MethodSpec
from tilewright.relax.frontend.nn.spec import ModuleSpec as ModuleSpec
from tilewright.relax.frontend.nn.spec import Object as Object
from tilewright.relax.frontend.nn.spec import Tensor as Tensor
from tilewright.relax.frontend.nn.spec import Tuple as Tuple

def __getattr__(name: _str) -> _Any: ...
