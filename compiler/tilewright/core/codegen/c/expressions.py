"""Expressions of lowered functions as text of C.  What C does not say by itself stands in the preamble of the program (`preamble`)."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any

from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.dtype import DType
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import (
    EQ,
    GE,
    GT,
    LE,
    LT,
    NE,
    Add,
    And,
    BufferLoad,
    Call,
    Cast,
    Div,
    Expr,
    FloatImm,
    FloorDiv,
    FloorMod,
    GlobalVar,
    IntImm,
    Let,
    Max,
    Min,
    Mod,
    Mul,
    Not,
    Or,
    Select,
    StringImm,
    Sub,
    Var,
)


def c_type(dtype: DType) -> str:
    """The type of C for a scalar; raises `UserError` for one that C has not."""
    name = _TYPES.get(str(dtype))
    if name is None:
        raise refused(f"C has no type for {dtype}")
    return name


def refused(what: str) -> UserError:
    """The error for what is not written in C."""
    return UserError("unsupported-on-cpu", what)


_TYPES = {
    "bool": "bool",
    "float32": "float",
    "float64": "double",
    "float16": "_Float16",
    "handle": "void *",
    **{f"{sign}int{bits}": f"{sign}int{bits}_t" for sign in ("", "u") for bits in (8, 16, 32, 64)},
}


class Names:
    """A name of C for each variable, with no two alike."""

    def __init__(self) -> None:
        self._names: dict[Var, str] = {}
        self._taken: set[str] = set(_KEYWORDS)

    def of(self, var: Var) -> str:
        """The name."""
        if var not in self._names:
            base = re.sub(r"\W", "_", var.name) or "v"
            base = f"_{base}" if base[0].isdigit() else base
            name, count = base, 1
            while name in self._taken:
                name, count = f"{base}_{count}", count + 1
            self._taken.add(name)
            self._names[var] = name
        return self._names[var]


_KEYWORDS = (
    "auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return short signed "
    "sizeof static struct switch typedef union unsigned void volatile while bool true false args result self num_args main exp log sqrt"
).split()


class Writer:
    """Writes expressions; `lets` are statements that an expression needs before it."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def text(self, e: Expr) -> str:
        """An expression, in parentheses where it has parts."""
        symbol = _SYMBOLS.get(type(e))
        if symbol is not None:
            pair: Any = e
            return f"({self.text(pair.a)} {symbol} {self.text(pair.b)})"
        rule = _RULES.get(type(e))
        if rule is None:
            raise refused(f"`{type(e).__name__}` cannot be written in C")
        return rule(self, e)

    def element(self, buffer: Any, indices: tuple[Expr, ...]) -> str:
        """An element of memory."""
        if len(indices) != 1:
            raise refused(f"`{buffer.name}` has {len(indices)} indices after lowering, and C takes one")
        return f"(({c_type(buffer.dtype)} *){self.names.of(buffer.data)})[{self.text(indices[0])}]"


def _number(writer: Writer, e: IntImm) -> str:
    if e.dtype.is_bool:
        return "1" if e.value else "0"
    if e.dtype.bits < 64:
        return f"(({c_type(e.dtype)}){e.value})" if not e.dtype.is_signed or e.dtype.bits < 32 else str(e.value) if e.value > -(1 << 31) else f"({e.value + 1} - 1)"  # fmt: skip
    if not e.dtype.is_signed:
        return f"UINT64_C({e.value})"
    return f"INT64_C({e.value})" if e.value > -(1 << 63) else f"(INT64_C({e.value + 1}) - 1)"


def _real(writer: Writer, e: FloatImm) -> str:
    kind = c_type(e.dtype)
    if math.isnan(e.value):
        return f"(({kind})NAN)"
    if math.isinf(e.value):
        return f"(({kind}){'-' if e.value < 0 else ''}INFINITY)"
    return f"(({kind}){e.value.hex()})"


def _cast(writer: Writer, e: Cast) -> str:
    value = writer.text(e.value)
    return f"({value} != 0)" if e.dtype.is_bool else f"(({c_type(e.dtype)}){value})"


def _choice(writer: Writer, condition: Expr, yes: Expr, no: Expr) -> str:
    return f"({writer.text(condition)} ? {writer.text(yes)} : {writer.text(no)})"


def _smaller(writer: Writer, e: Any) -> str:
    a, b = writer.text(e.a), writer.text(e.b)
    symbol = "<" if isinstance(e, Min) else ">"
    return f"(({a}) {symbol} ({b}) ? ({a}) : ({b}))"


def _floored(writer: Writer, e: Any) -> str:
    a, b = writer.text(e.a), writer.text(e.b)
    divides = isinstance(e, FloorDiv)
    if e.dtype.is_float:
        return f"floor({a} / {b})" if divides else f"({a} - floor({a} / {b}) * {b})"
    if not e.dtype.is_signed:
        return f"({a} {'/' if divides else '%'} {b})"
    return f"(({c_type(e.dtype)})floor_{'div' if divides else 'mod'}({a}, {b}))"


def _remainder(writer: Writer, e: Mod) -> str:
    a, b = writer.text(e.a), writer.text(e.b)
    return f"fmod({a}, {b})" if e.dtype.is_float else f"({a} % {b})"


def _let(writer: Writer, e: Let) -> str:
    name = writer.names.of(e.var)
    return f"({{ {c_type(e.var.dtype)} {name} = {writer.text(e.value)}; {writer.text(e.body)}; }})"


def _call(writer: Writer, e: Call) -> str:
    name = callee_name(e).removeprefix("tir.")
    args: list[Any] = list(e.args)
    if name in ("call_extern", "call_pure_extern"):
        called = args[0].value if isinstance(args[0], StringImm) else ""
        return f"{called}({', '.join(map(writer.text, args[1:]))})"
    if name == "if_then_else":
        return _choice(writer, *args)
    if name == "large_uint_imm":
        return f"UINT64_C({(args[1].value << 32) + args[0].value})"
    texts = [writer.text(arg) for arg in args]
    if name == "reinterpret" and e.dtype.bits == args[0].dtype.bits:
        return f"((union {{ {c_type(args[0].dtype)} given; {c_type(e.dtype)} seen; }}){{ .given = {texts[0]} }}).seen"
    if name in _OPERATORS:
        return _OPERATORS[name](texts)
    if name in _MATH:
        called = f"{_MATH[name]}({', '.join(texts)})"
        return called if name in _OF_BOOL else f"(({c_type(e.dtype)}){called})"
    if isinstance(e.op, GlobalVar):
        raise refused(f"the call of `{e.op.name_hint}`, a function of the module, cannot be written in C")
    raise refused(f"`T.{name}` cannot be written in C")


_OPERATORS: Mapping[str, Callable[[list[str]], str]] = {
    "bitwise_and": lambda a: f"({a[0]} & {a[1]})",
    "bitwise_or": lambda a: f"({a[0]} | {a[1]})",
    "bitwise_xor": lambda a: f"({a[0]} ^ {a[1]})",
    "bitwise_not": lambda a: f"(~{a[0]})",
    "shift_left": lambda a: f"({a[0]} << {a[1]})",
    "shift_right": lambda a: f"({a[0]} >> {a[1]})",
    "likely": lambda a: a[0],
    "isnullptr": lambda a: f"({a[0]} == NULL)",
    "rsqrt": lambda a: f"(1 / sqrt({a[0]}))",
    "sigmoid": lambda a: f"(1 / (1 + exp(-{a[0]})))",
    "exp10": lambda a: f"pow(10, {a[0]})",
    "ret": lambda a: a[0],
}
_MATH = {
    **{
        name: name
        for name in (
            *(
                "exp",
                "exp2",
                "log",
                "log2",
                "log10",
                "log1p",
                "sqrt",
                "erf",
                "pow",
                "sin",
                "cos",
                "tan",
                "asin",
                "acos",
                "atan",
            ),
            *(
                "sinh",
                "cosh",
                "tanh",
                "asinh",
                "acosh",
                "atanh",
                "atan2",
                "hypot",
                "floor",
                "ceil",
                "trunc",
                "nearbyint",
                "fabs",
            ),
            *("fmod", "copysign", "nextafter", "ldexp", "fma", "isnan", "isinf", "isfinite"),
        )
    },
    "round": "nearbyint",
    "popcount": "__builtin_popcountll",
}
_OF_BOOL = frozenset(("isnan", "isinf", "isfinite"))
_SYMBOLS: Mapping[type, str] = {
    **{Add: "+", Sub: "-", Mul: "*", Div: "/", EQ: "==", NE: "!=", LT: "<", LE: "<=", GT: ">", GE: ">="},
    **{And: "&&", Or: "||"},
}
_RULES: Mapping[type, Callable[[Writer, Any], str]] = {
    Var: lambda writer, e: writer.names.of(e),
    IntImm: _number,
    FloatImm: _real,
    BufferLoad: lambda writer, e: writer.element(e.buffer, e.indices),
    Cast: _cast,
    Min: _smaller,
    Max: _smaller,
    FloorDiv: _floored,
    FloorMod: _floored,
    Mod: _remainder,
    Not: lambda writer, e: f"(!{writer.text(e.a)})",
    Select: lambda writer, e: _choice(writer, e.condition, e.true_value, e.false_value),
    Let: _let,
    Call: _call,
}
