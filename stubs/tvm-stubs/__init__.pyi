# Generated from tilewright by `make stubs`; do not edit.
from typing import Any

from tilewright import DataType as DataType
from tilewright.runtime.device import Device as Device
from tilewright.ir.function import IRModule as IRModule
from tilewright.error import TVMError as TVMError
from tilewright.driver import build as build
from tilewright import compile as compile
from tilewright.runtime.device import cpu as cpu
from tilewright.runtime.device import device as device
from tilewright.runtime.registry import get_global_func as get_global_func
from tilewright.compat import install_as_tvm as install_as_tvm
from tilewright.driver import lower as lower
from tilewright import register_func as register_func
from tilewright.runtime.registry import register_global_func as register_global_func
from . import arith as arith
from . import error as error
from . import instrument as instrument
from . import ir as ir
from . import nd as nd
from . import runtime as runtime
from . import script as script
from . import target as target
from . import te as te
from . import testing as testing
from . import tir as tir
from . import tirx as tirx
from . import topi as topi
from . import transform as transform

def __getattr__(name: str) -> Any: ...
