# Generated from tilewright.script.ir_builder.ir by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.builder.module import decl_function as decl_function
from tilewright.builder.module import def_function as def_function
from tilewright.builder.module import dummy_global_info as dummy_global_info
from tilewright.builder.module import global_var as global_var
from tilewright.builder.module import ir_module as ir_module
from tilewright.builder.module import lookup_vdevice as lookup_vdevice
from tilewright.builder.module import module_attrs as module_attrs
from tilewright.builder.module import module_get_attr as module_get_attr
from tilewright.builder.module import module_global_infos as module_global_infos
from tilewright.builder.module import module_set_attr as module_set_attr
from tilewright.builder.module import pyfunc as pyfunc
from tilewright.builder.module import vdevice as vdevice

def __getattr__(name: _str) -> _Any: ...
