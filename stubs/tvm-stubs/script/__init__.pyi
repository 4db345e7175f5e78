# Generated from tilewright.script by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.script.ir import ir_module as ir_module
from tilewright.script import ty as ty
from . import builder as builder
from . import highlight as highlight
from . import ir as ir
from . import ir_builder as ir_builder
from . import parser as parser
from . import relax as relax
from . import tir as tir
from . import tirx as tirx

from_source: _Any
"""The function or module that a text defines, or the last of several; `extra_vars` are further names it may use.

The text is not executed.  `T`, `I`, `tvm` and `tilewright` need no import in it: without one, the text tells its dialect, and one that
may be of either is in the default dialect of the process.  A Python function or class is read from its source.

Raises `DiagnosticError` when the script is wrong or defines nothing.
"""

def register_dialect(name: _Any, module_path: _Any) -> _Any:
    """Let `tvm.script.<name>` be the module at `module_path`, which is imported when it is first asked for."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
