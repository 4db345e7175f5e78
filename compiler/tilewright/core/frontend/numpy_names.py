"""numpy in scripts that are not executed: an editor imports it for none, and knows by name which functions compute with an expression's operators and which cannot take one."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tilewright.core.frontend.unknown import UNKNOWN

# Functions of numpy that fail for an expression, by what `T` has instead of them; None where it has nothing.
COUNTERPARTS: Final[dict[str, str | None]] = {
    **{
        name: name
        for name in (
            *("sqrt", "exp", "exp2", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "sinh", "cosh", "tanh"),
            *("asin", "acos", "atan", "asinh", "acosh", "atanh", "atan2", "floor", "ceil", "trunc", "round", "hypot"),
            *("abs", "fabs", "copysign", "nextafter", "ldexp", "fmod", "isnan", "isinf", "isfinite", "pow"),
        )
    },
    **{f"arc{name}": f"a{name}" for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh", "tan2")},
    **{"absolute": "abs", "around": "round", "rint": "nearbyint", "power": "pow", "float_power": "pow"},
    **{"maximum": "max", "fmax": "max", "minimum": "min", "fmin": "min", "where": "if_then_else"},
    **{"logical_and": "And", "logical_or": "Or", "logical_not": "Not", "bitwise_count": "popcount"},
    **dict.fromkeys(("cbrt", "clip", "expm1", "sign", "logaddexp", "logaddexp2", "heaviside", "sinc", "logical_xor")),
    **dict.fromkeys(("deg2rad", "rad2deg", "degrees", "radians", "conj", "conjugate", "gcd", "lcm", "divmod")),
    **dict.fromkeys(
        ("frexp", "modf", "signbit", "spacing", "isnat", "positive", "matmul", "vecdot", "matvec", "vecmat")
    ),
}
# Comparisons: numpy asks for the truth of the result, which an expression does not have before the program runs.
COMPARISONS: Final = {
    **{"greater": ">", "greater_equal": ">=", "less": "<", "less_equal": "<="},
    **{"equal": "==", "not_equal": "!="},
}
# Those that take whole arrays, which a buffer is not.
OF_ARRAYS: Final = frozenset({"dot", "sum", "mean", "prod", "cumsum", "einsum", "var", "std", "tensordot"})


def _square(value: Any) -> Any:
    return value * value


def _reciprocal(value: Any) -> Any:
    return 1 / value


# Functions that numpy computes with the operators of what it is given, and which an expression can take therefore.
OPERATORS: Final[Mapping[str, Callable[..., Any]]] = {
    **{"add": operator.add, "subtract": operator.sub, "multiply": operator.mul, "negative": operator.neg},
    **dict.fromkeys(("divide", "true_divide"), operator.truediv),
    **dict.fromkeys(("mod", "remainder"), operator.mod),
    **dict.fromkeys(("invert", "bitwise_not", "bitwise_invert"), operator.invert),
    **dict.fromkeys(("left_shift", "bitwise_left_shift"), operator.lshift),
    **dict.fromkeys(("right_shift", "bitwise_right_shift"), operator.rshift),
    **{"bitwise_and": operator.and_, "bitwise_or": operator.or_, "bitwise_xor": operator.xor},
    **{"floor_divide": operator.floordiv, "square": _square, "reciprocal": _reciprocal},
}
_FUNCTIONS: Final = frozenset({*COUNTERPARTS, *COMPARISONS, *OF_ARRAYS, *OPERATORS})


@dataclass(frozen=True)
class NumpyFunction:
    """A function of numpy that a script mentions."""

    name: str

    @property
    def __name__(self) -> str:  # pyright: ignore[reportIncompatibleVariableOverride]
        return self.name


@dataclass(frozen=True)
class NumpyModule:
    """`numpy`, as a script that is not executed knows it."""

    def attribute(self, name: str) -> object:
        """A function for numbers or arrays; anything else is `UNKNOWN`."""
        return NumpyFunction(name) if name in _FUNCTIONS else UNKNOWN


NUMPY: Final = NumpyModule()
