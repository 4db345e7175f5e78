# Generated from tilewright.relax.frontend.nn.core by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.relax.frontend.nn.core import Effect as Effect
from tilewright.relax.frontend.nn.core import Module as Module
from tilewright.relax.frontend.nn.containers import ModuleDict as ModuleDict
from tilewright.relax.frontend.nn.containers import ModuleList as ModuleList
from tilewright.relax.frontend.nn.tensor import Object as Object
from tilewright.relax.frontend.nn.tensor import Parameter as Parameter
from tilewright.relax.frontend.nn.containers import ParameterDict as ParameterDict
from tilewright.relax.frontend.nn.containers import ParameterList as ParameterList
from tilewright.relax.frontend.nn.tensor import Tensor as Tensor
from tilewright.relax.frontend.nn.tensor import get_default_dtype as get_default_dtype
from tilewright.relax.frontend.nn.tensor import set_default_dtype as set_default_dtype
from tilewright.relax.frontend.nn.core import wrap_nested as wrap_nested

def __getattr__(name: _str) -> _Any: ...
