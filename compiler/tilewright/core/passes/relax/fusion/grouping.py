"""From groups of bindings to functions: the bindings of a group move into a function of their own, which is called in their place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilewright.core.base.diagnostics import TVMError
from tilewright.core.graph.expr_functor import PyExprMutator, PyExprVisitor
from tilewright.core.graph.queries import definable_tir_vars_in_struct_info, free_vars, tir_vars_in_struct_info
from tilewright.core.ir.expr import Var as SymbolicVar
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import (
    Binding,
    BindingBlock,
    Call,
    DataflowBlock,
    DataflowVar,
    Function,
    Id,
    MatchCast,
    RelaxExpr,
    TupleGetItem,
    Var,
    VarBinding,
)
from tilewright.core.ir.walk import walk
from tilewright.core.passes.relax.fusion.group_function import GroupFunction


class Group:
    """A set of values that are to be computed together; sets are merged, and `root` stands for all of a set.

    `attrs` are attributes that the function of this group gets besides those that all get, `name` is the function's name where it is not made of
    those of the operators.
    """

    __slots__ = ("attrs", "kind", "name", "parent", "size")

    def __init__(self, kind: int = 0, attrs: Mapping[str, object] | None = None, name: str = "") -> None:
        self.kind = kind
        self.name = name
        self.size = 1
        self.parent: Group | None = None
        self.attrs: dict[str, object] = dict(attrs or {})

    def root(self) -> Group:
        """The group that stands for the set."""
        found = self
        while found.parent is not None:
            found = found.parent
        if found is not self:
            self.parent = found
        return found

    def merge_into(self, other: Group) -> None:
        """Make two sets one."""
        child, parent = self.root(), other.root()
        if child is parent:
            return
        child.parent = parent
        parent.size += child.size
        parent.kind = max(parent.kind, child.kind)


Groups = Mapping[Id, Group]


def grouped_into_functions(
    mod: IRModule, groups: Mapping[str, Groups], attrs: Mapping[str, object], bind_constants: bool = False
) -> IRModule:
    """The module with each group of several bindings, and each with attributes of its own, as a function with these attributes.

    `groups` says for each function, by name, the group of each variable by its identity.  With `bind_constants` constants stay inside.
    """
    return _Grouping(mod, groups, attrs, bind_constants).transform()


class _Grouping(PyExprMutator):
    def __init__(self, mod: IRModule, groups: Mapping[str, Groups], attrs: Mapping[str, object], bind: bool) -> None:
        super().__init__(mod)
        self._module = mod
        self._all = groups
        self._attrs = dict(attrs)
        self._bind = bind
        self._groups: Groups = {}

    def transform(self) -> IRModule:
        """The module with its groups as functions."""
        for variable, function in list(self._module.functions.items()):
            self._groups = self._all.get(variable.name_hint, {})
            if self._groups and isinstance(function, Function):
                self.builder_.update_func(variable, self.visit_expr(function))
        return self.builder_.get()

    def _group(self, item: Binding) -> Group | None:
        found = self._groups.get(item.var.vid)
        return None if found is None else found.root()

    def visit_dataflow_block_(self, block: DataflowBlock) -> BindingBlock:
        members: dict[Group, list[Binding]] = {}
        for item in block.bindings:
            group = self._group(item)
            if group is not None:
                members.setdefault(group, []).append(item)
        taken = {group: items for group, items in members.items() if len(items) > 1 or group.attrs}
        if not taken:
            return super().visit_dataflow_block_(block)
        shown = shown_outside(block, {item.var.vid: self._group(item) for item in block.bindings})
        parts = [self._part(item, taken) for item in block.bindings]
        self.builder_.begin_dataflow_block()
        for part in in_order_of_need(block.bindings, parts):
            group = self._group(part[0])
            if group is None or group not in taken:
                self.visit_binding(part[0])
                continue
            outputs = sorted((item.var for item in part if item.var.vid in shown), key=lambda var: shown[var.vid])
            if outputs:  # what nobody uses is left out
                self._call(group, part, outputs)
        return self.builder_.end_block()

    def _part(self, item: Binding, taken: Mapping[Group, list[Binding]]) -> list[Binding]:
        """The bindings of the group of one, or the binding alone."""
        group = self._group(item)
        return [item] if group is None else taken.get(group, [item])

    def _call(self, group: Group, bindings: list[Binding], outputs: list[Var]) -> None:
        """Call the function of a group in place of its bindings."""
        made = GroupFunction(bindings, outputs, {**self._attrs, **group.attrs}, self._bind)
        variable = self.builder_.add_func(made.function, group.name or made.name)
        call = self.builder_.normalize(Call(variable, tuple(self.visit_expr(item) for item in made.arguments)))
        if len(outputs) == 1:
            self._emit(outputs[0], call)
            return
        whole, place = self.builder_.emit(call), {output.vid: at for at, output in enumerate(outputs)}
        for item in bindings:
            if item.var.vid in place:
                self._emit(item.var, TupleGetItem(whole, place[item.var.vid]))

    def _emit(self, var: Var, value: RelaxExpr) -> None:
        new = self.with_struct_info(var, value.struct_info)
        if new is not var:
            self.set_var_remap(var.vid, new)
        self.builder_.emit_normalized(VarBinding(new, value))


def dataflow_blocks(function: Function) -> list[DataflowBlock]:
    """The dataflow blocks of a function, also of those inside it."""
    found = _Blocks()
    found.visit_expr(function)
    return found.blocks


class _Blocks(PyExprVisitor):
    def __init__(self) -> None:
        self.blocks: list[DataflowBlock] = []

    def visit_dataflow_block_(self, block: DataflowBlock) -> None:
        self.blocks.append(block)
        super().visit_dataflow_block_(block)


def in_order_of_need(bindings: Sequence[Binding], parts: Sequence[list[Binding]]) -> list[list[Binding]]:
    """Each part once, where the last of its bindings stood, or earlier where another part needs it; `parts` has the part of each of the block's bindings.

    Raises `TVMError` when two parts need each other.
    """
    by_vid = {item.var.vid: part for part in parts for item in part}
    defined = _sizes_by_cast(bindings, parts)
    last = {id(part): at for at, part in enumerate(parts)}
    placed: list[list[Binding]] = []
    state: dict[int, bool] = {}  # whether a part that was begun is in its place

    def place(part: list[Binding]) -> None:
        if state.get(id(part)):
            return
        if id(part) in state:
            torn = max((one for one in parts if state.get(id(one)) is False), key=len)
            names = ", ".join(f"`{item.var.name_hint}`" for item in torn)
            raise TVMError(
                f"A cyclic dependency detected: {names} would be computed together, and what lies between needs a part of them"
            )
        state[id(part)] = False
        for item in part:
            for needed in _needs(item, by_vid, defined):
                if needed is not part:
                    place(needed)
        state[id(part)] = True
        placed.append(part)

    for at, part in enumerate(parts):
        if last[id(part)] == at:
            place(part)
    return placed


def _sizes_by_cast(bindings: Sequence[Binding], parts: Sequence[list[Binding]]) -> dict[SymbolicVar, list[Binding]]:
    """The part of the match_cast that defines each symbolic size; one that stands before it is known from elsewhere, and the cast compares."""
    if not any(isinstance(item, MatchCast) for item in bindings):
        return {}
    found: dict[SymbolicVar, list[Binding]] = {}
    known: set[SymbolicVar] = set()
    for item, part in zip(bindings, parts):
        known.update(node for node in walk(item.value) if isinstance(node, SymbolicVar))
        for var in free_vars(item.value):
            known.update(tir_vars_in_struct_info(var.struct_info))
        if isinstance(item, MatchCast):
            for size in definable_tir_vars_in_struct_info(item.struct_info):
                if size not in known:
                    found.setdefault(size, part)
        known.update(tir_vars_in_struct_info(item.var.struct_info))
    return found


def _needs(
    item: Binding, by_vid: Mapping[Id, list[Binding]], defined: Mapping[SymbolicVar, list[Binding]]
) -> list[list[Binding]]:
    """The parts that a binding needs: those of the variables and of the sizes that it uses."""
    found = [by_vid[var.vid] for var in free_vars(item.value) if var.vid in by_vid]
    if defined:
        sizes = {node for node in walk(item.value) if isinstance(node, SymbolicVar)}
        sizes.update(tir_vars_in_struct_info(item.var.struct_info))
        found += [defined[size] for size in sizes if size in defined]
    return found


def shown_outside(block: DataflowBlock, groups: Mapping[Id, Group | None]) -> dict[Id, int]:
    """The variables that bindings of other groups use, or that the rest of the function sees, and their place in the order in which they are first used."""
    shown: dict[Id, int] = {}
    for item in block.bindings:
        own = groups[item.var.vid]
        if not isinstance(item.var, DataflowVar):
            shown.setdefault(item.var.vid, len(shown))
        for var in free_vars(item.value):
            if var.vid in groups and (own is None or groups[var.vid] is not own):
                shown.setdefault(var.vid, len(shown))
    return shown
