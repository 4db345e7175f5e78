# Generated from tilewright.relax.departure by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.relax.departure import Agreement as Agreement
from tilewright.relax.departure import Departure as Departure
from tilewright.relax.departure import first_departure as first_departure
from tilewright.relax.departure import random_arguments as random_arguments

def __getattr__(name: _str) -> _Any: ...
