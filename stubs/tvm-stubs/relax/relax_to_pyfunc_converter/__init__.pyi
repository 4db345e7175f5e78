# Generated from tilewright.relax.relax_to_pyfunc_converter by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.relax.relax_to_pyfunc_converter import RelaxToPyFuncConverter as RelaxToPyFuncConverter
from tilewright.relax.relax_to_pyfunc_converter import convert_relax_to_pyfunc as convert_relax_to_pyfunc
from tilewright.relax.relax_to_pyfunc_converter import to_python_source as to_python_source

def __getattr__(name: _str) -> _Any: ...
