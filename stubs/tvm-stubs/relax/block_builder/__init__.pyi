# Generated from tilewright.relax.block_builder by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.relax.block_builder import BlockBuilder as BlockBuilder
from tilewright.relax.block_builder import DataflowScope as DataflowScope
from tilewright.relax.block_builder import FunctionScope as FunctionScope
from tilewright.relax.block_builder import TestingScope as TestingScope
from tilewright.relax.block_builder import call_result as call_result

def __getattr__(name: _str) -> _Any: ...
