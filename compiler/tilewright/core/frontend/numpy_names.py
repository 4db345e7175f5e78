"""numpy in scripts that are not executed: an editor imports it for none, and knows by name the functions that cannot take an expression."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

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
    **dict.fromkeys(("cbrt", "clip", "expm1", "sign", "logaddexp", "heaviside", "sinc", "deg2rad", "rad2deg")),
}
# Those that take whole arrays, which a buffer is not.
OF_ARRAYS: Final = frozenset({"matmul", "dot", "sum", "mean", "prod", "cumsum", "einsum", "var", "std", "tensordot"})


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
        """A function that cannot take an expression or a buffer; anything else is `UNKNOWN`."""
        return NumpyFunction(name) if name in COUNTERPARTS or name in OF_ARRAYS else UNKNOWN


NUMPY: Final = NumpyModule()
