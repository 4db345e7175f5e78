"""Maps from the indices of one layout to those of another.

map ::= IndexMap(initial_indices, final_indices, inverse_index_map)
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from tilewright.core.base.dtype import DType, dtype
from tilewright.core.ir.expr import BINARY_NODES, Expr, ExprLike, IntImm, Range, Var, expr, exprs
from tilewright.core.ir.node import Node, array, node, ports
from tilewright.core.ir.node.fields import ExprsField, Several
from tilewright.core.ir.operators import binary, cast, const, convert
from tilewright.core.ir.walk import rewrite, substitute


class _Separator:
    """See `AXIS_SEPARATOR`."""

    def __repr__(self) -> str:
        return "IndexMap.AXIS_SEPARATOR"


AXIS_SEPARATOR = _Separator()


@node
class IndexMap(Node):
    """`final_indices`, as expressions of the variables `initial_indices`; `inverse_index_map` goes back, where it was given."""

    initial_indices: Several[Var]
    final_indices: ExprsField
    inverse_index_map: IndexMap | None = None

    AXIS_SEPARATOR: ClassVar[_Separator] = AXIS_SEPARATOR

    def __post_init__(self) -> None:
        self.initial_indices, self.final_indices = array(self.initial_indices), exprs(self.final_indices)

    @staticmethod
    def from_func(
        mapping_function: Callable[..., object],
        ndim: int | None = None,
        inverse_index_map: Callable[..., object] | IndexMap | None = None,
        *,
        index_dtype: str = "int64",
    ) -> IndexMap:
        """The map that `mapping_function` computes from one variable for each index; `ndim` counts those of a `*args` parameter."""
        made, separators = IndexMap.from_func_with_separators(
            mapping_function, ndim, inverse_index_map, index_dtype=index_dtype
        )
        if separators:
            raise ValueError("the function has axis separators: use IndexMap.from_func_with_separators")
        return made

    @staticmethod
    def from_func_with_separators(
        mapping_function: Callable[..., Any],
        ndim: int | None = None,
        inverse_index_map: Callable[..., Any] | IndexMap | None = None,
        *,
        index_dtype: str = "int64",
    ) -> tuple[IndexMap, list[int]]:
        """The map, and the positions at which the function's result has `IndexMap.AXIS_SEPARATOR`."""
        variables, keywords = _variables(mapping_function, ndim, index_dtype)
        results = mapping_function(*variables, **keywords)
        initial = (*variables, *keywords.values())
        final: list[ExprLike] = []
        separators: list[int] = []
        for result in results if isinstance(results, (tuple, list)) else (results,):
            if isinstance(result, _Separator):
                separators.append(len(final))
            else:
                final.append(result)
        if callable(inverse_index_map):
            inverse_index_map = IndexMap.from_func(inverse_index_map, len(final), index_dtype=index_dtype)
        return IndexMap(initial, exprs(final), inverse_index_map), separators

    def map_indices(self, indices: Sequence[ExprLike], analyzer: object = None) -> tuple[Expr, ...]:
        """The final indices of the element at `indices`, with constants computed, and simplified by an analyzer where one is given."""
        if len(indices) != len(self.initial_indices):
            raise ValueError(f"the map takes {len(self.initial_indices)} indices, not {len(indices)}")
        return _simplified(self._as_wide_as(indices)._mapped(indices), analyzer)

    def _as_wide_as(self, values: Sequence[ExprLike]) -> IndexMap:
        """The same map of indices of the widest integer type among the values; itself where they are numbers."""
        given = [value.dtype for value in values if isinstance(value, Expr) and value.dtype.is_integer]
        return self.with_index_dtype(max(given, key=lambda type_: type_.bits)) if given else self

    def _mapped(self, indices: Sequence[ExprLike]) -> tuple[Expr, ...]:
        """The final indices, of the type that the map's variables have."""
        values = {var: cast(convert(index, var.dtype), var.dtype) for var, index in zip(self.initial_indices, indices)}
        return tuple(rewrite(substitute(final, values), _FOLD) for final in self.final_indices)

    def map_tensor(self, arr_src: object) -> object:
        """A tensor with the elements of `arr_src` where the map puts them; places that no element has are zero."""
        return ports.map_tensor.call(self, arr_src)

    map_ndarray = map_tensor

    def map_ranges(self, ranges: Sequence[Range]) -> tuple[Range, ...]:
        """The ranges of the final indices while the initial ones run through `ranges`."""
        return ports.mapped_ranges.call(self, self._as_ranges(ranges))

    def map_shape(self, shape: Sequence[ExprLike], analyzer: object = None) -> tuple[Expr, ...]:
        """The shape that a buffer of `shape` has in the new layout."""
        made = self._as_wide_as(shape)
        return _simplified([range_.extent for range_ in made.map_ranges(made._as_ranges(shape))], analyzer)

    def inverse(self, shape: Sequence[Range | ExprLike], analyzer: object = None) -> IndexMap:
        """The map back, for a buffer of that shape; raises `ValueError` when the map is no bijection there."""
        return _map_simplified(ports.inverse_map.call(self, self._as_ranges(shape)), analyzer)

    def non_surjective_inverse(
        self, shape: Sequence[Range | ExprLike], analyzer: object = None
    ) -> tuple[IndexMap, Expr]:
        """The map back and, over its variables, the condition under which a place of the new layout is padding."""
        back, padding = ports.padded_inverse.call(self, self._as_ranges(shape))
        return _map_simplified(back, analyzer), _simplified([padding], analyzer)[0]

    def is_equivalent_to(self, other_map: IndexMap, analyzer: Any = None) -> bool:
        """Whether both maps are written alike, whatever their variables are called."""
        if len(self.initial_indices) != len(other_map.initial_indices):
            return False
        mine, theirs = self.final_indices, other_map.map_indices(self.initial_indices)
        proves = ports.can_prove_equal.call if analyzer is None else analyzer.can_prove_equal
        return len(mine) == len(theirs) and all(map(proves, mine, theirs))

    def with_index_dtype(self, index_dtype: str) -> IndexMap:
        """The same map of indices of another integer type; itself when they have it already."""
        wanted = dtype(index_dtype)
        return self if all(var.dtype is wanted for var in self.initial_indices) else self._renewed(wanted)

    def with_own_variables(self) -> IndexMap:
        """The same map of variables of its own, so that two places of a program share none."""
        return self._renewed(self.initial_indices[0].dtype) if self.initial_indices else self

    def _renewed(self, wanted: DType) -> IndexMap:
        new = {var: Var(var.name, wanted) for var in self.initial_indices}
        rules = {**_FOLD, IntImm: lambda n: IntImm(wanted, n.value), Var: lambda n: new.get(n, n)}
        return IndexMap(tuple(new.values()), tuple(rewrite(final, rules) for final in self.final_indices))

    def _as_ranges(self, shape: Sequence[object]) -> tuple[Range, ...]:
        if len(shape) != len(self.initial_indices):
            raise ValueError(f"the map takes {len(self.initial_indices)} indices, and the shape has {len(shape)}")
        return tuple(
            size if isinstance(size, Range) else Range.from_min_extent(const(0, var.dtype), cast(expr(size), var.dtype))
            for var, size in zip(self.initial_indices, shape)
        )

    def __repr__(self) -> str:
        """`lambda i, j: (i // 4, j, i % 4)`"""
        names = ", ".join(var.name for var in self.initial_indices)
        finals = ", ".join(str(final) for final in self.final_indices)
        return f"lambda {names}: ({finals}{',' if len(self.final_indices) == 1 else ''})"

    __str__ = __repr__


_FOLD = {cls: lambda n: binary(type(n).__name__, n.a, n.b, n.span) for cls in BINARY_NODES.values()}


def _variables(function: Callable[..., object], ndim: int | None, index_dtype: str) -> tuple[list[Var], dict[str, Var]]:
    """One variable for each parameter of `function`: positional ones (those of `*args` fill up to `ndim`) and keyword-only ones."""
    positional: list[Var] = []
    keywords: dict[str, Var] = {}
    rest: str | None = None
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind is parameter.VAR_POSITIONAL:
            rest = name
        elif parameter.kind is parameter.KEYWORD_ONLY:
            keywords[name] = Var(name, dtype(index_dtype))
        elif parameter.kind is not parameter.VAR_KEYWORD:
            positional.append(Var(name, dtype(index_dtype)))
    if rest is not None:
        if ndim is None:
            raise ValueError("a function with *args needs ndim")
        missing = ndim - len(positional) - len(keywords)
        positional += [Var(f"{rest}_{number}", dtype(index_dtype)) for number in range(missing)]
    return positional, keywords


def _simplified(values: Sequence[Expr], analyzer: Any) -> tuple[Expr, ...]:
    return tuple(values) if analyzer is None else tuple(analyzer.simplify(value) for value in values)


def _map_simplified(index_map: IndexMap, analyzer: object) -> IndexMap:
    if analyzer is None:
        return index_map
    return index_map.replace(final_indices=_simplified(index_map.final_indices, analyzer))
