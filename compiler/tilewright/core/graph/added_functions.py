"""The functions that a builder has added to its module: each once, and each under a name of its own."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from tilewright.core.ir.expr import GlobalVar, IntImm
from tilewright.core.ir.function import BaseFunc, PrimFunc
from tilewright.core.ir.hashing import structural_hash
from tilewright.core.ir.relax import Function, SeqExpr
from tilewright.core.ir.structural import structural_equal


class AddedFunctions:
    """`names` are those that are taken; `found` gives the variable of an equal function, `add` notes a new one."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = set(names)
        self._last: dict[str, int] = {}
        self._alike: dict[object, list[_Added]] = {}

    def found(self, func: BaseFunc) -> GlobalVar | None:
        """The variable of a function that is equal to this one."""
        asked = _Added(func, None)
        for known in self._alike.get(_outline(func), ()):
            if known.hash == asked.hash and structural_equal(known.function, func):
                return known.variable
        return None

    def add(self, func: BaseFunc, stem: str) -> GlobalVar:
        """A variable for a new function, named after the stem."""
        variable = GlobalVar(self._free_name(stem))
        self.take(variable)
        self._alike.setdefault(_outline(func), []).append(_Added(func, variable))
        return variable

    def take(self, variable: GlobalVar) -> None:
        """Note that the module has a function of that name."""
        self._names.add(variable.name_hint)

    def _free_name(self, stem: str) -> str:
        """The stem, with the first number behind it for which no function has the name already."""
        name, count = stem, self._last.get(stem, 0)
        while name in self._names:
            count += 1
            name = f"{stem}{count}"
        self._last[stem] = count
        return name


class _Added:
    def __init__(self, function: BaseFunc, variable: GlobalVar | None) -> None:
        self.function = function
        self.variable = variable

    @cached_property
    def hash(self) -> int:
        """The structural hash, for which the whole function is read."""
        return structural_hash(self.function)


def _outline(func: BaseFunc) -> object:
    """Its form at a glance, which equal functions have in common."""
    if isinstance(func, PrimFunc):
        buffers = [func.buffer_map.get(param) for param in func.params]
        return tuple([each and (str(each.dtype), tuple(map(_size, each.shape))) for each in buffers])
    if isinstance(func, Function) and isinstance(func.body, SeqExpr):
        return len(func.params), tuple([len(block.bindings) for block in func.body.blocks])
    return type(func)


def _size(size: object) -> int | None:
    return size.value if isinstance(size, IntImm) else None


__all__ = ["AddedFunctions"]
