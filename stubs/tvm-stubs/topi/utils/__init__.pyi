# Generated from tilewright.topi.shapes by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.topi.shapes import axes_of as axes_of
from tilewright.topi.shapes import axis_of as axis_of
from tilewright.topi.shapes import choose as choose
from tilewright.topi.shapes import elements as elements
from tilewright.topi.shapes import get_const_tuple as get_const_tuple
from tilewright.topi.shapes import known as known
from tilewright.topi.shapes import like as like
from tilewright.topi.shapes import named as named
from tilewright.topi.shapes import product as product
from tilewright.topi.shapes import ravel as ravel
from tilewright.topi.shapes import required as required
from tilewright.topi.shapes import same as same
from tilewright.topi.shapes import simplified as simplified
from tilewright.topi.shapes import unravel as unravel

def __getattr__(name: _str) -> _Any: ...
