"""Functions that are costly, by polynomials: `fast_exp`, `fast_erf`, `fast_tanh`, correct to a few units in the last place of a float32.

The coefficients are those of Cephes for the exponential, and of Eigen for the two others.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import reduce

from tilewright.core.ir.expr import Expr
from tilewright.core.ir.operators import binary, call, cast, const
from tilewright.core.te.tensor import Tensor
from tilewright.core.topi import elementwise as exact
from tilewright.core.topi import tag
from tilewright.core.topi.broadcast import maximum, minimum
from tilewright.core.topi.shapes import named

# From the highest power of x down.
_EXP = (1.9875691500e-4, 1.3981999507e-3, 8.3334519073e-3, 4.1665795894e-2, 1.6666665459e-1, 5.0000001201e-1)
_LOG2_E, _LN_2 = 1.44269504088896341, 0.6931471805599453
_EXP_RANGE = (88.3762626647950, -88.3762588500976)
# From the highest power of x*x down: numerator and denominator.
_ERF = (
    (
        *(-2.72614225801306e-10, 2.77068142495902e-08, -2.10102402082508e-06, -5.69250639462346e-05),
        *(-7.34990630326855e-04, -2.95459980854025e-03, -1.60960333262415e-02),
    ),
    (-1.45660718464996e-05, -2.13374055278905e-04, -1.68282697438203e-03, -7.37332916720468e-03, -1.42647390514189e-02),
)
_TANH = (
    (
        *(-2.76076847742355e-16, 2.00018790482477e-13, -8.60467152213735e-11, 5.12229709037114e-08),
        *(1.48572235717979e-05, 6.37261928875436e-04, 4.89352455891786e-03),
    ),
    (1.19825839466702e-06, 1.18534705686654e-04, 2.26843463243900e-03, 4.89352518554385e-03),
)


def fast_exp(x: Tensor) -> Tensor:
    """exp(x), for float32; other types by `T.exp`.  Integers are converted to float32 first."""
    if x.dtype.kind in ("int", "uint"):
        x = exact.cast(x, "float32")
    function = _exponential if str(x.dtype) == "float32" else lambda value: call("tir.exp", value)
    return named(x.shape, lambda *at: function(x(*at)), "T_fast_exp", tag.ELEMWISE)


def _exponential(value: Expr) -> Expr:
    """2**n * exp(r), where x = n*ln(2) + r; no lower than x itself, so that infinity stays."""
    high, low, log2_e, ln_2 = _singles((*_EXP_RANGE, _LOG2_E, _LN_2))
    x = binary("Max", binary("Min", value, high), low)
    n = call("tir.floor", x * log2_e + const(0.5, "float32"))
    rest = x - n * ln_2
    near = reduce(lambda sum_, value: sum_ * rest + value, _singles(_EXP)) * rest * rest + rest + const(1.0, "float32")
    power = call("tir.shift_left", cast(n + const(127.0, "float32"), "int32"), const(23, "int32"))
    return binary("Max", call("tir.reinterpret", power, dtype_="float32") * near, value)


def fast_erf(x: Tensor) -> Tensor:
    """erf(x), for float32 and float16; other types by `T.erf`."""
    if str(x.dtype) not in ("float32", "float16"):
        return exact.erf(x)

    def value(*at: Expr) -> Expr:
        near = binary("Max", binary("Min", x(*at), const(4.0, x.dtype)), const(-4.0, x.dtype))
        return _ratio(near, (_rounded(_ERF[0]), _rounded(_ERF[1])))

    return named(x.shape, value, "T_fast_erf", tag.ELEMWISE)


def fast_tanh(x: Tensor) -> Tensor:
    """tanh(x), for float32; other types by `T.tanh`."""
    if str(x.dtype) != "float32":
        return named(x.shape, lambda *at: call("tir.tanh", x(*at)), "T_fast_tanh", tag.ELEMWISE)
    near = maximum(const(-9.0, "float32"), minimum(const(9.0, "float32"), x))
    return named(x.shape, lambda *at: _ratio(near(*at), _TANH), "T_fast_tanh", tag.ELEMWISE)


def _ratio(x: Expr, coefficients: tuple[Sequence[float], Sequence[float]]) -> Expr:
    """x * p(x*x) / q(x*x)"""
    above, below = coefficients
    return x * _polynomial(x * x, above) / _polynomial(x * x, below)


def _polynomial(x: Expr, coefficients: Sequence[float]) -> Expr:
    first, *rest = (const(value, x.dtype) for value in coefficients)
    return reduce(lambda sum_, value: x * sum_ + value, rest, first)


def _singles(values: Sequence[float]) -> list[Expr]:
    return [const(value, "float32") for value in _rounded(values)]


def _rounded(values: Sequence[float]) -> list[float]:
    """The values of float32 next to these."""
    return [struct.unpack("f", struct.pack("f", value))[0] for value in values]
