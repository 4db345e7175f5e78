"""Random programs that two compilers must agree about, by seed: text in the classic dialect, with arguments for a call.

Every program is defined: indices are taken modulo the extent, divisors are positive constants, integers stay small enough never to wrap,
and every parallel or vectorised loop writes elements of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

FLOATS = ("float32", "float32", "float64")
INTEGERS = ("int32", "int32", "int64")
STORED = (*FLOATS, *INTEGERS, "int8", "uint8", "float16")
EXTENTS = (1, 2, 3, 4, 5, 7, 8, 12, 13, 16, 17)


@dataclass(frozen=True)
class Buffer:
    """A buffer of a program: its name, element type and shape; the first size may be the symbol `n`."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    symbolic: bool = False

    @property
    def sizes(self) -> str:
        """The shape as it is written."""
        written = ["n" if self.symbolic and at == 0 else str(size) for at, size in enumerate(self.shape)]
        return f"({', '.join(written)}{',' if len(written) == 1 else ''})"


@dataclass(frozen=True)
class Program:
    """Text in the classic dialect and what to call it with: arrays, and the number `k`."""

    text: str
    arguments: tuple[Any, ...]


def program(seed: int) -> Program:
    """The program of a seed, always the same."""
    return _Writer(Random(seed)).program(seed)


class _Writer:
    """A program while it is written: its lines, its buffers and the integer names that can be mentioned."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.lines: list[str] = []
        self.names: list[str] = []
        self.inputs: list[Buffer] = []
        self.outputs: list[Buffer] = []
        self.count = 0
        self.size = random.choice(EXTENTS)

    def program(self, seed: int) -> Program:
        symbolic = self.random.random() < 0.3
        self.inputs = [self.buffer(f"A{at}", symbolic and at == 0) for at in range(self.random.randint(1, 3))]
        self.outputs = [self.buffer(f"B{at}", symbolic and at == 0) for at in range(self.random.randint(1, 2))]
        given = (*self.inputs, *self.outputs)
        parameters = [f"{buffer.name.lower()}: T.handle" for buffer in given]
        self.names = ["k", "n"] if symbolic else ["k"]
        if symbolic:
            self.put(1, "n = T.int32()")
        for buffer in given:
            self.put(1, f'{buffer.name} = T.match_buffer({buffer.name.lower()}, {buffer.sizes}, "{buffer.dtype}")')
        for _ in range(self.random.randint(1, 3)):
            self.random.choice(
                (self.blocks, self.blocks, self.reduction, self.intermediate, self.loops, self.vectors)
            )()
        head = f"@T.prim_func\ndef main({', '.join(parameters)}, k: T.int32):\n"
        numbers = np.random.default_rng(seed)
        arrays = [array(buffer, numbers) for buffer in given]
        return Program(head + "\n".join(self.lines) + "\n", (*arrays, self.random.randint(0, 9)))

    def buffer(self, name: str, symbolic: bool) -> Buffer:
        rank = self.random.choice((1, 1, 2, 2, 3))
        shape = [self.random.choice(EXTENTS[2:]) for _ in range(rank)]
        if symbolic:
            shape[0] = self.size
        return Buffer(name, self.random.choice(STORED), tuple(shape), symbolic)

    def put(self, depth: int, line: str) -> None:
        self.lines.append("    " * depth + line)

    def fresh(self, letter: str) -> str:
        self.count += 1
        return f"{letter}{self.count}"

    # Statements

    def blocks(self, target: Buffer | None = None) -> None:
        """Every element of a buffer, in a block whose axes are loop variables or parts of them; some elements only of a parameter."""
        whole = target is not None
        target = target or self.random.choice(self.outputs)
        with_parts = self.random.random() < 0.3 and not target.symbolic
        known = list(self.names)
        axes, depth = (self.split_axes if with_parts else self.plain_axes)(target)
        if not whole and self.random.random() < 0.3:
            self.put(depth, f"if {self.condition(2)}:")
            depth += 1
        self.put(depth, f"{target.name}[{', '.join(axes)}] = {self.stored(target.dtype)}")
        self.names = known

    def plain_axes(self, target: Buffer) -> tuple[list[str], int]:
        loops = [self.fresh("i") for _ in target.shape]
        sizes = ["n" if target.symbolic and at == 0 else str(size) for at, size in enumerate(target.shape)]
        if len(loops) > 1:
            self.put(1, f"for {', '.join(loops)} in T.grid({', '.join(sizes)}):")
        else:
            kind = self.random.choice(("range", "range", "T.serial", "T.parallel", "T.unroll"))
            kind = "range" if target.symbolic and kind == "T.unroll" else kind
            self.put(1, f"for {loops[0]} in {kind}({sizes[0]}):")
        self.put(2, f'with T.block("{self.fresh("block")}"):')
        axes = [self.fresh("v") for _ in loops]
        self.put(3, f'{", ".join(axes)} = T.axis.remap("{"S" * len(axes)}", [{", ".join(loops)}])')
        self.names += axes
        return axes, 3

    def split_axes(self, target: Buffer) -> tuple[list[str], int]:
        """Each axis from an outer and an inner loop, with a condition where they overshoot."""
        factor = self.random.choice((2, 3, 4))
        axes, guards, depth = [], [], 1
        bindings: list[tuple[int, str]] = []
        for size in target.shape:
            outer, inner = self.fresh("i"), self.fresh("i")
            self.put(depth, f"for {outer}, {inner} in T.grid({-(-size // factor)}, {factor}):")
            bindings.append((size, f"{outer} * {factor} + {inner}"))
            if size % factor:
                guards.append(f"{outer} * {factor} + {inner} < {size}")
            depth += 1
        self.put(depth, f'with T.block("{self.fresh("block")}"):')
        for size, value in bindings:
            axes.append(self.fresh("v"))
            self.put(depth + 1, f"{axes[-1]} = T.axis.spatial({size}, {value})")
        if guards:
            self.put(depth + 1, f"T.where({' and '.join(guards)})")
        self.names += axes
        return axes, depth + 1

    def reduction(self) -> None:
        """A sum or maximum over a last axis, with its `T.init`."""
        target = self.random.choice(self.outputs)
        known = list(self.names)
        loops, axes = ([self.fresh(letter) for _ in (*target.shape, 0)] for letter in ("i", "v"))
        sizes = ["n" if target.symbolic and at == 0 else str(size) for at, size in enumerate(target.shape)]
        self.put(1, f"for {', '.join(loops)} in T.grid({', '.join(sizes)}, {self.random.choice(EXTENTS)}):")
        self.put(2, f'with T.block("{self.fresh("block")}"):')
        self.put(3, f'{", ".join(axes)} = T.axis.remap("{"S" * len(target.shape)}R", [{", ".join(loops)}])')
        self.names += axes
        element = f"{target.name}[{', '.join(axes[:-1])}]"
        self.put(3, "with T.init():")
        self.put(4, f"{element} = {self.constant(target.dtype)}")
        if target.dtype in ("int8", "uint8", "float16") or self.random.random() < 0.4:
            self.put(3, f"{element} = T.max({element}, {self.stored(target.dtype)})")
        else:
            self.put(3, f"{element} = {element} + {self.stored(target.dtype)}")
        self.names = known

    def intermediate(self) -> None:
        """A buffer of the function's own, written whole and then read by what follows."""
        made = self.buffer(self.fresh("C"), False)
        self.put(1, f'{made.name} = T.alloc_buffer({made.sizes}, "{made.dtype}")')
        self.blocks(made)
        self.inputs.append(made)
        self.blocks()

    def loops(self) -> None:
        """Loops without blocks, with conditions, a `while` and elements that are computed again and again."""
        target = self.random.choice(self.outputs)
        known = list(self.names)
        first = self.fresh("i")
        size = "n" if target.symbolic else str(target.shape[0])
        self.put(1, f"for {first} in {self.random.choice(('range', 'T.serial', 'T.parallel'))}({size}):")
        self.names.append(first)
        rest: list[str] = []
        depth = 2
        for extent in target.shape[1:]:
            rest.append(self.fresh("i"))
            self.put(depth, f"for {rest[-1]} in {self.random.choice(('range', 'T.unroll'))}({extent}):")
            depth += 1
        self.names += rest
        element = f"{target.name}[{', '.join((first, *rest))}]"
        if self.random.random() < 0.5:
            self.put(depth, f"if {self.condition(2)}:")
            self.put(depth + 1, f"{element} = {self.stored(target.dtype)}")
            self.put(depth, "else:")
            depth += 1
        self.put(depth, f"{element} = {self.stored(target.dtype)}")
        if target.dtype in ("int32", "float32") and self.random.random() < 0.4:
            limit = "T.float32(3)" if target.dtype == "float32" else "3"
            self.put(depth, f"while {element} > {limit}:")
            less = f"{element} - T.float32(2)" if target.dtype == "float32" else f"{element} - 2"
            self.put(
                depth + 1,
                f"{element} = {less}" if target.dtype == "int32" else f"{element} = T.min({less}, T.float32(50))",
            )
        self.names = known

    def vectors(self) -> None:
        """A vectorised loop, or a store of a whole vector, into the first elements of a buffer."""
        fitting = [b for b in self.outputs if b.dtype in ("float32", "int32") and not b.symbolic and b.shape[-1] >= 4]
        if not fitting:
            self.blocks()
            return
        target = self.random.choice(fitting)
        known = list(self.names)
        lanes = 8 if target.shape[-1] >= 8 else 4
        outer = [str(self.random.randrange(size)) for size in target.shape[:-1]]
        if self.random.random() < 0.5:
            lane = self.fresh("i")
            self.put(1, f"for {lane} in T.vectorized({lanes}):")
            self.names.append(lane)
            self.put(2, f"{target.name}[{', '.join((*outer, lane))}] = {self.stored(target.dtype)}")
        else:
            place = ", ".join((*outer, f"T.Ramp(0, 1, {lanes})"))
            number = self.expression(target.dtype, 1)
            self.put(1, f"{target.name}[{place}] = T.Broadcast({number}, {lanes}) + {target.name}[{place}]")
        self.names = known

    # Expressions

    def stored(self, dtype: str) -> str:
        """A value for an element of a type; narrow types get the result of a wider one, cut to what they hold."""
        if dtype in ("int8", "uint8"):
            return f'T.Cast("{dtype}", {self.expression("int32", 2)} % 100)'
        if dtype == "float16":
            return f'T.Cast("float16", T.min(T.max({self.expression("float32", 2)}, T.float32(-200)), T.float32(200)))'
        if dtype in INTEGERS:
            return f"{self.expression(dtype, 3)} % {self.number(dtype, 1000)}"
        bounded = f"T.min({self.expression(dtype, 3)}, {self.number(dtype, 1000)})"
        return f"T.max({bounded}, {self.number(dtype, -1000)})"

    def number(self, dtype: str, value: int) -> str:
        return str(value) if dtype == "int32" else f"T.{dtype}({value})"

    def constant(self, dtype: str) -> str:
        value = self.random.randint(0, 4)
        return (
            f"T.{dtype}({value + 0.5})" if dtype in FLOATS and self.random.random() < 0.5 else self.number(dtype, value)
        )

    def expression(self, dtype: str, depth: int) -> str:
        if depth == 0 or self.random.random() < 0.2:
            return self.leaf(dtype)
        return self.float_(dtype, depth) if dtype in FLOATS else self.integer(dtype, depth)

    def integer(self, dtype: str, depth: int) -> str:
        a, b = (f"({self.expression(dtype, depth - 1)})" for _ in range(2))
        divisor = self.number(dtype, self.random.choice((1, 2, 3, 7, 8)))
        small = self.number(dtype, 50)
        return self.random.choice(
            (
                f"{a} + {b}",
                f"{a} - {b}",
                f"({a} % {small}) * ({b} % {small})",
                f"{a} // {divisor}",
                f"{a} % {divisor}",
                f"T.truncdiv({a}, {divisor})",
                f"T.truncmod({a}, {divisor})",
                f"T.min({a}, {b})",
                f"T.max({a}, {b})",
                f"T.bitwise_and({a}, {small})",
                f"T.bitwise_xor({a}, {b})",
                f"T.shift_right({a}, {self.number(dtype, self.random.randint(0, 3))})",
                f"T.if_then_else({self.condition(depth - 1)}, {a}, {b})",
                f"T.Select({self.condition(depth - 1)}, {a}, {b})",
                f'T.Cast("{dtype}", {self.expression(self.random.choice(INTEGERS), depth - 1)})',
            )
        )

    def float_(self, dtype: str, depth: int) -> str:
        a, b = (f"({self.expression(dtype, depth - 1)})" for _ in range(2))
        one = f"T.{dtype}(1)"
        return self.random.choice(
            (
                f"{a} + {b}",
                f"{a} - {b}",
                f"{a} * {b}",
                f"{a} / (T.fabs({b}) + {one})",
                f"T.min({a}, {b})",
                f"T.max({a}, {b})",
                f"T.sqrt(T.fabs({a}))",
                f"T.exp(T.min({a}, {one}))",
                f"T.tanh({a})",
                f"T.fabs({a})",
                f"T.if_then_else({self.condition(depth - 1)}, {a}, {b})",
                f"T.Select({self.condition(depth - 1)}, {a}, {b})",
                f'T.Cast("{dtype}", {self.expression("int32", depth - 1)})',
            )
        )

    def condition(self, depth: int) -> str:
        """A condition that does not mention `n`: where TVM knows that a size is not positive it gives up on remainders by it.

        It always mentions a variable, since constant conditions are folded to different depths.
        """
        known = self.names
        self.names = [name for name in known if name != "n"]
        found = self.compared(depth)
        self.names = known
        return found

    def compared(self, depth: int) -> str:
        if depth > 1 and self.random.random() < 0.3:
            joined = self.random.choice((" and ", " or "))
            return f"({self.compared(depth - 1)}{joined}{self.compared(depth - 1)})"
        a, b = (self.expression("int32", max(depth - 1, 0)) for _ in range(2))
        compared = (
            f"({self.random.choice(self.names)} + ({a})) {self.random.choice(('<', '<=', '>', '>=', '==', '!='))} ({b})"
        )
        return f"not ({compared})" if self.random.random() < 0.1 else f"({compared})"

    def leaf(self, dtype: str) -> str:
        kinds = [self.constant, self.loaded, self.loaded]
        if dtype == "int32":
            kinds += [self.named, self.named]
        return self.random.choice(kinds)(dtype)

    def named(self, dtype: str) -> str:
        return self.random.choice(self.names)

    def loaded(self, dtype: str) -> str:
        source = self.random.choice(self.inputs)
        if dtype not in FLOATS and source.dtype.startswith("float") and source.name.startswith("C"):
            return self.constant(dtype)  # what was computed may be rounded differently, and then cut differently
        indices = [self.index(source, at) for at in range(len(source.shape))]
        element = f"{source.name}[{', '.join(indices)}]"
        if source.dtype == dtype:
            return element
        if source.dtype in ("float16", *FLOATS) and dtype not in FLOATS:
            element = f"T.max(T.min({element}, T.{source.dtype}(100)), T.{source.dtype}(-100))"
        return f'T.Cast("{dtype}", {element})'

    def index(self, source: Buffer, at: int) -> str:
        size = "n" if source.symbolic and at == 0 else str(source.shape[at])
        parts = self.random.sample(self.names, min(len(self.names), self.random.randint(1, 2)))
        factor = self.random.choice(("", "", " * 2", " * 3"))
        written = " + ".join((parts[0] + factor, *parts[1:], str(self.random.randint(0, 3))))
        return f"({written}) % {size}"


def array(buffer: Buffer, numbers: np.random.Generator) -> Any:
    """Small random elements, so that sums and products of a few stay exact or nearly so."""
    if buffer.dtype.startswith("float"):
        return (numbers.random(buffer.shape) * 4 - 2).astype(buffer.dtype)
    low = 0 if buffer.dtype.startswith("u") else -4
    return numbers.integers(low, 9, buffer.shape).astype(buffer.dtype)
