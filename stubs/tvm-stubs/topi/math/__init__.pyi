# Generated from tilewright.topi.math by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.topi import abs as abs
from tvm.topi import acos as acos
from tvm.topi import acosh as acosh
from tvm.topi import asin as asin
from tvm.topi import asinh as asinh
from tvm.topi import atan as atan
from tvm.topi import atanh as atanh
from tvm.topi import cast as cast
from tvm.topi import ceil as ceil
from tvm.topi import clip as clip
from tvm.topi import cos as cos
from tvm.topi import cosh as cosh
from tvm.topi import erf as erf
from tvm.topi import exp as exp
from tvm.topi import fast_erf as fast_erf
from tvm.topi import fast_exp as fast_exp
from tvm.topi import fast_tanh as fast_tanh
from tvm.topi import floor as floor
from tvm.topi import identity as identity
from tvm.topi import isfinite as isfinite
from tvm.topi import isinf as isinf
from tvm.topi import isnan as isnan
from tvm.topi import left_shift as left_shift
from tvm.topi import log as log
from tvm.topi import log10 as log10
from tvm.topi import log2 as log2
from tvm.topi import negative as negative
from tvm.topi import reinterpret as reinterpret
from tvm.topi import right_shift as right_shift
from tvm.topi import round as round
from tvm.topi import rsqrt as rsqrt
from tvm.topi import sigmoid as sigmoid
from tvm.topi import sign as sign
from tvm.topi import sin as sin
from tvm.topi import sinh as sinh
from tvm.topi import sqrt as sqrt
from tvm.topi import tan as tan
from tvm.topi import tanh as tanh
from tvm.topi import trunc as trunc

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
