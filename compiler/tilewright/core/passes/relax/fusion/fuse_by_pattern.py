"""`FuseOpsByPattern`: what patterns match becomes functions of its own, for a library that computes them or for kernels of one's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tilewright.core.graph.queries import free_vars, get_var2val
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import Call, DataflowBlock, Function, Id, If, RelaxExpr, SeqExpr, Tuple, TupleGetItem, Var
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.fusion.composite import annotated_for_codegen
from tilewright.core.passes.relax.fusion.grouping import Group, grouped_into_functions
from tilewright.core.passes.relax.patterns.pattern import CallPattern, DFPattern, TupleGetItemPattern, TuplePattern

if TYPE_CHECKING:
    from tilewright.core.ops.relax_op import RelaxOp


@dataclass(frozen=True, eq=False)
class PatternCheckContext:
    """The match that a check gets: the expression, the named parts of the pattern, the bindings that would move into the function (value of each
    variable), who uses each variable of the block, and the variable of each value of it."""

    matched_expr: RelaxExpr
    annotated_expr: Mapping[str, RelaxExpr]
    matched_bindings: Mapping[Var, RelaxExpr]
    var_usages: Mapping[Var, Sequence[Var]]
    value_to_bound_var: Mapping[RelaxExpr, Var]


@dataclass(eq=False)
class FusionPattern:
    """A pattern to fuse by: the name, "library.operator", that its functions get as the attribute "Composite", the parts that `check` and
    `attrs_getter` want to see, a check that may refuse a match, and further attributes for the function."""

    name: str
    pattern: DFPattern
    annotation_patterns: Mapping[str, DFPattern] = field(default_factory=dict[str, DFPattern])
    check: Callable[[PatternCheckContext], bool] | None = None
    attrs_getter: Callable[[Mapping[str, RelaxExpr]], Mapping[str, object]] | None = None

    def __post_init__(self) -> None:
        self.annotation_patterns = dict(self.annotation_patterns or {})


def FuseOpsByPattern(
    patterns: Sequence[FusionPattern | tuple[Any, ...]],
    bind_constants: bool = True,
    annotate_codegen: bool = False,
    entry_functions: Sequence[str] | None = None,
) -> Pass:
    """Groups what the patterns match, the first pattern first, into functions with the attributes "Composite" and "Primitive".

    A pattern is a `FusionPattern` or a tuple of its fields.  With `bind_constants` constants move inside.  With `annotate_codegen` each function is
    wrapped into one with the attribute "Codegen", the library's name, for `RunCodegen`.  `entry_functions` are those to look at, all by default.
    """
    wanted = [item if isinstance(item, FusionPattern) else FusionPattern(*item) for item in patterns]

    def run(mod: IRModule) -> IRModule:
        for pattern in wanted:
            found = {
                variable.name_hint: _matches(function, pattern)
                for variable, function in mod.functions.items()
                if isinstance(function, Function)
                and not {"Composite", "Codegen"} & set(function.attrs)
                and (not entry_functions or variable.name_hint in entry_functions)
            }
            mod = grouped_into_functions(mod, found, {"Primitive": True}, bind_constants)
        return annotated_for_codegen(mod) if annotate_codegen else mod

    return Pass("FuseOpsByPattern", run)


def _matches(function: Function, wanted: FusionPattern) -> dict[Id, Group]:
    """The group of each binding that a match takes."""
    return _Search(function, wanted).groups


class _Search:
    """The matches of one pattern in one function."""

    def __init__(self, function: Function, wanted: FusionPattern) -> None:
        self.groups: dict[Id, Group] = {}
        self._wanted = wanted
        self._values = get_var2val(function)
        self._bound = {id(value): var for var, value in self._values.items()}
        self._usages = _usages(function)
        self._block: set[Id] = set()
        for block in _dataflow(function.body):
            self._block = {item.var.vid for item in block.bindings}
            for item in block.bindings:
                if isinstance(item.value, (Call, Tuple, TupleGetItem)):
                    self._try(item.value)

    def _try(self, value: RelaxExpr) -> None:
        found = self._wanted.pattern.extract_matched_expr(value, self._values)
        if found is None:
            return
        taken = self._taken(value, found)
        if not self._are_free(taken) or not self._accepted(value, found, taken):
            return
        attrs: dict[str, object] = {"Composite": self._wanted.name}
        if self._wanted.attrs_getter is not None:
            attrs.update(self._wanted.attrs_getter(self._named(found)))
        whole = Group(attrs=attrs)
        for var in taken:
            self.groups[var.vid] = whole

    def _are_free(self, taken: Mapping[Var, RelaxExpr]) -> bool:
        """Whether all are of one block, and none is in a group yet that this match would tear apart; a larger match takes the place of one inside it."""
        vids = {var.vid for var in taken}
        if not vids <= self._block:
            return False
        overlapping = {self.groups[vid] for vid in vids if vid in self.groups}
        return all(vid in vids for vid, group in self.groups.items() if group in overlapping)

    def _taken(self, value: RelaxExpr, found: Mapping[DFPattern, Any]) -> dict[Var, RelaxExpr]:
        """The bindings that the match moves into the function."""
        parts = [e for p, e in found.items() if isinstance(p, (CallPattern, TupleGetItemPattern, TuplePattern))]
        values = {id(part): part for part in (*parts, value)}
        return {self._bound[key]: part for key, part in values.items() if key in self._bound}

    def _named(self, found: Mapping[DFPattern, Any]) -> dict[str, RelaxExpr]:
        named = self._wanted.annotation_patterns.items()
        return {name: found[pattern] for name, pattern in named if pattern in found}

    def _accepted(
        self, value: RelaxExpr, found: Mapping[DFPattern, RelaxOp | RelaxExpr], taken: Mapping[Var, RelaxExpr]
    ) -> bool:
        if self._wanted.check is None:
            return True
        bound = {whole: var for var, whole in self._values.items()}
        context = PatternCheckContext(value, self._named(found), taken, self._usages, bound)
        return bool(self._wanted.check(context))


def _dataflow(body: RelaxExpr) -> Iterator[DataflowBlock]:
    """The dataflow blocks of a sequence, and of the branches in it."""
    for block in body.blocks if isinstance(body, SeqExpr) else ():
        if isinstance(block, DataflowBlock):
            yield block
        for item in block.bindings:
            if isinstance(item.value, If):
                yield from _dataflow(item.value.true_branch)
                yield from _dataflow(item.value.false_branch)


def _usages(function: Function) -> dict[Var, list[Var]]:
    """For each variable those that are computed from it."""
    found: dict[Id, tuple[Var, list[Var]]] = {}
    for var, value in get_var2val(function).items():
        for used in free_vars(value):
            found.setdefault(used.vid, (used, []))[1].append(var)
    return dict(found.values())
