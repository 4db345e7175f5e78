"""Rows of the ops that work on each element: unary, binary, ternary, and changes of type."""

from __future__ import annotations

from tilewright.core.ops.relax_op import RelaxOp, relax

_FLOAT_UNARY = {
    "acos": "The angle whose cosine each element is.",
    "acosh": "The inverse hyperbolic cosine of each element.",
    "asin": "The angle whose sine each element is.",
    "asinh": "The inverse hyperbolic sine of each element.",
    "atan": "The angle whose tangent each element is.",
    "atanh": "The inverse hyperbolic tangent of each element.",
    "cos": "The cosine of each element, in radians.",
    "cosh": "The hyperbolic cosine of each element.",
    "erf": "The error function of each element.",
    "exp": "e to the power of each element.",
    "log": "The natural logarithm of each element.",
    "rsqrt": "One over the square root of each element.",
    "sigmoid": "1 / (1 + exp(-x)) of each element.",
    "sin": "The sine of each element, in radians.",
    "sinh": "The hyperbolic sine of each element.",
    "sqrt": "The square root of each element.",
    "tan": "The tangent of each element, in radians.",
    "tanh": "The hyperbolic tangent of each element.",
}
_UNARY = {
    "abs": "The absolute value of each element.",
    "bitwise_not": "Each element with all bits inverted; integers and booleans.",
    "ceil": "The least integer not below each element.",
    "floor": "The greatest integer not above each element.",
    "logical_not": "The negation of each boolean.",
    "negative": "Each element with its sign inverted.",
    "round": "The nearest integer to each element, halves to even.",
    "sign": "-1, 0 or 1 as each element is negative, zero or positive.",
    "square": "Each element times itself.",
    "trunc": "Each element without its fraction.",
}
_TESTS = {
    "isfinite": "Whether each element is neither infinite nor not-a-number.",
    "isinf": "Whether each element is infinite.",
    "isnan": "Whether each element is not-a-number.",
}
_ARITHMETIC = {
    "add": "The sum of two tensors, broadcast together.",
    "atan2": "The angle of the point (`x2`, `x1`), between -pi and pi.",
    "divide": "The quotient of two tensors, broadcast together; of integers rounded towards zero.",
    "floor_divide": "The quotient rounded down.",
    "floor_mod": "The remainder of `floor_divide`, with the sign of the divisor.",
    "log_add_exp": "log(exp(x1) + exp(x2)), without overflow.",
    "maximum": "The greater of two elements.",
    "minimum": "The lesser of two elements.",
    "mod": "The remainder of the quotient rounded towards zero, with the sign of the dividend.",
    "multiply": "The product of two tensors, broadcast together.",
    "power": "`x1` to the power of `x2`.",
    "subtract": "The difference of two tensors, broadcast together.",
}
_BITS = {
    "bitwise_and": "The bits set in both; integers and booleans.",
    "bitwise_or": "The bits set in either; integers and booleans.",
    "bitwise_xor": "The bits set in one of the two; integers and booleans.",
    "left_shift": "`x1` shifted to the left by `x2` bits.",
    "logical_and": "Whether both are true.",
    "logical_or": "Whether one is true.",
    "logical_xor": "Whether exactly one is true.",
    "right_shift": "`x1` shifted to the right by `x2` bits; the sign is kept.",
}
_COMPARISONS = {
    "equal": "Whether the elements are equal.",
    "greater": "Whether `x1` is greater than `x2`.",
    "greater_equal": "Whether `x1` is at least `x2`.",
    "less": "Whether `x1` is less than `x2`.",
    "less_equal": "Whether `x1` is at most `x2`.",
    "not_equal": "Whether the elements differ.",
}
_TORCH = {
    "divide": "div",
    "equal": "eq",
    "floor_mod": "remainder",
    "greater": "gt",
    "greater_equal": "ge",
    "left_shift": "bitwise_left_shift",
    "less": "lt",
    "less_equal": "le",
    "log_add_exp": "logaddexp",
    "mod": "fmod",
    "multiply": "mul",
    "negative": "neg",
    "not_equal": "ne",
    "power": "pow",
    "right_shift": "bitwise_right_shift",
    "subtract": "sub",
}


def _rows(names: dict[str, str], parameters: str, infer: str, group: str) -> tuple[RelaxOp, ...]:
    return tuple(
        relax(
            f"{name}({parameters})",
            infer,
            doc,
            group=group,
            legalize=name,
            torch=f"torch.{_TORCH.get(name, name)}",
        )
        for name, doc in names.items()
    )


ROWS: tuple[RelaxOp, ...] = (
    *_rows(_FLOAT_UNARY, "x", "unary_float", "unary"),
    *_rows(_UNARY, "x", "unary", "unary"),
    *_rows(_TESTS, "x", "unary_test", "unary"),
    relax(
        "clip(x, min, max)",
        "clip",
        "Each element, no lower than `min` and no higher than `max`.",
        group="unary",
        legalize="clip",
        torch="torch.clamp",
    ),
    *_rows(_ARITHMETIC, "x1, x2", "broadcast", "binary"),
    *_rows(_BITS, "x1, x2", "broadcast", "binary"),
    *_rows(_COMPARISONS, "x1, x2", "broadcast_test", "binary"),
    relax("ewise_fma(x1, x2, x3)", "ternary", "x1 * x2 + x3 of each element.", group="ternary", legalize="ewise_fma"),
    relax(
        "where(condition, x1, x2)",
        "where",
        "`x1` where the condition holds, else `x2`; all three are broadcast together.",
        group="search",
        legalize="where",
        torch="torch.where",
    ),
    relax(
        "astype(x, dtype: dtype)",
        "astype",
        "Each element as another data type.",
        group="datatype",
        legalize="astype",
        torch="torch.Tensor.to",
    ),
    relax(
        "wrap_param(data, dtype: dtype = 'float32')",
        "astype",
        "A parameter of the model as another data type.",
        group="datatype",
        legalize="astype",
    ),
)
