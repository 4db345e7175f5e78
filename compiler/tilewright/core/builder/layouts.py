"""Layouts of tensors as words, `NCHW16c`, and the way from one layout to another.

A capital letter is an axis, a number with a small letter the inner part of that axis, of that size: `C16c` are channels in blocks of 16.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.base.dtype import dtype_named
from tilewright.core.base.keywords import also_named
from tilewright.core.base.names import are, counted
from tilewright.core.ir.expr import Expr, ExprLike, IterVar, Range, Var, expr
from tilewright.core.ir.operators import const

_AXIS = re.compile(r"([A-Z])|([1-9][0-9]*)([a-z])")


class Layout:
    """A layout; `name` is its word, `len` the number of axes, `layout[i]` the letter of one."""

    def __init__(self, name: str, dtype: str = "int32") -> None:
        if not isinstance(dtype, str) or dtype_named(dtype).kind != "int":  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"the axes of a layout are counted by integers, not by {dtype!r}")
        parts = list(_AXIS.finditer(name))
        letters = [part[1] or part[3] for part in parts]
        if "".join(part[0] for part in parts) != name:
            raise ValueError(
                f"{name!r} is no layout: write capital letters, and numbers before small letters, as in 'NCHW16c'"
            )
        if len(set(letters)) < len(letters):
            raise ValueError(f"an axis of the layout {name!r} occurs twice")
        for letter in letters:
            if letter.islower() and letter.upper() not in letters:
                raise ValueError(f"the layout {name!r} has a part of {letter.upper()!r} and not that axis itself")
        self.name = name
        self.dtype = dtype
        self._letters = tuple(letters)
        self._factors = {part[3]: int(part[2]) for part in parts if part[3]}

    def __len__(self) -> int:
        return len(self._letters)

    def __iter__(self) -> Iterator[str]:
        return iter(self._letters)

    def __contains__(self, axis: object) -> bool:
        return axis in self._letters

    def __getitem__(self, index: int) -> str:
        return self._letters[index]

    @property
    def axes(self) -> list[IterVar]:
        """The axes, as far as they go: the inner part of an axis has its size, an axis itself the variable of a size."""
        return [self._axis(letter) for letter in self._letters]

    def _axis(self, letter: str) -> IterVar:
        factor = self._factors.get(letter)
        type_ = dtype_named(self.dtype)
        extent = Var(f"{letter}_shape", type_) if factor is None else const(factor, type_)
        name = letter if factor is None else f"{factor}{letter}"
        return IterVar(Range.from_min_extent(const(0, type_), extent), Var(name, type_), IterVar.DataPar)

    def index_of(self, axis: str) -> int:
        """The position of an axis, -1 when the layout has none of that letter."""
        return self._letters.index(axis) if axis in self._letters else -1

    def factor_of(self, axis: str) -> int:
        """The size of the inner part of an axis, given by either letter; -1 when it has none."""
        return self._factors.get(axis.lower(), -1)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layout) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Layout({self.name!r})"


class BijectiveLayout:
    """The way between two layouts of the same axes, for indices and shapes."""

    def __init__(self, src_layout: str | Layout, dst_layout: str | Layout) -> None:
        self.src_layout, self.dst_layout = layout(src_layout), layout(dst_layout)
        axes = [{letter for letter in each if letter.isupper()} for each in (self.src_layout, self.dst_layout)]
        if axes[0] != axes[1]:
            raise ValueError(f"{self.src_layout} and {self.dst_layout} are not layouts of the same axes")

    @also_named(index="indices")
    def forward_index(self, indices: Sequence[ExprLike]) -> list[Expr]:
        """The indices in the target of the element at `indices` of the source."""
        return _moved(self.src_layout, self.dst_layout, indices, _index)

    @also_named(index="indices")
    def backward_index(self, indices: Sequence[ExprLike]) -> list[Expr]:
        """The indices in the source of the element at `indices` of the target."""
        return _moved(self.dst_layout, self.src_layout, indices, _index)

    def forward_shape(self, shape: Sequence[ExprLike]) -> list[Expr]:
        """The shape in the target layout of a tensor with that shape in the source layout."""
        return _moved(self.src_layout, self.dst_layout, shape, _size)

    def backward_shape(self, shape: Sequence[ExprLike]) -> list[Expr]:
        """The shape in the source layout of a tensor with that shape in the target layout."""
        return _moved(self.dst_layout, self.src_layout, shape, _size)

    def __repr__(self) -> str:
        return f"BijectiveLayout({self.src_layout.name!r}, {self.dst_layout.name!r})"


def layout(layout_str: str | Layout, dtype: str = "int32") -> Layout:
    """The layout called so."""
    return layout_str if isinstance(layout_str, Layout) else Layout(layout_str, dtype)


def bijective_layout(src_layout: str | Layout, dst_layout: str | Layout) -> Any:
    """The way between two layouts; None where they have other axes, or one of them none (`""`, or TVM's word for it, `"__undef__"`)."""
    if any(str(each) in ("", "__undef__") for each in (src_layout, dst_layout)):
        return None
    ends = layout(src_layout), layout(dst_layout)
    axes = [{letter for letter in each if letter.isupper()} for each in ends]
    return BijectiveLayout(*ends) if axes[0] == axes[1] else None


Part = Callable[[Mapping[str, Expr], Layout, Layout, str], Any]


def _moved(source: Layout, target: Layout, values: Sequence[ExprLike], part: Part) -> list[Expr]:
    if len(values) != len(source):
        raise ValueError(
            f"the layout {source} has {counted(len(source), 'axis', 'axes')}, and {are(len(values), 'value')} given"
        )
    given = dict(zip(source, (expr(value) for value in values)))
    analyzer = Analyzer()
    return [analyzer.simplify(expr(part(given, source, target, letter))) for letter in target]


def _index(given: Mapping[str, Expr], source: Layout, target: Layout, letter: str) -> object:
    """outer * factor + inner of the source, cut by the factor of the target"""
    axis, inner = letter.upper(), letter.lower()
    whole: object = given[axis]
    if inner in given:
        whole = whole * const(source.factor_of(axis), whole.dtype) + given[inner]
    factor = target.factor_of(axis)
    if factor < 0:
        return whole
    return whole // factor if letter.isupper() else whole % factor


def _size(given: Mapping[str, Expr], source: Layout, target: Layout, letter: str) -> object:
    axis = letter.upper()
    factor = target.factor_of(axis)
    if letter.islower():
        return const(factor, given[axis].dtype)
    whole: object = given[axis]
    if letter.lower() in given:
        whole = whole * source.factor_of(axis)
    return whole if factor < 0 else whole // factor


__all__ = ["BijectiveLayout", "Layout", "bijective_layout", "layout"]

# The names of today's TVM.
SLayout, SBijectiveLayout = Layout, BijectiveLayout
slayout, sbijective_layout = layout, bijective_layout
