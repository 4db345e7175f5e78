# Generated from tilewright.script.ir by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.script.ir import GlobalVar as GlobalVar
from tilewright.script.ir import IRModuleFrame as IRModuleFrame
from tilewright.script.ir import Range as Range
from tilewright.script.ir import decl_function as decl_function
from tilewright.script.ir import def_function as def_function
from tilewright.script.ir import dummy_global_info as dummy_global_info
from tilewright.script.ir import frame as frame
from tilewright.script.ir import ir as ir
from tilewright.script.ir import ir_module as ir_module
from tilewright.script.ir import lookup_vdevice as lookup_vdevice
from tilewright.script.ir import meta_var as meta_var
from tilewright.script.ir import module_attrs as module_attrs
from tilewright.script.ir import module_get_attr as module_get_attr
from tilewright.script.ir import module_global_infos as module_global_infos
from tilewright.script.ir import module_set_attr as module_set_attr
from tilewright.script.ir import pyfunc as pyfunc
from tilewright.script.ir import vdevice as vdevice
from . import entry as entry
from . import parser as parser

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
