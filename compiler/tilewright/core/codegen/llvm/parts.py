"""A module in two parts, where some of its functions are in vectors already and others are not: each is optimised in its own way, then they are linked.

Functions in vectors are called by the others and call none themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tilewright.core.codegen.llvm.jit import clean_up, optimise, parse
from tilewright.core.codegen.llvm.symbols import symbol
from tilewright.core.codegen.llvm.writer import ModuleText


@dataclass(frozen=True)
class Parts:
    """The texts of both parts, and the symbols that only the linked whole may know."""

    vectors: str
    rest: str
    internal: tuple[str, ...]

    def optimised(self, machine: object, level: int) -> Any:
        """One LLVM module of both."""
        vectors, module = parse(self.vectors, machine), parse(self.rest, machine)
        clean_up(vectors, machine)
        optimise(module, machine, level)
        module.link_in(vectors)
        for name in self.internal:
            module.get_function(name).linkage = "internal"
        return module


def in_parts(text: ModuleText, places: Mapping[str, range], explicit: Iterable[str], exported: Iterable[str]) -> Parts:
    """The parts of a module; `places` are those of each function's definitions, `explicit` the names of functions in vectors."""
    taken = {at for name in explicit for at in places[name]}
    own = {symbol(name): name for name in explicit}
    vectors, heads = list[str](), list[str]()
    for at in sorted(taken):
        definition = text.definitions[at]
        name = _defined(definition)
        if name in own:
            definition = definition.replace("define internal ", "define ", 1)
            heads.append("declare " + definition.split("\n", 1)[0].removeprefix("define ").rstrip(" {"))
        vectors.append(definition)
    rest = [definition for at, definition in enumerate(text.definitions) if at not in taken]
    public = {symbol(name) for name in exported}
    return Parts(text.render(vectors), text.render([*heads, *rest]), tuple(name for name in own if name not in public))


def _defined(definition: str) -> str:
    """The symbol that a definition is of."""
    return definition.split("@", 1)[1].split("(", 1)[0]


__all__ = ["Parts", "in_parts"]
