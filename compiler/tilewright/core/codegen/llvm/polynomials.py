"""exp, log, tanh, erf, sin and cos of float32 as plain arithmetic, so that they are vectorized: in vectors, and in loops that LLVM vectorises.

Each is a function of the module that LLVM inlines.  The coefficients are minimax fits of relative error below 1e-8, so that what is wrong comes of
rounding: at most 1 unit in the last place for exp and log, 1.5 for tanh, 2.5 for erf.  Infinities, not-a-numbers, zeros with their signs and numbers below
the normal ones are what they should be.  sin and cos (1 unit) need fused multiply-adds; angles beyond 65536 go to the C library, of a vector all lanes when one does.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from tilewright.core.base.dtype import FLOAT32, INT32, DType
from tilewright.core.codegen.llvm.constants import floating, integer
from tilewright.core.codegen.llvm.types import register, suffix
from tilewright.core.codegen.llvm.writer import Body

_LOG2_E, _LN2_HIGH, _LN2_LOW = 1.4426950408889634, 0.693359375, -2.12194440e-4
# Added and taken away again, this rounds to an integer, which then stands in the low bits.
_ROUND, _ROUND_BITS = 12582912.0, 0x4B400000
# What is added to the exponent of a number in its bits.
_BIAS = 127
# 87.0, up to which e**x and 2**n are normal numbers; lanes are compared with it when so many are left.
_NEAR_BITS, _JOINED = 0x42AE0000, 8
_SELDOM = '!prof !{!"branch_weights", i32 1, i32 4000}'
# e**r = 1 + r + r**2 P(r) for |r| up to ln(2) / 2
_EXP = (0.49999993432, 0.16666520398, 0.0416683908, 0.00836874525, 0.001381454)
# ln(1 + m) = m - m**2 / 2 + m**3 P(m) for 1 + m between sqrt(1/2) and sqrt(2)
_LOG = (
    0.33333331347,
    -0.25000819564,
    0.20001226664,
    -0.16623356938,
    0.14201757312,
    -0.13160184026,
    0.12761582434,
    -0.07634497434,
)
# tanh(x) = x + x**3 P(x**2) for |x| below 0.625
_TANH = (-0.33333280683, 0.13331441581, -0.05373971537, 0.02063908428, -0.00570498407)
# erf(x) = x + x P(x**2) for |x| below 1, and ln(erfc(x)) = P(x) from 1 to 4
_ERF = (0.12837910652, -0.37612625957, 0.11283585429, -0.02685381286, 0.00518832775, -0.00080101937, 7.85386e-05)
_ERFC = (
    0.00018846658,
    -1.12958025932,
    -0.63321638107,
    -0.10842209309,
    0.02521033399,
    -0.00420528278,
    0.00044147231,
    -2.16975895e-05,
)
# pi / 2 in three parts of 24 bits.
_HALF_PI = (1.5707963705062866, -4.371138828673793e-08, -1.7151245100058819e-15)
_FAR = 65536.0
# sin(r) = r + r**3 P(r**2) and cos(r) = 1 - r**2 / 2 + r**4 P(r**2) for |r| up to pi / 4
_SIN = (-0.1666665386678072, 0.00833211323818157, -0.00019508767862742252)
_COS = (0.041666644371457354, -0.0013887251662866602, 2.4425701742361063e-05)


# Lanes of the vectors of which AVX-512 scales each number by a power of two of its own.
_SCALED = (4, 8, 16)


class _Lines:
    """The body of a function of one argument `%x`, under construction; `scales` says that the machine has an instruction for x * 2**n; `declare` declares functions of C."""

    def __init__(self, type_: DType, scales: bool, declare: Callable[[str, str], None]) -> None:
        self.type, self.kind, self.scales, self.declare = type_, register(type_), scales, declare
        self.whole = INT32.with_lanes(type_.lanes)
        self.bits, self.truth = register(self.whole), register(type_).replace("float", "i1")
        self.lines: list[str] = []

    def set(self, instruction: str) -> str:
        name = f"%v{len(self.lines)}"
        self.lines.append(f"  {name} = {instruction}")
        return name

    def number(self, value: float) -> str:
        return floating(self.type, value)

    def float(self, name: str, a: str, b: str) -> str:
        return self.set(f"{name} {self.kind} {a}, {b}")

    def integer(self, name: str, a: str, b: int) -> str:
        return self.set(f"{name} {self.bits} {a}, {integer(self.whole, b)}")

    def add_product(self, a: str, b: str, c: str) -> str:
        """a * b + c, fused where the machine does that"""
        kind = self.kind
        return self.set(f"call {kind} @llvm.fmuladd.{suffix(self.type)}({kind} {a}, {kind} {b}, {kind} {c})")

    def add_fused(self, a: str, b: str, c: str) -> str:
        """a * b + c with one rounding"""
        kind = self.kind
        return self.set(f"call {kind} @llvm.fma.{suffix(self.type)}({kind} {a}, {kind} {b}, {kind} {c})")

    def unless(self, far: str, function: str) -> None:
        """Ends with a C function of all lanes where it holds of any lane; the body goes on for when it holds of none"""
        if self.type.is_vector:
            far = self.set(f"call i1 @llvm.vector.reduce.or.v{self.type.lanes}i1({self.truth} {far})")
        self.declare(function, f"declare float @{function}(float) nounwind willreturn memory(none)")
        self.lines += [f"  br i1 {far}, label %far, label %near", "far:"]
        made = "poison"
        for lane in range(self.type.lanes if self.type.is_vector else 0):
            each = self.set(f"extractelement {self.kind} %x, i64 {lane}")
            found = self.set(f"call float @{function}(float {each})")
            made = self.set(f"insertelement {self.kind} {made}, float {found}, i64 {lane}")
        made = made if self.type.is_vector else self.set(f"call float @{function}(float %x)")
        self.lines += [f"  ret {self.kind} {made}", "near:"]

    def magnitude(self, a: str) -> str:
        return self.set(f"call {self.kind} @llvm.fabs.{suffix(self.type)}({self.kind} {a})")

    def signed(self, a: str, sign: str) -> str:
        return self.set(f"call {self.kind} @llvm.copysign.{suffix(self.type)}({self.kind} {a}, {self.kind} {sign})")

    def polynomial(self, coefficients: Sequence[float], x: str) -> str:
        value = self.number(coefficients[-1])
        for coefficient in reversed(coefficients[:-1]):
            value = self.add_product(value, x, self.number(coefficient))
        return value

    def choose(self, comparison: str, a: str, b: str, yes: str, no: str) -> str:
        condition = self.set(f"fcmp {comparison} {self.kind} {a}, {b}")
        return self.set(f"select {self.truth} {condition}, {self.kind} {yes}, {self.kind} {no}")

    def scaled(self, a: str, n: str) -> str:
        """a * 2**n, where n is a float, by the instruction of AVX-512 for that"""
        return self.avx512("scalef", f"{self.kind} {a}, {self.kind} {n}")

    def limited(self, a: str, most: float) -> str:
        """a with a magnitude of at most `most`, which also stands for not-a-number, by the instruction of AVX-512 for that"""
        return self.avx512("range", f"{self.kind} {a}, {self.kind} {self.number(most)}, i32 2")

    def avx512(self, name: str, operands: str) -> str:
        """An instruction of AVX-512 in all lanes"""
        lanes, kind = self.type.lanes, self.kind
        mask = f"i{max(8, lanes)} -1{', i32 4' if lanes == 16 else ''}"
        return self.set(
            f"call {kind} @llvm.x86.avx512.mask.{name}.ps.{32 * lanes}({operands}, {kind} zeroinitializer, {mask})"
        )

    def as_bits(self, a: str) -> str:
        return self.set(f"bitcast {self.kind} {a} to {self.bits}")

    def as_float(self, a: str) -> str:
        return self.set(f"bitcast {self.bits} {a} to {self.kind}")


def _exp(x: str, to: _Lines) -> str:
    """e**x; of vectors all of whose lanes are near enough to 0 without limits and by one factor"""
    if to.type.is_vector and not to.scales:
        to.lines += [f"  br i1 {_is_any_far(x, to)}, label %far, label %near, {_SELDOM}", "far:"]
        to.lines += [f"  ret {to.kind} {_exp_of_any(x, to)}", "near:"]
        return _exp_of_near(x, to)
    return _exp_of_any(x, to)


def _exp_below(x: str, most: float, to: _Lines) -> str:
    """e**x, or e**most from there on, for x that is not negative"""
    if to.scales:
        return _exp_of_any(x, to)
    return _exp_of_near(to.choose("ogt", x, to.number(most), to.number(most), x), to)


def _is_any_far(x: str, to: _Lines) -> str:
    """Whether e**x may be no normal number in some lane, which magnitudes tell as integers"""
    size, lanes = to.integer("and", to.as_bits(x), 0x7FFFFFFF), to.type.lanes
    while lanes > _JOINED and lanes % 2 == 0:
        whole, half = register(INT32.with_lanes(lanes)), INT32.with_lanes(lanes // 2)
        parts = [
            to.set(f"shufflevector {whole} {size}, {whole} poison, {_places(first, lanes // 2)}")
            for first in (0, lanes // 2)
        ]
        low, high = (f"{register(half)} {part}" for part in parts)
        size, lanes = to.set(f"call {register(half)} @llvm.smax.{suffix(half)}({low}, {high})"), lanes // 2
    kind = INT32.with_lanes(lanes)
    far = to.set(f"icmp sgt {register(kind)} {size}, {integer(kind, _NEAR_BITS)}")
    return to.set(f"call i1 @llvm.vector.reduce.or.v{lanes}i1(<{lanes} x i1> {far})")


def _places(first: int, count: int) -> str:
    """Consecutive lanes, as `shufflevector` takes them"""
    return f"<{count} x i32> <{', '.join(f'i32 {lane}' for lane in range(first, first + count))}>"


def _exp_of_near(x: str, to: _Lines) -> str:
    """2**n * e**r with x = n ln(2) + r, where 2**n is a normal number: its bits are the low ones of n and the bias"""
    shifted, n = _whole(x, to, _BIAS)
    power = to.as_float(to.integer("shl", to.as_bits(shifted), 23))
    return to.add_product(_exp_less_one(_rest(x, n, to), to), power, power)


def _exp_of_any(x: str, to: _Lines) -> str:
    """2**n * e**r with x = n ln(2) + r; beyond the ends, n is such that the product is 0 or infinity, and r, which has no digits then, any number near 0

    Without an instruction for that, 0 is chosen at the lower end: processors take long for products that are too small, and masks are full of them.
    """
    scaled = to.scales and to.type.lanes in _SCALED
    low, high, zero = to.number(-104.0), to.number(89.0), to.number(0.0)
    given = x
    if not scaled:
        x = to.choose("olt", x, low, low if to.scales else zero, x)
        x = to.choose("ogt", x, high, high, x)
    shifted, n = _whole(x, to, 0 if to.scales else 2 * _BIAS)
    r = _rest(x, n, to)
    more = _exp_less_one(to.limited(r, 0.5) if scaled else r, to)
    bits = to.as_bits(shifted)
    if to.scales:
        value = to.float("fadd", more, to.number(1.0))
        if scaled:
            return to.scaled(value, n)
        name = f"llvm.ldexp.{suffix(to.type)}.{suffix(to.whole)}"
        whole = to.integer("sub", bits, _ROUND_BITS)
        return to.set(f"call {to.kind} @{name}({to.kind} {value}, {to.bits} {whole})")
    # The low bits are n and twice the bias: each half is an exponent with its bias, once what stands above has been shifted out.
    half = to.integer("lshr", bits, 1)
    first, second = (
        to.as_float(to.integer("shl", each, 23)) for each in (half, to.set(f"sub {to.bits} {bits}, {half}"))
    )
    return to.choose("olt", given, low, zero, to.float("fmul", to.add_product(more, first, first), second))


def _whole(x: str, to: _Lines, offset: int) -> tuple[str, str]:
    """x / ln(2), rounded: with the integer and an offset in its low bits, and as a number"""
    round_ = to.number(_ROUND + offset)
    shifted = to.add_product(x, to.number(_LOG2_E), round_)
    return shifted, to.float("fsub", shifted, round_)


def _rest(x: str, n: str, to: _Lines) -> str:
    """x - n ln(2)"""
    return to.add_product(n, to.number(-_LN2_LOW), to.add_product(n, to.number(-_LN2_HIGH), x))


def _exp_less_one(r: str, to: _Lines) -> str:
    """e**r - 1"""
    return to.add_product(to.polynomial(_EXP, r), to.float("fmul", r, r), r)


def _log(x: str, to: _Lines) -> str:
    """ln(m) + e ln(2) with x = m 2**e; numbers below the normal ones are scaled first"""
    least, zero = to.number(2.0**-126), to.number(0.0)
    scaled = to.choose("olt", x, least, to.float("fmul", x, to.number(2.0**23)), x)
    bits = to.as_bits(scaled)
    offset = to.integer("sub", bits, 0x3F3504F3)
    exponent = to.integer("ashr", offset, 23)
    mantissa = to.integer("add", to.integer("and", offset, 0x7FFFFF), 0x3F3504F3)
    m = to.float("fsub", to.as_float(mantissa), to.number(1.0))
    e = to.set(f"sitofp {to.bits} {exponent} to {to.kind}")
    e = to.choose("olt", x, least, to.float("fsub", e, to.number(23.0)), e)
    square = to.float("fmul", m, m)
    rest = to.float("fmul", to.polynomial(_LOG, m), to.float("fmul", square, m))
    rest = to.add_product(e, to.number(_LN2_LOW), rest)
    rest = to.add_product(square, to.number(-0.5), rest)
    value = to.add_product(e, to.number(_LN2_HIGH), to.float("fadd", m, rest))
    infinite = to.number(float("inf"))
    value = to.choose("oeq", x, infinite, infinite, value)
    value = to.choose("oeq", x, zero, to.number(float("-inf")), value)
    return to.choose("ult", x, zero, to.number(float("nan")), value)


def _tanh(x: str, to: _Lines) -> str:
    """A polynomial near 0, beyond it 1 - 2 / (e**2|x| + 1) with the sign of x"""
    size = to.magnitude(x)
    square = to.float("fmul", x, x)
    small = to.add_product(to.polynomial(_TANH, square), to.float("fmul", square, x), x)
    twice = to.float("fadd", size, size)
    power = to.float("fadd", _exp_below(twice, 20.0, to), to.number(1.0))
    large = to.float("fsub", to.number(1.0), to.float("fdiv", to.number(2.0), power))
    return to.signed(to.choose("olt", size, to.number(0.625), small, large), x)


def _erf(x: str, to: _Lines) -> str:
    """A polynomial near 0, beyond it 1 - erfc(|x|) with the sign of x"""
    size, most = to.magnitude(x), to.number(4.0)
    small = to.add_product(to.polynomial(_ERF, to.float("fmul", x, x)), x, x)
    far = to.polynomial(_ERFC, to.choose("ogt", size, most, most, size))
    rest = _exp_of_any(far, to) if to.scales else _exp_of_near(far, to)
    large = to.float("fsub", to.number(1.0), rest)
    return to.signed(to.choose("olt", size, to.number(1.0), small, large), x)


def _turned(x: str, to: _Lines, function: str, quarters: int) -> str:
    """The sine of x and so many quarters of a turn: x = n pi / 2 + r, and the sine or cosine of r, with a sign, by the last bits of n"""
    to.unless(to.set(f"fcmp ogt {to.kind} {to.magnitude(x)}, {to.number(_FAR)}"), function)
    shifted = to.add_fused(x, to.number(2 / math.pi), to.number(_ROUND))
    n = to.float("fsub", shifted, to.number(_ROUND))
    first = to.add_fused(n, to.number(-_HALF_PI[0]), x)
    second = to.float("fmul", n, to.number(-_HALF_PI[1]))
    rest = to.add_fused(n, to.number(-_HALF_PI[1]), to.set(f"fneg {to.kind} {second}"))
    r = to.float("fadd", first, second)
    taken = to.float("fsub", r, first)
    lost = to.float("fadd", to.float("fsub", first, to.float("fsub", r, taken)), to.float("fsub", second, taken))
    rest = to.add_fused(
        n, to.number(-_HALF_PI[2]), to.float("fadd", lost, rest)
    )  # r + rest is x - n pi / 2 to more digits
    square = to.float("fmul", r, r)
    cube = to.float("fmul", square, r)
    sine = to.float("fadd", r, to.add_fused(to.polynomial(_SIN, square), cube, rest))
    most = to.add_fused(square, to.number(-0.5), to.number(1.0))
    lost = to.add_fused(square, to.number(-0.5), to.float("fsub", to.number(1.0), most))
    lost = to.add_fused(to.set(f"fneg {to.kind} {r}"), rest, lost)
    cosine = to.float("fadd", most, to.add_fused(to.float("fmul", square, square), to.polynomial(_COS, square), lost))
    turn = to.integer("add", to.integer("sub", to.as_bits(shifted), _ROUND_BITS), quarters)
    odd = to.set(f"icmp ne {to.bits} {to.integer('and', turn, 1)}, {integer(to.whole, 0)}")
    value = to.set(f"select {to.truth} {odd}, {to.kind} {cosine}, {to.kind} {sine}")
    sign = to.integer("shl", to.integer("and", turn, 2), 30)
    return to.as_float(to.set(f"xor {to.bits} {to.as_bits(value)}, {sign}"))


def _sin(x: str, to: _Lines) -> str:
    """The sine, which is x itself at zero, with its sign"""
    return to.choose("oeq", x, to.number(0.0), x, _turned(x, to, "sinf", 0))


def _cos(x: str, to: _Lines) -> str:
    """The sine of a quarter turn more"""
    return _turned(x, to, "cosf", 1)


_FUNCTIONS: dict[str, Callable[[str, _Lines], str]] = {
    "llvm.exp": _exp,
    "llvm.log": _log,
    "tanh": _tanh,
    "erf": _erf,
    "llvm.sin": _sin,
    "llvm.cos": _cos,
}
_FUSED = frozenset({"llvm.sin", "llvm.cos"})


def own_function(body: Body, name: str, type_: DType, value: str) -> str | None:
    """The value of a mathematical function by its name as an intrinsic or in the C library; None when there is no own one for the type."""
    write = _FUNCTIONS.get(name)
    features = {*body.module.features.split(",")}
    if write is None or type_.element is not FLOAT32 or (name in _FUSED and "+fma" not in features):
        return None
    symbol = f"tilewright.{name.removeprefix('llvm.')}.{suffix(type_)}"
    kind = register(type_)
    body.computes = True
    if symbol not in body.module.own:
        to = _Lines(type_, {"+avx512vl", "+avx512dq"} <= features, body.module.declare)
        result = write("%x", to)
        head = f"define internal {kind} @{symbol}({kind} %x) alwaysinline nounwind willreturn memory(none) {{"
        body.module.own[symbol] = "\n".join([head, *to.lines, f"  ret {kind} {result}", "}"])
    return body.set(f"call {kind} @{symbol}({kind} {value})")


__all__ = ["own_function"]
