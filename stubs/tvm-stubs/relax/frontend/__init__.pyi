# Generated from tilewright.relax.frontend by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.relax.frontend import detach_params as detach_params
from . import nn as nn
from . import torch as torch

def __getattr__(name: _str) -> _Any: ...
