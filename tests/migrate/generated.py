"""Random programs about names: rebinding, shadowing, nested scopes, loops that carry values, `while`, macros, and every way to give a variable its value.

Each program reads and writes `A`, `B` and `n`, ends after few steps, and is right in its dialect: what a name means is kept while it is written.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

_NAMES = ("x", "y", "z", "w")
_HEADS = {
    "classic": 'from tvm.script import tir as T\n\n\n{macros}@T.prim_func\ndef f(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32"), n: T.int32):\n',
    "tirx": 'from tvm.script import tirx as T\n\n\n{macros}@T.prim_func(s_tir=True)\ndef f(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32"), n: T.int32):\n',
    "hybrid": (
        "import tvm\n\n\n@tvm.hybrid.script\ndef f(a: ty.handle, b: ty.handle, n: ty.int32):\n"
        '    A = tir.buffer_bind(a, (8,), "int32")\n    B = tir.buffer_bind(b, (8,), "int32")\n'
    ),
}


@dataclass
class _Writer:
    """A program being written: the text, and what each name is in the scopes that are open."""

    rng: random.Random
    dialect: str
    lines: list[str] = field(default_factory=list[str])
    scopes: list[dict[str, str]] = field(default_factory=lambda: [{}])
    loops: int = 0
    macros: list[str] = field(default_factory=list[str])

    @property
    def space(self) -> str:
        return "tir" if self.dialect == "hybrid" else "T"

    @property
    def types(self) -> str:
        return "ty" if self.dialect == "hybrid" else "T"

    def line(self, text: str) -> None:
        self.lines.append("    " * len(self.scopes) + text)

    def kind(self, name: str) -> str | None:
        return next((scope[name] for scope in reversed(self.scopes) if name in scope), None)

    def value(self, depth: int = 0) -> str:
        """An expression of small numbers, names and elements."""
        known = [name for scope in self.scopes for name in scope if self.kind(name) in ("let", "cell", "loop")]
        choices = ["1", "2", "n", "A[0]", "B[3]", *known, *known]
        if depth < 2 and self.rng.random() < 0.6:
            operator = self.rng.choice(("+", "-", "*"))
            return f"{self.value(depth + 1)} {operator} {self.value(2)}"
        return self.rng.choice(choices)

    def index(self) -> str:
        loops = [name for scope in self.scopes for name in scope if self.kind(name) == "loop"]
        return self.rng.choice([*loops, str(self.rng.randrange(8))])


def program(seed: int, dialect: str) -> str:
    """The program of a seed."""
    writer = _Writer(random.Random(seed), dialect)
    for _ in range(writer.rng.randint(3, 7)):
        _statement(writer)
    for name in _NAMES:
        if writer.kind(name) in ("let", "cell"):
            writer.line(f"A[{_NAMES.index(name)}] = {name}")
    writer.line(f"B[7] = {writer.value()}")
    head = _HEADS[dialect].replace("{macros}", "".join(writer.macros))
    return head + "\n".join(writer.lines) + "\n"


def _statement(writer: _Writer) -> None:
    rules = [_assign, _assign, _assign, _store, _store, _branch, _loop, _grid, _while, _memory, _let, _macro]
    if len(writer.scopes) > 3:
        rules = [_assign, _store]
    writer.rng.choice(rules)(writer)


def _suite(writer: _Writer, names: dict[str, str]) -> None:
    writer.scopes.append(names)
    for _ in range(writer.rng.randint(1, 3)):
        _statement(writer)
    writer.line(f"B[{writer.index()}] = {writer.value()}")
    writer.scopes.pop()


def _assign(writer: _Writer) -> None:
    """A name gets a value: a new variable where the scope has none of it, a new value of a cell."""
    name = writer.rng.choice(_NAMES)
    if writer.dialect == "tirx":
        _assign_in_tirx(writer, name)
        return
    if name in writer.scopes[-1]:
        _store(writer)
        return
    outer = writer.kind(name) == "let"
    form = writer.rng.choice(
        ("plain", "typed", "augmented") if outer and writer.dialect == "classic" else ("plain", "typed")
    )
    if form == "augmented":
        writer.line(f"{name} += {writer.value()}")
    elif form == "typed" or writer.dialect == "hybrid":
        writer.line(f"{name}: {writer.types}.int32 = {writer.value()}")
    else:
        writer.line(f"{name} = {writer.value()}  # {name}")
    writer.scopes[-1][name] = "let"


def _assign_in_tirx(writer: _Writer, name: str) -> None:
    if writer.kind(name) == "cell":
        writer.line(writer.rng.choice((f"{name} = {writer.value()}", f"{name} += {writer.value()}")))
        return
    if name in writer.scopes[-1]:
        _store(writer)
        return
    form = writer.rng.choice(
        ("{} = {}", "{}: T.int32 = {}", "{}: T.let = {}", "{}: T.let[T.int32] = {}", "{} = T.bind({})")
    )
    writer.line(form.format(name, writer.value()))
    writer.scopes[-1][name] = "let" if "T.let" in form or "bind" in form else "cell"


def _store(writer: _Writer) -> None:
    buffer, index = writer.rng.choice("AB"), writer.index()
    writer.line(f"{buffer}[{index}] = {writer.value()}")


def _branch(writer: _Writer) -> None:
    writer.line(f"if A[{writer.index()}] + {writer.value()} > {writer.rng.randrange(4)}:")
    _suite(writer, {})
    if writer.rng.random() < 0.5:
        writer.line("else:")
        _suite(writer, {})


def _new_loop(writer: _Writer) -> str:
    writer.loops += 1
    return f"i{writer.loops}"


def _loop(writer: _Writer) -> None:
    name = _new_loop(writer)
    kinds = (
        ("tir.range(0, 3)",)
        if writer.dialect == "hybrid"
        else ("range(3)", "T.serial(3)", "T.unroll(2)", "range(1, 4)")
    )
    writer.line(f"for {name} in {writer.rng.choice(kinds)}:")
    _suite(writer, {name: "loop"})


def _grid(writer: _Writer) -> None:
    first, second = _new_loop(writer), _new_loop(writer)
    writer.line(f"for {first}, {second} in {writer.space}.grid(2, 3):")
    _suite(writer, {first: "loop", second: "loop"})


def _while(writer: _Writer) -> None:
    """A loop of few steps, counted in an element that nothing else writes."""
    if writer.dialect == "hybrid":
        _store(writer)
        return
    counter = _fresh_buffer(writer)
    writer.line(f"{counter}[0] = 0")
    writer.line(f"while {counter}[0] < 3:")
    writer.scopes.append({})
    writer.line(f"{counter}[0] = {counter}[0] + 1")
    writer.scopes.pop()
    _suite(writer, {})


def _fresh_buffer(writer: _Writer) -> str:
    writer.loops += 1
    name = f"C{writer.loops}"
    form = "alloc_buffer" if writer.dialect == "tirx" else "decl_buffer"
    writer.line(f'{name} = {writer.space}.{form}((2,), "int32", scope="local")')
    return name


def _memory(writer: _Writer) -> None:
    name = _fresh_buffer(writer)
    writer.line(f"{name}[0] = {writer.value()}")
    writer.line(f"{name}[1] = {name}[0] + 1")
    writer.line(f"B[{writer.index()}] = {name}[1]")


def _let(writer: _Writer) -> None:
    """A scope of one variable that ends before the suite does."""
    if writer.dialect != "classic":
        _assign(writer)
        return
    name = writer.rng.choice(_NAMES)
    writer.line(f"with T.LetStmt({writer.value()}) as {name}:")
    _suite(writer, {name: "let"})


def _macro(writer: _Writer) -> None:
    """A call of a macro that has a variable of its own."""
    if writer.dialect == "hybrid":
        _store(writer)
        return
    at = len(writer.macros)
    decorator, form = ("T.macro", "q = {}") if writer.dialect == "classic" else ("T.inline", "q: T.let = {}")
    body = form.format(writer.rng.choice(("by + 1", "by * 2 - C[at]", "C[at]")))
    writer.macros.append(f"@{decorator}\ndef step{at}(C, at, by):\n    {body}\n    C[at] = q + C[0]\n\n\n")
    writer.line(f"step{at}({writer.rng.choice('AB')}, {writer.rng.randrange(8)}, {writer.value()})")
