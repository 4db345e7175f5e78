"""Programs that hypothesis writes, each with what numpy says it computes.

A program assigns elements of `B0` and `B1` from elements of `A0` and `A1`, the size `n` and the number `k`, in loops, blocks, split loops with
conditions, reductions, vectors and backward vectors.  It is written twice at once: as TVMScript, and as functions over numpy arrays of indices.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np
from hypothesis import strategies as st

Env = Mapping[str, Any]
Draw = Callable[[Any], Any]
Item = TypeVar("Item")

FLOATS, INTEGERS = ("float32", "float64"), ("int32", "int64", "int8", "uint8", "int16", "uint32")
DTYPES = (*FLOATS, *INTEGERS)
EXTENTS = (1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 33)


@dataclass(frozen=True)
class Value:
    """An expression: its text, its element type, and what it is where the names have these values."""

    text: str
    dtype: str
    at: Callable[[Env], Any]


@dataclass(frozen=True)
class Array:
    """A buffer; with `symbolic`, its first size is written `n`."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    symbolic: bool = False

    @property
    def sizes(self) -> tuple[str, ...]:
        """Its sizes as they are written."""
        return tuple("n" if self.symbolic and at == 0 else str(size) for at, size in enumerate(self.shape))

    @property
    def declared(self) -> str:
        """Its shape as it is written."""
        return f"({', '.join(self.sizes)},)"


@dataclass(frozen=True)
class Program:
    """Text, arguments for a call, and the arrays after the call as numpy computes them."""

    text: str
    arguments: tuple[Any, ...]
    expected: tuple[Any, ...]


@st.composite
def programs(draw: Draw) -> Program:
    """A whole program."""
    return _Writer(draw).program()


class _Writer:
    """A program while it is written."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self.lines: list[str] = []
        self.steps: list[Callable[[dict[str, Any]], None]] = []
        self.names: list[str] = ["k"]
        self.count = 0

    def program(self) -> Program:
        symbolic = self.flip()
        self.inputs = [self.array("A0", symbolic), self.array("A1", False)]
        self.outputs = [self.array("B0", False)]
        if symbolic:
            self.names.append("n")
            self.outputs.append(replace(self.array("B1", True), shape=self.inputs[0].shape[:1]))
        whole = [*self.inputs, *self.outputs]
        if symbolic:
            self.put(1, "n = T.int32()")
        for array in whole:
            self.put(1, f'{array.name} = T.match_buffer({array.name.lower()}, {array.declared}, "{array.dtype}")')
        for _ in range(self.pick((1, 1, 2, 3))):
            self.pick((self.elements, self.elements, self.split, self.reduction, self.vector, self.through))()
        parameters = ", ".join(f"{array.name.lower()}: T.handle" for array in whole)
        text = f"@T.prim_func\ndef main({parameters}, k: T.int32):\n" + "\n".join(self.lines) + "\n"
        return self.computed(text, whole)

    def computed(self, text: str, whole: list[Array]) -> Program:
        numbers = np.random.default_rng(self.draw(st.integers(0, 99)))
        given = {array.name: elements_of(array, numbers) for array in whole}
        k = self.draw(st.integers(-3, 9))
        env: dict[str, Any] = {name: value.copy() for name, value in given.items()}
        env |= {"k": np.int32(k), "n": np.int32(self.inputs[0].shape[0])}
        with np.errstate(all="ignore"):
            for step in self.steps:
                step(env)
        return Program(text, (*given.values(), k), tuple(env[array.name] for array in whole))

    # What the pieces need

    def pick(self, options: tuple[Item, ...]) -> Item:
        return self.draw(st.sampled_from(options))

    def flip(self) -> bool:
        return self.draw(st.booleans())

    def put(self, depth: int, line: str) -> None:
        self.lines.append("    " * depth + line)

    def fresh(self, letter: str) -> str:
        self.count += 1
        return f"{letter}{self.count}"

    def array(self, name: str, symbolic: bool) -> Array:
        shape = tuple(self.pick(EXTENTS) for _ in range(self.pick((1, 1, 2))))
        return Array(name, self.pick(DTYPES), shape, symbolic)

    def assign(self, target: Array, axes: list[str], value: Value, condition: Value | None = None) -> None:
        """Note what an assignment of every element does."""

        def step(env: dict[str, Any]) -> None:
            grid = np.indices(env[target.name].shape, dtype=np.int32, sparse=False)
            inner = {**env, **dict(zip(axes, grid))}
            made = np.broadcast_to(value.at(inner), grid[0].shape).astype(target.dtype)
            chosen = True if condition is None else condition.at(inner)
            env[target.name] = np.where(chosen, made, env[target.name])

        self.steps.append(step)

    # Statements

    def elements(self, target: Array | None = None) -> None:
        """Every element, in plain loops or in a block; some of them under a condition, some with another value else."""
        made = target or self.pick(tuple(self.outputs))
        loops = [self.fresh("i") for _ in made.shape]
        kinds = ("range", "range", "T.serial", "T.parallel", "T.unroll") if not made.symbolic else ("range",)
        for depth, (loop, size) in enumerate(zip(loops, made.sizes), 1):
            kind = self.pick((*kinds, "T.vectorized")) if depth == len(loops) and not made.symbolic else "range"
            self.put(depth, f"for {loop} in {kind if len(loops) == depth else 'range'}({size}):")
        depth, axes = len(loops) + 1, loops
        if self.flip():
            axes = [self.fresh("v") for _ in loops]
            self.put(depth, f'with T.block("{self.fresh("block")}"):')
            self.put(depth + 1, f'{", ".join(axes)} = T.axis.remap("{"S" * len(axes)}", [{", ".join(loops)}])')
            depth += 1
        self.stored(made, axes, depth, conditional=target is None)

    def stored(self, target: Array, axes: list[str], depth: int, conditional: bool) -> None:
        known = list(self.names)
        self.names += axes
        element = f"{target.name}[{', '.join(axes)}]"
        value = self.value(target.dtype, 3)
        if conditional and self.flip():
            condition = self.condition(2)
            self.put(depth, f"if {condition.text}:")
            self.put(depth + 1, f"{element} = {value.text}")
            self.assign(target, axes, value, condition)
            if self.flip():
                other = self.value(target.dtype, 2, frozenset([target.name]))
                self.put(depth, "else:")
                self.put(depth + 1, f"{element} = {other.text}")
                self.assign(target, axes, other, Value("", "bool", lambda env: ~condition.at(env)))
        else:
            self.put(depth, f"{element} = {value.text}")
            self.assign(target, axes, value)
        self.names = known

    def split(self) -> None:
        """Each axis of a block from an outer and an inner loop, with a condition where they overshoot."""
        target = self.pick(tuple(array for array in self.outputs if not array.symbolic))
        factor = self.pick((2, 3, 4))
        pairs = [(self.fresh("i"), self.fresh("i")) for _ in target.shape]
        for depth, ((outer, inner), size) in enumerate(zip(pairs, target.shape), 1):
            self.put(depth, f"for {outer}, {inner} in T.grid({-(-size // factor)}, {factor}):")
        depth = len(pairs) + 1
        self.put(depth, f'with T.block("{self.fresh("block")}"):')
        sums = [f"{outer} * {factor} + {inner}" for outer, inner in pairs]
        axes = [self.fresh("v") for _ in pairs]
        for axis, size, written in zip(axes, target.shape, sums):
            self.put(depth + 1, f"{axis} = T.axis.spatial({size}, {written})")
        guards = [f"{written} < {size}" for written, size in zip(sums, target.shape) if size % factor]
        if guards:
            self.put(depth + 1, f"T.where({' and '.join(guards)})")
        self.stored(target, axes, depth + 1, conditional=True)

    def reduction(self) -> None:
        """A sum, minimum or maximum over a last axis, from an initial value."""
        target = self.pick(tuple(self.outputs))
        extent, start = self.pick(EXTENTS), self.constant(target.dtype)
        loops, axes = ([self.fresh(letter) for _ in (*target.shape, 0)] for letter in "iv")
        self.put(1, f"for {', '.join(loops)} in T.grid({', '.join(target.sizes)}, {extent}):")
        self.put(2, f'with T.block("{self.fresh("block")}"):')
        self.put(3, f'{", ".join(axes)} = T.axis.remap("{"S" * len(target.shape)}R", [{", ".join(loops)}])')
        element = f"{target.name}[{', '.join(axes[:-1])}]"
        known = list(self.names)
        self.names += axes
        value = self.value(target.dtype, 2)
        self.names = known
        form, function = self.pick(_REDUCERS)
        self.put(3, f"with T.init():\n                {element} = {start.text}")
        self.put(3, f"{element} = {form.format(element, value.text)}")

        def step(env: dict[str, Any]) -> None:
            grid = np.indices(env[target.name].shape, dtype=np.int32)
            total = np.full(grid[0].shape, start.at(env), target.dtype)
            for last in range(extent):
                inner = {**env, **dict(zip(axes, grid)), axes[-1]: np.int32(last)}
                total = function(total, np.broadcast_to(value.at(inner), total.shape)).astype(target.dtype)
            env[target.name] = total

        self.steps.append(step)

    def vector(self) -> None:
        """A whole vector stored at once, forwards or backwards, with a mask on some."""
        fitting = tuple(array for array in self.outputs if array.shape[-1] >= 4 and not array.symbolic)
        if not fitting:
            self.elements()
            return
        target = self.pick(fitting)
        lanes, step = self.pick((2, 4)), self.pick((1, -1))
        first = 0 if step == 1 else lanes - 1
        outer = [self.pick(tuple(range(size))) for size in target.shape[:-1]]
        place = ", ".join((*map(str, outer), f"T.Ramp({first}, {step}, {lanes})"))
        value = self.value(target.dtype, 2, vector=True)
        made = f"T.Broadcast({value.text}, {lanes}) + {target.name}[{place}]"
        self.put(1, f"{target.name}[{place}] = {made}")

        def run(env: dict[str, Any]) -> None:
            changed = env[target.name].copy()
            slots = (*outer, slice(0, lanes))
            changed[slots] = (value.at(env) + changed[slots]).astype(target.dtype)
            env[target.name] = changed

        self.steps.append(run)

    def through(self) -> None:
        """A buffer of the program's own, written whole and then read."""
        made = self.array(self.fresh("C"), False)
        self.put(1, f'{made.name} = T.alloc_buffer({made.declared}, "{made.dtype}")')
        self.steps.append(lambda env: env.update({made.name: np.zeros(made.shape, made.dtype)}))
        self.elements(made)
        self.inputs.append(made)
        self.elements()

    # Expressions

    def value(self, dtype: str, depth: int, avoid: frozenset[str] = frozenset(), vector: bool = False) -> Value:
        """A number of a type; `vector` and `avoid` are for places where an element that is being written must not be read."""
        if depth == 0 or self.draw(st.integers(0, 4)) == 0:
            return self.leaf(dtype)
        if self.draw(st.integers(0, 5)) == 0:
            return self.cast(dtype, depth)
        if self.draw(st.integers(0, 4)) == 0:
            return self.choice(dtype, depth)
        a = self.value(dtype, depth - 1)
        if dtype not in FLOATS and self.flip():
            divisor = self.pick((1, 2, 3, 4, 7))
            form, function = self.pick(_DIVISIONS)
            typed = f"T.{dtype}({divisor})"
            number = np.dtype(dtype).type(divisor)
            return Value(form.format(a.text, typed), dtype, lambda env: function(a.at(env), number))
        b = self.value(dtype, depth - 1)
        form, function = self.pick(_BINARY_FLOATS if dtype in FLOATS else _BINARY_INTEGERS)
        return Value(form.format(a.text, b.text), dtype, lambda env: function(a.at(env), b.at(env)))

    def cast(self, dtype: str, depth: int) -> Value:
        """Integers become any type; floats become floats only, since the cut is theirs who rounds."""
        source = self.pick(DTYPES if dtype in FLOATS else INTEGERS)
        inner = self.value(source, depth - 1)
        return Value(f'T.Cast("{dtype}", {inner.text})', dtype, lambda env: np.asarray(inner.at(env)).astype(dtype))

    def choice(self, dtype: str, depth: int) -> Value:
        condition = self.condition(depth - 1)
        a, b = self.value(dtype, depth - 1), self.value(dtype, depth - 1)
        word = self.pick(("T.if_then_else", "T.Select"))
        text = f"{word}({condition.text}, {a.text}, {b.text})"
        return Value(text, dtype, lambda env: np.where(condition.at(env), a.at(env), b.at(env)))

    def condition(self, depth: int) -> Value:
        a, b = self.value("int32", max(depth, 0)), self.value("int32", 0)
        word, function = self.pick(_COMPARISONS)
        found = Value(f"({a.text} {word} {b.text})", "bool", lambda env: function(a.at(env), b.at(env)))
        if depth > 1 and self.flip():
            other, (joined, both) = self.condition(depth - 1), self.pick(_JOINS)
            first = found
            text = f"({first.text} {joined} {other.text})"
            found = Value(text, "bool", lambda env: both(first.at(env), other.at(env)))
        return found

    def leaf(self, dtype: str) -> Value:
        kind = self.draw(st.integers(0, 3))
        if kind == 0:
            return self.constant(dtype)
        if kind == 1:
            name = self.pick(tuple(self.names))
            text = name if dtype == "int32" else f'T.Cast("{dtype}", {name})'
            return Value(text, dtype, lambda env: np.asarray(env[name]).astype(dtype))
        return self.loaded(dtype)

    def constant(self, dtype: str) -> Value:
        number = self.draw(st.integers(0 if dtype.startswith("u") else -9, 20))
        typed = np.dtype(dtype).type(number)
        return Value(f"T.{dtype}({number})", dtype, lambda env: typed)

    def loaded(self, dtype: str) -> Value:
        fitting = tuple(source for source in self.inputs if dtype in FLOATS or source.dtype in INTEGERS)
        if not fitting:
            return self.constant(dtype)
        source = self.pick(fitting)
        indices = [self.index(size, written) for size, written in zip(source.shape, source.sizes)]
        element = f"{source.name}[{', '.join(index.text for index in indices)}]"
        text = element if source.dtype == dtype else f'T.Cast("{dtype}", {element})'

        def at(env: Env) -> Any:
            places = np.broadcast_arrays(*(np.asarray(index.at(env)) for index in indices))
            return env[source.name][tuple(places)].astype(dtype)

        return Value(text, dtype, at)

    def index(self, size: int, written: str) -> Value:
        """A place in a dimension: a mixture of names modulo its size, forwards or backwards."""
        first, second = self.pick(tuple(self.names)), self.pick(tuple(self.names))
        factor, offset = self.pick((1, 2, 3, -1)), self.draw(st.integers(0, 3))
        text = f"({first} * {factor} + {second} + {offset}) % {written}"
        return Value(text, "int32", lambda env: (env[first] * factor + env[second] + offset) % size)


def _truncated(a: Any, b: Any) -> Any:
    """The quotient rounded towards zero."""
    quotient, rest = np.floor_divide(a, b), np.remainder(a, b)
    return (quotient + ((rest != 0) & (np.asarray(a) < 0))).astype(np.asarray(a).dtype)


_BINARY_INTEGERS: tuple[tuple[str, Any], ...] = (
    ("({0} + {1})", np.add),
    ("({0} - {1})", np.subtract),
    ("({0} * {1})", np.multiply),
    ("T.min({0}, {1})", np.minimum),
    ("T.max({0}, {1})", np.maximum),
    ("T.bitwise_and({0}, {1})", np.bitwise_and),
    ("T.bitwise_or({0}, {1})", np.bitwise_or),
    ("T.bitwise_xor({0}, {1})", np.bitwise_xor),
)
_BINARY_FLOATS: tuple[tuple[str, Any], ...] = (
    ("({0} + {1})", np.add),
    ("({0} - {1})", np.subtract),
    ("({0} * {1})", np.multiply),
    ("T.min({0}, {1})", np.minimum),
    ("T.max({0}, {1})", np.maximum),
    ("({0} / (T.fabs({1}) + 1.0))", lambda a, b: a / (np.abs(b) + np.asarray(b).dtype.type(1))),
)
_DIVISIONS: tuple[tuple[str, Any], ...] = (
    ("({0} // {1})", np.floor_divide),
    ("({0} % {1})", np.remainder),
    ("T.truncdiv({0}, {1})", _truncated),
    ("T.truncmod({0}, {1})", np.fmod),
)
_REDUCERS: tuple[tuple[str, Any], ...] = (
    ("{0} + {1}", np.add),
    ("T.min({0}, {1})", np.minimum),
    ("T.max({0}, {1})", np.maximum),
)
_COMPARISONS: tuple[tuple[str, Any], ...] = (
    ("<", np.less),
    ("<=", np.less_equal),
    (">", np.greater),
    (">=", np.greater_equal),
    ("==", np.equal),
    ("!=", np.not_equal),
)
_JOINS: tuple[tuple[str, Any], ...] = (("and", np.logical_and), ("or", np.logical_or))


def elements_of(array: Array, numbers: np.random.Generator) -> Any:
    """Random elements: floats that are exact in every type, integers of every sign."""
    if array.dtype in FLOATS:
        return (numbers.integers(-16, 17, array.shape) / 4).astype(array.dtype)
    low = 0 if array.dtype.startswith("u") else -50
    return numbers.integers(low, 100, array.shape).astype(array.dtype)
